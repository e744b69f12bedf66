#include "rewriter/output/overlay.h"

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"

namespace detsim::rewriter {

absl::StatusOr<std::string> OverlayYaml(
    const std::vector<OverlayEntry>& entries) {
  // Ordered: older Clang parsers want "version" first. By default the
  // external names would leak into __FILE__ and dependency files.
  nlohmann::ordered_json overlay;
  overlay["version"] = 0;
  overlay["case-sensitive"] = "true";
  overlay["use-external-names"] = false;
  overlay["roots"] = nlohmann::ordered_json::array();
  for (const OverlayEntry& entry : entries) {
    nlohmann::ordered_json root;
    root["type"] = "file";
    root["name"] = entry.name;
    root["external-contents"] = entry.contents;
    try {
      static_cast<void>(root.dump());
    } catch (const nlohmann::json::type_error&) {
      return absl::InvalidArgumentError(
          "cannot rewrite " + absl::CHexEscape(entry.name) +
          ": its path is not UTF-8, and Clang finds no other files rewritten; "
          "rename it or the folders that it is in");
    }
    overlay["roots"].push_back(root);
  }
  return overlay.dump(1) + "\n";
}

}  // namespace detsim::rewriter
