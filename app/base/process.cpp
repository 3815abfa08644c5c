#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/spawn.h"

namespace warplens::base {
namespace {

using Clock = std::chrono::steady_clock;

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

struct Stat {
  char state = 0;
  pid_t parent = 0;
  std::uint64_t resident_bytes = 0;
};

/// The fields of /proc/PID/stat (proc(5)) behind the name, which is in parentheses and may contain any character.
std::optional<Stat> stat_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  // A stream reports a process that has gone since; its iterators would throw.
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  constexpr int fields_between = 19;  // from the parent, field 4, to the resident pages, field 24
  Stat stat;
  fields >> stat.state >> stat.parent;
  std::string skipped;
  for (int k = 0; k < fields_between; ++k) fields >> skipped;
  std::int64_t pages = 0;
  if (!(fields >> pages)) return std::nullopt;
  stat.resident_bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return stat;
}

}  // namespace

Result<ProcessResult> run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit, std::uint64_t memory) {
  if (memory > 0) {  // the limit holds for a shell, in whose place the program then comes; a lower one that there is stays
    std::vector<std::string> words{"-c", "ulimit -v " + std::to_string(memory / 1024) + " 2>/dev/null; exec \"$0\" \"$@\"",
                                   program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_process("/bin/sh", words, limit);
  }
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{program.string(), 0, 0, std::string("cannot run: ") + std::strerror(errno)};
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const auto child = spawn(program, arguments, -1, writing.number());
  if (!child) return child.error();
  writing.close();

  ProcessResult result;
  const auto deadline = Clock::now() + limit;
  // A program that has closed its output may still run on.
  std::optional<int> status;
  if (read_all(reading.number(), deadline, result.output)) status = exit_status_of(*child, deadline);
  if (!status) {
    ::kill(-*child, SIGKILL);
    exit_status_of(*child);
    return Error{program.string(), 0, 0, "did not end within " + std::to_string(limit.count()) + " seconds"};
  }
  result.exit_status = *status;
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

ProcessTree::ProcessTree() {
  std::error_code code;
  for (std::filesystem::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
    const std::string name = at->path().filename().string();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ptr != name.data() + name.size()) continue;
    const auto stat = stat_of(process);
    if (!stat || stat->state == 'Z') continue;
    children_.insert({stat->parent, process});
    resident_bytes_[process] = stat->resident_bytes;
  }
}

std::vector<pid_t> ProcessTree::below(pid_t process) const {
  std::vector<pid_t> found;
  const auto add_children = [&](pid_t parent) {
    const auto [begin, end] = children_.equal_range(parent);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  };
  add_children(process);
  for (std::size_t k = 0; k < found.size(); ++k) add_children(found[k]);
  return found;
}

std::uint64_t ProcessTree::resident_bytes(pid_t process) const {
  std::vector<pid_t> all = below(process);
  all.push_back(process);
  std::uint64_t bytes = 0;
  for (const pid_t each : all)
    if (const auto found = resident_bytes_.find(each); found != resident_bytes_.end()) bytes += found->second;
  return bytes;
}

void end_descendants_of(pid_t process) {
  constexpr int rounds = 100;
  for (int k = 0; k < rounds; ++k) {
    const std::vector<pid_t> left = ProcessTree().below(process);
    if (left.empty()) return;
    for (const pid_t each : left) ::kill(each, SIGKILL);
    ::usleep(1000);
  }
}

}  // namespace warplens::base
