#pragma once

#include <span>

namespace warplens::ptx {

/// A substitute for a header of the C library, with the parts that device code needs.
struct NvrtcHeader {
  const char* name;  ///< as in the include: "cstdio"
  const char* text;
};

/// For NVRTC: the headers of the C library that .cu files include most. NVRTC has printf, malloc, memcpy and the mathematical
/// functions built in, but no host headers. If a source needs more than these, NVRTC refuses it, and nvcc or clang compiles it.
std::span<const NvrtcHeader> nvrtc_headers();

}  // namespace warplens::ptx
