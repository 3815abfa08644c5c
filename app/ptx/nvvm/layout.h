#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

// Sizes and places of types in memory, by NVPTX's data layouts, of which one has pointers of 32 bits: numbers are aligned to
// their size, integers of other widths to that of the next larger power of two, up to 16 bytes; vectors to theirs.

/// Kinds of registers of PTX.
enum class RegisterKind : std::uint8_t { predicate, b16, b32, b64, f32, f64 };

/// A number of which a value consists, in a register of its own. An integer of more than 64 bits has one for each 64.
struct Part {
  RegisterKind kind = RegisterKind::b32;
  std::uint32_t bits = 32;   ///< that mean something: 8 of an i8 in a .b16 register, whose others may be anything
  std::uint64_t offset = 0;  ///< bytes, in memory, from the start of the value
  bool narrow = false;       ///< a pointer that has 32 bits in memory, though 64 in its register
  AddressSpace space = AddressSpace::generic;  ///< of a narrow pointer
  bool operator==(const Part&) const = default;
};

/// The most parts of one value.
inline constexpr std::size_t max_parts = 4096;

/// Bytes of a part in memory.
std::uint64_t stored_bytes(const Part& part);
/// The whole bits of a register: 16, 32, 64; 1 of a predicate.
unsigned register_bits(RegisterKind kind);
/// "pred", "b16", "b32", "b64", "f32", "f64".
std::string_view type_name(RegisterKind kind);

/// The types of a module as they lie in memory and in registers. The module must outlive it, and have all its types by then.
class Layout {
 public:
  explicit Layout(const Module& module);

  /// Bytes of a type, with the padding at its end. Saturates at 2^62.
  std::uint64_t size(std::uint32_t type) const { return known_[type].size; }
  /// Bytes that a load or a store of the type moves: an i24's are 3, its size 4.
  std::uint64_t stored_size(std::uint32_t type) const { return known_[type].stored; }
  /// Bytes; a power of two.
  std::uint32_t alignment(std::uint32_t type) const { return known_[type].alignment; }
  /// Bytes from the start of a structure to its member.
  std::uint64_t member_offset(std::uint32_t structure, std::size_t member) const { return known_[structure].offsets[member]; }
  /// Whether the type has a vector whose elements are no whole bytes: in memory they lie bit after bit, and parts() has no
  /// places.
  bool lies_in_bits(std::uint32_t type) const { return known_[type].in_bits; }
  /// How many parts a value of the type has; max_parts + 1 for more than max_parts.
  std::size_t part_count(std::uint32_t type) const { return known_[type].parts; }
  /// The parts of a type's values, in the order of memory, at most max_parts; none for void.
  std::vector<Part> parts(std::uint32_t type) const;
  /// How many parts precede member or element `index` of a structure, an array or a vector.
  std::size_t first_part(std::uint32_t type, std::uint64_t index) const;

 private:
  struct Known {
    bool done = false;
    std::uint64_t size = 0, stored = 0;
    std::uint32_t alignment = 1;
    std::size_t parts = 0;
    bool in_bits = false;
    std::vector<std::uint64_t> offsets;  ///< of a structure's members
  };
  void find(std::uint32_t type);
  void add_parts(std::uint32_t type, std::uint64_t offset, std::vector<Part>& parts) const;

  const Module& module_;
  std::vector<Known> known_;  ///< per type: a type in a type is looked at once
};

/// How names of registers of a kind begin: "%r".
std::string_view register_prefix(RegisterKind kind);
/// "f16", "bf16", "f32"; "f64" for all others.
std::string_view float_name(TypeKind kind);

/// The type of which a vector has several, or the type itself.
std::uint32_t scalar_type(const Module& module, std::uint32_t type);

/// A type as LLVM writes it, for messages: "<2 x i32>".
std::string describe_type(const Module& module, std::uint32_t type);

}  // namespace warplens::ptx::nvvm
