#pragma once

#include <filesystem>

namespace warplens::base {

/// Folder with what the program needs at run time, made by the build in the folder of the binary: kernels/ shaders/ assets/
/// fonts/. The environment variable WARPLENS_RESOURCES overrides it.
std::filesystem::path resource_folder();

}  // namespace warplens::base
