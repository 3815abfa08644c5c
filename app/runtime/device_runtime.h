#pragma once

#include <string>

namespace warplens::runtime {

/// PTX of the functions of CUDA's device runtime (libcudadevrt.a) that compilers call for barriers of a whole grid, and for
/// launches by kernels; it is linked where NVIDIA's library, which is machine code of cards, would be.
const std::string& device_runtime_ptx();

/// Whether device_runtime_ptx() defines a function of this name.
bool is_of_device_runtime(const std::string& name);

}  // namespace warplens::runtime
