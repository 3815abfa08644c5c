#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// Parse the numbers of a text, row by row, as elements of `type`. They are separated by commas, semicolons, blanks or line
/// breaks. A first line that does not begin with a number is a heading; lines that begin with # are comments. Errors, with line
/// and column: text that is not a number of the type.
base::Result<Bytes> parse_csv(ElementType type, std::string_view text, const std::string& name);

/// Read the pixels of a PNG or JPEG file, row by row from the top, as elements of `type`: 0 to 255 for integers, 0 to 1 for
/// floating-point types. `size`, a multiple of the number of pixels, decides whether a pixel becomes one element (grey, by ITU-R
/// BT.601 luma), three (RGB) or four (RGBA); without a size, the file's channels decide. Errors: a damaged file, more than 67
/// million pixels, another size.
base::Result<Bytes> parse_image(ElementType type, std::optional<std::uint64_t> size, const Bytes& file, const std::string& name);

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
