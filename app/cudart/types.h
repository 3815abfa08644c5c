#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dim3.h"

// Parameter types of the CUDA runtime's C interface, with the memory layout of CUDA 13 (CUDA Runtime API, "Data Structures used
// by CUDA Runtime"). Enumerations are passed as int.

#define WARPLENS_EXPORT extern "C" [[gnu::visibility("default")]]

namespace warplens::cudart {

struct PitchedPointer {
  void* pointer;
  std::size_t pitch, width, height;
};

struct Extent {
  std::size_t width, height, depth;
};

struct Position {
  std::size_t x, y, z;
};

struct Copy3D {
  void* from_array;
  Position from_position;
  PitchedPointer from;
  void* to_array;
  Position to_position;
  PitchedPointer to;
  Extent extent;
  int kind;
};

struct MemoryLocation {
  int type, id;
};

struct PointerAttributes {
  int type, device;
  void *device_pointer, *host_pointer;
  long reserved[8];
};

struct FunctionAttributes {
  std::size_t shared_bytes, constant_bytes, local_bytes;
  int threads_per_block, registers, ptx_version, binary_version, cache_mode, dynamic_shared_bytes, shared_carveout;
  int cluster[6];
  int reserved[16];
};

constexpr int cooperative_attribute = 2;  ///< cudaLaunchAttributeCooperative

struct LaunchAttribute {
  int id, padding;
  int value[16];
};

struct LaunchConfiguration {
  base::Dim3 grid, block;
  std::size_t dynamic_shared;
  void* stream;
  void* attributes;
  unsigned attribute_count;
};

}  // namespace warplens::cudart
