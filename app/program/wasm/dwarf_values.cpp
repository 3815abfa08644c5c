#include "program/wasm/dwarf_values.h"

namespace warplens::program::wasm {
namespace {

std::uint64_t number_at(std::span<const std::byte> section, std::uint64_t position, unsigned bytes, Work& work) {
  CarefulBytes reader(section, work);
  reader.seek(position);
  return reader.number(bytes);
}

std::string_view text_at(std::span<const std::byte> section, std::uint64_t position, Work& work) {
  CarefulBytes reader(section, work);
  reader.seek(position);
  return reader.ok() ? reader.text() : std::string_view();
}

/// Position of entry `index` in a table; past every section's end if there is no such position.
std::uint64_t entry(std::uint64_t table, std::uint64_t index, unsigned bytes) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  return table > most || index > most ? most : table + index * bytes;
}

bool is_address_index(unsigned form) { return form == 0x1b || (form >= 0x29 && form <= 0x2c) || form == 0x1f01; }
bool is_text_index(unsigned form) { return form == 0x1a || (form >= 0x25 && form <= 0x28) || form == 0x1f02; }

}  // namespace

std::uint64_t read_length(CarefulBytes& bytes, Encoding& encoding) {
  std::uint64_t length = bytes.number(4);
  encoding.offset_bytes = length == 0xffffffff ? 8 : 4;
  if (encoding.offset_bytes == 8) length = bytes.number(8);
  return length;
}

Value read_value(CarefulBytes& bytes, unsigned form, const Encoding& encoding) {
  Value value{form};
  switch (form) {
    case 0x01:
      value.number = bytes.number(encoding.address_bytes);
      break;
    case 0x03:
      bytes.skip(bytes.number(2));
      break;  // blocks: nothing that is asked for is one
    case 0x04:
      bytes.skip(bytes.number(4));
      break;
    case 0x09:
    case 0x18:
      bytes.skip(bytes.leb());
      break;
    case 0x0a:
      bytes.skip(bytes.number(1));
      break;
    case 0x0b:
    case 0x0c:
    case 0x11:
    case 0x25:
    case 0x29:
      value.number = bytes.number(1);
      break;
    case 0x05:
    case 0x12:
    case 0x26:
    case 0x2a:
      value.number = bytes.number(2);
      break;
    case 0x27:
    case 0x2b:
      value.number = bytes.number(3);
      break;
    case 0x06:
    case 0x13:
    case 0x1c:
    case 0x28:
    case 0x2c:
      value.number = bytes.number(4);
      break;
    case 0x07:
    case 0x14:
    case 0x20:
    case 0x24:
      value.number = bytes.number(8);
      break;
    case 0x1e:
      bytes.skip(16);
      break;
    case 0x08:
      value.text = bytes.text();
      break;
    case 0x0d:
      value.number = static_cast<std::uint64_t>(bytes.signed_leb());
      break;
    case 0x0f:
    case 0x15:
    case 0x1a:
    case 0x1b:
    case 0x22:
    case 0x23:
    case 0x1f01:
    case 0x1f02:
      value.number = bytes.leb();
      break;
    case 0x10:
      value.number = bytes.number(encoding.version <= 2 ? encoding.address_bytes : encoding.offset_bytes);
      break;
    case 0x0e:
    case 0x17:
    case 0x1d:
    case 0x1f:
    case 0x1f20:
    case 0x1f21:
      value.number = bytes.number(encoding.offset_bytes);
      break;
    case 0x19:
      bytes.skip(0);
      break;  // a flag that is present
    default:
      bytes.seek(~std::uint64_t{0});
  }
  return value;
}

bool is_address(const Value& value) { return value.form == address_form || is_address_index(value.form); }

std::uint64_t address_in(const Value& value, const Encoding& encoding, const Sections& sections, Work& work) {
  if (!is_address_index(value.form)) return value.number;
  const unsigned bytes = encoding.address_bytes;
  return number_at(sections.named(".debug_addr"), entry(encoding.addresses, value.number, bytes), bytes, work);
}

std::string_view text_in(const Value& value, const Encoding& encoding, const Sections& sections, Work& work) {
  if (value.form == 0x08) return value.text;
  if (value.form == 0x0e) return text_at(sections.named(".debug_str"), value.number, work);
  if (value.form == 0x1f) return text_at(sections.named(".debug_line_str"), value.number, work);
  if (!is_text_index(value.form)) return {};
  const unsigned bytes = encoding.offset_bytes;
  const std::uint64_t place =
      number_at(sections.named(".debug_str_offsets"), entry(encoding.text_offsets, value.number, bytes), bytes, work);
  return text_at(sections.named(".debug_str"), place, work);
}

}  // namespace warplens::program::wasm
