#include "cmd/lib/artifact.h"

#include <charconv>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/artifact_request.h"
#include "cmd/lib/build_settings.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::Choice;
using runtime::ThreadKey;

namespace {

constexpr char kFormat[] = "detsim failure";
// A failure has five levels. JSON values are copied and printed by recursion:
// without a bound a small file would use up the stack.
constexpr int kDepthMax = 32;

Json EncodeThreads(const std::vector<ArtifactThread>& threads) {
  Json json = Json::array();
  for (const ArtifactThread& thread : threads)
    json.push_back({{"path", thread.path},
                    {"name", thread.name},
                    {"spawned", thread.spawned}});
  return json;
}

// A program's output need not be UTF-8; JSON must be.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One line for each top-level field and for each element of an array: a list
// of a thousand choices stays readable, and so does its diff.
std::string Format(const Json& json) {
  std::vector<std::string> fields;
  for (const auto& [key, value] : json.items()) {
    std::string text = Dump(value);
    if (value.is_array() && !value.empty() && value[0].is_structured()) {
      std::vector<std::string> rows;
      for (const Json& row : value) rows.push_back("    " + Dump(row));
      text = absl::StrCat("[\n", absl::StrJoin(rows, ",\n"), "\n  ]");
    }
    fields.push_back(absl::StrCat("  ", Dump(Json(key)), ": ", text));
  }
  return absl::StrCat("{\n", absl::StrJoin(fields, ",\n"), "\n}\n");
}

Artifact DecodeFields(const Json& json) {
  Artifact artifact;
  json.at("test").get_to(artifact.test);
  json.at("program").get_to(artifact.program);
  json.at("binary").get_to(artifact.binary);
  json.at("binary_hash").get_to(artifact.binary_hash);
  json.at("project").get_to(artifact.project);
  artifact.build = DecodeBuildSettings(json.at("build"));
  const Json& identity = json.at("identity");
  artifact.identity.kind =
      runtime::VerdictFromName(identity.at("kind").get<std::string>());
  artifact.identity.test = artifact.test;
  identity.at("place").get_to(artifact.identity.place);
  identity.at("message").get_to(artifact.identity.message);
  json.at("message").get_to(artifact.message);
  json.at("location").get_to(artifact.location);
  json.at("seed").get_to(artifact.seed);
  json.at("strategy").get_to(artifact.strategy);
  DecodeRequest(json.at("run"), &artifact.request);
  for (const Json& thread : json.at("threads"))
    artifact.threads.push_back(
        {thread.at("path"), thread.at("name"), thread.at("spawned")});
  artifact.summary.seed = artifact.seed;
  artifact.summary.verdict = artifact.identity.kind;
  std::string hash = json.at("trace_hash");
  std::from_chars(hash.data(), hash.data() + hash.size(),
                  artifact.summary.trace_hash, 16);
  json.at("decisions").get_to(artifact.summary.decisions);
  json.at("unusual").get_to(artifact.summary.unusual);
  json.at("steps").get_to(artifact.summary.steps);
  json.at("reproduce").get_to(artifact.reproduce);
  json.at("trace").get_to(artifact.trace_file);
  return artifact;
}

}  // namespace

std::string ArtifactName(const runtime::FailureIdentity& identity) {
  std::string name;
  for (char c : identity.test) {
    bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' ||
                 c == '_' || c == '-';
    name += plain ? c : '-';
  }
  constexpr size_t kNameMax = 150;  // File systems end at 255.
  if (name.size() > kNameMax) name.resize(kNameMax);
  std::string_view kind = runtime::VerdictName(identity.kind);
  return absl::StrCat(name, "-", absl::string_view(kind.data(), kind.size()),
                      "-", runtime::IdentityId(identity));
}

std::string EncodeArtifact(const Artifact& artifact) {
  std::string_view kind = runtime::VerdictName(artifact.identity.kind);
  Json json;
  json["format"] = kFormat;
  json["version"] = kArtifactVersion;
  json["tool"] = kToolVersion;
  json["test"] = artifact.test;
  json["message"] = artifact.message;
  json["location"] = artifact.location;
  json["identity"] = {{"id", runtime::IdentityId(artifact.identity)},
                      {"kind", kind},
                      {"place", artifact.identity.place},
                      {"message", artifact.identity.message}};
  json["reproduce"] = artifact.reproduce;
  json["project"] = artifact.project;
  json["program"] = artifact.program;
  json["binary"] = artifact.binary;
  json["binary_hash"] = artifact.binary_hash;
  json["build"] = EncodeBuildSettings(artifact.build);
  json["seed"] = artifact.seed;
  json["strategy"] = artifact.strategy;
  json["trace_hash"] = HexText(artifact.summary.trace_hash);
  json["decisions"] = artifact.summary.decisions;
  json["unusual"] = artifact.summary.unusual;
  json["steps"] = artifact.summary.steps;
  json["trace"] = artifact.trace_file;
  json["run"] = EncodeRequest(artifact.request);
  json["threads"] = EncodeThreads(artifact.threads);
  std::map<ThreadKey, std::string> paths;
  for (const ArtifactThread& thread : artifact.threads)
    paths[KeyOfPath(thread.path)] = thread.path;
  json["choices"] = Json::array();
  for (const Choice& choice : artifact.request.choices)
    json["choices"].push_back(EncodeChoice(choice, paths));
  return Format(json);
}

absl::StatusOr<Artifact> DecodeArtifact(const std::string& text) {
  bool too_deep = false;
  auto in_depth = [&too_deep](int depth, Json::parse_event_t, Json&) {
    too_deep |= depth > kDepthMax;
    return depth <= kDepthMax;
  };
  Json json = Json::parse(text, in_depth, /*allow_exceptions=*/false);
  if (too_deep) return UsageError("it is damaged: it is nested too deeply");
  if (json.is_discarded())
    return UsageError(text.starts_with('{')
                          ? "it is cut off or damaged"
                          : "it is not a failure that detsim-test wrote");
  if (!json.is_object() || json.value("format", Json()) != kFormat)
    return UsageError("it is not a failure that detsim-test wrote");
  if (json.value("version", Json()) != kArtifactVersion)
    return UsageError(
        absl::StrCat("its version is ", json.value("version", Json()).dump(),
                     "; this detsim reads version ", kArtifactVersion));
  // The only place that throws: missing fields and fields of another type.
  try {
    Artifact artifact = DecodeFields(json);
    for (const Json& row : json.at("choices")) {
      std::optional<Choice> choice = DecodeChoice(row);
      if (!choice)
        return UsageError(
            absl::StrCat("it holds the strange choice ", row.dump()));
      artifact.request.choices.push_back(*choice);
    }
    std::string problem = ProblemOf(artifact.request);
    if (!problem.empty())
      return UsageError(absl::StrCat("it is damaged: ", problem));
    return artifact;
  } catch (const Json::exception& error) {
    return UsageError(absl::StrCat("it is damaged: ", error.what()));
  }
}

absl::Status WriteArtifact(const std::string& path, Artifact artifact,
                           const runtime::Trace* trace) {
  if (trace != nullptr) {
    std::filesystem::path trace_path = path;
    trace_path.replace_extension(".trace");
    artifact.trace_file = trace_path.filename();
    absl::Status written = WriteFile(trace_path, runtime::EncodeTrace(*trace));
    if (!written.ok()) return written;
  }
  return WriteFile(path, EncodeArtifact(artifact));
}

absl::StatusOr<Artifact> ReadArtifact(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Artifact> artifact = DecodeArtifact(*text);
  if (!artifact.ok())
    return UsageError(
        absl::StrCat("cannot use ", path, ": ", artifact.status().message()));
  return artifact;
}

}  // namespace detsim::cmd
