#pragma once

#include "base/result.h"
#include "launch/device.h"

namespace warplens::gpu {

/// Properties of GPU `ordinal` (0 is the first) as CUDA reports them.
base::Result<launch::DeviceProperties> properties_of(int ordinal);

/// A CUDA version number (1000 · major + 10 · minor) as people write it: 13000 → "13.0".
std::string version_text(int version);

}  // namespace warplens::gpu
