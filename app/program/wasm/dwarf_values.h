#pragma once

#include <cstdint>
#include <string_view>

#include "program/wasm/careful_bytes.h"
#include "program/wasm/sections.h"

// Values in debug information (DWARF Debugging Information Format, versions 2 to 5, section "Form Encodings").

namespace warplens::program::wasm {

/// The widths of numbers in a unit, and where its tables are.
struct Encoding {
  unsigned version = 4, address_bytes = 4, offset_bytes = 4;
  std::uint64_t text_offsets = 0, addresses = 0, range_offsets = 0;  ///< version 5: places in sections
};

/// A value as it stands in the file: what it means is asked of it by the functions below.
struct Value {
  unsigned form = 0;  ///< 0: there is no value
  std::uint64_t number = 0;
  std::string_view text{};

  explicit operator bool() const { return form != 0; }
};

/// Forms that read_value() alone does not explain.
enum Form : unsigned {
  address_form = 0x01,
  whole_reference_form = 0x10,  ///< to a place in the section; other references are to one in the unit
  address_index_form = 0x1b,
  constant_form = 0x21,
  range_index_form = 0x23,
};

/// Read a unit's length, which also tells whether its offsets have 4 or 8 bytes.
std::uint64_t read_length(CarefulBytes& bytes, Encoding& encoding);

/// Read a value of this form. A form that does not exist ends the reading.
Value read_value(CarefulBytes& bytes, unsigned form, const Encoding& encoding);

/// Whether a value is an address; a constant may be a distance from one.
bool is_address(const Value& value);
/// The address that a value is, or is the index of.
std::uint64_t address_in(const Value& value, const Encoding& encoding, const Sections& sections, Work& work);
/// The text that a value is, or is the place or index of.
std::string_view text_in(const Value& value, const Encoding& encoding, const Sections& sections, Work& work);

}  // namespace warplens::program::wasm
