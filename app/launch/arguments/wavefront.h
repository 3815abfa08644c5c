#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// The triangles of a 3D model.
struct Wavefront {
  std::vector<float> vertices;        ///< x y z per vertex
  std::vector<std::int32_t> corners;  ///< three indices of vertices per triangle, from 0
};

/// Parse a Wavefront .obj text (tinyobjloader). Polygons are cut into triangles; everything except positions and faces is
/// ignored. Errors, with the line if there is one: no faces, too many faces, a face with more than 1,000 corners, a face with an
/// undefined corner, a coordinate that is not finite.
base::Result<Wavefront> parse_wavefront(const std::string& text, const std::string& name, std::uint64_t max_triangles);

/// Convert an .obj text to buffer content: for a floating-point type, x y z of each vertex; for an integer type, three vertex
/// indices per triangle. Errors: those of parse_wavefront(), and an index that does not fit the type.
base::Result<Bytes> wavefront_content(ElementType type, const std::string& text, const std::string& name);

}  // namespace warplens::launch
