#include "cmd/lib/process_tree.h"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

// A process that starts others faster than it is killed ends here.
constexpr int kRoundsMax = 200;

// Empty when the process is gone, perhaps while it is read.
std::string ReadAll(const std::string& path) {
  return ReadFile(path).value_or("");
}

// The living processes and their parents (proc(5): "pid (name) state parent").
std::map<pid_t, pid_t> LivingProcesses() {
  std::map<pid_t, pid_t> parents;
  std::error_code error;
  for (auto it = fs::directory_iterator("/proc", error);
       !error && it != fs::directory_iterator(); it.increment(error)) {
    std::string name = it->path().filename();
    pid_t pid = 0;
    auto [end, code] =
        std::from_chars(name.data(), name.data() + name.size(), pid);
    if (code != std::errc() || *end != '\0') continue;
    std::string text = ReadAll("/proc/" + name + "/stat");
    size_t name_end = text.rfind(')');
    if (name_end == std::string::npos || text.size() < name_end + 5) continue;
    char state = text[name_end + 2];
    if (state == 'Z' || state == 'X') continue;
    parents[pid] = static_cast<pid_t>(std::atoi(text.c_str() + name_end + 4));
  }
  return parents;
}

bool HasVariable(pid_t pid, const std::string& variable) {
  std::string text = ReadAll("/proc/" + std::to_string(pid) + "/environ");
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view entry = rest.substr(0, rest.find('\0'));
    if (entry == variable) return true;
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
  }
  return false;
}

bool IsDescendant(const std::map<pid_t, pid_t>& parents, pid_t pid,
                  pid_t root) {
  if (root <= 0) return false;
  for (auto it = parents.find(pid); it != parents.end();
       it = parents.find(it->second)) {
    if (it->second == root) return true;
  }
  return false;
}

}  // namespace

void KillProcessTree(pid_t root, const std::string& variable) {
  // It lives until all others are dead: so they stay its descendants, whoever
  // of them dies first (it is a subreaper). It must not start new ones.
  if (root > 0) kill(root, SIGSTOP);
  for (int round = 0; round < kRoundsMax; ++round) {
    std::map<pid_t, pid_t> parents = LivingProcesses();
    bool any = false;
    for (const auto& [pid, parent] : parents) {
      if (pid == root || pid == getpid()) continue;
      if (!IsDescendant(parents, pid, root) && !HasVariable(pid, variable))
        continue;
      any = true;
      kill(pid, SIGKILL);
    }
    if (!any) break;
    if (round > 0) usleep(1000);  // The dying take a moment.
  }
  if (root > 0) kill(root, SIGKILL);
}

}  // namespace detsim::cmd
