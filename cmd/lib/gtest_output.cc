#include "cmd/lib/gtest_output.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

#include "absl/strings/str_cat.h"

namespace detsim::cmd {
namespace {

constexpr size_t kMessageLinesMax = 20;

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

// "[ RUN      ]", "[  FAILED  ]", "[==========]", ...
bool IsMarker(std::string_view line) {
  return line.size() >= 12 && line[0] == '[' && line[11] == ']' &&
         line.substr(1, 10).find_first_not_of(
             " ABCDEFGHIJKLMNOPQRSTUVWXYZ-=") == std::string_view::npos;
}

// Splits "dir/file.cc:12" into its parts. False if it is not of that form.
bool SplitPlace(std::string_view text, std::string* file, uint32_t* line) {
  size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  std::string_view number = text.substr(colon + 1);
  auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), *line);
  if (error != std::errc() || end != number.data() + number.size())
    return false;
  *file = std::string(text.substr(0, colon));
  return true;
}

// True for the line that starts a failure; its place is set if known.
bool IsFailureLine(std::string_view line, GtestFailure* failure) {
  constexpr std::string_view kEnd = ": Failure";
  if (!line.ends_with(kEnd)) return false;
  std::string_view place = line.substr(0, line.size() - kEnd.size());
  if (place == "unknown file") return true;
  return SplitPlace(place, &failure->file, &failure->line);
}

bool IsExceptionMessage(std::string_view message) {
  return (message.starts_with("C++ exception with description") ||
          message.starts_with("Unknown C++ exception")) &&
         message.find(" thrown in ") != std::string_view::npos;
}

// Terminals' control sequences (ECMA-48, "CSI") end with a byte from @ to ~.
std::string WithoutColors(std::string_view line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) != "\x1b[") {
      text += line[i];
      continue;
    }
    i += 2;
    while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
  }
  return text;
}

}  // namespace

std::optional<GtestFailure> FindGtestFailure(std::string_view output) {
  std::vector<std::string_view> lines = Lines(output);
  for (size_t i = 0; i < lines.size(); ++i) {
    GtestFailure failure;
    if (!IsFailureLine(lines[i], &failure)) continue;
    size_t end = std::min(lines.size(), i + 1 + kMessageLinesMax);
    GtestFailure next;
    for (size_t j = i + 1; j < end; ++j) {
      if (IsMarker(lines[j]) || IsFailureLine(lines[j], &next) ||
          lines[j] == "Google Test trace:")
        break;
      failure.message += lines[j];
      failure.message += '\n';
    }
    while (failure.message.ends_with('\n')) failure.message.pop_back();
    failure.exception = IsExceptionMessage(failure.message);
    return failure;
  }
  return std::nullopt;
}

bool IsGtestSkip(std::string_view output) {
  for (std::string_view line : Lines(output)) {
    if (line.starts_with("[  SKIPPED ]")) return true;
  }
  return false;
}

bool IsGtestCutShort(std::string_view output) {
  constexpr std::string_view kStart = "[ RUN      ] ";
  // Not at the start of a line when the test's last line has no end.
  constexpr std::string_view kEnds[] = {"[       OK ] ", "[  FAILED  ] ",
                                        "[  SKIPPED ] "};
  size_t start = output.rfind(kStart);
  if (start == std::string_view::npos) return false;
  std::string_view rest = output.substr(start);
  return std::none_of(std::begin(kEnds), std::end(kEnds),
                      [rest](std::string_view end) {
                        return rest.find(end) != std::string_view::npos;
                      });
}

std::optional<GtestFailure> FindAssert(std::string_view output) {
  // PROGRAM: FILE:LINE: FUNCTION: Assertion `EXPRESSION' failed.
  constexpr std::string_view kWord = ": Assertion `";
  for (std::string_view line : Lines(output)) {
    size_t assertion = line.find(kWord);
    if (assertion == std::string_view::npos || !line.ends_with(" failed."))
      continue;
    GtestFailure failure;
    failure.message = std::string(line.substr(assertion + 2));
    std::string_view head = line.substr(0, assertion);
    size_t file = head.find(": ");
    if (file != std::string_view::npos) {
      head.remove_prefix(file + 2);
      SplitPlace(head.substr(0, head.find(": ")), &failure.file, &failure.line);
    }
    return failure;
  }
  return std::nullopt;
}

std::optional<GtestFailure> FindSanitizerReport(std::string_view output) {
  constexpr std::string_view kAddress = "ERROR: ";
  constexpr std::string_view kTool = "AddressSanitizer: ";
  constexpr std::string_view kUndefined = ": runtime error: ";
  for (std::string_view line : Lines(output)) {
    GtestFailure failure;
    size_t at = line.find(kAddress);
    if (at != std::string_view::npos &&
        line.substr(at + kAddress.size()).starts_with(kTool)) {
      line.remove_prefix(at + kAddress.size());
      // "AddressSanitizer: heap-use-after-free on address 0x602000000010 ..."
      failure.message = std::string(line.substr(0, line.find(" on ")));
      return failure;
    }
    at = line.find(kUndefined);
    if (at == std::string_view::npos) continue;
    failure.message =
        absl::StrCat("UndefinedBehaviorSanitizer: ",
                     std::string(line.substr(at + kUndefined.size())));
    std::string_view place = line.substr(0, at);
    SplitPlace(place.substr(0, place.rfind(':')), &failure.file, &failure.line);
    return failure;
  }
  return std::nullopt;
}

std::string LastWords(std::string_view output) {
  std::vector<std::string_view> lines = Lines(output);
  for (size_t i = lines.size(); i-- > 0;) {
    std::string line = WithoutColors(lines[i]);
    bool blank = std::all_of(line.begin(), line.end(), [](char c) {
      return std::isspace(static_cast<unsigned char>(c));
    });
    bool note = line.starts_with("Note: Google Test filter") ||
                line.starts_with("Running main() from ");
    if (!blank && !note && !IsMarker(line)) return line;
  }
  return "";
}

}  // namespace detsim::cmd
