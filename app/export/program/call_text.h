#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "export/program/plan.h"

namespace warplens::export_ {

/// How a call differs from that of the whole launch, for one of its parts in a stream.
struct PartOfCall {
  std::string grid, stream, count;  ///< C++: instead of the grid; the stream; instead of the number of elements
  std::string count_argument;       ///< name of the argument that is that number
  std::string first;                ///< C++: added to each of the device's addresses
};

/// The launch of a kernel in main(), as lines indented by two spaces. `before`: the definitions of its structure arguments, and
/// the call that allows more than 48 KiB of shared memory. Errors: a structure argument whose fields the source does not declare.
struct CallText {
  std::string before, call;
};
base::Result<CallText> call_text(const experiment::Experiment& experiment, const Plan& plan, const PlannedLaunch& planned,
                                 Names& names, const PartOfCall& part = {});

}  // namespace warplens::export_
