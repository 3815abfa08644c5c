#pragma once

#include <span>

namespace warplens::ptx {

/// A header of the C library, as device code needs it.
struct NvrtcHeader {
  const char* name;  ///< as it is included: "cstdio"
  const char* text;
};

/// The headers of the C library that a .cu file includes most, for NVRTC, which has printf, malloc, memcpy and the mathematical
/// functions built in but no headers of the host. What they lack makes NVRTC refuse a source, which nvcc or clang then compiles.
std::span<const NvrtcHeader> nvrtc_headers();

}  // namespace warplens::ptx
