#include "rewriter/match/feature_macros.h"

#include <algorithm>
#include <array>

namespace detsim::rewriter {

bool IsFeatureMacro(std::string_view name) {
  // feature_test_macros(7); libstdc++'s manual, "Macros".
  static constexpr std::array<std::string_view, 24> kNames = {
      "_GNU_SOURCE",          "_DEFAULT_SOURCE",
      "_BSD_SOURCE",          "_SVID_SOURCE",
      "_POSIX_SOURCE",        "_POSIX_C_SOURCE",
      "_XOPEN_SOURCE",        "_XOPEN_SOURCE_EXTENDED",
      "_ISOC95_SOURCE",       "_ISOC99_SOURCE",
      "_ISOC11_SOURCE",       "_ISOC2X_SOURCE",
      "_LARGEFILE_SOURCE",    "_LARGEFILE64_SOURCE",
      "_FILE_OFFSET_BITS",    "_TIME_BITS",
      "_ATFILE_SOURCE",       "_REENTRANT",
      "_THREAD_SAFE",         "_FORTIFY_SOURCE",
      "__STDC_LIMIT_MACROS",  "__STDC_CONSTANT_MACROS",
      "__STDC_FORMAT_MACROS", "__STDC_WANT_LIB_EXT1__"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         name.starts_with("_GLIBCXX_") || name.starts_with("_LIBCPP_");
}

}  // namespace detsim::rewriter
