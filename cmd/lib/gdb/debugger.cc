#include "cmd/lib/gdb/debugger.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/replay_session.h"
#include "cmd/lib/subprocess.h"
#include "cmd/lib/worker_executor.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {
namespace {

// The worker lives in a process of ours, and gdb looks into it. It gets its
// request when gdb is there and says so on a pipe.
class Debugger {
 public:
  Debugger(std::string gdb, std::string helper, std::string project)
      : gdb_(std::move(gdb)),
        helper_(std::move(helper)),
        project_(std::move(project)) {}

  // Returns when gdb has ended.
  absl::Status Run(const runtime::RunRequest& request, std::string_view kind,
                   uint64_t step, WorkerExecutor* executor);

 private:
  // In the child: becomes gdb.
  [[noreturn]] void BecomeGdb(int ready) const;

  std::string gdb_;
  std::string helper_;
  std::string project_;
};

void Debugger::BecomeGdb(int ready) const {
  signal(SIGINT, SIG_DFL);
  fcntl(ready, F_SETFD, 0);
  execl(gdb_.c_str(), "gdb", "-q", "-x", helper_.c_str(), nullptr);
  _exit(127);
}

absl::Status Debugger::Run(const runtime::RunRequest& request,
                           std::string_view kind, uint64_t step,
                           WorkerExecutor* executor) {
  pid_t worker = executor->worker()->pid();
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0)
    return absl::InternalError("cannot make a pipe");
  auto tell = [](const char* name, const std::string& value) {
    setenv(name, value.c_str(), 1);
  };
  tell("DETSIM_GDB_WORKER", absl::StrCat(worker));
  tell("DETSIM_GDB_READY", absl::StrCat(ready[1]));
  tell("DETSIM_GDB_KIND", std::string(kind));
  tell("DETSIM_GDB_STEP", absl::StrCat(step));
  tell("DETSIM_GDB_PROJECT", project_);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is gdb's.
  pid_t pid = fork();
  if (pid == 0) BecomeGdb(ready[1]);
  close(ready[1]);
  std::thread run([&] {
    char byte;
    if (read(ready[0], &byte, 1) == 1) (void)executor->Run(request);
  });
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  kill(worker, SIGKILL);  // Its runs end with it.
  run.join();
  close(ready[0]);
  if (pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
    return absl::InternalError("gdb could not be started");
  return absl::OkStatus();
}

// The last step of the recorded run; 0 if there is no trace of it.
uint64_t LastStep(const ReplaySession& session) {
  auto bytes =
      ReadFile(std::filesystem::path(session.path).parent_path().string() +
               "/" + session.artifact.trace_file);
  runtime::Trace trace;
  std::string problem;
  if (!bytes.ok() || runtime::DecodeTrace(*bytes, &trace, &problem) ==
                         runtime::TraceStatus::kUnreadable)
    return 0;
  return trace.events.size();
}

}  // namespace

absl::StatusOr<int> DebugReplay(TestCommandOptions options,
                                Progress* progress) {
  std::string gdb = FindProgram({"gdb"});
  if (gdb.empty())
    return UsageError(
        "--gdb: there is no gdb on this machine; on Debian it is the package "
        "gdb");
  ReplaySession session;
  absl::Status status = PrepareReplay(&options, &session, progress);
  if (!status.ok()) return status;
  if (session.artifact.carried_state())
    return UsageError(
        absl::StrCat("cannot debug ", session.path,
                     ": it needs what earlier runs left in its process"));
  std::string helper = session.place.out + "/work/detsim_gdb.py";
  status = WriteFile(helper, kGdbHelper);
  if (!status.ok()) return status;
  WorkerExecutor executor(session.test.binary, session.place.out + "/work/w000",
                          session.place.NativePlaceOf(session.test));
  if (executor.worker() == nullptr) return UntrustedError(executor.error());
  runtime::RunRequest request = session.artifact.request;
  request.record_trace = true;
  // Whoever looks at a run takes longer than any limit.
  request.options.hang_ms = std::numeric_limits<uint32_t>::max();
  request.options.memory_mb = std::numeric_limits<uint32_t>::max();
  auto kind = session.artifact.identity.kind;
  uint64_t step = options.step;
  // Code that reaches no decision has nowhere to stop after its last one.
  if (step == 0 && kind == runtime::Verdict::kHang) step = LastStep(session);
  progress->Clear();
  status = Debugger(gdb, helper, session.place.project)
               .Run(request, runtime::VerdictName(kind), step, &executor);
  if (!status.ok()) return status;
  return kExitOk;
}

}  // namespace detsim::cmd
