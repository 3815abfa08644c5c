#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/kernel_file/signature.h"
#include "program/named_files.h"
#include "report/json.h"

namespace warplens::program {

/// The names that kernels give to the buffers of a program.
class ParameterNames {
 public:
  explicit ParameterNames(const NamedFiles& files) : files_(files) {}

  /// In the message of a finding in a kernel, the parameter's name before the host's: "sum[0] (d_sum)" for "d_sum[0]". `launch`:
  /// the journal's event, whose "pointers" say which parameter points to which buffer. Unchanged if two parameters point to the
  /// buffer, if both names are the same, or if the finding's line is not in the kernel's source.
  std::string in(const std::string& message, const report::Json& finding, const report::Json& launch);

 private:
  const std::vector<experiment::KernelSignature>& kernels_in(const std::string& file);

  const NamedFiles& files_;
  std::map<std::string, std::vector<experiment::KernelSignature>> kernels_;  ///< by file, in the order of their lines
};

}  // namespace warplens::program
