// A run as one HTML page that needs nothing else: lanes of threads, the run as
// it was found above and what the minimizer kept of it below. The page's script
// and style are the files in page/, which the build puts into the program.
#ifndef DETSIM_CMD_LIB_TRACE_PAGE_H_
#define DETSIM_CMD_LIB_TRACE_PAGE_H_

#include <string>
#include <string_view>

#include "cmd/lib/trace_words.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct PageInput {
  const runtime::Trace* found = nullptr;      // At least one of the two.
  const runtime::Trace* minimized = nullptr;  // Shown below.
  bool starts_at_minimized = false;           // Which run "#step=41" speaks of.
};

std::string TracePage(const PageInput& input, SourceLines* sources);

// The files of page/, as they were when detsim was built (page_files.cc.in).
extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageScript;

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_PAGE_H_
