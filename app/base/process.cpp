#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace warplens::base {
namespace {

using Clock = std::chrono::steady_clock;

/// A file descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

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

/// Spawn attributes that put the child in a process group of its own, so that its children can be ended with it.
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

/// Everything the child writes, until it closes its end. False where `deadline` passes first.
bool read_all(int descriptor, Clock::time_point deadline, std::string& output) {
  constexpr std::size_t most = 1 << 20;
  std::array<char, 4096> chunk;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) continue;
    const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    if (output.size() < most) output.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<ProcessResult> run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), writing.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(actions.get(), writing.number(), STDERR_FILENO);
  const GroupAttributes attributes;
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, program.c_str(), actions.get(), attributes.get(), argv.data(), environ);
  if (failed != 0) return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  writing.close();

  ProcessResult result;
  const bool in_time = read_all(reading.number(), Clock::now() + limit, result.output);
  if (!in_time) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return Error{program.string(), 0, 0, "did not end within " + std::to_string(limit.count()) + " seconds"};
  constexpr int signalled = 128;
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
  return result;
}

std::filesystem::path find_program(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::size_t colon = folders.find(':');
    const std::filesystem::path candidate = std::filesystem::path(folders.substr(0, colon)) / name;
    std::error_code code;
    if (std::filesystem::is_regular_file(candidate, code) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    folders = colon == std::string_view::npos ? "" : folders.substr(colon + 1);
  }
  return {};
}

Result<TemporaryFolder> TemporaryFolder::create() {
  std::error_code code;
  std::string name = (std::filesystem::temp_directory_path(code) / "warplens-XXXXXX").string();
  if (code || !::mkdtemp(name.data()))
    return Error{name, 0, 0, std::string("cannot make a temporary folder: ") + std::strerror(errno)};
  return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code code;
  if (!path_.empty()) std::filesystem::remove_all(path_, code);
}

}  // namespace warplens::base
