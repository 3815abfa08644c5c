#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// A file descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  int number() const { return number_; }
  void close();

 private:
  int number_;
};

/// Start `program` with `arguments`, without a shell and in its own process group, so that its children can be ended with it.
/// It starts with no signal blocked. `input`: its standard input, or -1 for none; `output`: its standard output and standard
/// error.
Result<pid_t> spawn(const std::filesystem::path& program, const std::vector<std::string>& arguments, int input, int output);

/// Start a command through the shell. If there is a terminal, it runs in this program's process group, so that it can ask for a
/// password, and Ctrl C ends it; otherwise in its own process group. It starts with no signal blocked, and SIGPIPE ends it.
Result<pid_t> spawn_shell(const std::string& command, int input, int output, int errors);

/// Wait until a child has ended. Returns its exit status, or 128 + the signal's number if a signal ended it.
int exit_status_of(pid_t child);

/// Wait like exit_status_of(child), at most until `deadline`; nothing if the child still runs then. It is left running.
std::optional<int> exit_status_of(pid_t child, std::chrono::steady_clock::time_point deadline);

}  // namespace warplens::base
