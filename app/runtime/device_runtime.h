#pragma once

#include <string>

namespace warplens::runtime {

/// PTX of our own for CUDA's device runtime (libcudadevrt.a, which is machine code of cards): the functions that compilers call
/// for a barrier of the whole grid, and where a kernel launches a kernel.
const std::string& device_runtime_ptx();

/// Whether device_runtime_ptx() defines a function of this name.
bool is_of_device_runtime(const std::string& name);

}  // namespace warplens::runtime
