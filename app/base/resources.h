#pragma once

#include <filesystem>

namespace warplens::base {

/// Folder of the program's resources, kernels/ shaders/ assets/ fonts/, which the build makes in the folder of the binary. The
/// environment variable WARPLENS_RESOURCES overrides it.
std::filesystem::path resource_folder();

}  // namespace warplens::base
