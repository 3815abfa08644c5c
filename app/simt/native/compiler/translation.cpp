#include "simt/native/compiler/translation.h"

#include <cstring>

namespace warplens::simt::native {

std::optional<std::uint64_t> Translation::constant(std::size_t operand) const {
  const Row place = row(operand);
  if (place == no_row || (place & in_constants) == 0 || bytes(operand) == predicate_bytes) return std::nullopt;
  const std::byte* const first = program.constants.data() + (place & row_offset);
  for (std::uint32_t lane = 1; lane < warp_size; ++lane) {
    if (std::memcmp(first, first + lane * bytes(operand), bytes(operand)) != 0) return std::nullopt;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, first, bytes(operand));
  return value;
}

bool translate(const Translation& translation, const x86::Gp& parameters) {
  return translate_floating(translation) || translate_integer(translation) || translate_bits(translation) ||
         translate_compare(translation) || translate_move(translation, parameters);
}

}  // namespace warplens::simt::native
