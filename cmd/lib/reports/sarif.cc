#include <nlohmann/json.hpp>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/reports/report_formats.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kSchema[] = "https://json.schemastore.org/sarif-2.1.0.json";
// The folder that files are relative to.
constexpr char kBase[] = "PROJECT";

// RFC 3986: a path's bytes but the unreserved ones, "/" and ":" as %41.
std::string UriPath(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/:";
  std::string uri;
  for (const char c : path) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
        kPlain.find(c) != std::string_view::npos)
      uri += c;
    else
      absl::StrAppendFormat(&uri, "%%%02X", static_cast<unsigned char>(c));
  }
  return uri;
}

Json PhysicalLocation(const Location& location) {
  Json place;
  place["artifactLocation"] = {{"uri", UriPath(location.file)},
                               {"uriBaseId", kBase}};
  if (location.line > 0) place["region"] = {{"startLine", location.line}};
  return {{"physicalLocation", place}};
}

// "    at src/queue.cc:41 in Queue::Pop" of a thread's lines.
bool PlaceIn(const std::string& line, Location* place) {
  const size_t at = line.find_first_not_of(' ');
  if (at == std::string::npos || line.compare(at, 3, "at ") != 0) return false;
  *place = ParseLocation(line.substr(at + 3, line.find(' ', at + 3) - at - 3));
  return place->line > 0;
}

Json RelatedLocations(const FailureReport& failure) {
  Json related = Json::array();
  std::string thread;
  for (const std::string& line : failure.thread_lines) {
    Location place;
    if (!PlaceIn(line, &place)) {
      thread = line;
      continue;
    }
    Json location = PhysicalLocation(place);
    location["message"] = {{"text", thread}};
    related.push_back(location);
  }
  return related;
}

Json ResultOf(const TestReport& test, const FailureReport& failure) {
  Json result;
  result["ruleId"] = KindWord(failure);
  result["level"] = "error";
  result["message"] = {{"text", FailureTitle(test, failure) + ": " +
                                    FailureStory(test, failure)}};
  const Location location = ParseLocation(failure.text.location);
  // Code scanning wants a place; a failure without one is shown by its test.
  if (!location.file.empty())
    result["locations"] = Json::array({PhysicalLocation(location)});
  const Json related = RelatedLocations(failure);
  if (!related.empty()) result["relatedLocations"] = related;
  // A baseline accepts it.
  if (failure.accepted)
    result["suppressions"] = Json::array({{{"kind", "external"}}});
  result["partialFingerprints"] = {{"detsimIdentity/v1", failure.id}};
  return result;
}

}  // namespace

std::string SarifReport(const SweepReport& report) {
  std::set<std::string> kinds;
  Json results = Json::array();
  for (const TestReport& test : report.tests) {
    for (const FailureReport& failure : test.failures) {
      kinds.insert(std::string(KindWord(failure)));
      results.push_back(ResultOf(test, failure));
    }
  }
  Json rules = Json::array();
  for (const std::string& kind : kinds) rules.push_back({{"id", kind}});
  Json run;
  run["tool"] = {
      {"driver",
       {{"name", "detsim"}, {"version", kToolVersion}, {"rules", rules}}}};
  run["originalUriBaseIds"] = {
      {kBase, {{"uri", "file://" + UriPath(report.project) + "/"}}}};
  run["results"] = results;
  const Json json = {
      {"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace detsim::cmd
