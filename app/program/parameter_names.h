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

  /// The message of a finding in a kernel, with the parameter's name before the host's: "d_sum[0]" becomes "sum[0] (d_sum)".
  /// `launch`: the journal's event; its "pointers" say which parameter points to which buffer. The message stays as it is if two
  /// parameters point to the buffer, if both names are the same, or if the finding's line is outside of the kernel.
  std::string in(const std::string& message, const report::Json& finding, const report::Json& launch);

 private:
  const std::vector<experiment::KernelSignature>& kernels_in(const std::string& file);

  const NamedFiles& files_;
  std::map<std::string, std::vector<experiment::KernelSignature>> kernels_;  ///< by file, in the order of their lines
};

}  // namespace warplens::program
