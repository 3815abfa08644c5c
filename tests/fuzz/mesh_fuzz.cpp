#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "experiment/inputs/mesh.h"
#include "fuzz_target.h"
#include "launch/arguments/array_files.h"

// libFuzzer: any text is either a mesh of complete triangles with finite corners and a tree over them, or is rejected; its
// vertices and corners are the content of a buffer.

FUZZ_TARGET(mesh) {
  using namespace warplens::experiment;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto corners = warplens::launch::wavefront_content(warplens::launch::ElementType::i32, text, "fuzz.obj");
  const auto mesh = parse_mesh(text, "fuzz.obj");
  if (!mesh) return 0;
  if (!corners || corners->size() != mesh->triangles() * 12) std::abort();
  if (mesh->corners.empty() || mesh->corners.size() % 9 != 0) std::abort();
  for (const float number : mesh->corners)
    if (!std::isfinite(number)) std::abort();
  if (bounding_tree(*mesh).order.size() != mesh->triangles()) std::abort();
  return 0;
}
