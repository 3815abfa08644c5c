#include "program/wasm/entries.h"

#include <algorithm>

namespace warplens::program::wasm {
namespace {

struct Code {
  std::uint64_t code;  ///< DW_AT_…
  Attribute attribute;
};
constexpr std::array codes{
    Code{0x03, Attribute::name},          Code{0x10, Attribute::lines},         Code{0x11, Attribute::begin},
    Code{0x12, Attribute::end},           Code{0x1b, Attribute::folder},        Code{0x31, Attribute::origin},
    Code{0x47, Attribute::specification}, Code{0x55, Attribute::ranges},        Code{0x58, Attribute::call_file},
    Code{0x59, Attribute::call_line},     Code{0x6e, Attribute::linkage_name},  Code{0x72, Attribute::text_offsets},
    Code{0x73, Attribute::addresses},     Code{0x74, Attribute::range_offsets}, Code{0x2007, Attribute::linkage_name},
};

std::optional<Attribute> attribute_of(std::uint64_t code) {
  const auto found = std::find_if(codes.begin(), codes.end(), [&](const Code& each) { return each.code == code; });
  return found != codes.end() ? std::optional(found->attribute) : std::nullopt;
}

}  // namespace

Abbreviations read_abbreviations(const Sections& sections, std::uint64_t offset, Work& work) {
  Abbreviations all;
  CarefulBytes bytes(sections.named(".debug_abbrev"), work);
  bytes.seek(offset);
  for (std::uint64_t number = bytes.leb(); number != 0 && bytes.ok(); number = bytes.leb()) {
    Abbreviation& abbreviation = all[number];
    abbreviation = {bytes.leb(), bytes.byte() != 0};
    while (bytes.ok()) {
      const std::uint64_t code = bytes.leb();
      const auto form = static_cast<unsigned>(bytes.leb());
      if (code == 0 && form == 0) break;
      abbreviation.parts.push_back({attribute_of(code), form, form == constant_form ? bytes.signed_leb() : 0});
    }
  }
  return all;
}

Values read_values(CarefulBytes& bytes, const Abbreviation& abbreviation, const Encoding& encoding) {
  Values values;
  for (const Abbreviation::Part& part : abbreviation.parts) {
    const bool constant = part.form == constant_form;
    const Value value =
        constant ? Value{part.form, static_cast<std::uint64_t>(part.constant)} : read_value(bytes, part.form, encoding);
    if (part.attribute) values[*part.attribute] = value;
  }
  return values;
}

}  // namespace warplens::program::wasm
