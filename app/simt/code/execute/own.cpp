#include "simt/code/execute/lanes.h"

// Loads and stores of local memory at addresses known to be in bounds: the parameters of calls.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

/// Visit each active lane's address, in local memory, of element `i` of the access.
template <typename Visit>
void each_place(const Frame& frame, const Decoded& instruction, std::size_t offset, u32 active, Visit visit) {
  const Row base = instruction.operands[address_slot];
  const std::byte* bases = base == no_row ? nullptr : frame.source(base);
  std::byte* const first = frame.local + instruction.offset + offset;
  for (u32 rest = active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    visit(lane, first + static_cast<u64>(lane) * frame.local_stride + (bases == nullptr ? 0 : get<u64>(bases, lane)));
  }
}

template <typename D, typename S>
void load_own(const Frame& frame, const Decoded& instruction, u32 active) {
  for (std::size_t i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    if (row == no_row) continue;
    std::byte* const destination = frame.destination(row);
    each_place(frame, instruction, i * sizeof(S), active, [&](int lane, const std::byte* place) {
      S value;
      std::memcpy(&value, place, sizeof value);
      put<D>(destination, lane, static_cast<D>(value));
    });
  }
}

template <typename D, typename S>
void store_own(const Frame& frame, const Decoded& instruction, u32 active) {
  for (std::size_t i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    if (row == no_row) continue;
    const std::byte* const source = frame.source(row);
    each_place(frame, instruction, i * sizeof(S), active, [&](int lane, std::byte* place) {
      const S value = static_cast<S>(get<D>(source, lane));
      std::memcpy(place, &value, sizeof value);
    });
  }
}

template <typename S>
Execute own(int register_bytes, bool loads) {
  using Narrow = std::conditional_t<std::is_signed_v<S>, s32, u32>;
  using Broad = std::conditional_t<std::is_signed_v<S>, s64, u64>;
  if (register_bytes == 8) return loads ? &load_own<Broad, S> : &store_own<Broad, S>;
  if constexpr (sizeof(S) <= 4)
    return loads ? &load_own<Narrow, S> : &store_own<Narrow, S>;
  else
    return nullptr;
}

}  // namespace

Execute select_own(Type type, int register_bytes, bool loads) {
  const bool is_signed = ptx::kind(type) == ptx::TypeKind::signed_integer;
  switch (ptx::bits(type)) {
    case 8:
      return is_signed ? own<s8>(register_bytes, loads) : own<u8>(register_bytes, loads);
    case 16:
      return is_signed ? own<s16>(register_bytes, loads) : own<u16>(register_bytes, loads);
    case 32:
      return is_signed ? own<s32>(register_bytes, loads) : own<u32>(register_bytes, loads);
    case 64:
    case 128:
      return own<u64>(register_bytes, loads);
    default:
      return nullptr;
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
