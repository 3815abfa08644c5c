#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::launch {

/// A variable or an array in shared or global memory, as the source declares it: of which elements it consists. PTX knows it only
/// as so many bytes.
struct VariableShape {
  /// A number in an element that is a structure.
  struct Field {
    std::string name;  ///< "velocity.x"
    std::uint64_t offset = 0, bytes = 0;
    bool operator==(const Field&) const = default;
  };

  std::string name;
  std::uint64_t element_bytes = 0;     ///< at least 1
  std::vector<std::uint64_t> extents;  ///< none for a single value; the first may be 0: unknown, `extern __shared__ int x[]`
  std::vector<Field> fields;           ///< ascending by offset; none for numbers
  bool operator==(const VariableShape&) const = default;
};

/// An access within a variable, as the source names it.
struct PlaceInVariable {
  std::int64_t element = 0;  ///< index as if it had one dimension
  std::string text;          ///< "y[12][32]", "particles[3].x", "s[31] (bytes 2 to 3)"
};

/// The place of the `bytes` bytes at `offset` of the variable `name`, `size` bytes large (0: unknown). Nothing if `shapes` do not
/// say how it is declared, or there are several of the name that may be meant.
std::optional<PlaceInVariable> place_in_variable(const std::vector<VariableShape>& shapes, const std::string& name,
                                                 std::uint64_t size, std::uint64_t offset, std::uint64_t bytes);

}  // namespace warplens::launch
