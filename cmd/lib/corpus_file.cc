#include "cmd/lib/corpus_file.h"

#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/artifact_request.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::CorpusEntry;
using runtime::NewMark;

namespace {

constexpr char kFormat[] = "detsim corpus";

// Names of tests may hold anything.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json EncodeEntry(const CorpusEntry& entry) {
  Json json;
  json["seed"] = entry.seed;
  json["every_event"] = entry.watches;
  json["marks"] = Json::array();
  for (const NewMark& mark : entry.marks)
    json["marks"].push_back({mark.mark, mark.questions, mark.choices});
  json["choices"] = Json::array();
  for (const runtime::Choice& choice : entry.choices)
    json["choices"].push_back(EncodeChoice(choice, {}));
  return json;
}

absl::Status Damaged(absl::string_view how) {
  return UsageError(absl::StrCat("it is damaged: ", how));
}

absl::StatusOr<CorpusEntry> DecodeEntry(const Json& json) {
  CorpusEntry entry;
  json.at("seed").get_to(entry.seed);
  json.at("every_event").get_to(entry.watches);
  for (const Json& row : json.at("choices")) {
    std::optional<runtime::Choice> choice = DecodeChoice(row);
    if (!choice)
      return Damaged(absl::StrCat("it holds the strange choice ", Dump(row)));
    entry.choices.push_back(*choice);
  }
  for (const Json& row : json.at("marks")) {
    NewMark mark;
    row.at(0).get_to(mark.mark);
    row.at(1).get_to(mark.questions);
    row.at(2).get_to(mark.choices);
    if (mark.mark >= runtime::kMarks || mark.questions == 0 ||
        mark.choices > entry.choices.size())
      return Damaged(absl::StrCat("it holds the strange mark ", Dump(row)));
    entry.marks.push_back(mark);
  }
  if (entry.marks.empty() || entry.marks.size() > runtime::kNewMarksMax ||
      entry.choices.size() > runtime::kKeptChoicesMax)
    return Damaged("an entry has no marks, or too many, or too many choices");
  return entry;
}

absl::StatusOr<StoredCorpus> DecodeFields(const Json& json) {
  StoredCorpus corpus;
  json.at("test").get_to(corpus.test);
  json.at("binary_hash").get_to(corpus.binary_hash);
  corpus.preempt_memory = json.at("preempt") == "memory";
  json.at("max_stall_ns").get_to(corpus.stall_ns_max);
  json.at("runs").get_to(corpus.data.runs);
  for (const Json& row : json.at("seen")) {
    auto mark = row.at(0).get<runtime::Mark>();
    if (mark >= runtime::kMarks)
      return Damaged(absl::StrCat("it holds the strange mark ", Dump(row)));
    row.at(1).get_to(corpus.data.seen[mark]);
  }
  for (const Json& row : json.at("entries")) {
    if (corpus.data.entries.size() == runtime::Corpus::kEntriesMax)
      return Damaged("it has too many entries");
    absl::StatusOr<CorpusEntry> entry = DecodeEntry(row);
    if (!entry.ok()) return entry.status();
    corpus.data.entries.push_back(*std::move(entry));
  }
  return corpus;
}

}  // namespace

std::string CorpusPath(const TestCase& test) {
  std::string name;
  for (char c : test.name) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' ||
                 c == '_' || c == '-';
    name += plain ? c : '-';
  }
  constexpr size_t kNameMax = 150;  // File systems end at 255.
  if (name.size() > kNameMax) name.resize(kNameMax);
  uint64_t hash = HashBytes(absl::StrCat(test.program, "\n", test.name));
  return absl::StrCat("corpus/", name, "-", HexText(hash).substr(0, 12),
                      ".json");
}

std::string EncodeCorpus(const StoredCorpus& corpus) {
  Json head;
  head["format"] = kFormat;
  head["version"] = kCorpusVersion;
  head["tool"] = kToolVersion;
  head["test"] = corpus.test;
  head["binary_hash"] = corpus.binary_hash;
  head["preempt"] = corpus.preempt_memory ? "memory" : "sync";
  head["max_stall_ns"] = corpus.stall_ns_max;
  head["runs"] = corpus.data.runs;
  head["seen"] = Json::array();
  for (const auto& [mark, runs] : corpus.data.seen)
    head["seen"].push_back({mark, runs});
  // One line for each entry.
  std::string text = "{";
  for (const auto& [key, value] : head.items())
    absl::StrAppend(&text, "\n  ", Dump(Json(key)), ": ", Dump(value), ",");
  absl::StrAppend(&text, "\n  \"entries\": [");
  const char* separator = "\n    ";
  for (const CorpusEntry& entry : corpus.data.entries) {
    absl::StrAppend(&text, separator, Dump(EncodeEntry(entry)));
    separator = ",\n    ";
  }
  absl::StrAppend(&text, "\n  ]\n}\n");
  return text;
}

absl::StatusOr<StoredCorpus> DecodeCorpus(const std::string& text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return UsageError(text.starts_with('{')
                          ? "it is cut off or damaged"
                          : "it is not a corpus that detsim-test wrote");
  if (!json.is_object() || json.value("format", Json()) != kFormat)
    return UsageError("it is not a corpus that detsim-test wrote");
  if (json.value("version", Json()) != kCorpusVersion)
    return UsageError(
        absl::StrCat("its version is ", json.value("version", Json()).dump(),
                     "; this detsim reads version ", kCorpusVersion));
  // The only place that throws: missing fields and fields of another type.
  try {
    return DecodeFields(json);
  } catch (const Json::exception& error) {
    return Damaged(error.what());
  }
}

absl::StatusOr<std::vector<StoredCorpus>> ReadCorpora(
    const std::vector<TestCase>& tests, const runtime::RunOptions& options,
    const std::string& out) {
  std::vector<StoredCorpus> corpora;
  std::map<std::string, std::string> hashes;
  for (const TestCase& test : tests) {
    StoredCorpus& corpus = corpora.emplace_back();
    corpus.test = test.name;
    std::string& hash = hashes[test.binary];
    if (hash.empty()) hash = HashFile(test.binary);
    corpus.binary_hash = hash;
    corpus.preempt_memory = options.preempt_memory;
    corpus.stall_ns_max = options.stall_ns_max;
    std::string path = absl::StrCat(out, "/", CorpusPath(test));
    std::error_code error;
    if (!std::filesystem::exists(path, error)) continue;
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return text.status();
    absl::StatusOr<StoredCorpus> stored = DecodeCorpus(*text);
    if (!stored.ok())
      return UsageError(absl::StrCat("cannot use ", path, ": ",
                                     stored.status().message(),
                                     "; without it a new one is begun"));
    if (stored->binary_hash == corpus.binary_hash &&
        stored->preempt_memory == corpus.preempt_memory &&
        stored->stall_ns_max == corpus.stall_ns_max)
      corpus.data = std::move(stored->data);
    else
      corpus.stale = stored->data.entries.size();
  }
  return corpora;
}

absl::Status WriteCorpus(const TestCase& test, const StoredCorpus& corpus,
                         const std::string& out) {
  std::string path = absl::StrCat(out, "/", CorpusPath(test));
  std::error_code error;
  if (corpus.data.entries.empty() && !std::filesystem::exists(path, error))
    return absl::OkStatus();
  return WriteFile(path, EncodeCorpus(corpus));
}

}  // namespace detsim::cmd
