// The store of rewritten units below one state directory, which is also the
// cache: an entry is used again while the key (arguments, tool, table,
// configuration) and the contents of everything the unit read are the same.
//
//   <state>/files/<fingerprint>/<name>   rewritten texts, shared by the units
//   <state>/units/<id>/overlay.yaml, report.json, manifest.json
#ifndef DETSIM_REWRITER_OUTPUT_UNIT_CACHE_H_
#define DETSIM_REWRITER_OUTPUT_UNIT_CACHE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

// What the compiler needs to know of a rewritten unit.
struct StoredUnit {
  std::string overlay;  // empty when nothing was edited
  std::vector<std::string> headers;
  std::vector<std::string> feature_macros;
  std::string changed_input;
};

class UnitCache {
 public:
  // `object` names the unit (one source may be compiled several ways).
  UnitCache(const std::string& state_directory, const std::string& object);

  std::string report_path() const { return directory_ + "/report.json"; }

  // The stored unit if it is still right.
  std::optional<StoredUnit> LookUp(const std::string& key) const;

  // An input that is not what it was when the unit was stored. Empty if all
  // are, and when nothing is stored under `key`.
  std::string ChangedInput(const std::string& key) const;

  // Writes texts and overlay; writes the manifest only if no input changed
  // while the unit was being read (`changed_input` of the result names one).
  // Unavailable if a file cannot be written.
  absl::StatusOr<StoredUnit> Store(const std::string& key,
                                   const UnitResult& result) const;

 private:
  absl::Status WriteManifest(const std::string& key, const UnitResult& result,
                             StoredUnit* unit) const;

  std::string state_directory_;
  std::string directory_;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_UNIT_CACHE_H_
