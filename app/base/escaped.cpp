#include "base/escaped.h"

#include <algorithm>
#include <cstddef>

namespace warplens::base {
namespace {

/// A character at the beginning of a text.
struct Character {
  std::size_t bytes = 1;
  bool shown = false;  ///< as it is
};

bool is_shown(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  const bool turns = code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                     (code >= 0x2066 && code <= 0x2069);  // Unicode Standard Annex 9, table 4
  return !control && !turns;
}

/// The first character of `text`, which is not empty, if it is UTF-8 (RFC 3629, section 4), else a byte that is not shown.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, is_shown(lead)};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0xffu >> (bytes + 1));
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(k) & 0x3fu);
  }
  const bool longer_than_needed = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (longer_than_needed || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {bytes, is_shown(code)};
}

std::string escaped_but(std::string_view text, std::string_view kept) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Character first = first_of(text);
    const std::string_view bytes = text.substr(0, first.bytes);
    text.remove_prefix(first.bytes);
    if (first.shown || kept.find(bytes.front()) != std::string_view::npos) {
      shown += bytes;
      continue;
    }
    for (const char each : bytes) {
      const auto value = static_cast<unsigned char>(each);
      shown += {'\\', 'x', digits[value >> 4], digits[value & 15]};
    }
  }
  return shown;
}

}  // namespace

std::string escaped(std::string_view text) { return escaped_but(text, ""); }

std::string escaped_lines(std::string_view text) { return escaped_but(text, "\n\t"); }

}  // namespace warplens::base
