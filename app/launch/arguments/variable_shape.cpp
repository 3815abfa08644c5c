#include "launch/arguments/variable_shape.h"

#include <algorithm>

namespace warplens::launch {
namespace {

/// Whether a variable of this shape has `size` bytes, as far as both are known.
bool fits(const VariableShape& shape, std::uint64_t size) {
  std::uint64_t bytes = shape.element_bytes;
  for (const std::uint64_t extent : shape.extents) bytes *= extent;
  return size == 0 || bytes == 0 || bytes == size;
}

std::string indices_text(const VariableShape& shape, std::uint64_t element) {
  std::string text;
  for (std::size_t d = shape.extents.size(); d-- > 0;) {
    const std::uint64_t extent = shape.extents[d];
    const std::uint64_t index = d == 0 || extent == 0 ? element : element % extent;
    text = "[" + std::to_string(index) + "]" + text;
    if (extent != 0) element /= extent;
  }
  return text;
}

/// What of an element an access concerns: a field, or some of its bytes; "" for all of it.
std::string part_text(const VariableShape& shape, std::uint64_t offset, std::uint64_t bytes) {
  std::uint64_t begin = 0, size = shape.element_bytes;
  std::string text;
  const auto field = std::find_if(shape.fields.begin(), shape.fields.end(), [&](const VariableShape::Field& each) {
    return offset >= each.offset && offset - each.offset < each.bytes;
  });
  if (field != shape.fields.end() && offset + bytes <= field->offset + field->bytes) {
    text = "." + field->name;
    begin = field->offset;
    size = field->bytes;
  }
  const std::uint64_t first = offset - begin;
  if (bytes >= size) return text;
  if (bytes == 1) return text + " (byte " + std::to_string(first) + ")";
  return text + " (bytes " + std::to_string(first) + " to " + std::to_string(first + bytes - 1) + ")";
}

}  // namespace

std::optional<PlaceInVariable> place_in_variable(const std::vector<VariableShape>& shapes, const std::string& name,
                                                 std::uint64_t size, std::uint64_t offset, std::uint64_t bytes) {
  const VariableShape* meant = nullptr;
  for (const VariableShape& shape : shapes) {
    if (shape.name != name || !fits(shape, size)) continue;
    if (meant != nullptr && !(shape == *meant)) return std::nullopt;
    meant = &shape;
  }
  if (meant == nullptr) return std::nullopt;
  const std::uint64_t element = offset / meant->element_bytes;
  return PlaceInVariable{static_cast<std::int64_t>(element),
                         name + indices_text(*meant, element) + part_text(*meant, offset % meant->element_bytes, bytes)};
}

}  // namespace warplens::launch
