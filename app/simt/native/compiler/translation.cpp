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

void split(const Translation& t, const x86::Vec& low, const x86::Vec& high, const x86::Vec& from) {
  if (t.values.wide_set())
    t.compiler.vextractf64x4(high.half(), from, 1);
  else
    t.compiler.vextractf128(high.half(), from, 1);
  t.compiler.vmovaps(low, from);
}

void join(const Translation& t, const x86::Vec& to, const x86::Vec& low, const x86::Vec& high) {
  if (t.values.wide_set())
    t.compiler.vinsertf64x4(to, low, high.half(), 1);
  else
    t.compiler.vinsertf128(to, low, high.half(), 1);
}

void widen_part(const Translation& t, const x86::Vec& to, const Value& narrow, std::uint32_t part, bool with_sign) {
  const x86::Vec& from = narrow.parts[part / 2];
  const x86::Vec half = part % 2 == 0 ? from : t.values.new_register();
  if (part % 2 != 0) {
    if (t.values.wide_set())
      t.compiler.vextracti64x4(half.half(), from, 1);
    else
      t.compiler.vextracti128(half.half(), from, 1);
  }
  if (with_sign)
    t.compiler.vpmovsxdq(to, half.half());
  else
    t.compiler.vpmovzxdq(to, half.half());
}

void narrow_part(const Translation& t, const x86::Vec& to, const Value& wide, std::uint32_t part) {
  const x86::Vec &first = wide.parts[2 * part], &second = wide.parts[2 * part + 1];
  if (t.values.wide_set()) {
    const x86::Vec low = t.values.new_register(), high = t.values.new_register();
    t.compiler.vpmovqd(low.half(), first);
    t.compiler.vpmovqd(high.half(), second);
    join(t, to, low, high);
    return;
  }
  // Even words of both, in the order 0 1 4 5 2 3 6 7 of 64-bit lanes, then put right.
  constexpr int even_words = 0x88, in_order = 0xd8;
  const x86::Vec mixed = t.values.new_register();
  t.compiler.vshufps(mixed, first, second, even_words);
  t.compiler.vpermq(to, mixed, in_order);
}

}  // namespace warplens::simt::native
