#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "runtime/environment.h"
#include "runtime/observation.h"

namespace warplens::program {

/// Names and values of environment variables.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// Variables to run a program on the SIMT machine: our CUDA runtime is found first.
Variables variables_on_simt(const runtime::Environment& environment);

/// Variables to run a program on a GPU: NVIDIA's CUDA runtime is found by this process's environment, or else in the toolkit of
/// `nvcc` ("": no toolkit), and our library observes the program. Error: our library does not exist.
base::Result<Variables> variables_on_gpu(const runtime::Observation& observation, const std::filesystem::path& nvcc);

}  // namespace warplens::program
