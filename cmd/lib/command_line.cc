#include "cmd/lib/command_line.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"

namespace detsim::cmd {
namespace {

using StringList = std::vector<std::string>;

absl::string_view AbslView(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t substitute = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

const FlagHelp* FindHelp(const CommandHelp& help, std::string_view name) {
  for (const FlagHelp& flag : help.flags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// One flag as written: --name, --name=value or --name value.
struct Argument {
  std::string name;  // Dashes turned into underscores.
  std::optional<std::string> value;
};

Argument SplitArgument(std::string_view text) {
  text.remove_prefix(text.starts_with("--") ? 2 : 1);
  size_t equals = text.find('=');
  Argument argument;
  argument.name = std::string(text.substr(0, equals));
  std::replace(argument.name.begin(), argument.name.end(), '-', '_');
  if (equals != std::string_view::npos)
    argument.value = std::string(text.substr(equals + 1));
  return argument;
}

absl::Status SetGiven(const CommandHelp& help, const Argument& argument,
                      std::set<std::string>* given) {
  absl::CommandLineFlag* flag = absl::FindCommandLineFlag(argument.name);
  std::string value = argument.value.value_or("true");
  // Repeating a list adds to it.
  if (flag->IsOfType<StringList>() && given->contains(argument.name) &&
      !flag->CurrentValue().empty())
    value = absl::StrCat(flag->CurrentValue(), ",", value);
  given->insert(argument.name);
  return SetFlag(help, argument.name, value);
}

// Wraps `text` to 80 columns, every line after the first indented.
void AppendWrapped(std::string_view text, size_t indent, std::string* out) {
  size_t column = indent;
  bool first = true;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first && column + 1 + word.size() > 79) {
      absl::StrAppend(out, "\n", std::string(indent, ' '));
      column = indent;
      first = true;
    }
    absl::StrAppend(out, first ? "" : " ", AbslView(word));
    column += word.size() + (first ? 0 : 1);
    first = false;
  }
  *out += '\n';
}

}  // namespace

std::string UnknownFlag(const CommandHelp& help, const std::string& name) {
  std::string message = absl::StrCat("unknown flag --", name);
  const FlagHelp* nearest = nullptr;
  // Two letters wrong, or four in a long name.
  size_t best = name.size() < 6 ? 3 : 5;
  for (const FlagHelp& flag : help.flags) {
    size_t distance = EditDistance(flag.name, name);
    if (distance < best) {
      best = distance;
      nearest = &flag;
    }
  }
  if (nearest != nullptr)
    absl::StrAppend(&message, "; did you mean --", AbslView(nearest->name),
                    "?");
  else
    absl::StrAppend(&message, "; see ", AbslView(help.name), " --help");
  return message;
}

absl::Status SetFlag(const CommandHelp& help, const std::string& name,
                     const std::string& value) {
  absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name);
  std::string error;
  if (flag->ParseFrom(value, &error)) return absl::OkStatus();
  const FlagHelp* row = FindHelp(help, name);
  return UsageError(absl::StrCat(
      "--", name, "=", value, " is not valid: ", flag->Help(),
      row != nullptr && !row->value.empty()
          ? absl::StrCat(" (--", name, "=", AbslView(row->value), ")")
          : ""));
}

std::string HelpText(const CommandHelp& help) {
  constexpr size_t kIndent = 26;
  std::string out =
      absl::StrCat(AbslView(help.name), ": ", AbslView(help.summary),
                   "\n\nusage:\n", AbslView(help.usage), "\n\nflags:\n");
  for (const FlagHelp& row : help.flags) {
    absl::CommandLineFlag* flag = absl::FindCommandLineFlag(AbslView(row.name));
    std::string left = absl::StrCat("  --", AbslView(row.name));
    if (!row.value.empty()) absl::StrAppend(&left, "=", AbslView(row.value));
    if (left.size() + 2 > kIndent)
      absl::StrAppend(&out, left, "\n", std::string(kIndent, ' '));
    else
      absl::StrAppend(&out, left, std::string(kIndent - left.size(), ' '));
    std::string text = flag->Help();
    std::string value = flag->DefaultValue();
    if (!value.empty() && !flag->IsOfType<bool>())
      absl::StrAppend(&text, " (default ", value, ")");
    AppendWrapped(text, kIndent, &out);
  }
  absl::StrAppend(&out, "  --help, --version\n\nexamples:\n",
                  AbslView(help.examples));
  return out;
}

absl::StatusOr<CommandLine> ParseCommandLine(int argc, char** argv,
                                             const CommandHelp& help) {
  CommandLine result;
  for (int i = 1; i < argc; ++i) {
    std::string_view text = argv[i];
    if (text == "--") {
      result.after_dashes.assign(argv + i + 1, argv + argc);
      break;
    }
    if (text.size() < 2 || text[0] != '-') {
      result.positional.emplace_back(text);
      continue;
    }
    Argument argument = SplitArgument(text);
    if (argument.name == "help" || text == "-h") {
      result.help = true;
      continue;
    }
    if (argument.name == "version") {
      result.version = true;
      continue;
    }
    // --nominimize is Abseil's way to say --minimize=false.
    if (FindHelp(help, argument.name) == nullptr &&
        argument.name.starts_with("no") && !argument.value &&
        FindHelp(help, argument.name.substr(2)) != nullptr)
      argument = {argument.name.substr(2), "false"};
    if (FindHelp(help, argument.name) == nullptr)
      return UsageError(UnknownFlag(help, argument.name));
    bool is_switch = absl::FindCommandLineFlag(argument.name)->IsOfType<bool>();
    if (!argument.value && !is_switch) {
      if (i + 1 >= argc)
        return UsageError(absl::StrCat("--", argument.name, " needs a value"));
      argument.value = argv[++i];
    }
    absl::Status status = SetGiven(help, argument, &result.given);
    if (!status.ok()) return status;
  }
  return result;
}

std::optional<int> ParseOrExit(int argc, char** argv, const CommandHelp& help,
                               std::vector<std::string>* positional,
                               std::set<std::string>* given,
                               std::vector<std::string>* after_dashes) {
  absl::StatusOr<CommandLine> parsed = ParseCommandLine(argc, argv, help);
  if (!parsed.ok()) {
    std::fprintf(stderr, "%s: %s\n", std::string(help.name).c_str(),
                 std::string(parsed.status().message()).c_str());
    return kExitUsage;
  }
  if (parsed->help) {
    std::fputs(HelpText(help).c_str(), stdout);
    return kExitOk;
  }
  if (parsed->version) {
    std::printf("%s\n", std::string(kToolVersion).c_str());
    return kExitOk;
  }
  *positional = std::move(parsed->positional);
  if (given != nullptr) *given = std::move(parsed->given);
  if (after_dashes == nullptr) {
    positional->insert(positional->end(), parsed->after_dashes.begin(),
                       parsed->after_dashes.end());
  } else {
    *after_dashes = std::move(parsed->after_dashes);
  }
  return std::nullopt;
}

}  // namespace detsim::cmd
