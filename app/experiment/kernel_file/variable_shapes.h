#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "launch/arguments/variable_shape.h"
#include "ptx/module.h"

namespace warplens::experiment {

/// The __shared__, __device__ and __constant__ variables that CUDA C++ text declares with types and extents it knows itself.
/// `headers`: text that it includes, for types and constants. `variables`: demangled names of those in the PTX; a variable whose
/// shape depends on template parameters is known for each instance among them.
std::vector<launch::VariableShape> variable_shapes(std::string_view text, std::string_view headers = {},
                                                   const std::vector<std::string>& variables = {});

/// The same of a .cu file, the user's headers and the module made of it; nothing of other files.
std::vector<launch::VariableShape> variable_shapes_of(const std::filesystem::path& source, const ptx::Module& module);

/// The same of text and the module made of it.
std::vector<launch::VariableShape> variable_shapes_in(std::string_view text, std::string_view headers, const ptx::Module& module);

}  // namespace warplens::experiment
