#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "launch/texture.h"
#include "runtime/memory.h"

namespace warplens::runtime {

/// A CUDA array: texels in memory that programs cannot address, row after row without gaps (GPUs lay them out otherwise).
struct Array {
  Allocation* allocation = nullptr;
  launch::Texture texels;  ///< its format, extents and layout; not its handle and buffer
  std::uint32_t flags = 0;
  std::uint64_t width = 0, height = 0, depth = 0;  ///< as the program gave them: 0 for a dimension that it lacks
};

/// A texture or surface object.
struct TextureObject {
  Allocation* allocation = nullptr;              ///< what it reads or writes
  launch::Texture texture;                       ///< all but its buffer
  std::vector<std::byte> resource, description;  ///< the structures that the program made it from
};

/// The arrays and the texture and surface objects of a program, by numbers that are never given twice.
class Textures {
 public:
  /// Returns its number, from 1.
  std::uint32_t add(Array array);
  Array* array(std::uint32_t number);
  void remove_array(std::uint32_t number) { arrays_.erase(number); }

  /// Returns the handle that kernels get.
  std::uint64_t add(TextureObject object);
  /// Null if there is no such texture, or surface.
  TextureObject* object(std::uint64_t handle, bool surface);
  void remove_object(std::uint64_t handle) { objects_.erase(handle); }

  /// The objects whose memory is not freed, for a launch with these buffers.
  std::vector<launch::Texture> of_launch(std::span<Allocation* const> buffers) const;
  /// Forget everything, for cudaDeviceReset.
  void reset() {
    arrays_.clear();
    objects_.clear();
  }

 private:
  std::map<std::uint32_t, Array> arrays_;
  std::map<std::uint64_t, TextureObject> objects_;
  std::uint32_t arrays_made_ = 0;
  std::uint64_t objects_made_ = 0;
};

}  // namespace warplens::runtime
