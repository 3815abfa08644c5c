#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::ptx {

/// A name that CUDA 13 has removed, or whose parameters it has changed, and the line of its first use.
struct FormerName {
  std::string name;
  int line = 0;
  bool removed = true;
  bool operator==(const FormerName&) const = default;
};

/// The former names in a C++ text: members of cudaDeviceProp after . or ->, and functions. Words in comments count, too.
std::vector<FormerName> former_names_in(std::string_view text);

/// nvcc's options that give a program the former names (nvcc/before_cuda_13.cuh). They change nothing for a toolkit before 13.
std::vector<std::string> options_for_former_names();

/// Whether the toolkit of this nvcc has removed them, by its header; false if it is not found.
bool lacks_former_names(const std::filesystem::path& nvcc);

}  // namespace warplens::ptx
