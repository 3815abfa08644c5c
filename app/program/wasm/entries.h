#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "program/wasm/dwarf_values.h"

namespace warplens::program::wasm {

/// The attributes that are read of an entry of debug information. Others are skipped.
enum class Attribute : std::uint8_t {
  name,
  linkage_name,
  begin,
  end,
  ranges,
  origin,         ///< of an inlined function: the entry that is its function
  specification,  ///< the entry that declares the function
  call_file,
  call_line,
  lines,  ///< of a unit: its line table
  folder,
  text_offsets,
  addresses,
  range_offsets,
};

/// The values of an entry's attributes.
class Values {
 public:
  const Value& operator[](Attribute attribute) const { return values_[static_cast<std::size_t>(attribute)]; }
  Value& operator[](Attribute attribute) { return values_[static_cast<std::size_t>(attribute)]; }

 private:
  std::array<Value, static_cast<std::size_t>(Attribute::range_offsets) + 1> values_{};
};

/// What entries look like that have the same number in a unit.
struct Abbreviation {
  struct Part {
    std::optional<Attribute> attribute{};  ///< nothing: skipped
    unsigned form = 0;
    std::int64_t constant = 0;  ///< the value, where the form is constant_form
  };
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Part> parts{};
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

/// Read the abbreviations at `offset` in ".debug_abbrev".
Abbreviations read_abbreviations(const Sections& sections, std::uint64_t offset, Work& work);

/// Read an entry's values; `bytes`: behind its number, and then behind the entry.
Values read_values(CarefulBytes& bytes, const Abbreviation& abbreviation, const Encoding& encoding);

}  // namespace warplens::program::wasm
