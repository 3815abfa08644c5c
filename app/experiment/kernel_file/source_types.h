#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment/kernel_file/kernel_source.h"
#include "launch/arguments/element_type.h"

// The types that CUDA C++ text defines and uses, as far as a kernel's arguments need them.

namespace warplens::experiment {

/// A number in a type, or a pointer to numbers.
struct Field {
  std::string name;                                     ///< with enclosing names: "origin.x", "weights[3]"; "": the type itself
  launch::ElementType type = launch::ElementType::f32;  ///< type of the number, or that the pointer points to
  std::uint32_t components = 1;                         ///< for a pointer: elements in one value, 4 for float4 *
  bool pointer = false;
  bool read_only = false;                    ///< points to const
  std::uint64_t offset = 0;                  ///< bytes from the beginning of the type
  std::vector<std::string> element_names{};  ///< for a pointer: Elements::names
  bool operator==(const Field&) const = default;
};

/// A type as the compiler lays it out in memory (Itanium C++ ABI, "POD Data Types"): its fields in order.
struct Layout {
  std::vector<Field> fields;              ///< a number has one, without a name; at most `max_fields`
  std::uint64_t size = 0, alignment = 1;  ///< bytes
  static constexpr std::size_t max_fields = 64;
};

/// Values of one type seen as an array of numbers.
struct Elements {
  launch::ElementType type = launch::ElementType::f32;
  std::uint32_t components = 1;      ///< elements in one value
  std::vector<std::string> names{};  ///< of the elements in one value: "x", "y"; empty if they are not the value's own numbers
};

/// The words of a type as written: {"const", "float", "*"}.
using Words = std::vector<std::string>;

/// Aliases (using, typedef, #define), structures and constants of a source. Templates, unions, bit fields and base classes are
/// not understood: types that contain them have no layout.
class SourceTypes {
 public:
  SourceTypes() = default;
  explicit SourceTypes(const Tokens& tokens);

  /// Replace the aliases among the words by their meanings.
  Words resolved(Words words) const;
  /// Layout of a type, which may be a pointer; nothing if it is unknown, has virtual functions or too many fields.
  std::optional<Layout> layout_of(const Words& words) const;
  /// Define an alias `name` for `meaning`, as if the source did.
  void define(const std::string& name, Words meaning) { aliases_[name] = std::move(meaning); }

 private:
  void read_aliases(const Tokens& tokens);
  void read_constants(const Tokens& tokens);
  void read_structures(const Tokens& tokens);
  std::optional<Layout> read_members(const Tokens& tokens, std::size_t begin, std::size_t end) const;
  std::optional<std::uint64_t> whole(const Words& words) const;

  std::map<std::string, Words, std::less<>> aliases_;
  std::map<std::string, Layout, std::less<>> structures_;
};

/// Choose the elements to show an array of values of this layout: its own numbers if they all have one type and leave no gap,
/// else unsigned integers of the largest size that fits them all. Nothing if a pointer is among the fields.
std::optional<Elements> elements_of(const Layout& layout);

}  // namespace warplens::experiment
