#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ptx/debug/debug_text.h"

namespace warplens::ptx {

// Debugging information entries, the tree of what a source declares (DWARF Debugging Information Format, version 2 to 4, 32-bit).

/// Kinds of entries that matter here (DWARF 4, figure 18).
enum class DebugTag : std::uint64_t {
  array_type = 0x01,
  class_type = 0x02,
  enumeration_type = 0x04,
  formal_parameter = 0x05,
  lexical_block = 0x0b,
  member = 0x0d,
  pointer_type = 0x0f,
  reference_type = 0x10,
  structure_type = 0x13,
  typedef_ = 0x16,
  union_type = 0x17,
  subrange_type = 0x21,
  base_type = 0x24,
  const_type = 0x26,
  subprogram = 0x2e,
  variable = 0x34,
  volatile_type = 0x35,
  rvalue_reference_type = 0x42,
};

inline constexpr std::size_t no_entry = static_cast<std::size_t>(-1);

/// A range of bytes of a section.
struct DebugBytes {
  std::uint64_t first = 0, size = 0;
};

struct DebugEntry {
  DebugTag tag{};
  std::size_t parent = no_entry;  ///< index among the entries
  std::string name;
  std::size_t type = no_entry;             ///< entry of its type
  std::uint64_t line = 0;                  ///< 0: not told
  std::uint64_t bytes = 0;                 ///< DW_AT_byte_size
  std::uint64_t encoding = 0;              ///< of a base type (DWARF 4, figure 36)
  std::optional<std::uint64_t> count;      ///< of a subrange: its elements
  bool bit_field = false;                  ///< a member of fewer bits than its type
  std::uint64_t member_offset = 0;         ///< of a member: bytes from the start of its structure
  std::optional<DebugAddress> low, high;   ///< labels of the first instruction, and after the last one
  std::optional<DebugBytes> expression;    ///< its place: in section .debug_info
  std::optional<std::uint64_t> locations;  ///< its places at different instructions: byte in section .debug_loc
};

/// Read the entries, each after its parent. Stops at the first malformed one: debug information cannot fail a module.
std::vector<DebugEntry> read_debug_entries(const DebugText& text);

/// Reads numbers from the bytes of a section. Beyond its end, everything is 0 and ok() false.
class DebugReader {
 public:
  explicit DebugReader(const DebugSection& section, std::uint64_t at = 0, std::uint64_t end = ~std::uint64_t{0})
      : section_(section), at_(at), end_(std::min<std::uint64_t>(end, section.bytes.size())) {}

  bool ok() const { return ok_; }
  std::uint64_t at() const { return at_; }
  std::uint64_t left() const { return ok_ && at_ < end_ ? end_ - at_ : 0; }
  void skip(std::uint64_t bytes);
  std::uint64_t number(std::size_t bytes);  ///< little endian, at most 8 bytes
  /// LEB128 (DWARF 4, section 7.6).
  std::uint64_t unsigned_leb();
  std::int64_t signed_leb();
  std::string text();  ///< up to the byte 0
  /// An address of `bytes` bytes; nothing where the bytes are a plain number.
  std::optional<DebugAddress> address(std::size_t bytes);

 private:
  const DebugSection& section_;
  std::uint64_t at_ = 0, end_ = 0;
  bool ok_ = true;
};

}  // namespace warplens::ptx
