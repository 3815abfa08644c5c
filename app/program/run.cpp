#include "program/run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "base/spawn.h"

namespace warplens::program {
namespace {

constexpr std::size_t max_output = 64 * 1024;

/// These variables, with this process's environment if `inherits`.
std::vector<std::string> environment_with(const Variables& own, bool inherits) {
  std::vector<std::string> all;
  for (const auto& [name, value] : own) all.push_back(name + "=" + value);
  for (char** variable = environ; inherits && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const bool replaced = std::ranges::any_of(own, [&](const auto& entry) { return text.starts_with(entry.first + "="); });
    if (!replaced) all.emplace_back(text);
  }
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

using Clock = std::chrono::steady_clock;

void show(std::span<const char> text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody reads it any more
    text = text.subspan(static_cast<std::size_t>(written));
  }
}

/// Everything that is written, of which the beginning is kept. False where `deadline` passes first.
bool read_all(int descriptor, std::optional<Clock::time_point> deadline, bool shows, std::string& output) {
  std::array<char, 4096> chunk;
  for (;;) {
    pollfd waiting{descriptor, POLLIN, 0};
    const auto left = deadline ? std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count() : -1;
    if (deadline && left <= 0) return false;
    const int ready = ::poll(&waiting, 1, static_cast<int>(left));
    if (ready <= 0) continue;
    const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    if (shows) show(std::span(chunk).first(static_cast<std::size_t>(got)));
    output.append(chunk.data(), std::min(static_cast<std::size_t>(got), max_output - output.size()));
  }
}

/// The way in which a program is started.
class Spawning {
 public:
  explicit Spawning(bool own_group) {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGINT);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    sigset_t none;  // is blocked in it
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                               (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
  }
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// The program is ended by the keyboard; this process goes on to report.
class IgnoredInterrupt {
 public:
  IgnoredInterrupt() : before_(::signal(SIGINT, SIG_IGN)) {}
  ~IgnoredInterrupt() { ::signal(SIGINT, before_); }
  IgnoredInterrupt(const IgnoredInterrupt&) = delete;
  IgnoredInterrupt& operator=(const IgnoredInterrupt&) = delete;

 private:
  sighandler_t before_;
};

}  // namespace

base::Result<Ended> run(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
                        const RunOptions& options) {
  std::array<int, 2> ends{-1, -1};
  if (options.captures && ::pipe2(ends.data(), O_CLOEXEC) != 0)
    return base::Error{executable.string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
  const base::Descriptor reading(ends[0]);
  base::Descriptor writing(ends[1]);
  std::vector<std::string> words = options.wrapper, variables = environment_with(options.variables, options.inherits);
  words.push_back(executable.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  const bool limited = options.time_limit.count() > 0;
  Spawning spawning(limited);  // with its children it can then be ended
  if (options.captures) ::posix_spawn_file_actions_adddup2(&spawning.actions, writing.number(), STDOUT_FILENO);
  if (options.silent) {
    ::posix_spawn_file_actions_addopen(&spawning.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&spawning.actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const IgnoredInterrupt ignored;
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, words.front().c_str(), &spawning.actions, &spawning.attributes,
                                   pointers_to(words).data(), pointers_to(variables).data());
  if (failed != 0) return base::Error{executable.string(), 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  writing.close();
  Ended ended;
  std::optional<Clock::time_point> deadline;
  if (limited) deadline = Clock::now() + options.time_limit;
  const bool closed = !options.captures || read_all(reading.number(), deadline, options.shows, ended.output);
  std::optional<int> status;
  if (!limited)
    status = base::exit_status_of(child);
  else if (closed)
    status = base::exit_status_of(child, *deadline);
  ended.timed_out = !status;
  if (ended.timed_out) {
    ::kill(-child, SIGKILL);
    status = base::exit_status_of(child);
  }
  ended.exit_status = *status;
  if (ended.exit_status > 128 && ended.exit_status < 128 + 65) ended.signal = ended.exit_status - 128;
  return ended;
}

}  // namespace warplens::program
