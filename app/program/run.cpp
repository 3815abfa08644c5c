#include "program/run.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/spawn.h"
#include "program/build.h"

namespace warplens::program {
namespace {

constexpr std::size_t most_output = 64 * 1024;

/// This process's environment with the variables of `environment`, in which our library is found first.
std::vector<std::string> environment_of(const runtime::Environment& environment) {
  auto own = runtime::variables_of(environment);
  const char* const path = std::getenv("LD_LIBRARY_PATH");
  own.emplace_back("LD_LIBRARY_PATH", library_folder(13).string() + ":" + library_folder(12).string() +
                                          (path != nullptr && *path != 0 ? ":" + std::string(path) : ""));
  std::vector<std::string> all;
  for (const auto& [name, value] : own) all.push_back(name + "=" + value);
  for (char** variable = environ; *variable != nullptr; ++variable) {
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

/// Everything that is written, of which the beginning is kept.
std::string read_all(int descriptor) {
  std::string output;
  std::array<char, 4096> chunk;
  for (;;) {
    const ssize_t got = ::read(descriptor, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return output;
    output.append(chunk.data(), std::min(static_cast<std::size_t>(got), most_output - output.size()));
  }
}

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
                        const runtime::Environment& environment, bool captures) {
  std::array<int, 2> ends{-1, -1};
  if (captures && ::pipe2(ends.data(), O_CLOEXEC) != 0)
    return base::Error{executable.string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
  const base::Descriptor reading(ends[0]);
  base::Descriptor writing(ends[1]);
  std::vector<std::string> words{executable.string()}, variables = environment_of(environment);
  words.insert(words.end(), arguments.begin(), arguments.end());
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  if (captures) ::posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGINT);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const IgnoredInterrupt ignored;
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, executable.c_str(), &actions, &attributes, pointers_to(words).data(), pointers_to(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return base::Error{executable.string(), 0, 0, std::string("cannot run: ") + std::strerror(failed)};
  writing.close();
  Ended ended;
  if (captures) ended.output = read_all(reading.number());
  ended.exit_status = base::exit_status_of(child);
  if (ended.exit_status > 128 && ended.exit_status < 128 + 65) ended.signal = ended.exit_status - 128;
  return ended;
}

}  // namespace warplens::program
