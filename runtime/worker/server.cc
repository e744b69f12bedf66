#include "runtime/worker/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/sched/scheduler.h"
#include "runtime/strategy/strategies.h"
#include "runtime/worker/left_processes.h"
#include "runtime/worker/protocol.h"
#include "runtime/worker/watchdog.h"

namespace detsim::runtime {
namespace {

// A request: its choices and a few strings.
constexpr uint64_t kRequestBytesMax = 256ull << 20;
bool ReadAll(int fd, void* data, size_t size) {
  auto* p = static_cast<char*>(data);
  while (size > 0) {
    ssize_t n = read(fd, p, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

bool WriteAll(int fd, const void* data, size_t size) {
  auto* p = static_cast<const char*>(data);
  while (size > 0) {
    ssize_t n = write(fd, p, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

class Server {
 public:
  Server(int fd, const Program& program) : fd_(fd), program_(program) {
    buffer_.Map(kRequestBytesMax);
    choices_.Map(kChoicesMax);
    batch_ = MapBatchRecord();
    RememberChildProcesses();
  }

  void Run() {
    Hello hello;
    hello.static_threads = program_.static_threads;
    hello.image_base = scheduler.image_base();
    hello.randomized =
        (personality(0xffffffff) & ADDR_NO_RANDOMIZE) == 0 ? 1 : 0;
    Send(MessageType::kHello, &hello, sizeof hello);
    MessageHeader header;
    while (ReadAll(fd_, &header, sizeof header)) {
      if (header.type != static_cast<uint32_t>(MessageType::kRun) ||
          header.size > kRequestBytesMax ||
          !ReadAll(fd_, buffer_.data(), header.size) ||
          !DecodeRunRequest({buffer_.data(), header.size}, choices_.data(),
                            choices_.capacity(), &request_) ||
          request_.count > kBatchMax ||
          FindStrategy(request_.strategy) == nullptr) {
        SendError("a request that this worker does not understand");
        return;
      }
      Perform();
    }
  }

 private:
  void Perform() {
    batch_->finished = 0;
    batch_->detail_used = 0;
    const uint64_t test = TestOfRequest();
    batch_->isolation = IsolationOf(test);
    uint32_t sent = 0;
    while (sent < request_.count) {
      uint32_t first = sent;
      uint32_t last =
          batch_->isolation == Isolation::kFork ? first + 1 : request_.count;
      batch_->current = first;
      batch_->finished = first;
      const bool self_test = batch_->isolation == Isolation::kUntested;
      int status = RunChild(first, last);
      if (self_test) {
        batch_->finished = first;
        if (batch_->isolation == Isolation::kUntested) {
          batch_->isolation = Isolation::kFork;  // It did not survive.
        }
        continue;
      }
      if (batch_->finished == first && last > first + 1 &&
          batch_->isolation == Isolation::kFork) {
        continue;  // Nothing has been run yet.
      }
      if (batch_->finished <= batch_->current) RecordSilentEnd(status);
      bool failed = false;
      for (; sent < batch_->finished; ++sent) {
        SendResult(batch_->slots[sent]);
        failed = failed || IsFailure(batch_->slots[sent].summary.verdict);
      }
      GiveBackDetail();
      if (failed && request_.stop_at_failure) break;
    }
    if (request_.count > 1 && !request_.fork_each) {
      tested_ = test;
      tested_isolation_ = batch_->isolation;
    }
    Send(MessageType::kDone, nullptr, 0);
  }

  // FNV-1a of the arguments.
  uint64_t TestOfRequest() const {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint32_t i = 0; i < request_.argument_count; ++i) {
      for (const char* c = request_.arguments[i]; *c != 0; ++c) {
        hash = (hash ^ static_cast<uint8_t>(*c)) * 0x100000001b3ull;
      }
    }
    return hash;
  }

  Isolation IsolationOf(uint64_t test) const {
    // Static threads: their stacks are not among what is put back.
    if (request_.count == 1 || request_.fork_each ||
        scheduler.live_threads() != 0) {
      return Isolation::kFork;
    }
    // The self-test of an earlier batch has said.
    return test == tested_ ? tested_isolation_ : Isolation::kUntested;
  }

  int RunChild(uint32_t first, uint32_t last) {
    fflush(nullptr);
    pid_t pid = fork();
    DETSIM_CHECK(pid >= 0);
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close(fd_);
      PerformRuns(program_, request_, first, last, batch_);
    }
    bool killed = WatchChild(pid, &batch_->signs,
                             {.hang_ms = request_.options.hang_ms,
                              .memory_mb = request_.options.memory_mb,
                              .signal = HangSignal()});
    killed_because_ = killed ? batch_->signs.stop : StopReason::kNone;
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    EndLeftProcesses();
    return status;
  }

  // The child is gone and could not say why: killed, or _exit() in the test.
  void RecordSilentEnd(int status) {
    RunSlot& slot = batch_->slots[batch_->current];
    slot = {};
    slot.summary.seed = request_.first_seed + batch_->current;
    slot.summary.cut_short = 1;
    if (killed_because_ == StopReason::kHangs) {
      slot.summary.verdict = Verdict::kHang;
    } else if (killed_because_ == StopReason::kMemory) {
      slot.summary.verdict = Verdict::kCrash;
      slot.summary.exit_code = SIGKILL;
    } else if (WIFSIGNALED(status)) {
      slot.summary.verdict = Verdict::kCrash;
      slot.summary.exit_code = WTERMSIG(status);
    } else {
      // Whatever the code: the program has been replaced (exec), or has ended
      // in a way that nobody can notice.
      slot.summary.exit_code = WEXITSTATUS(status);
      slot.summary.verdict = Verdict::kAssertion;
    }
    batch_->finished = batch_->current + 1;
  }

  // Small results are sent together: a system call for each would cost as much
  // as a short run.
  void SendResult(const RunSlot& slot) {
    MessageHeader header;
    header.type = static_cast<uint32_t>(MessageType::kResult);
    header.size = sizeof slot.summary + slot.detail_size;
    Buffer(&header, sizeof header);
    Buffer(&slot.summary, sizeof slot.summary);
    Buffer(batch_->detail + slot.detail_offset, slot.detail_size);
  }

  void Buffer(const void* data, size_t size) {
    if (size > sizeof pending_ - pending_size_) Flush();
    if (size > sizeof pending_) {
      SendNow(data, size);
      return;
    }
    if (size != 0) memcpy(pending_ + pending_size_, data, size);
    pending_size_ += size;
  }
  void Flush() {
    SendNow(pending_, pending_size_);
    pending_size_ = 0;
  }
  void SendNow(const void* data, size_t size) {
    if (!WriteAll(fd_, data, size)) _exit(0);  // The tool is gone.
  }

  // Details have been sent: their memory goes back to the system.
  void GiveBackDetail() {
    if (batch_->detail_used == 0) return;
    auto begin = reinterpret_cast<uintptr_t>(batch_->detail) & ~uintptr_t{4095};
    auto end =
        reinterpret_cast<uintptr_t>(batch_->detail) + batch_->detail_used;
    auto whole = (begin + 4095 + 4096) & ~uintptr_t{4095};
    if (end > whole) {
      madvise(reinterpret_cast<void*>(whole), end - whole, MADV_REMOVE);
    }
    batch_->detail_used = 0;
  }

  void Send(MessageType type, const void* data, size_t size) {
    MessageHeader header;
    header.type = static_cast<uint32_t>(type);
    header.size = size;
    Buffer(&header, sizeof header);
    Buffer(data, size);
    Flush();
  }
  void SendError(const char* text) {
    Send(MessageType::kError, text, strlen(text));
  }

  int fd_;
  const Program& program_;
  MappedArray<char> buffer_;
  MappedArray<Choice> choices_;
  BatchRecord* batch_ = nullptr;
  WorkerRequest request_;
  StopReason killed_because_ = StopReason::kNone;
  uint64_t tested_ = 0;  // Which test an isolation was chosen for.
  Isolation tested_isolation_ = Isolation::kUntested;
  size_t pending_size_ = 0;
  char pending_[64 * 1024];
};

}  // namespace

void Serve(int fd, const Program& program) {
  static Server server(fd, program);  // Too big for a stack.
  server.Run();
}

}  // namespace detsim::runtime
