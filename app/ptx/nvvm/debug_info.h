#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::ptx::nvvm {

/// Attributes (DWARF Debugging Information Format, version 2, figure 15).
enum class DebugName : std::uint16_t {
  location = 0x02,
  name = 0x03,
  byte_size = 0x0b,
  statements = 0x10,
  low = 0x11,
  high = 0x12,
  language = 0x13,
  folder = 0x1b,
  producer = 0x25,
  address_class = 0x33,
  count = 0x37,
  member_place = 0x38,
  file = 0x3a,
  line = 0x3b,
  encoding = 0x3e,
  frame = 0x40,
  type = 0x49,
  linked_name = 0x2007,  // DW_AT_MIPS_linkage_name
};

/// Their forms (section 7.5.4).
enum class DebugForm : std::uint8_t {
  address = 0x01,
  data4 = 0x06,
  string = 0x08,
  block1 = 0x0a,
  unsigned_leb = 0x0f,
  reference4 = 0x13,
};

/// An attribute of an entry.
struct DebugAttribute {
  DebugName name{};
  DebugForm form = DebugForm::unsigned_leb;
  std::uint64_t number = 0;  ///< of a reference: the key of an entry
  std::string text;          ///< a string; the bytes of a block
  std::string symbol;        ///< of an address, or of data4: a label; of a block: DW_OP_addr of it comes first
};

/// The bytes of a number, the last one below 128 (LEB128).
std::string unsigned_leb(std::uint64_t number);

/// Writes one unit of section .debug_info, and its .debug_abbrev, as PTX. Entries may refer to later ones.
class DebugInfo {
 public:
  /// Add an entry, unless the unit is full(). References to it use `key`. After an entry with children, add them, then close().
  void add(std::uint16_t tag, bool children, const std::vector<DebugAttribute>& attributes, std::uint32_t key = ~0u);
  void close() { put(std::string(1, '\0')); }

  /// Whether the unit is larger than any that a compiler writes.
  bool full() const { return size_ > (1u << 22); }

  /// The sections. A reference to an entry that is not there is 0.
  std::string text() const;

 private:
  void put(std::string_view bytes);
  void put_word(int bytes, std::string_view value);
  void put_value(const DebugAttribute& attribute);
  void end_bytes();

  std::string text_;                                               ///< directives so far
  std::string bytes_;                                              ///< the last ones, not yet in the text
  std::uint64_t size_ = 11;                                        ///< of the unit: its header is of 11 bytes
  std::map<std::uint32_t, std::uint64_t> places_;                  ///< of entries in the unit, by key
  std::vector<std::pair<std::size_t, std::uint32_t>> references_;  ///< places in the text, and the keys there
  std::map<std::string, std::uint64_t> codes_;                     ///< by tag, children, and names and forms of attributes
  std::vector<std::string> abbreviations_;                         ///< their bytes in .debug_abbrev, by code from 1 on
};

}  // namespace warplens::ptx::nvvm
