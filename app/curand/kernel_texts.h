#pragma once

// The PTX of kernels/*.cu, which the build makes and puts into the library: programs may be in a sandbox without other files.

namespace warplens::curand {

extern const char* const xorwow_ptx;
extern const char* const mrg32k3a_ptx;
extern const char* const philox_ptx;

}  // namespace warplens::curand
