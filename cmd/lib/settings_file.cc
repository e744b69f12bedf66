#include "cmd/lib/settings_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::ordered_json;

// What belongs to one call, not to a project.
constexpr std::string_view kNoSettings[] = {
    "dir", "replay", "pin", "verify", "gdb", "step", "write_baseline"};

// The text that the flag would have on a command line; nothing for what has
// none.
std::optional<std::string> ValueText(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number()) return value.dump();
  if (!value.is_array()) return std::nullopt;
  std::string list;
  for (const Json& element : value) {
    if (!element.is_string()) return std::nullopt;
    absl::StrAppend(&list, list.empty() ? "" : ",", element.get<std::string>());
  }
  return list;
}

absl::Status Apply(const std::string& name, const Json& value,
                   const CommandHelp& help,
                   const std::set<std::string>& given) {
  if (std::ranges::find(kNoSettings, name) != std::end(kNoSettings))
    return UsageError(absl::StrCat("--", name, " cannot be a setting"));
  if (std::ranges::find(help.flags, name, &FlagHelp::name) == help.flags.end())
    return UsageError(UnknownFlag(help, name));
  std::optional<std::string> text = ValueText(value);
  if (!text)
    return UsageError(
        absl::StrCat("\"", name,
                     "\" is neither a text, a number, true or false, nor a "
                     "list of texts"));
  if (given.contains(name)) return absl::OkStatus();
  return SetFlag(help, name, *text);
}

}  // namespace

absl::Status ApplySettingsFile(const std::string& directory,
                               const CommandHelp& help,
                               std::set<std::string>* given) {
  const std::string path = directory + "/.detsim.json";
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return absl::OkStatus();
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  const auto fail = [&path](std::string_view why) {
    return UsageError(
        absl::StrCat(path, ": ", absl::string_view(why.data(), why.size())));
  };
  Json json;
  try {
    json = Json::parse(*text, nullptr, true, /*ignore_comments=*/true);
  } catch (const Json::parse_error& parse_error) {
    return fail(parse_error.what());
  }
  if (!json.is_object()) return fail("is no JSON object of flags");
  for (const auto& [name, value] : json.items()) {
    absl::Status applied = Apply(name, value, help, *given);
    if (!applied.ok())
      return fail({applied.message().data(), applied.message().size()});
    given->insert(name);
  }
  return absl::OkStatus();
}

}  // namespace detsim::cmd
