// How a project was built, as an artifact keeps it: a replay builds it the same
// way.
#ifndef DETSIM_CMD_LIB_BUILD_SETTINGS_H_
#define DETSIM_CMD_LIB_BUILD_SETTINGS_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace detsim::cmd {

struct BuildSettings {
  std::vector<std::string> cmake_arguments;
  std::vector<std::string> compiler_arguments;
  std::vector<std::string> scope;
  bool keep_optimization = false;
  bool own_libraries = false;
  // Of a project that CMake does not build.
  std::string build_command;
  std::vector<std::string> binaries;
};

nlohmann::ordered_json EncodeBuildSettings(const BuildSettings& settings);

// Throws nlohmann's exceptions when a field is missing or of another type.
BuildSettings DecodeBuildSettings(const nlohmann::ordered_json& json);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_BUILD_SETTINGS_H_
