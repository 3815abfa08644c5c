#include "ptx/debug/debug_entries.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace warplens::ptx {

void DebugReader::skip(std::uint64_t bytes) {
  ok_ = bytes <= left();
  at_ = ok_ ? at_ + bytes : end_;
}

std::uint64_t DebugReader::number(std::size_t bytes) {
  std::uint64_t value = 0;
  const std::uint64_t from = at_;
  skip(bytes);
  for (std::size_t k = 0; ok_ && k < bytes; ++k) value |= std::uint64_t{section_.bytes[from + k]} << 8 * k;
  return value;
}

std::uint64_t DebugReader::unsigned_leb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint64_t byte = number(1);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (!ok_ || (byte & 0x80) == 0) return value;
  }
}

std::int64_t DebugReader::signed_leb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint64_t byte = number(1);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (!ok_) return 0;
    if ((byte & 0x80) != 0) continue;
    if ((byte & 0x40) != 0 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
    return static_cast<std::int64_t>(value);
  }
}

std::string DebugReader::text() {
  constexpr std::size_t longest = 1000;  // characters that are kept
  std::string text;
  while (const std::uint64_t byte = number(1))
    if (text.size() < longest) text += static_cast<char>(byte);
  return text;
}

std::optional<DebugAddress> DebugReader::address(std::size_t bytes) {
  const auto found = section_.addresses.find(at_);
  skip(bytes);
  return ok_ && found != section_.addresses.end() ? std::optional(found->second) : std::nullopt;
}

namespace {

// What information constructed to be slow may take; that of compilers is far below.
constexpr std::size_t most_entries = 200'000, most_attributes = 64;
constexpr int most_units = 100;

/// What an entry's attributes are, by its code (DWARF 4, section 7.5.3).
struct Abbreviation {
  DebugTag tag{};
  bool children = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> attributes;  ///< name and form
};
using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(const DebugSection& section, std::uint64_t from) {
  Abbreviations all;
  DebugReader reader(section, from);
  while (const std::uint64_t code = reader.unsigned_leb()) {
    Abbreviation one{static_cast<DebugTag>(reader.unsigned_leb()), reader.number(1) != 0, {}};
    while (reader.ok()) {
      const std::uint64_t name = reader.unsigned_leb(), form = reader.unsigned_leb();
      if (name == 0 && form == 0) break;
      if (one.attributes.size() == most_attributes) return all;
      one.attributes.emplace_back(name, form);
    }
    all.emplace(code, std::move(one));
  }
  return all;
}

/// The value of an attribute.
struct Attribute {
  std::uint64_t number = 0;
  std::string text;
  std::optional<DebugAddress> address;
  std::optional<DebugBytes> block;
};

/// The string of section .debug_str that an address means.
std::string string_at(const DebugText& text, const std::optional<DebugAddress>& address, std::uint64_t number) {
  if (address) {
    const auto label = text.strings.labels.find(address->symbol);
    number = address->addend + (label != text.strings.labels.end() ? label->second : 0);
  }
  return DebugReader(text.strings, number).text();
}

/// Read an attribute by its form (DWARF 4, section 7.5.4); nothing for an unknown form.
std::optional<Attribute> read_attribute(const DebugText& text, DebugReader& reader, std::uint64_t form) {
  Attribute value;
  const auto block = [&](std::uint64_t size) {
    value.block = DebugBytes{reader.at(), size};
    reader.skip(size);
  };
  const auto placed = [&](std::size_t bytes) {
    value.number = DebugReader(reader).number(bytes);
    value.address = reader.address(bytes);
  };
  switch (form) {
    case 0x01:  // addr
      placed(8);
      break;
    case 0x03:  // block2
      block(reader.number(2));
      break;
    case 0x04:  // block4
      block(reader.number(4));
      break;
    case 0x05:  // data2
    case 0x12:  // ref2
      value.number = reader.number(2);
      break;
    case 0x06:  // data4
    case 0x13:  // ref4
    case 0x17:  // sec_offset
      placed(4);
      break;
    case 0x07:  // data8
    case 0x14:  // ref8
    case 0x20:  // ref_sig8
      placed(8);
      break;
    case 0x08:  // string
      value.text = reader.text();
      break;
    case 0x09:  // block
    case 0x18:  // exprloc
      block(reader.unsigned_leb());
      break;
    case 0x0a:  // block1
      block(reader.number(1));
      break;
    case 0x0b:  // data1
    case 0x0c:  // flag
    case 0x11:  // ref1
      value.number = reader.number(1);
      break;
    case 0x0d:  // sdata
      value.number = static_cast<std::uint64_t>(reader.signed_leb());
      break;
    case 0x0e:  // strp
      placed(4);
      value.text = string_at(text, value.address, value.number);
      break;
    case 0x0f:  // udata
    case 0x15:  // ref_udata
      value.number = reader.unsigned_leb();
      break;
    case 0x10:  // ref_addr, relative to the section as a label
      placed(4);
      break;
    case 0x19:  // flag_present
      value.number = 1;
      break;
    default:
      return std::nullopt;
  }
  return reader.ok() ? std::optional(value) : std::nullopt;
}

/// DW_OP_plus_uconst N, as DWARF 2 gives the offset of a member.
std::uint64_t offset_of_member(const DebugText& text, const Attribute& value) {
  if (!value.block) return value.number;
  DebugReader reader(text.info, value.block->first, value.block->first + value.block->size);
  constexpr std::uint64_t plus_uconst = 0x23;
  return reader.number(1) == plus_uconst ? reader.unsigned_leb() : 0;
}

/// Store an attribute's value in the entry (DWARF 4, figure 20), or in `type` if it refers to a type: as an offset in the unit.
void take(const DebugText& text, std::uint64_t attribute, const Attribute& value, DebugEntry& entry,
          std::optional<std::uint64_t>& type) {
  switch (attribute) {
    case 0x02:  // location
      if (value.block)
        entry.expression = value.block;
      else
        entry.locations = value.address ? value.address->addend : value.number;
      break;
    case 0x03:  // name
      entry.name = value.text;
      break;
    case 0x0b:  // byte_size
      entry.bytes = value.number;
      break;
    case 0x0d:  // bit_size
      entry.bit_field = true;
      break;
    case 0x11:  // low_pc
      entry.low = value.address;
      break;
    case 0x12:  // high_pc
      entry.high = value.address;
      break;
    case 0x2f:  // upper_bound
      entry.count = value.number + 1;
      break;
    case 0x37:  // count
      entry.count = value.number;
      break;
    case 0x38:  // data_member_location
      entry.member_offset = offset_of_member(text, value);
      break;
    case 0x3b:  // decl_line
      entry.line = value.number;
      break;
    case 0x3e:  // encoding
      entry.encoding = value.number;
      break;
    case 0x49:  // type
      type = value.number;
      break;
    default:
      break;
  }
}

/// Reads one unit after the other.
class EntryReader {
 public:
  explicit EntryReader(const DebugText& text) : text_(text), reader_(text.info) {}

  std::vector<DebugEntry> read() {
    for (int unit = 0; unit < most_units && reader_.left() > 0 && read_unit(); ++unit) {
    }
    for (const auto& [entry, place] : types_)
      if (const auto found = at_.find(place); found != at_.end()) entries_[entry].type = found->second;
    return std::move(entries_);
  }

 private:
  bool read_unit() {
    const std::uint64_t start = reader_.at(), length = reader_.number(4), end = reader_.at() + length;
    const std::uint64_t version = reader_.number(2);
    const DebugReader before = reader_;
    const auto offset = reader_.address(4);
    const std::uint64_t from = offset ? offset->addend : DebugReader(before).number(4);
    if (!reader_.ok() || version < 2 || version > 4 || reader_.number(1) != 8) return false;
    const Abbreviations abbreviations = read_abbreviations(text_.abbreviations, from);
    std::vector<std::size_t> open;
    while (reader_.at() < end) {
      const std::uint64_t place = reader_.at(), code = reader_.unsigned_leb();
      if (!reader_.ok()) return false;
      if (code == 0) {
        if (!open.empty()) open.pop_back();
        continue;
      }
      const auto abbreviation = abbreviations.find(code);
      if (abbreviation == abbreviations.end() || entries_.size() >= most_entries) return false;
      DebugEntry entry;
      entry.tag = abbreviation->second.tag;
      if (!open.empty()) entry.parent = open.back();
      std::optional<std::uint64_t> type;
      for (const auto& [name, form] : abbreviation->second.attributes) {
        const auto value = read_attribute(text_, reader_, form);
        if (!value) return false;
        take(text_, name, *value, entry, type);
      }
      const std::size_t index = entries_.size();
      if (type) types_.emplace_back(index, start + *type);
      at_.emplace(place, index);
      entries_.push_back(std::move(entry));
      if (abbreviation->second.children) open.push_back(index);
    }
    return true;
  }

  const DebugText& text_;
  DebugReader reader_;
  std::vector<DebugEntry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> at_;         ///< entries by their bytes in the section
  std::vector<std::pair<std::size_t, std::uint64_t>> types_;  ///< entries, and where their types are
};

}  // namespace

std::vector<DebugEntry> read_debug_entries(const DebugText& text) { return EntryReader(text).read(); }

}  // namespace warplens::ptx
