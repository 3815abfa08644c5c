#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "launch/arguments/variable_shape.h"
#include "ptx/module.h"

namespace warplens::experiment {

/// Find the shapes of the __shared__, __device__ and __constant__ variables declared in CUDA C++ text. `headers`: text of
/// included headers, for types and constants. `variables`: demangled names of the variables in the PTX; if a shape depends on
/// template parameters, it is found for each instance among them.
std::vector<launch::VariableShape> variable_shapes(std::string_view text, std::string_view headers = {},
                                                   const std::vector<std::string>& variables = {});

/// The shapes from a .cu file, the user's headers and the module compiled from it; empty for other files.
std::vector<launch::VariableShape> variable_shapes_of(const std::filesystem::path& source, const ptx::Module& module);

/// The shapes from text and headers, and the module compiled from them.
std::vector<launch::VariableShape> variable_shapes_in(std::string_view text, std::string_view headers, const ptx::Module& module);

}  // namespace warplens::experiment
