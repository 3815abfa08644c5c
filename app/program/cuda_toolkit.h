#pragma once

#include <filesystem>
#include <vector>

namespace warplens::program {

/// The CUDA toolkit's nvcc on PATH or at its usual place; "": there is none.
std::filesystem::path find_nvcc();

/// Folders in which `nvcc` looks for libraries and in which NVIDIA's libcudart.so is. nvcc itself tells them ("nvcc --dryrun";
/// NVIDIA CUDA Compiler Driver NVCC, "Options for Guiding the Compiler Driver"), since nvcc on PATH may be a script that starts a
/// toolkit elsewhere, as in Debian. Empty if nvcc does not answer.
std::vector<std::filesystem::path> cudart_folders(const std::filesystem::path& nvcc);

}  // namespace warplens::program
