#include "test/runtime/worker/worker_client.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "runtime/worker/protocol.h"
#include "runtime/worker/server.h"

namespace detsim::runtime {
namespace {

constexpr unsigned kWorkerSecondsMax = 280;

bool ReadAll(int fd, void* data, size_t size) {
  auto* p = static_cast<char*>(data);
  while (size > 0) {
    ssize_t n = read(fd, p, size);
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

struct Sockets {
  Sockets() {
    int fds[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    ours = fds[0];
    workers = fds[1];
    fcntl(ours, F_SETFD, FD_CLOEXEC);
    fflush(nullptr);
  }
  int ours = -1;
  int workers = -1;
};

}  // namespace

WorkerClient::WorkerClient(Main main, const char* temporary_directory) {
  Sockets sockets;
  pid_t pid = fork();
  if (pid == 0) {
    close(sockets.ours);
    alarm(kWorkerSecondsMax);
    static char name[] = "the_program";
    static char variable[] = "THE_VARIABLE=its value";
    static char* environment[] = {variable, nullptr};
    Program program;
    program.name = name;
    program.main = main;
    program.environment = environment;
    program.temporary_directory = temporary_directory;
    Serve(sockets.workers, program);
    _exit(0);
  }
  close(sockets.workers);
  Connect(sockets.ours, pid);
}

std::unique_ptr<WorkerClient> WorkerClient::OfProgram(
    const char* program, const char* variable, bool randomize_addresses) {
  Sockets sockets;
  pid_t pid = fork();
  if (pid == 0) {
    close(sockets.ours);
    alarm(kWorkerSecondsMax);
    if (!randomize_addresses) personality(ADDR_NO_RANDOMIZE);
    std::string worker =
        std::string(kWorkerFdVariable) + "=" + std::to_string(sockets.workers);
    const char* environment[] = {worker.c_str(), variable, nullptr};
    const char* arguments[] = {program, nullptr};
    execve(program, const_cast<char**>(arguments),
           const_cast<char**>(environment));
    _exit(127);
  }
  close(sockets.workers);
  std::unique_ptr<WorkerClient> client(new WorkerClient);
  client->Connect(sockets.ours, pid);
  return client;
}

void WorkerClient::Connect(int fd, pid_t pid) {
  fd_ = fd;
  pid_ = pid;
  signal(SIGPIPE, SIG_IGN);
  MessageType type;
  std::string payload;
  EXPECT_TRUE(Receive(&type, &payload));
  EXPECT_EQ(type, MessageType::kHello);
  EXPECT_EQ(payload.size(), sizeof hello_);
  memcpy(&hello_, payload.data(), sizeof hello_);
}

WorkerClient::~WorkerClient() {
  if (fd_ >= 0) Close();
}

std::vector<RunResult> WorkerClient::Run(const RunRequest& request) {
  SendMessage(MessageType::kRun, EncodeRunRequest(request));
  std::vector<RunResult> results;
  payloads_.clear();
  MessageType type;
  std::string payload;
  while (Receive(&type, &payload)) {
    if (type == MessageType::kDone) return results;
    EXPECT_EQ(type, MessageType::kResult) << payload;
    RunResult result;
    EXPECT_TRUE(DecodeRunResult(payload, &result));
    results.push_back(result);
    payloads_.push_back(payload);
  }
  ADD_FAILURE() << "the worker is gone";
  return results;
}

RunResult WorkerClient::RunOne(const char* name) {
  RunRequest request;
  request.strategy = "calm";
  request.arguments = {name};
  request.options.hang_ms = 300;
  std::vector<RunResult> results = Run(request);
  EXPECT_EQ(results.size(), 1u);
  return results.empty() ? RunResult() : results[0];
}

void WorkerClient::SendMessage(MessageType type, std::string_view payload) {
  MessageHeader header;
  header.type = static_cast<uint32_t>(type);
  header.size = payload.size();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += payload;
  EXPECT_EQ(write(fd_, bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
}

bool WorkerClient::Receive(MessageType* type, std::string* payload) {
  MessageHeader header;
  if (!ReadAll(fd_, &header, sizeof header)) return false;
  payload->resize(header.size);
  *type = static_cast<MessageType>(header.type);
  return ReadAll(fd_, payload->data(), header.size);
}

int WorkerClient::Close() {
  close(fd_);
  fd_ = -1;
  int status = 0;
  waitpid(pid_, &status, 0);
  return status;
}

}  // namespace detsim::runtime
