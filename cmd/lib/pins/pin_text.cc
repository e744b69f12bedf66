#include "cmd/lib/pins/pin_text.h"

#include <charconv>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::DecisionEntry;
using runtime::OperationKind;
using runtime::Stream;

namespace {

constexpr std::string_view kIn = " in ";
constexpr std::string_view kOn = " on ";
constexpr std::string_view kThat = "that ";
constexpr std::string_view kStarts = " starts";
constexpr std::string_view kRun = "run ";

std::string InFunction(const std::string& function) {
  return function.empty() ? "" : absl::StrCat(" in ", function);
}

// What precedes `end`, or all; the rest goes to `after`.
std::string_view Until(std::string_view text, std::string_view end,
                       std::string* after) {
  size_t at = text.find(end);
  after->clear();
  if (at == std::string_view::npos) return text;
  *after = text.substr(at + end.size());
  return text.substr(0, at);
}

std::optional<uint64_t> Number(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return number;
}

// Takes "2nd " away.
std::optional<uint64_t> TakeOrdinal(std::string_view* text) {
  constexpr size_t kEnding = 2;
  std::string_view word = text->substr(0, text->find(' '));
  if (word.size() <= kEnding || word.size() + 1 >= text->size())
    return std::nullopt;
  auto number = Number(word.substr(0, word.size() - kEnding));
  if (!number || *number == 0 || word != Ordinal(*number)) return std::nullopt;
  text->remove_prefix(word.size() + 1);
  return number;
}

std::optional<OperationKind> KindFromName(std::string_view name) {
  for (int i = 0; i < runtime::kOperationKinds; ++i) {
    auto kind = static_cast<OperationKind>(i);
    if (name == runtime::OperationName(kind)) return kind;
  }
  return std::nullopt;
}

constexpr struct {
  DecisionEntry::Type moment;
  std::string_view word;
} kMoments[] = {{DecisionEntry::kBefore, "before"},
                {DecisionEntry::kAfter, "after"},
                {DecisionEntry::kBlocked, "blocked at"},
                {DecisionEntry::kDuring, "at"}};

constexpr Stream kValueStreams[] = {Stream::kWake, Stream::kSpurious,
                                    Stream::kTime, Stream::kValue};

}  // namespace

std::string Ordinal(uint64_t number) {
  uint64_t last = number % 10;
  bool teen = number / 10 % 10 == 1;
  return absl::StrCat(number, teen || last == 0 || last > 3 ? "th"
                              : last == 1                   ? "st"
                              : last == 2                   ? "nd"
                                                            : "rd");
}

std::string OperationWords(const PinOperation& operation) {
  std::string text = absl::StrCat(Ordinal(operation.nth), " ",
                                  runtime::OperationName(operation.kind));
  if (operation.object != 0) {
    std::string_view type = ObjectType(operation.kind);
    absl::StrAppend(&text, " on ", Ordinal(operation.object), " ",
                    type.empty() ? "object" : std::string(type));
  }
  return text + InFunction(operation.function);
}

std::optional<PinOperation> ParseOperation(std::string_view text) {
  PinOperation operation;
  std::string_view words = Until(text, kIn, &operation.function);
  auto nth = TakeOrdinal(&words);
  std::string object;
  auto kind = KindFromName(Until(words, kOn, &object));
  if (!nth || !kind) return std::nullopt;
  operation.nth = *nth;
  operation.kind = *kind;
  if (words.find(kOn) != std::string_view::npos) {
    std::string_view rest = object;
    auto index = TakeOrdinal(&rest);
    if (!index || *index > UINT32_MAX) return std::nullopt;
    operation.object = static_cast<uint32_t>(*index);
  }
  return operation;
}

std::string AccessWords(const PinAccess& access) {
  return absl::StrCat(Ordinal(access.nth), access.writes ? " store" : " load",
                      InFunction(access.function));
}

std::optional<PinAccess> ParseAccess(std::string_view text) {
  PinAccess access;
  std::string_view words = Until(text, kIn, &access.function);
  auto nth = TakeOrdinal(&words);
  if (!nth || (words != "load" && words != "store")) return std::nullopt;
  access.nth = *nth;
  access.writes = words == "store";
  return access;
}

std::string ThreadWords(const PinThread& thread) {
  return absl::StrCat(Ordinal(thread.nth), " that ", thread.parent, " starts",
                      InFunction(thread.function));
}

std::optional<PinThread> ParseThread(std::string_view text) {
  PinThread thread;
  std::string_view words = Until(text, kIn, &thread.function);
  auto nth = TakeOrdinal(&words);
  if (!nth || !words.starts_with(kThat) || !words.ends_with(kStarts) ||
      words.size() <= kThat.size() + kStarts.size())
    return std::nullopt;
  thread.nth = *nth;
  words.remove_prefix(kThat.size());
  words.remove_suffix(kStarts.size());
  thread.parent = words;
  return thread;
}

std::string EffectWords(const PinChoice& choice) {
  if (!choice.runs.empty())
    return absl::StrCat(choice.thread, ": run ", choice.runs);
  return absl::StrCat(choice.thread, ": ", runtime::StreamName(choice.stream),
                      " ", choice.value);
}

bool ParseEffect(std::string_view text, PinChoice* choice) {
  std::string effect;
  choice->thread = Until(text, ": ", &effect);
  if (choice->thread.empty()) return false;
  if (effect.starts_with(kRun)) {
    choice->runs = effect.substr(kRun.size());
    choice->stream = Stream::kSchedule;
    return !choice->runs.empty();
  }
  std::string value;
  std::string_view name = Until(effect, " ", &value);
  auto number = Number(value);
  for (Stream stream : kValueStreams) {
    if (name != runtime::StreamName(stream) || !number) continue;
    choice->stream = stream;
    choice->value = *number;
    return *number != 0;
  }
  return false;
}

std::string_view MomentWord(DecisionEntry::Type moment) {
  for (const auto& row : kMoments) {
    if (row.moment == moment) return row.word;
  }
  return "";
}

std::optional<DecisionEntry::Type> ParseMoment(std::string_view word) {
  for (const auto& row : kMoments) {
    if (row.word == word) return row.moment;
  }
  return std::nullopt;
}

}  // namespace detsim::cmd
