#include "desk/program/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/process.h"
#include "base/resources.h"
#include "base/spawn.h"

namespace warplens::desk {
namespace {

constexpr int look_again_after_ms = 200;
constexpr std::chrono::seconds time_to_record{10};  ///< after it was stopped; then it is killed

/// The `warplens` executable, which builds, runs and records the program in a process of its own: the window survives a crash.
std::filesystem::path command_line() { return base::resource_folder().parent_path() / "warplens"; }

std::vector<std::string> words_of(const ProgramCommand& command) {
  std::vector<std::string> words{"program", "--check", "--quiet", "--spec", command.spec, "--record", command.recording.string()};
  if (!command.sandbox.empty()) words.insert(words.end(), {"--sandbox", command.sandbox.string()});
  for (const std::filesystem::path& source : command.sources) words.push_back(source.string());
  words.emplace_back("--");
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  return words;
}

/// Wait until a child has ended, but leave it to be waited for again, so that its number stays its own.
void wait_for_end(pid_t child) {
  siginfo_t ended;
  while (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
}

}  // namespace

bool runs_python() { return true; }

base::Result<int> ProgramRun::wait(const ProgramCommand& command, const std::function<void()>& changed) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return base::Error{command.sources.front().string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
  const base::Descriptor reading(ends[0]);
  base::Descriptor writing(ends[1]);
  const auto child = base::spawn(command_line(), words_of(command), -1, writing.number());
  if (!child) return child.error();
  writing.close();
  {
    const std::lock_guard lock(mutex_);
    child_ = *child;
    if (stopped_) ::kill(child_, SIGTERM);
  }
  std::array<char, 4096> chunk;
  for (;;) {
    pollfd waiting{reading.number(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, look_again_after_ms);
    if (ready <= 0) {
      const std::lock_guard lock(mutex_);
      if (!stopped_ || std::chrono::steady_clock::now() - *stopped_ < time_to_record) continue;
      base::end_descendants_of(*child);
      ::kill(*child, SIGKILL);
      break;  // a daemon of the program may keep the pipe open for ever
    }
    const ssize_t got = ::read(reading.number(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    {
      const std::lock_guard lock(mutex_);
      output_.append(chunk.data(), std::min(static_cast<std::size_t>(got), max_output - output_.size()));
    }
    changed();
  }
  wait_for_end(*child);
  {
    const std::lock_guard lock(mutex_);
    child_ = 0;
  }
  return base::exit_status_of(*child);
}

std::string ProgramRun::output() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

void ProgramRun::stop() {
  const std::lock_guard lock(mutex_);
  if (stopped_) return;
  stopped_ = std::chrono::steady_clock::now();
  // `warplens program` then ends what it has started, and goes on to record.
  if (child_ != 0) ::kill(child_, SIGTERM);
}

bool ProgramRun::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_.has_value();
}

}  // namespace warplens::desk
