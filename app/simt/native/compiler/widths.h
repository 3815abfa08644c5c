#pragma once

#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {

/// to = part `part` of `narrow`, a row of 32-bit lanes, extended to 64 bits by zeros or the sign.
void widen_part(const Translation& translation, const x86::Vec& to, const Value& narrow, std::uint32_t part, bool with_sign);

/// to = part `part` of the low 32 bits of `wide`, a row of 64-bit lanes.
void narrow_part(const Translation& translation, const x86::Vec& to, const Value& wide, std::uint32_t part);

/// Move the lower half of `from` to the lower half of `low`, and its upper half to the lower half of `high`.
void split(const Translation& translation, const x86::Vec& low, const x86::Vec& high, const x86::Vec& from);
/// The reverse of split().
void join(const Translation& translation, const x86::Vec& to, const x86::Vec& low, const x86::Vec& high);

}  // namespace warplens::simt::native
