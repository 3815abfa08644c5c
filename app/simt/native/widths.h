#pragma once

#include "simt/native/translation.h"

namespace warplens::simt::native {

/// Part `part` of the row of 64-bit lanes that has the values of `narrow`, a row of 32-bit lanes, extended by zeros or the sign.
void widen_part(const Translation& translation, const x86::Vec& to, const Value& narrow, std::uint32_t part, bool with_sign);

/// Part `part` of the row of 32-bit lanes that has the low halves of `wide`, a row of 64-bit lanes.
void narrow_part(const Translation& translation, const x86::Vec& to, const Value& wide, std::uint32_t part);

/// The lower and the upper half of `from` as registers of half the size, in the lower halves of `low` and `high`.
void split(const Translation& translation, const x86::Vec& low, const x86::Vec& high, const x86::Vec& from);
/// The reverse: `high` on top of `low`.
void join(const Translation& translation, const x86::Vec& to, const x86::Vec& low, const x86::Vec& high);

}  // namespace warplens::simt::native
