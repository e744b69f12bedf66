#include "cmd/lib/build_settings.h"

#include <nlohmann/json.hpp>

namespace detsim::cmd {

nlohmann::ordered_json EncodeBuildSettings(const BuildSettings& settings) {
  nlohmann::ordered_json json = {{"cmake_args", settings.cmake_arguments},
                                 {"cc_args", settings.compiler_arguments},
                                 {"scope", settings.scope},
                                 {"keep_opt", settings.keep_optimization},
                                 {"own_libs", settings.own_libraries}};
  if (!settings.binaries.empty()) {
    json["command"] = settings.build_command;
    json["binaries"] = settings.binaries;
  }
  return json;
}

BuildSettings DecodeBuildSettings(const nlohmann::ordered_json& json) {
  BuildSettings settings;
  json.at("cmake_args").get_to(settings.cmake_arguments);
  json.at("cc_args").get_to(settings.compiler_arguments);
  json.at("scope").get_to(settings.scope);
  json.at("keep_opt").get_to(settings.keep_optimization);
  settings.own_libraries = json.value("own_libs", false);
  settings.build_command = json.value("command", "");
  settings.binaries = json.value("binaries", std::vector<std::string>());
  return settings;
}

}  // namespace detsim::cmd
