#include "grade/judge_apart.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/number_format.h"
#include "base/process.h"
#include "base/spawn.h"
#include "grade/submissions.h"
#include "grade/verdict.h"

namespace warplens::grade {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_message = std::size_t{64} << 20;  // bytes: a verdict with its pictures
constexpr std::chrono::milliseconds between_looks{100};     // at what the processes take

/// Bytes of regular files below `folder`; a folder of very many files counts as too large.
std::uint64_t bytes_below(const std::filesystem::path& folder) {
  constexpr std::size_t max_files = 10'000;
  std::uint64_t bytes = 0;
  std::size_t files = 0;
  std::error_code code;
  std::filesystem::recursive_directory_iterator at(folder, std::filesystem::directory_options::skip_permission_denied, code), end;
  for (; !code && at != end; at.increment(code)) {
    if (++files > max_files) return UINT64_MAX;
    std::error_code gone;
    if (at->is_symlink(gone) || !at->is_regular_file(gone)) continue;
    const std::uintmax_t size = at->file_size(gone);
    if (!gone) bytes += size;
  }
  return bytes;
}

/// A submission that is being judged.
class Judging {
 public:
  Judging(const Submission& submission, std::size_t index, std::filesystem::path folder, pid_t process, base::Descriptor message,
          Clock::time_point deadline)
      : submission_(submission),
        index_(index),
        folder_(std::move(folder)),
        process_(process),
        message_(std::move(message)),
        deadline_(deadline) {}
  Judging(Judging&&) = delete;
  ~Judging() {
    end();
    remove_left(folder_);
  }

  std::size_t index() const { return index_; }
  int descriptor() const { return message_.number(); }

  /// The verdict, if the process has said it, or ended without one.
  std::optional<Verdict> verdict() {
    if (may_say_more()) return std::nullopt;
    std::optional<Verdict> said = verdict_in(text_);
    const int status = end();
    if (said && said->name == submission_.name) return said;
    return verdict_of(Word::refused, status > 128 ? "judging it was ended by signal " + std::to_string(status - 128)
                                                  : "judging it ended without a verdict");
  }

  /// The verdict, if the process and what it has started take more than they may. They are then ended.
  std::optional<Verdict> verdict_on_excess(const JudgeLimits& limits, const base::ProcessTree& processes) {
    if (Clock::now() >= deadline_) {
      const auto seconds = static_cast<std::uint64_t>(limits.time.count());
      return verdict_of(Word::hanging, "judging it took more than " + base::counted(seconds, "second"));
    }
    if (processes.resident_bytes(process_) > limits.memory)
      return verdict_of(Word::crashing, "it took more than " + megabytes(limits.memory) + " of memory");
    if (bytes_below(folder_) > limits.disk)
      return verdict_of(Word::crashing, "it wrote more than " + megabytes(limits.disk) + ", or too many files");
    return std::nullopt;
  }

 private:
  /// Takes what there is to read. False at the end.
  bool may_say_more() {
    std::array<char, 65536> chunk;
    for (;;) {
      const ssize_t got = ::read(message_.number(), chunk.data(), chunk.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return true;
      if (got <= 0) return false;
      text_.append(chunk.data(), static_cast<std::size_t>(got));
      if (text_.size() > max_message) return false;
    }
  }

  Verdict verdict_of(Word word, std::string reason) const {
    Verdict verdict{.name = submission_.name};
    verdict.set(word, std::move(reason));
    return verdict;
  }

  static std::string megabytes(std::uint64_t bytes) { return base::grouped(bytes >> 20) + " MiB"; }

  /// End the process and all that it has started: its exit status, as of base::exit_status_of().
  int end() {
    if (process_ == 0) return 0;
    constexpr std::chrono::seconds patience{5};  // it has said its verdict, and only has to return
    std::optional<int> status;
    if (!text_.empty()) status = base::exit_status_of(process_, Clock::now() + patience);
    if (!status) {
      ::kill(process_, SIGSTOP);  // so that it starts nothing more
      base::end_descendants_of(process_);
      ::kill(process_, SIGKILL);
      status = base::exit_status_of(process_);
    }
    process_ = 0;
    return *status;
  }

  const Submission& submission_;
  std::size_t index_;
  std::filesystem::path folder_;
  pid_t process_;
  base::Descriptor message_;
  Clock::time_point deadline_;
  std::string text_;
};

void write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

/// What the process of a submission does. Never returns.
[[noreturn]] void judge_here(const Judge& judge, const Submission& submission, const std::filesystem::path& folder,
                             int descriptor) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // what a program leaves behind stays below this process
  // The first that the system ends where memory is short.
  if (std::FILE* const file = std::fopen("/proc/self/oom_score_adj", "w"); file != nullptr) {
    std::fputs("1000", file);
    std::fclose(file);
  }
  Verdict verdict{.name = submission.name};
  try {
    verdict = judge(submission, folder);
  } catch (const std::exception& exception) {
    verdict.set(Word::refused, std::string("judging it failed: ") + exception.what());
  }
  base::end_descendants_of(::getpid());
  write_all(descriptor, message_of(verdict));
  std::fflush(nullptr);
  ::_exit(0);
}

base::Result<std::unique_ptr<Judging>> begin(const std::vector<Submission>& submissions, std::size_t index, const Judge& judge,
                                             const JudgeLimits& limits) {
  auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return base::error(std::string("cannot start a process: ") + std::strerror(errno));
  base::Descriptor reading(ends[0]), writing(ends[1]);
  ::fcntl(reading.number(), F_SETFL, O_NONBLOCK);
  std::fflush(nullptr);  // or the new process would print it as well
  const pid_t process = ::fork();
  if (process < 0) return base::error(std::string("cannot start a process: ") + std::strerror(errno));
  if (process == 0) judge_here(judge, submissions[index], folder->path(), writing.number());
  return std::make_unique<Judging>(submissions[index], index, folder->release(), process, std::move(reading),
                                   Clock::now() + limits.time);
}

/// Wait until one of them has written, for as long as is between two looks at most.
void await_message(const std::list<std::unique_ptr<Judging>>& running) {
  std::vector<pollfd> waiting;
  for (const auto& each : running) waiting.push_back({each->descriptor(), POLLIN, 0});
  ::poll(waiting.data(), waiting.size(), static_cast<int>(between_looks.count()));
}

}  // namespace

JudgeLimits judge_limits(unsigned at_once) {
  JudgeLimits limits;
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)),
             page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  limits.memory = std::min(judge_memory, pages * page / (at_once + 1));
  return limits;
}

base::Result<std::vector<Verdict>> judge_apart(const std::vector<Submission>& submissions, const Judge& judge, unsigned at_once,
                                               const JudgeLimits& limits, const std::function<bool()>& stops) {
  std::vector<Verdict> verdicts(submissions.size());
  std::list<std::unique_ptr<Judging>> running;
  std::size_t next = 0;
  auto looked = Clock::now();
  while (next < submissions.size() || !running.empty()) {
    while (next < submissions.size() && running.size() < std::max(1u, at_once)) {
      auto begun = begin(submissions, next, judge, limits);
      if (begun) {
        running.push_back(std::move(*begun));
      } else {
        verdicts[next] = {.name = submissions[next].name};
        verdicts[next].set(Word::refused, begun.error().message);
      }
      ++next;
    }
    await_message(running);
    std::optional<base::ProcessTree> processes;  // of this look, if it is time for one
    if (Clock::now() - looked >= between_looks) {
      looked = Clock::now();
      processes.emplace();
    }
    if (processes && stops()) return base::error("ended by a signal before all submissions were judged");
    for (auto each = running.begin(); each != running.end();) {
      std::optional<Verdict> verdict = (*each)->verdict();
      if (!verdict && processes) verdict = (*each)->verdict_on_excess(limits, *processes);
      if (verdict) verdicts[(*each)->index()] = std::move(*verdict);
      each = verdict ? running.erase(each) : std::next(each);
    }
  }
  return verdicts;
}

}  // namespace warplens::grade
