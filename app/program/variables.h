#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "runtime/environment.h"
#include "runtime/observation.h"

namespace warplens::program {

/// Names and values.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// For a program that is to run on the SIMT machine: with our CUDA runtime, which is found first.
Variables variables_on_simt(const runtime::Environment& environment);

/// For a program that is to run on a GPU: with NVIDIA's CUDA runtime, where this process's environment has it or else in the
/// toolkit whose nvcc is given ("": none), and with our library that observes it. Error: that library is not there.
base::Result<Variables> variables_on_gpu(const runtime::Observation& observation, const std::filesystem::path& nvcc);

}  // namespace warplens::program
