#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

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

}  // namespace warplens::base
