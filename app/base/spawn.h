#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/process.h"
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

/// A running program, fed through its standard input. If this object is destroyed before finish(), the program and its children
/// are ended.
class FedProcess {
 public:
  /// Start `program` with `arguments`, without a shell. Error: it cannot be started.
  static Result<FedProcess> start(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  FedProcess(FedProcess&& other) noexcept;
  FedProcess& operator=(FedProcess&&) = delete;
  ~FedProcess();

  /// Write all of `bytes` to its input. Error (never a signal): it has ended, or has read nothing for five minutes; finish() then
  /// gives its output.
  Status write(std::span<const std::byte> bytes);

  /// Close its input, and wait for its end, at most five minutes. The result has the first megabyte of its standard output and
  /// standard error. Call it once.
  Result<ProcessResult> finish();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;

  FedProcess(std::string program, pid_t child, Descriptor feed, File output);

  std::string program_;
  pid_t child_;  ///< 0 once it has ended
  Descriptor feed_;
  File output_;
};

}  // namespace warplens::base
