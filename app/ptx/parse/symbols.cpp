#include "ptx/parse/symbols.h"

#include <charconv>
#include <system_error>

namespace warplens::ptx {

bool Block::declare(std::string_view name, Symbol symbol) { return symbols_.emplace(name, symbol).second; }

bool Block::declare_range(std::string_view prefix, std::uint64_t count, Type type, std::uint8_t lanes) {
  return ranges_.emplace(prefix, Range{count, type, lanes}).second;
}

Symbol* Block::find(std::string_view name) {
  const auto found = symbols_.find(name);
  if (found != symbols_.end()) return &found->second;
  if (ranges_.empty()) return nullptr;

  // %r12 is number 12 of %r<…>, or number 2 of %r1<…>. A number has no leading zeros.
  constexpr std::size_t max_digits = 10;
  for (std::size_t digits = 1; digits <= max_digits && digits < name.size(); ++digits) {
    const std::string_view prefix = name.substr(0, name.size() - digits), number = name.substr(name.size() - digits);
    if (number[0] < '0' || number[0] > '9') break;
    if (number[0] == '0' && digits > 1) continue;
    const auto range = ranges_.find(prefix);
    if (range == ranges_.end()) continue;
    std::uint64_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    if (value < range->second.count)
      return &symbols_.emplace(name, Symbol{Symbol::Kind::reg, no_index, range->second.type, range->second.lanes}).first->second;
  }
  return nullptr;
}

}  // namespace warplens::ptx
