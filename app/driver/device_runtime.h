#pragma once

#include <string>

namespace warplens::driver {

/// PTX of the functions of CUDA's device runtime (libcudadevrt.a) that compilers call for barriers of a whole grid; it is linked
/// where NVIDIA's library, which is machine code of cards, would be.
const std::string& device_runtime_ptx();

}  // namespace warplens::driver
