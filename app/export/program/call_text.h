#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "export/program/plan.h"

namespace warplens::export_ {

/// Changes to the call of a whole launch for one of its parts in a stream.
struct PartOfCall {
  std::string grid, stream, count;  ///< C++: the part's grid, stream, and number of elements
  std::string count_argument;       ///< name of the argument for the number of elements
  std::string first;                ///< C++: added to each device address
};

/// C++ lines in main() that launch a kernel, indented by two spaces. `before`: definitions of its structure arguments, and the
/// call that allows more than 48 KiB of shared memory. Errors: a structure argument whose fields the source does not declare.
struct CallText {
  std::string before, call;
};
base::Result<CallText> call_text(const experiment::Experiment& experiment, const Plan& plan, const PlannedLaunch& planned,
                                 Names& names, const PartOfCall& part = {});

}  // namespace warplens::export_
