#include "cmd/lib/pins/pin.h"

#include <charconv>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/pins/pin_text.h"
#include "cmd/lib/printable_text.h"

namespace detsim::cmd {

using runtime::RunOptions;
using runtime::Stream;
using runtime::Verdict;

namespace {

constexpr std::string_view kHeader = "# detsim pin ";

// The limits that are part of a run, by name; the others depend on the machine.
constexpr struct {
  std::string_view name;
  uint64_t RunOptions::* field;
} kLimits[] = {{"max_steps", &RunOptions::steps_max},
               {"max_stall_ns", &RunOptions::stall_ns_max},
               {"quantum", &RunOptions::quantum_steps},
               {"livelock_steps", &RunOptions::livelock_steps}};

std::string Str(std::string_view text) { return std::string(text); }

std::string ChoiceText(const PinChoice& choice, size_t number) {
  std::string text =
      absl::StrCat("\nchoice ", number, ": ", EffectWords(choice), "\n");
  std::string moment = Str(MomentWord(choice.moment));
  bool has_operation = choice.operation.nth != 0;
  if (choice.access.nth != 0) {
    absl::StrAppend(&text, "  ", moment, ": ", AccessWords(choice.access), "\n",
                    "  line: ", choice.access.line, "\n");
    if (has_operation)
      absl::StrAppend(&text, "  since: ", OperationWords(choice.operation),
                      "\n");
  } else {
    absl::StrAppend(
        &text, "  ", moment, ": ",
        has_operation ? OperationWords(choice.operation) : "its beginning",
        "\n");
  }
  if (choice.again != 0)
    absl::StrAppend(&text, "  question: ", choice.again + 1, "\n");
  if (!choice.remark.empty())
    absl::StrAppend(&text, "  # ", OneLine(choice.remark), "\n");
  return text;
}

// Reads a pin line by line; the first thing that is wrong ends it.
class Parser {
 public:
  absl::StatusOr<Pin> Parse(std::string_view text);

 private:
  // False with `problem_` set.
  bool Line(std::string_view line);
  bool ChoiceLine(const std::string& key, const std::string& value);
  bool FailureLine(const std::string& key, const std::string& value);
  bool OptionLine(const std::string& key, const std::string& value);
  bool Place(const std::string& key, const std::string& value);
  bool End(const std::string& value);
  bool CheckThreads();
  bool KnowsThread(const std::string& label) const;
  bool Wrong(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  Pin pin_;
  std::string problem_;
  bool placed_ = true;  // The last choice has said where it is.
  bool ended_ = false;
};

std::optional<uint64_t> Number(const std::string& text) {
  uint64_t number = 0;
  const char* last = text.data() + text.size();
  auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

bool Parser::OptionLine(const std::string& key, const std::string& value) {
  if (key == "preempt") {
    pin_.options.preempt_memory = value == "memory";
    return value == "memory" || value == "sync" ||
           Wrong("\"preempt\" is memory or sync");
  }
  auto number = Number(value);
  if (key == "hardware_concurrency" && number && *number <= UINT32_MAX) {
    pin_.options.hardware_concurrency = static_cast<uint32_t>(*number);
    return true;
  }
  for (const auto& limit : kLimits) {
    if (limit.name != key || !number) continue;
    pin_.options.*limit.field = *number;
    return true;
  }
  return Wrong("it is none of a pin's lines");
}

bool Parser::FailureLine(const std::string& key, const std::string& value) {
  if (key == "program") {
    pin_.program = value;
  } else if (key == "test") {
    pin_.test = value;
  } else if (key == "place") {
    pin_.failure.place = value;
  } else if (key == "message") {
    pin_.failure.message = value;
  } else if (key == "failure") {
    pin_.failure.kind = runtime::VerdictFromName(value);
    return runtime::IsFailure(pin_.failure.kind) ||
           Wrong("it names no kind of failure");
  } else {
    return OptionLine(key, value);
  }
  return true;
}

bool Parser::Place(const std::string& key, const std::string& value) {
  PinChoice& choice = pin_.choices.back();
  auto moment = ParseMoment(key);
  if (!moment) return Wrong("it is none of a choice's lines");
  if (placed_) return Wrong("the choice has a place already");
  placed_ = true;
  choice.moment = *moment;
  if (value == "its beginning") return true;
  if (auto access = ParseAccess(value)) {
    if (choice.runs.empty()) return Wrong("no thread runs at this access");
    choice.access = *access;
    choice.stream = Stream::kAccess;
    return true;
  }
  auto operation = ParseOperation(value);
  if (!operation) return Wrong("it names no operation");
  choice.operation = *operation;
  return true;
}

bool Parser::ChoiceLine(const std::string& key, const std::string& value) {
  PinChoice& choice = pin_.choices.back();
  if ((key == "line" || key == "since") && choice.access.nth == 0)
    return Wrong("it belongs to no load or store");
  if (key == "line") {
    choice.access.line = value;
  } else if (key == "since") {
    auto operation = ParseOperation(value);
    if (!operation) return Wrong("it names no operation");
    choice.operation = *operation;
  } else if (key == "question") {
    auto number = Number(value);
    if (!number || *number == 0 || *number > UINT32_MAX)
      return Wrong("it has no number");
    choice.again = static_cast<uint32_t>(*number - 1);
  } else {
    return Place(key, value);
  }
  return true;
}

bool Parser::Line(std::string_view line) {
  bool indented = line.starts_with(' ');
  absl::string_view stripped =
      absl::StripAsciiWhitespace(absl::string_view(line.data(), line.size()));
  if (stripped.empty() || stripped[0] == '#') return true;
  size_t colon = stripped.find(':');
  if (colon == absl::string_view::npos) return Wrong("it has no colon");
  std::string key(stripped.substr(0, colon));
  std::string value(absl::StripAsciiWhitespace(stripped.substr(colon + 1)));
  if (ended_) return Wrong("it comes after the end");
  if (key == "end") return End(value);
  if (indented) {
    return pin_.choices.empty() ? Wrong("it belongs to no choice")
                                : ChoiceLine(key, value);
  }
  if (key.starts_with("thread ")) {
    auto thread = ParseThread(value);
    if (!thread) return Wrong("it does not say who starts the thread");
    thread->label = key.substr(key.find(' ') + 1);
    if (!KnowsThread(thread->parent) || KnowsThread(thread->label))
      return Wrong("its threads are not each named once, parents first");
    pin_.threads.push_back(std::move(*thread));
    return true;
  }
  if (key.starts_with("choice ")) {
    PinChoice choice;
    if (pin_.choices.size() == kPinChoicesMax) return Wrong("one too many");
    if (!placed_) return Wrong("the choice before it has no place");
    placed_ = false;
    if (!ParseEffect(value, &choice)) return Wrong("it chooses nothing");
    if (!KnowsThread(choice.thread) ||
        (!choice.runs.empty() && !KnowsThread(choice.runs)))
      return Wrong("it names a thread that no line describes");
    pin_.choices.push_back(std::move(choice));
    return true;
  }
  return FailureLine(key, value);
}

bool Parser::KnowsThread(const std::string& label) const {
  if (label == "main") return true;
  for (const PinThread& thread : pin_.threads) {
    if (thread.label == label) return true;
  }
  return false;
}

bool Parser::End(const std::string& value) {
  if (!placed_) return Wrong("the choice before it has no place");
  if (value != absl::StrCat(pin_.choices.size()))
    return Wrong(
        absl::StrCat("choices are missing: there are ", pin_.choices.size()));
  ended_ = true;
  return true;
}

absl::StatusOr<Pin> Parser::Parse(std::string_view text) {
  if (!text.starts_with(kHeader))
    return UsageError("it is no pin that detsim-test --pin wrote");
  std::string_view version = text.substr(kHeader.size());
  version = version.substr(0, version.find('\n'));
  if (!Number(Str(version)))
    return UsageError("it is no pin that detsim-test --pin wrote");
  if (version != absl::StrCat(kPinVersion))
    return UsageError(absl::StrCat("its version is ", Str(version),
                                   "; this detsim reads version ",
                                   kPinVersion));
  size_t number = 0;
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    ++number;
    if (!Line(std::string_view(line.data(), line.size())))
      return UsageError(
          absl::StrCat("line ", number, " is strange: ", problem_));
  }
  if (!ended_) return UsageError("it is cut off: its last line is not \"end\"");
  if (pin_.program.empty() || pin_.test.empty() ||
      pin_.failure.kind == Verdict::kPassed)
    return UsageError("it lacks a line for program, test or failure");
  return std::move(pin_);
}

}  // namespace

std::string PinText(const Pin& pin) {
  std::string text = absl::StrCat(
      Str(kHeader), kPinVersion, "\n# ", OneLine(pin.title),
      "\n# An ordinary run but for the choices below. Each detsim-test replays "
      "it\n# first; detsim-test --verify=THIS_FILE looks around it as well.\n",
      "program: ", pin.program, "\ntest: ", pin.test,
      "\nfailure: ", Str(runtime::VerdictName(pin.failure.kind)),
      "\nplace: ", pin.failure.place, "\n");
  if (!pin.failure.message.empty())
    absl::StrAppend(&text, "message: ", pin.failure.message, "\n");
  absl::StrAppend(
      &text, "preempt: ", pin.options.preempt_memory ? "memory" : "sync", "\n");
  const RunOptions usual;
  for (const auto& limit : kLimits) {
    if (pin.options.*limit.field != usual.*limit.field)
      absl::StrAppend(&text, Str(limit.name), ": ", pin.options.*limit.field,
                      "\n");
  }
  if (pin.options.hardware_concurrency != usual.hardware_concurrency)
    absl::StrAppend(&text,
                    "hardware_concurrency: ", pin.options.hardware_concurrency,
                    "\n");
  if (!pin.threads.empty()) text += '\n';
  for (const PinThread& thread : pin.threads)
    absl::StrAppend(&text, "thread ", thread.label, ": ", ThreadWords(thread),
                    "\n");
  for (size_t i = 0; i < pin.choices.size(); ++i)
    text += ChoiceText(pin.choices[i], i + 1);
  absl::StrAppend(&text, "\nend: ", pin.choices.size(), "\n");
  return text;
}

absl::StatusOr<Pin> ParsePin(std::string_view text) {
  return Parser().Parse(text);
}

std::string ChoiceSentence(const PinChoice& choice) {
  std::string where =
      choice.access.nth != 0
          ? absl::StrCat(AccessWords(choice.access), " by \"",
                         choice.access.line, "\"",
                         choice.operation.nth == 0
                             ? ""
                             : absl::StrCat(" since its ",
                                            OperationWords(choice.operation)))
      : choice.operation.nth == 0 ? "beginning"
                                  : OperationWords(choice.operation);
  return absl::StrCat(EffectWords(choice), ", ", Str(MomentWord(choice.moment)),
                      " its ", where);
}

}  // namespace detsim::cmd
