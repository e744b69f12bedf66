#include "cmd/lib/failure_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/trace_builder.h"
#include "cmd/lib/trace_story.h"
#include "runtime/explore/confirm.h"

namespace detsim::cmd {

using runtime::Confirmed;
using runtime::RunRequest;
using runtime::RunResult;

namespace {

// Quoted only if a shell would not take it as it is.
std::string ShellQuote(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
    return text;
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

}  // namespace

std::string ReproduceLine(const SweepPlace& place,
                          const std::string& artifact) {
  std::string out = place.shown_out.empty()
                        ? absl::StrCat(place.shown_project, "/.detsim")
                        : place.shown_out;
  std::string line =
      absl::StrCat("detsim-test --dir=", ShellQuote(place.shown_project));
  if (!place.shown_out.empty())
    absl::StrAppend(&line, " --out=", ShellQuote(place.shown_out));
  absl::StrAppend(&line,
                  " --replay=", ShellQuote(absl::StrCat(out, "/", artifact)));
  return line;
}

std::vector<std::string> StoryLines(const RunResult& result,
                                    const ProgramPlaces& places) {
  runtime::Trace trace = BuildTrace(result, places);
  std::vector<std::string> lines = ThreadLines(trace);
  for (std::string& note : BlockedNotes(trace))
    lines.push_back(std::move(note));
  return lines;
}

absl::StatusOr<std::string> StoreArtifact(const FailureContext& context,
                                          const RunRequest& request,
                                          const RunResult& result,
                                          const std::string& name) {
  FailureText text = context.reader->Describe(result);
  std::string relative = absl::StrCat(context.folder, "/", name, ".json");
  Artifact artifact;
  artifact.test = context.test->name;
  artifact.program = context.test->program;
  artifact.binary = RelativeTo(context.test->binary, context.place->build);
  artifact.binary_hash = context.binary_hash;
  artifact.project = context.place->project;
  artifact.build = context.place->settings;
  artifact.identity = context.reader->Identify(result);
  artifact.message = text.message;
  artifact.location = text.location;
  artifact.seed = result.summary.seed;
  artifact.strategy = context.strategy;
  artifact.request = request;
  artifact.summary = result.summary;
  artifact.reproduce = ReproduceLine(*context.place, relative);
  for (const runtime::ThreadReport& thread : result.threads) {
    SourcePlace spawned = context.places->OfCall(
        thread.spawn_pc, result.Callers(thread.spawn_callers));
    artifact.threads.push_back({.path = thread.path,
                                .name = thread.name,
                                .spawned = context.places->Text(spawned)});
  }
  runtime::Trace trace = BuildTrace(result, *context.places);
  AddFailure(text, &trace);
  trace.test = artifact.test;
  trace.strategy = artifact.strategy;
  bool traced = !trace.events.empty();
  absl::Status written =
      WriteArtifact(absl::StrCat(context.place->out, "/", relative),
                    std::move(artifact), traced ? &trace : nullptr);
  if (!written.ok()) return written;
  return relative;
}

absl::StatusOr<MinimizedReport> StoreMinimized(const FailureContext& context,
                                               const RunRequest& request,
                                               const RunResult& result,
                                               const std::string& name,
                                               runtime::Executor* executor) {
  if (!runtime::HasAllChoices(result))
    return UntrustedError(
        absl::StrCat("cannot minimize: the run has ", result.summary.unusual,
                     " unusual choices, of which ", result.choices.size(),
                     " were recorded; a smaller test would have fewer"));
  auto start = std::chrono::steady_clock::now();
  runtime::FailureIdentity identity = context.reader->Identify(result);
  runtime::MinimizeOptions options;
  options.stop = context.stop;
  auto minimized = runtime::Minimize(request, result, identity, options,
                                     executor, context.reader);
  if (!minimized)
    return UntrustedError(absl::StrCat("cannot minimize: ", executor->error()));
  auto artifact = StoreArtifact(context, minimized->request, minimized->result,
                                name + ".min");
  if (!artifact.ok()) return artifact.status();
  return MinimizedReport{
      .decisions = minimized->result.summary.decisions,
      .unusual = minimized->request.choices.size(),
      .runs = minimized->runs,
      .one_minimal = minimized->one_minimal,
      .difference = minimized->difference,
      .seconds = std::chrono::duration<double>(
                     std::chrono::steady_clock::now() - start)
                     .count(),
      .artifact = *artifact,
      .reproduce = ReproduceLine(*context.place, *artifact)};
}

FailureReport StoreFailure(const runtime::SweepFailure& failure,
                           const FailureContext& context,
                           runtime::Executor* executor) {
  FailureReport report;
  report.identity = failure.identity;
  report.id = runtime::IdentityId(failure.identity);
  report.strategy = context.strategy;
  report.seed = failure.first.summary.seed;
  report.runs_to_first = failure.runs_to_first;
  report.runs_failing = failure.runs_failing;
  report.text = context.reader->Describe(failure.first);

  std::optional<runtime::Confirmation> confirmation;
  if (executor != nullptr)
    confirmation = runtime::Confirm(failure, executor, context.reader);
  const RunResult* result = &failure.first;
  RunRequest request =
      runtime::ReplayRequest(failure.batch, failure.first.choices);
  if (confirmation) {
    report.confirmed = confirmation->status;
    report.difference = confirmation->difference;
    if (report.confirmed != Confirmed::kNondeterminism) {
      result = &confirmation->result;
      request = confirmation->request;
    }
    if (report.confirmed == Confirmed::kCarriedState)
      report.carried_from = request.first_seed;
  } else {
    report.confirmed = Confirmed::kNotTried;
    report.problem = executor != nullptr ? executor->error() : "no worker";
  }
  report.trace_hash = result->summary.trace_hash;
  report.decisions = result->summary.decisions;
  report.unusual = result->summary.unusual;
  report.text = context.reader->Describe(*result);
  report.thread_lines = report.text.lines.empty()
                            ? StoryLines(*result, *context.places)
                            : report.text.lines;
  report.races = context.reader->RacesOf(*result);
  std::string name = ArtifactName(failure.identity);
  auto artifact = StoreArtifact(context, request, *result, name);
  if (!artifact.ok()) {
    report.problem = std::string(artifact.status().message());
    return report;
  }
  report.artifact = *artifact;
  report.reproduce = ReproduceLine(*context.place, *artifact);
  if (context.minimize && confirmation &&
      report.confirmed == Confirmed::kReplays) {
    auto minimized = StoreMinimized(
        context, request, *result, name,
        context.minimizer != nullptr ? context.minimizer : executor);
    if (minimized.ok())
      report.minimized = *minimized;
    else
      report.problem = std::string(minimized.status().message());
  }
  return report;
}

}  // namespace detsim::cmd
