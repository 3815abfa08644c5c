#pragma once

#include <array>
#include <cstdint>

#include "runtime/interface.h"

// Limits of textures, surfaces and arrays (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": 7.5 and
// later). 0: what is not modelled.

namespace warplens::cudart {

inline constexpr int max_texture_line = 131072, max_texture_line_of_memory = 1 << 28;
inline constexpr int max_texture_plane[2] = {131072, 65536}, max_texture_rows[2] = {131072, 65000};
inline constexpr int max_texture_pitch = 2097120, max_texture_volume = 16384, max_texture_in_layers = 32768;
inline constexpr int max_texture_layers = 2048, max_surface_line = 32768;

/// The members of cudaDeviceProp from maxTexture2D to maxSurfaceCubemapLayered.
inline constexpr std::array<int, 37> texture_properties{
    max_texture_plane[0],
    max_texture_plane[1],  // maxTexture2D
    0,
    0,  // …Mipmap
    max_texture_rows[0],
    max_texture_rows[1],
    max_texture_pitch,  // …Linear
    max_texture_in_layers,
    max_texture_in_layers,  // …Gather
    max_texture_volume,
    max_texture_volume,
    max_texture_volume,  // maxTexture3D
    0,
    0,
    0,  // …Alt
    0,  // maxTextureCubemap
    max_texture_in_layers,
    max_texture_layers,  // maxTexture1DLayered
    max_texture_in_layers,
    max_texture_in_layers,
    max_texture_layers,  // maxTexture2DLayered
    0,
    0,                 // maxTextureCubemapLayered
    max_surface_line,  // maxSurface1D
    max_texture_plane[0],
    max_texture_plane[1],  // maxSurface2D
    max_texture_volume,
    max_texture_volume,
    max_texture_volume,  // maxSurface3D
    max_texture_in_layers,
    max_texture_layers,  // maxSurface1DLayered
    max_texture_in_layers,
    max_texture_in_layers,
    max_texture_layers,  // maxSurface2DLayered
    0,                   // maxSurfaceCubemap
    0,
    0,  // maxSurfaceCubemapLayered
};

/// The attribute of a device, if it is one of these; otherwise 0.
constexpr int texture_attribute(cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxTexture1DWidth:
      return max_texture_line;
    case cudaDevAttrMaxTexture1DLinearWidth:
      return max_texture_line_of_memory;
    case cudaDevAttrMaxTexture2DWidth:
    case cudaDevAttrMaxSurface2DWidth:
      return max_texture_plane[0];
    case cudaDevAttrMaxTexture2DHeight:
    case cudaDevAttrMaxSurface2DHeight:
      return max_texture_plane[1];
    case cudaDevAttrMaxTexture2DLinearWidth:
      return max_texture_rows[0];
    case cudaDevAttrMaxTexture2DLinearHeight:
      return max_texture_rows[1];
    case cudaDevAttrMaxTexture2DLinearPitch:
      return max_texture_pitch;
    case cudaDevAttrMaxTexture3DWidth:
    case cudaDevAttrMaxTexture3DHeight:
    case cudaDevAttrMaxTexture3DDepth:
    case cudaDevAttrMaxSurface3DWidth:
    case cudaDevAttrMaxSurface3DHeight:
    case cudaDevAttrMaxSurface3DDepth:
      return max_texture_volume;
    case cudaDevAttrMaxTexture1DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredWidth:
    case cudaDevAttrMaxTexture2DLayeredHeight:
    case cudaDevAttrMaxTexture2DGatherWidth:
    case cudaDevAttrMaxTexture2DGatherHeight:
    case cudaDevAttrMaxSurface1DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredWidth:
    case cudaDevAttrMaxSurface2DLayeredHeight:
      return max_texture_in_layers;
    case cudaDevAttrMaxTexture1DLayeredLayers:
    case cudaDevAttrMaxTexture2DLayeredLayers:
    case cudaDevAttrMaxSurface1DLayeredLayers:
    case cudaDevAttrMaxSurface2DLayeredLayers:
      return max_texture_layers;
    case cudaDevAttrMaxSurface1DWidth:
      return max_surface_line;
    default:
      return 0;
  }
}

/// The largest extents of an array of so many dimensions.
constexpr std::array<std::uint64_t, 3> max_array(int dimensions, bool layered, bool surface) {
  if (layered) return {max_texture_in_layers, max_texture_in_layers, max_texture_layers};
  if (dimensions == 3) return {max_texture_volume, max_texture_volume, max_texture_volume};
  if (dimensions == 1) return {static_cast<std::uint64_t>(surface ? max_surface_line : max_texture_line), 1, 1};
  return {max_texture_plane[0], max_texture_plane[1], 1};
}

}  // namespace warplens::cudart
