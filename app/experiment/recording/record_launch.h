#pragma once

#include <string>

#include "base/result.h"
#include "launch/launch.h"
#include "launch/recording/recording.h"

namespace warplens::experiment {

/// Make a recording of one launch without a placement, as of a program that makes this launch only: its buffers and variables
/// before it, at addresses of their own. Buffers have the names of the kernel's parameters in `source`, if it tells them.
/// `spec`: preset of the SIMT machine. Error: a recording cannot hold it (launch::contradiction()).
base::Result<launch::ProgramRecording> record_launch(const launch::Launch& launch, const std::string& spec,
                                                     const launch::RecordedSource& source);

}  // namespace warplens::experiment
