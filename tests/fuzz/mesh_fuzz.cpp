#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "experiment/inputs/mesh.h"

// libFuzzer: any text is either a mesh of complete triangles with finite corners and a tree over them, or is rejected.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::experiment;
  const auto mesh = parse_mesh(std::string(reinterpret_cast<const char*>(data), size), "fuzz.obj");
  if (!mesh) return 0;
  if (mesh->corners.empty() || mesh->corners.size() % 9 != 0) std::abort();
  for (const float number : mesh->corners)
    if (!std::isfinite(number)) std::abort();
  if (bounding_tree(*mesh).order.size() != mesh->triangles()) std::abort();
  return 0;
}
