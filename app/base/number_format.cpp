#include "base/number_format.h"

namespace warplens::base {

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string grouped(std::int64_t value) {
  if (value >= 0) return grouped(static_cast<std::uint64_t>(value));
  return "-" + grouped(std::uint64_t{0} - static_cast<std::uint64_t>(value));
}

std::string counted(std::uint64_t value, const std::string& noun) {
  const bool hisses = noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("ch") || noun.ends_with("sh");
  return grouped(value) + " " + noun + (value == 1 ? "" : hisses ? "es" : "s");
}

std::string extents_text(const Dim3& extents) {
  std::string text = grouped(std::uint64_t{extents.x});
  if (extents.y != 1 || extents.z != 1) text += " × " + grouped(std::uint64_t{extents.y});
  if (extents.z != 1) text += " × " + grouped(std::uint64_t{extents.z});
  return text;
}

std::string hexadecimal(std::uint64_t value) {
  std::string text;
  do text.insert(text.begin(), "0123456789abcdef"[value & 15]);
  while ((value >>= 4) != 0);
  return "0x" + text;
}

}  // namespace warplens::base
