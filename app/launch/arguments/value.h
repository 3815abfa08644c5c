#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::launch {

/// Element types of arguments and outputs, as in `--arg` (`warplens run --help`). element_type.h has their names in C.
enum class ElementType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

std::string_view name(ElementType type);
std::optional<ElementType> element_type_named(std::string_view name);
std::size_t bytes(ElementType type);
bool is_floating(ElementType type);
bool is_signed(ElementType type);

/// A scalar argument: `bits` holds the value's bytes, zero-extended.
struct Scalar {
  ElementType type = ElementType::i32;
  std::uint64_t bits = 0;
};

/// Parse one number of `type` ("1024", "-7", "0x10", "0.5", "nan", "inf"). Out of range or trailing text is an error.
base::Result<Scalar> parse_scalar(ElementType type, std::string_view text);
/// Convert a double to a scalar. Integers round towards zero. Error: the type cannot represent the value.
base::Result<Scalar> make_scalar(ElementType type, double value);
double to_double(const Scalar& scalar);
/// Shortest text that reads back as the same value.
std::string to_text(const Scalar& scalar);

using Bytes = std::vector<std::byte>;

/// How a source writes an element of an array.
struct Indexing {
  std::vector<std::string> fields{};     ///< of an array of structures: the names of a structure's numbers, "x", "y"
  std::vector<std::uint64_t> extents{};  ///< of an array of several dimensions, which lies in memory row by row; empty: of one
  bool operator==(const Indexing&) const = default;
};

/// A buffer argument in device memory. Repeats of a launch share the initial content; the machine makes its own copy for each
/// run.
struct Buffer {
  std::string name;
  ElementType type = ElementType::f32;
  std::uint64_t size = 0;                ///< elements
  std::shared_ptr<const Bytes> initial;  ///< size · bytes(type) bytes
  Indexing indexing{};
};

/// An element by its name in the source: "c[17]"; with fields, "p[8].y"; with extents, "m[3, 17]". Before the first element, the
/// (first) index is negative.
std::string element_name(std::string_view array, std::int64_t element, const Indexing& indexing);
/// The same without the array: "17", "8.y", "3, 17".
std::string element_index(std::int64_t element, const Indexing& indexing);
/// Parse the indices of an element, "17" or "3, 17", to its number. A single index counts elements from the start. Nothing if the
/// text is not of this form, or one of several indices is outside of its extent.
std::optional<std::uint64_t> element_at(std::string_view indices, const std::vector<std::uint64_t>& extents);
/// Extents as Python writes them: "(3, 17)".
std::string shape_text(const std::vector<std::uint64_t>& extents);

/// Read or store element `index`, which must be in range, of raw `data` of `type`. Storing into an integer type saturates to its
/// range; NaN is stored as 0.
Scalar element(ElementType type, const Bytes& data, std::uint64_t index);
void set_element(ElementType type, Bytes& data, std::uint64_t index, double value);

}  // namespace warplens::launch
