#include "rewriter/output/overlay.h"

#include <nlohmann/json.hpp>

namespace detsim::rewriter {

std::string OverlayYaml(const std::vector<OverlayEntry>& entries) {
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
    overlay["roots"].push_back(root);
  }
  return overlay.dump(1) + "\n";
}

}  // namespace detsim::rewriter
