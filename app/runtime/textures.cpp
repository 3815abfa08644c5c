#include "runtime/textures.h"

#include <algorithm>
#include <utility>

namespace warplens::runtime {

std::uint32_t Textures::add(Array array) {
  arrays_.emplace(++arrays_made_, std::move(array));
  return arrays_made_;
}

Array* Textures::array(std::uint32_t number) {
  const auto found = arrays_.find(number);
  return found != arrays_.end() ? &found->second : nullptr;
}

std::uint64_t Textures::add(TextureObject object) {
  object.texture.handle = ++objects_made_;
  objects_.emplace(objects_made_, std::move(object));
  return objects_made_;
}

TextureObject* Textures::object(std::uint64_t handle, bool surface) {
  const auto found = objects_.find(handle);
  return found != objects_.end() && found->second.texture.surface == surface ? &found->second : nullptr;
}

std::vector<launch::Texture> Textures::of_launch(std::span<Allocation* const> buffers) const {
  std::vector<launch::Texture> textures;
  for (const auto& [handle, object] : objects_) {
    const auto buffer = std::ranges::find(buffers, object.allocation);
    if (object.allocation->freed || buffer == buffers.end()) continue;
    textures.push_back(object.texture);
    textures.back().buffer = static_cast<std::uint32_t>(buffer - buffers.begin());
  }
  return textures;
}

}  // namespace warplens::runtime
