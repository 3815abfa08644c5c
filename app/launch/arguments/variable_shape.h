#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::launch {

/// A variable or array in shared or global memory, as the source declares it: its extents and elements. PTX only has its number
/// of bytes.
struct VariableShape {
  /// A member of an element of structure type; a number.
  struct Field {
    std::string name;  ///< "velocity.x"
    std::uint64_t offset = 0, bytes = 0;
    bool operator==(const Field&) const = default;
  };

  std::string name;
  std::uint64_t element_bytes = 0;     ///< at least 1
  std::vector<std::uint64_t> extents;  ///< empty for a single value; the first may be 0: unknown, `extern __shared__ int x[]`
  std::vector<Field> fields;           ///< ascending by offset; empty if elements are numbers
  bool operator==(const VariableShape&) const = default;
};

/// Position of an access within a variable, as the source names it.
struct PlaceInVariable {
  std::int64_t element = 0;  ///< index as if it had one dimension
  std::string text;          ///< "y[12][32]", "particles[3].x", "s[31] (bytes 2 to 3)"
};

/// Name the `bytes` bytes at `offset` of variable `name`, which has `size` bytes (0: unknown). Nothing if `shapes` have no
/// declaration of the variable, or several possible ones with this name.
std::optional<PlaceInVariable> place_in_variable(const std::vector<VariableShape>& shapes, const std::string& name,
                                                 std::uint64_t size, std::uint64_t offset, std::uint64_t bytes);

}  // namespace warplens::launch
