#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "launch/arguments/variable_shape.h"

namespace warplens::experiment {

/// The __shared__, __device__ and __constant__ variables that CUDA C++ text declares with types and extents it knows itself: not
/// those of templates. `headers`: text that it includes, for types and constants.
std::vector<launch::VariableShape> variable_shapes(std::string_view text, std::string_view headers = {});

/// The same of a .cu file and the user's headers; nothing of other files.
std::vector<launch::VariableShape> variable_shapes_of(const std::filesystem::path& source);

}  // namespace warplens::experiment
