#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>

// Find the values that ptxas computed at compile time: the constants that straight-line code of a cubin stores.

namespace warplens::differential {

/// Constant 32-bit words that the only function of a cubin (64-bit ELF, sm_70 to sm_90) stores to global memory, by offset from
/// the base address. Instructions are recognised by their number in the low 12 bits, as printed by nvdisasm; results of other
/// instructions are unknown.
inline std::map<std::int64_t, std::uint32_t> stored_constants(const std::string& cubin) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    if (at + bytes <= cubin.size()) std::memcpy(&value, cubin.data() + at, bytes);
    return value;
  };
  // Section headers of 64 bytes: name at 0, offset at 24, size at 32.
  const std::uint64_t headers = number(0x28, 8), count = number(0x3c, 2), names = number(headers + 64 * number(0x3e, 2) + 24, 8);
  std::uint64_t code = 0, size = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t header = headers + 64 * i;
    if (cubin.compare(names + number(header, 4), 6, ".text.") == 0) code = number(header + 24, 8), size = number(header + 32, 8);
  }

  constexpr std::uint64_t mov = 0x802, imad = 0x424, hfma2 = 0x435, zero = 0x805, store = 0x986, none = 255;
  constexpr std::uint64_t first_control = 0x940, last_control = 0x95f;  // branches, calls, and exit
  std::array<std::optional<std::uint32_t>, 260> registers;
  registers[none] = 0;
  std::map<std::int64_t, std::uint32_t> stored;
  for (std::uint64_t at = code; at < code + size; at += 16) {
    const std::uint64_t low = number(at, 8), high = number(at + 8, 8);
    const std::uint64_t operation = low & 0xfff, destination = low >> 16 & 0xff, first = low >> 24 & 0xff;
    const auto immediate = static_cast<std::uint32_t>(low >> 32);
    const bool always = (low >> 12 & 0xf) == 7;
    if (operation >= first_control && operation <= last_control) break;  // the end, or no straight line any more
    if (operation == store) {
      const std::uint64_t data = low >> 32 & 0xff, width = high >> 9 & 7;  // 4: 32 bits, 5: 64, 6: 128
      const std::int64_t offset = static_cast<std::int64_t>(low) >> 40;
      for (std::uint64_t i = 0; width >= 4 && i < std::uint64_t{1} << (width - 4); ++i) {
        const auto value = registers[data == none ? none : data + i];
        if (always && value) stored[offset + static_cast<std::int64_t>(4 * i)] = *value;
      }
      continue;
    }
    if (destination == none) continue;
    const bool adds_nothing = first == none && (high & 0xff) == none;  // RZ·RZ + immediate
    const bool constant = operation == mov || ((operation == imad || operation == hfma2) && adds_nothing);
    if (operation == zero && always && (high >> 8 & 0xff) == none) {
      registers[destination] = registers[destination + 1] = 0;
    } else if (constant && always) {
      registers[destination] = immediate;
    } else {
      for (std::uint64_t i = 0; i < 4; ++i) {
        if (destination + i != none) registers[destination + i].reset();
      }
    }
  }
  return stored;
}

}  // namespace warplens::differential
