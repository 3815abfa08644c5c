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

/// A program that runs while it is fed through its standard input. Ended, with its children, where it is given up before
/// finish().
class FedProcess {
 public:
  /// Start `program` with `arguments`, without a shell. Errors: it cannot be started.
  static Result<FedProcess> start(const std::filesystem::path& program, const std::vector<std::string>& arguments);
  FedProcess(FedProcess&& other) noexcept;
  FedProcess& operator=(FedProcess&&) = delete;
  ~FedProcess();

  /// Hand it `bytes`, all of them. An error, and no signal, where it has ended or takes nothing for five minutes: finish() then
  /// tells what it said.
  Status write(std::span<const std::byte> bytes);

  /// No more input: wait until it has ended, at most five minutes. Its output is the first megabyte of what it wrote to standard
  /// output and standard error. Once.
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
