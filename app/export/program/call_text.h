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

/// The launch of a kernel in main(), with what has to come before it: structures that are its arguments, and the permission for
/// more than 48 KiB of shared memory. Lines that end in \n, indented by two. Errors: a structure that the source does not say.
struct CallText {
  std::string before, call;
};
base::Result<CallText> call_text(const experiment::Experiment& experiment, const Plan& plan, const PlannedLaunch& planned,
                                 Names& names, const PartOfCall& part = {});

}  // namespace warplens::export_
