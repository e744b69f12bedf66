#include "cmd/lib/pins/pin_command.h"

#include <cstdio>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/pins/pin_places.h"
#include "cmd/lib/pins/pin_sweep.h"
#include "cmd/lib/replay.h"
#include "cmd/lib/replay_session.h"

namespace detsim::cmd {

using runtime::Choice;
using runtime::RunResult;

namespace {

// One line for what cannot be pinned; empty when it can.
std::string CheckPinnable(const Artifact& artifact) {
  if (artifact.carried_state())
    return "it needs what earlier runs left in its process, and a pin is one "
           "run";
  if (artifact.request.strategy != "replay")
    return "its choices are not recorded, only its seed";
  if (artifact.request.choices.size() > kPinChoicesMax)
    return absl::StrCat("it has ", artifact.request.choices.size(),
                        " unusual choices, and a pin at most ", kPinChoicesMax,
                        ": shrink it first, with --minimize --replay=FILE");
  return "";
}

// The run of the artifact, with what it was asked.
absl::StatusOr<RunResult> RunArtifact(const ReplaySession& session,
                                      FailureReader* reader,
                                      WorkerExecutor* executor) {
  runtime::RunRequest request = session.artifact.request;
  request.log_decisions = true;
  auto result = RunOnce(request, executor);
  if (!result.ok()) return result.status();
  bool failed = runtime::IsFailure(reader->Judge(*result));
  runtime::FailureIdentity identity;
  if (failed) identity = reader->Identify(*result);
  bool same_binary = session.binary_hash == session.artifact.binary_hash;
  ReplayOutcome outcome =
      CompareReplay(session.artifact, failed ? &identity : nullptr,
                    result->summary.trace_hash, same_binary);
  if (outcome == ReplayOutcome::kDiffers)
    return UntrustedError(absl::StrCat("cannot pin ", session.path,
                                       ": it does not repeat on the same "
                                       "program"));
  if (outcome != ReplayOutcome::kReproduced)
    return UsageError(absl::StrCat(
        "cannot pin ", session.path,
        ": the program has changed since, and it does not fail like this any "
        "more; pin a failure before it is fixed"));
  return result;
}

absl::StatusOr<Pin> PinOf(const ReplaySession& session, const RunResult& result,
                          FailureReader* reader) {
  Pin pin;
  std::string location = reader->Describe(result).location;
  pin.title =
      absl::StrCat(session.artifact.test, ": ",
                   std::string(runtime::VerdictName(reader->Judge(result))),
                   location.empty() ? "" : " at ", location);
  pin.program = session.test.program;
  pin.test = session.test.name;
  pin.failure = PinFailureOf(result, session.places, reader);
  pin.options = session.artifact.request.options;
  PinPlaces places(&result, &session.places);
  for (const Choice& choice : result.choices) {
    auto described = places.Describe(choice, &pin.threads);
    if (!described)
      return UntrustedError(absl::StrCat(
          "cannot pin ", session.path, ": choice ", pin.choices.size() + 1,
          " is not among what the run was asked"));
    pin.choices.push_back(std::move(*described));
  }
  return pin;
}

}  // namespace

absl::StatusOr<int> MakePin(TestCommandOptions options, Progress* progress) {
  options.replay = options.pin;
  ReplaySession session;
  absl::Status status = PrepareReplay(&options, &session, progress);
  if (!status.ok()) return status;
  std::string problem = CheckPinnable(session.artifact);
  if (!problem.empty())
    return UsageError(absl::StrCat("cannot pin ", session.path, ": ", problem));
  WorkerExecutor executor(session.test.binary, session.place.out + "/work/w000",
                          session.place.NativePlaceOf(session.test));
  if (executor.worker() == nullptr) return UntrustedError(executor.error());
  session.places.modules = ModuleMap::Of(executor.worker()->pid());
  FailureReader reader(session.test.name, &session.places);
  if (session.artifact.identity.kind == runtime::Verdict::kDataRace)
    reader.Seek(session.artifact.identity);
  auto result = RunArtifact(session, &reader, &executor);
  if (!result.ok()) return result.status();
  auto pin = PinOf(session, *result, &reader);
  if (!pin.ok()) return pin.status();
  // What is written has to bring the failure back, not what it was made from.
  std::string text = PinText(*pin);
  auto written = ParsePin(text);
  if (!written.ok()) return written.status();
  auto run =
      RunPin(*written, session.test, pin->options, session.places, &executor);
  if (!run.ok()) return run.status();
  if (run->missing ||
      run->result.summary.trace_hash != result->summary.trace_hash)
    return UntrustedError(absl::StrCat("cannot pin ", session.path,
                                       ": the places of its choices in the ",
                                       "source do not tell them from others; "
                                       "kept is only the failure itself"));
  std::string name = std::filesystem::path(session.path).stem();
  if (name.ends_with(".min")) name.resize(name.size() - 4);
  std::string file =
      absl::StrCat(options.directory, "/", kPinFolder, "/", name, ".pin");
  status = WriteFile(file, text);
  if (!status.ok()) return status;
  progress->Clear();
  std::printf("pinned as %s:\n", file.c_str());
  for (size_t i = 0; i < pin->choices.size(); ++i)
    std::printf("  %zu. %s\n", i + 1, ChoiceSentence(pin->choices[i]).c_str());
  return kExitOk;
}

}  // namespace detsim::cmd
