#include "cmd/lib/replay.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/cause_report.h"
#include "cmd/lib/executor_pool.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/failure_store.h"
#include "cmd/lib/interrupt.h"
#include "cmd/lib/replay_session.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/trace_builder.h"
#include "cmd/lib/worker_executor.h"
#include "runtime/explore/cause.h"

namespace detsim::cmd {
namespace {

FailureReport ReportOf(const ReplaySession& session, FailureReader* reader,
                       const runtime::RunResult& result) {
  FailureReport report;
  report.text = reader->Describe(result);
  report.identity = reader->Identify(result);
  report.id = runtime::IdentityId(report.identity);
  report.strategy = session.artifact.strategy;
  report.seed = result.summary.seed;
  report.trace_hash = result.summary.trace_hash;
  report.decisions = result.summary.decisions;
  report.unusual = result.summary.unusual;
  report.thread_lines = report.text.lines.empty()
                            ? StoryLines(result, session.places)
                            : report.text.lines;
  if (session.artifact.carried_state()) {
    report.confirmed = runtime::Confirmed::kCarriedState;
    report.carried_from = session.artifact.request.first_seed;
  }
  return report;
}

// The line that says how the run compares with the record.
std::string OutcomeLine(ReplayOutcome outcome, const Artifact& artifact,
                        uint64_t hash, bool same_binary) {
  std::string traces =
      hash == artifact.summary.trace_hash
          ? absl::StrCat("trace hash ", HexText(hash), ", as recorded")
          : absl::StrCat("trace hash ", HexText(hash), ", recorded was ",
                         HexText(artifact.summary.trace_hash));
  switch (outcome) {
    case ReplayOutcome::kReproduced:
      return absl::StrCat("reproduced: ", traces,
                          same_binary ? "" : " (the program has changed)");
    case ReplayOutcome::kOtherFailure:
      return absl::StrCat(
          "another failure than the recorded one (",
          std::string(runtime::VerdictName(artifact.identity.kind)), " at ",
          artifact.location, "): the program has changed since; ", traces);
    case ReplayOutcome::kPassesNow:
      return "did not fail: the program has changed since it was recorded";
    case ReplayOutcome::kDiffers:
      return absl::StrCat("NOT as recorded, on the same program: ", traces,
                          "; something in it is not under control");
  }
  return "";
}

// The artifact's file name without ".json" and ".min".
std::string NameOf(const std::string& path) {
  std::string name = std::filesystem::path(path).stem();
  if (name.ends_with(".min")) name.resize(name.size() - 4);
  return name;
}

// Why --cause has nothing to look at; OK if it has.
absl::Status CheckHasCause(const std::string& path) {
  absl::StatusOr<Artifact> read = ReadArtifact(path);
  if (!read.ok()) return read.status();
  const Artifact& artifact = *read;
  std::string why;
  if (artifact.carried_state())
    why = absl::StrCat("it fails only after the runs from seed ",
                       artifact.request.first_seed,
                       " on in the same process, and those cannot be drawn "
                       "anew");
  else if (artifact.identity.kind == runtime::Verdict::kHang)
    why = absl::StrCat(
        "it is a hang, and each run that fails takes ",
        DurationText(static_cast<double>(artifact.request.options.hang_ms) /
                     1000),
        " of real time");
  else if (artifact.request.strategy != "replay")
    why =
        "its choices are not recorded (its process was killed, or there were "
        "too many)";
  if (why.empty()) return absl::OkStatus();
  return UsageError(
      absl::StrCat("cannot look for the cause of ", path, ": ", why));
}

absl::Status ShowCause(const ReplaySession& session,
                       const TestCommandOptions& options, FailureReader* reader,
                       const runtime::RunResult& result, ExecutorPool* pool,
                       Progress* progress) {
  if (result.decision_events.size() < result.summary.decisions ||
      !runtime::HasAllChoices(result))
    return UsageError(absl::StrCat(
        "cannot look for the cause of ", session.path, ": the run has ",
        result.summary.decisions, " decisions, too many to follow"));
  runtime::FailureIdentity identity = reader->Identify(result);
  runtime::CauseOptions cause_options;
  if (options.cause_runs) {
    cause_options.runs_max = *options.cause_runs;
    cause_options.steps_max = std::numeric_limits<uint64_t>::max();
  }
  cause_options.stop = StopAfter(options.sweep.budget);
  progress->Update("looking for the cause");
  auto cause = runtime::FindCause(session.artifact.request, result, identity,
                                  cause_options, pool, reader);
  progress->Clear();
  if (!cause) return UntrustedError(pool->error());
  runtime::Trace trace = BuildTrace(result, session.places);
  trace.test = session.test.name;
  CauseReport report = MakeCauseReport(*cause, result, trace);
  std::fputs(CauseText(report).c_str(), stdout);
  auto json = options.reports.find("json");
  if (json == options.reports.end()) return absl::OkStatus();
  CauseSubject subject = {
      .project = session.place.project,
      .artifact = session.path,
      .id = runtime::IdentityId(identity),
      .kind = std::string(runtime::VerdictName(identity.kind)),
      .location = reader->Describe(result).location};
  return WriteFile(json->second, CauseJson(report, subject, trace));
}

absl::Status MinimizeReplay(const ReplaySession& session, FailureReader* reader,
                            const runtime::RunResult& result,
                            const std::function<bool()>& stop,
                            ExecutorPool* pool, Progress* progress) {
  FailureContext context;
  context.test = &session.test;
  context.place = &session.place;
  context.places = &session.places;
  context.reader = reader;
  context.strategy = session.artifact.strategy;
  context.binary_hash = session.binary_hash;
  context.stop = stop;
  // Beside the one that it comes from.
  if (std::filesystem::path(session.path).parent_path().filename() == "races")
    context.folder = "races";
  progress->Update("minimizing");
  auto minimized = StoreMinimized(context, session.artifact.request, result,
                                  NameOf(session.path), pool);
  progress->Clear();
  if (!minimized.ok())
    return Interrupted() ? InterruptedError() : minimized.status();
  std::printf("minimized from %zu to %zu unusual choices in %zu runs (%s)\n",
              static_cast<size_t>(result.summary.unusual),
              static_cast<size_t>(minimized->unusual),
              static_cast<size_t>(minimized->runs),
              std::string(MinimalityWords(*minimized)).c_str());
  std::printf("  reproduce: %s\n", minimized->reproduce.c_str());
  if (minimized->difference.empty()) return absl::OkStatus();
  return UntrustedError(absl::StrCat(
      "nondeterminism: a record of choices that failed was repeated: ",
      minimized->difference, "; ", minimized->artifact,
      " is the smallest that failed each time"));
}

}  // namespace

ReplayOutcome CompareReplay(const Artifact& artifact,
                            const runtime::FailureIdentity* identity,
                            uint64_t trace_hash, bool same_binary) {
  // The same trace ends in the same failure, whatever another version of
  // detsim calls its place.
  bool same_failure =
      identity != nullptr && (*identity == artifact.identity ||
                              (identity->kind == artifact.identity.kind &&
                               trace_hash == artifact.summary.trace_hash));
  if (same_binary)
    return same_failure && trace_hash == artifact.summary.trace_hash
               ? ReplayOutcome::kReproduced
               : ReplayOutcome::kDiffers;
  if (same_failure) return ReplayOutcome::kReproduced;
  return identity != nullptr ? ReplayOutcome::kOtherFailure
                             : ReplayOutcome::kPassesNow;
}

int ExitCodeOf(ReplayOutcome outcome) {
  switch (outcome) {
    case ReplayOutcome::kReproduced:
    case ReplayOutcome::kOtherFailure:
      return kExitFailureFound;
    case ReplayOutcome::kPassesNow:
      return kExitOk;
    case ReplayOutcome::kDiffers:
      return kExitUntrusted;
  }
  return kExitUntrusted;
}

absl::StatusOr<int> Replay(TestCommandOptions options, Progress* progress) {
  ReplaySession session;
  absl::Status status =
      options.cause ? CheckHasCause(options.replay) : absl::OkStatus();
  if (status.ok()) status = PrepareReplay(&options, &session, progress);
  if (!status.ok()) return status;
  WorkerExecutor executor(session.test.binary, session.place.out + "/work/w000",
                          session.place.NativePlaceOf(session.test));
  if (executor.worker() == nullptr) return UntrustedError(executor.error());
  session.places.modules = ModuleMap::Of(executor.worker()->pid());
  auto results = executor.Run(session.artifact.request);
  if (!results)
    return absl::IsCancelled(executor.status())
               ? executor.status()
               : UntrustedError(executor.error());
  const runtime::RunResult& result = results->back();

  FailureReader reader(session.test.name, &session.places);
  if (session.artifact.identity.kind == runtime::Verdict::kDataRace)
    reader.Seek(session.artifact.identity);
  bool failed = runtime::IsFailure(reader.Judge(result));
  if (!failed) {
    status = CheckTestExists(session);
    if (!status.ok()) return status;
  }
  runtime::FailureIdentity identity;
  if (failed) identity = reader.Identify(result);
  bool same_binary = session.binary_hash == session.artifact.binary_hash;
  uint64_t hash = result.summary.trace_hash;
  ReplayOutcome outcome = CompareReplay(
      session.artifact, failed ? &identity : nullptr, hash, same_binary);
  if (failed)
    std::fputs(
        FailureLines(session.test.name, ReportOf(session, &reader, result), 1,
                     {.color = WantsColor(STDOUT_FILENO)})
            .c_str(),
        stdout);
  else
    std::printf("%s: passed\n", session.test.name.c_str());
  std::printf(
      "  %s\n",
      OutcomeLine(outcome, session.artifact, hash, same_binary).c_str());
  ExecutorPool pool(&executor, options.sweep.jobs);
  if (options.sweep.minimize && failed && !session.artifact.carried_state()) {
    status = MinimizeReplay(session, &reader, result,
                            StopAfter(options.sweep.budget), &pool, progress);
    if (!status.ok()) return status;
  }
  if (options.cause && failed && outcome != ReplayOutcome::kDiffers) {
    status = ShowCause(session, options, &reader, result, &pool, progress);
    if (!status.ok()) return status;
  }
  return Interrupted() ? kExitInterrupted : ExitCodeOf(outcome);
}

}  // namespace detsim::cmd
