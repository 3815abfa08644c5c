#include "base/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

namespace warplens::base {
namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Spawn attributes that put the child in a process group of its own.
class GroupAttributes {
 public:
  GroupAttributes() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~GroupAttributes() { posix_spawnattr_destroy(&attributes_); }
  GroupAttributes(const GroupAttributes&) = delete;
  GroupAttributes& operator=(const GroupAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Result<pid_t> spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments, int input, int output) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  FileActions actions;
  if (input < 0) {
    posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(actions.get(), input, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(actions.get(), output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), output, STDERR_FILENO);
  const GroupAttributes attributes;
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, program.c_str(), actions.get(), attributes.get(), argv.data(), environ);
  if (failed != 0) return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  return child;
}

namespace {

int meaning_of(int status) {
  constexpr int signalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
}

}  // namespace

int exit_status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return meaning_of(status);
}

std::optional<int> exit_status_of(pid_t child, std::chrono::steady_clock::time_point deadline) {
  // Most programs end at once after they have closed their output, so the first pauses are short.
  constexpr std::chrono::milliseconds longest_pause{50};
  std::chrono::milliseconds pause{1};
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return meaning_of(status);
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest_pause);
  }
}

}  // namespace warplens::base
