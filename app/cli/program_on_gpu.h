#pragma once

#include "base/result.h"
#include "cli/command.h"
#include "cli/program_request.h"
#include "launch/device_choice.h"

namespace warplens::cli {

/// `warplens program --device gpu`: build the program against NVIDIA's CUDA runtime, run it on a GPU, and measure its launches.
/// Errors: options for the SIMT machine only; no GPU, and why; the program cannot be built or started.
base::Result<Answer> serve_program_on_gpu(const ProgramOptions& options, const launch::DeviceChoice& choice,
                                          const Context& context);

}  // namespace warplens::cli
