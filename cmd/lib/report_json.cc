#include "cmd/lib/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "cmd/lib/command_line.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;

namespace {

double Rounded(double value) { return std::round(value * 1000) / 1000; }

Json TotalsJson(const SweepReport& report) {
  Totals totals = TotalsOf(report);
  double rate = report.seconds > 0
                    ? static_cast<double>(totals.runs) / report.seconds
                    : 0;
  return {{"tests", report.tests.size()},
          {"uncontrolled_tests", totals.uncontrolled_tests},
          {"runs", totals.runs},
          {"failing_runs", totals.failing_runs},
          {"seconds", Rounded(report.seconds)},
          {"runs_per_second", std::llround(rate)},
          {"virtual_seconds", Rounded(totals.virtual_seconds)},
          {"decisions", totals.decisions},
          {"uncontrolled", totals.uncontrolled}};
}

Json MinimizedJson(const MinimizedReport& minimized) {
  Json json = {
      {"choices", minimized.decisions},        {"unusual", minimized.unusual},
      {"one_minimal", minimized.one_minimal},  {"runs", minimized.runs},
      {"seconds", Rounded(minimized.seconds)}, {"artifact", minimized.artifact},
      {"reproduce", minimized.reproduce}};
  if (!minimized.difference.empty()) json["difference"] = minimized.difference;
  return json;
}

Json FailureJson(const FailureReport& failure) {
  Json json;
  json["id"] = failure.id;
  json["kind"] = KindWord(failure);
  json["message"] = failure.text.message;
  json["location"] = failure.text.location;
  json["strategy"] = failure.strategy;
  json["seed"] = failure.seed;
  json["runs_to_first"] = failure.runs_to_first;
  json["runs_failing"] = failure.runs_failing;
  json["trace_hash"] = HexText(failure.trace_hash);
  json["artifact"] = failure.artifact;
  json["reproduce"] = failure.reproduce;
  json["choices"] = failure.decisions;
  json["unusual"] = failure.unusual;
  if (!failure.thread_lines.empty()) json["threads"] = failure.thread_lines;
  if (failure.confirmed == runtime::Confirmed::kCarriedState)
    json["carried_from_seed"] = failure.carried_from;
  if (!failure.difference.empty()) json["difference"] = failure.difference;
  if (!failure.problem.empty()) json["problem"] = failure.problem;
  if (!failure.pin.empty()) json["pin"] = failure.pin;
  if (failure.accepted) json["accepted"] = true;
  if (failure.minimized) json["minimized"] = MinimizedJson(*failure.minimized);
  return json;
}

Json SearchJson(const runtime::SearchResult& search) {
  Json json = {{"strategy", search.search},
               {"schedules", search.schedules},
               {"runs", search.runs}};
  if (search.bound >= 0) json["bound"] = search.bound;
  json["held_fixed"] = search.held_fixed;
  if (!search.gave_up.empty()) json["gave_up"] = search.gave_up;
  return json;
}

Json NoveltyJson(const runtime::NoveltyResult& novelty) {
  Json json = {{"ended", novelty.stopped},
               {"last_new_run", novelty.last_new_run},
               {"growth", Json::array()}};
  for (const runtime::GrowthPoint& point : novelty.growth)
    json["growth"].push_back({{"runs", point.runs},
                              {"reads_from", point.marks[0]},
                              {"hand_offs", point.marks[1]},
                              {"edges", point.marks[2]},
                              {"failures", point.failures}});
  return json;
}

Json CorpusJson(const TestReport& test) {
  return {{"entries", test.corpus->entries.size()},
          {"runs", test.corpus->runs},
          {"added", test.corpus_counts.added},
          {"stale", test.corpus_counts.stale},
          {"branched_runs", test.corpus_counts.branched},
          {"redrawn_runs", test.corpus_counts.redrawn},
          {"fresh_runs", test.corpus_counts.fresh}};
}

Json RaceJson(const FailureReport& race) {
  Json json;
  json["id"] = race.id;
  json["location"] = race.text.location;
  json["other"] = race.text.other;
  json["object"] = race.text.object;
  json["seeds"] = race.runs_failing;
  json["seed"] = race.seed;
  json["accesses"] = race.text.lines;
  if (!race.text.unproven.empty()) json["unproven"] = race.text.unproven;
  json["artifact"] = race.artifact;
  json["reproduce"] = race.reproduce;
  if (!race.difference.empty()) json["difference"] = race.difference;
  if (!race.problem.empty()) json["problem"] = race.problem;
  return json;
}

Json PinJson(const PinReport& pin) {
  Json json = {{"file", pin.file},
               {"status", PinStatusName(pin.status)},
               {"choices", pin.choices},
               {"reached", pin.reached}};
  if (!pin.missing.empty()) json["missing"] = pin.missing;
  return json;
}

Json TestJson(const TestReport& test) {
  Json json;
  json["name"] = test.test.name;
  json["binary"] = test.test.program;
  json["status"] = TestStatusName(test.status);
  json["sequential"] = test.sequential;
  if (test.used_up) json["all_schedules_seen"] = true;
  if (test.search)
    json[test.search->exhausted ? "exhausted" : "search"] =
        SearchJson(*test.search);
  if (test.novelty) json["novelty"] = NoveltyJson(*test.novelty);
  if (test.corpus) json["corpus"] = CorpusJson(test);
  json["runs"] = test.runs;
  json["failing_runs"] = test.failing_runs;
  json["distinct"] = test.distinct;
  json["decisions"] = test.decisions;
  json["failures"] = Json::array();
  for (const FailureReport& failure : test.failures)
    json["failures"].push_back(FailureJson(failure));
  json["races"] = Json::array();
  for (const FailureReport& race : test.races)
    json["races"].push_back(RaceJson(race));
  if (!test.pins.empty()) {
    json["pins"] = Json::array();
    for (const PinReport& pin : test.pins) json["pins"].push_back(PinJson(pin));
  }
  if (test.inconclusive_runs > 0)
    json["inconclusive_runs"] = test.inconclusive_runs;
  if (test.runs_in_own_process > 0)
    json["isolation"] = "process";
  else if (test.runs_with_pages_put_back > 0)
    json["isolation"] = "pages";
  if (test.threads_left > 0) json["runs_with_threads_left"] = test.threads_left;
  if (!test.differences.empty()) {
    json["differences"] = Json::array();
    for (const runtime::Difference& difference : test.differences)
      json["differences"].push_back(
          {{"seed", difference.seed}, {"what", difference.what}});
  }
  if (!test.problem.empty()) json["problem"] = test.problem;
  return json;
}

Json UncontrolledJson(const SweepReport& report,
                      const UncontrolledPlace& place) {
  Json json = {{"what", place.what}, {"where", place.where}, {"count", 1}};
  if (report.strict) json["accepted"] = place.accepted;
  return json;
}

Json VerifyJson(const VerifyReport& verify) {
  Json json = {{"verdict", VerifyVerdictName(verify.verdict)},
               {"why", verify.why},
               {"runs_failing", verify.runs_failing},
               {"prefixes", Json::array()}};
  for (const PinPrefix& prefix : verify.prefixes)
    json["prefixes"].push_back({{"choices", prefix.choices},
                                {"runs", prefix.runs},
                                {"failed", prefix.failed}});
  return json;
}

}  // namespace

std::string ReportJson(const SweepReport& report) {
  Json json;
  json["version"] = kReportVersion;
  json["tool"] = kToolVersion;
  json["project"] = report.project;
  json["strategy"] = report.strategy;
  json["first_seed"] = report.first_seed;
  if (report.shard.total > 1)
    json["shard"] = {{"index", report.shard.index},
                     {"total", report.shard.total}};
  json["trials"] = report.trials;
  json["complete"] = report.complete;
  json["totals"] = TotalsJson(report);
  if (!report.shares.empty()) {
    json["strategies"] = Json::array();
    for (const auto& [name, share] : report.shares)
      json["strategies"].push_back({{"name", name},
                                    {"runs", share.runs},
                                    {"fresh_runs", share.fresh},
                                    {"failing_runs", share.failing}});
  }
  json["tests"] = Json::array();
  for (const TestReport& test : report.tests)
    json["tests"].push_back(TestJson(test));
  json["uncontrolled"] = Json::array();
  for (const UncontrolledPlace& place : report.uncontrolled)
    json["uncontrolled"].push_back(UncontrolledJson(report, place));
  for (const TestReport& test : report.tests) {
    for (const auto& [what, count] : test.escapes)
      json["uncontrolled"].push_back({{"what", what},
                                      {"where", test.test.program},
                                      {"test", test.test.name},
                                      {"count", count}});
  }
  if (report.strict)
    json["strict"] = {{"unaccepted", report.strict->unaccepted},
                      {"accepted", report.strict->accepted},
                      {"baseline", report.strict->baseline},
                      {"stale", report.strict->stale}};
  if (report.verify) json["verify"] = VerifyJson(*report.verify);
  // A program's output need not be UTF-8; JSON must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace detsim::cmd
