#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/process.h"
#include "base/result.h"
#include "base/spawn.h"

namespace warplens::base {

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
