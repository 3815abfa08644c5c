#include "simt/native/values.h"

#include "simt/execute/operation.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t nan_of_f32 = 0x7fffffffu;  // canonical() in simt/execute/lanes.h
constexpr std::uint64_t nan_of_f64 = 0x7ff8000000000000u;

}  // namespace

x86::Vec Values::new_register() {
  if (wide_set()) return compiler_.newZmm();
  return compiler_.newYmm();
}

Value Values::temporary(std::uint32_t bytes) {
  Value value;
  value.count = parts_of(bytes);
  for (std::uint32_t p = 0; p < value.count; ++p) value.parts[p] = new_register();
  return value;
}

x86::Mem Values::memory(Row row, std::uint32_t part) const {
  const x86::Gp& base = row & in_constants ? constants_ : registers_;
  return x86::ptr(base, static_cast<std::int32_t>((row & row_offset) + part * register_bytes()));
}

Values::Home& Values::home(Row row, std::uint32_t bytes) {
  Home& home = homes_[row & ~negated];
  if (home.bytes != 0) return home;
  home.bytes = bytes;
  if (bytes == predicate_bytes)
    home.bits = compiler_.newUInt32();
  else
    home.value = temporary(bytes);
  return home;
}

void Values::load(Row row, Home& home) {
  if (home.loaded) return;
  home.loaded = true;
  if (home.bytes == predicate_bytes) {
    compiler_.mov(home.bits,
                  x86::dword_ptr(row & in_constants ? constants_ : registers_, static_cast<std::int32_t>(row & row_offset)));
    return;
  }
  for (std::uint32_t p = 0; p < home.value.count; ++p) {
    const x86::Vec& part = home.value.parts[p];
    x86::Mem place = memory(row, p);
    if (!wide_set()) {
      compiler_.vmovups(part, place);
      continue;
    }
    // The interpreter writes rows 32 bytes at a time. A wider read soon after that would wait until both writes are in the cache.
    compiler_.vmovups(part.half(), place);
    place.addOffset(32);
    compiler_.vinsertf64x4(part, part, place, 1);
  }
}

Value Values::read(Row row, std::uint32_t bytes, bool exact) {
  if (row & in_constants) {  // not kept: loading it again costs less than storing it for want of registers
    const Value value = temporary(bytes);
    for (std::uint32_t p = 0; p < value.count; ++p) compiler_.vmovups(value.parts[p], memory(row, p));
    return value;
  }
  Home& row_home = home(row, bytes);
  load(row, row_home);
  if (exact) complete(row_home);
  return row_home.value;
}

x86::Gp Values::read_predicate(Row row) {
  Home& row_home = home(row, predicate_bytes);
  load(row & ~negated, row_home);
  if ((row & negated) == 0) return row_home.bits;
  const x86::Gp inverse = compiler_.newUInt32();
  compiler_.mov(inverse, row_home.bits);
  compiler_.not_(inverse);
  return inverse;
}

Value Values::write(Row row, std::uint32_t bytes, Pending pending) {
  Home& row_home = home(row, bytes);
  row_home.loaded = row_home.written = true;
  row_home.pending = pending;
  return row_home.value;
}

x86::Gp Values::write_predicate(Row row) {
  Home& row_home = home(row, predicate_bytes);
  row_home.loaded = row_home.written = true;
  return row_home.bits;
}

void Values::preload(Row row, std::uint32_t bytes) { load(row, home(row, bytes)); }

void Values::load_again(Row row, std::uint32_t bytes) {
  Home& row_home = home(row, bytes);
  row_home.loaded = row_home.written = false;
  row_home.pending = Pending::nothing;
  load(row, row_home);
}

void Values::complete(Home& home) {
  if (home.pending == Pending::nothing) return;
  const bool single = home.pending == Pending::nan_of_f32;
  const std::uint32_t bytes = single ? 4 : 8;
  const x86::Vec nan = broadcast(single ? nan_of_f32 : nan_of_f64, bytes);
  for (std::uint32_t p = 0; p < home.value.count; ++p) {
    const x86::Vec& value = home.value.parts[p];
    replace_where(value, nan, value, unordered, value, bytes);
  }
  home.pending = Pending::nothing;
}

void Values::complete(const Chosen& chosen) {
  for (auto& [row, row_home] : homes_) {
    if (chosen(row)) complete(row_home);
  }
}

void Values::write_back(const Chosen& chosen) {
  for (auto& [row, row_home] : homes_) {
    if (!row_home.written || !chosen(row)) continue;
    complete(row_home);
    if (row_home.bytes == predicate_bytes) {  // (old & ~active) | (new & active)
      const x86::Mem place = x86::dword_ptr(registers_, static_cast<std::int32_t>(row & row_offset));
      const x86::Gp changed = compiler_.newUInt32();
      compiler_.mov(changed, row_home.bits);
      compiler_.xor_(changed, place);
      compiler_.and_(changed, active_);
      compiler_.xor_(place, changed);
      continue;
    }
    for (std::uint32_t p = 0; p < row_home.value.count; ++p) {
      const x86::Vec old = new_register(), &value = row_home.value.parts[p];
      compiler_.vmovups(old, memory(row, p));
      if (!wide_set())
        compiler_.vblendvps(old, old, value, lane_mask(active_, p, row_home.bytes));
      else if (row_home.bytes == 8)
        compiler_.k(mask(active_, p, row_home.bytes)).vmovapd(old, value);
      else
        compiler_.k(mask(active_, p, row_home.bytes)).vmovaps(old, value);
      compiler_.vmovups(memory(row, p), old);
    }
  }
}

void Values::replace_where(const x86::Vec& value, const x86::Vec& replacement, const x86::Vec& a, FloatingPredicate predicate,
                           const x86::Vec& b, std::uint32_t bytes) {
  const asmjit::InstId compare = bytes == 8 ? x86::Inst::kIdVcmppd : x86::Inst::kIdVcmpps;
  if (!wide_set()) {
    const x86::Vec holds = new_register();
    compiler_.emit(compare, holds, a, b, asmjit::imm(static_cast<int>(predicate)));
    compiler_.vblendvps(value, value, replacement, holds);
    return;
  }
  const x86::KReg holds = compiler_.newKq();
  compiler_.emit(compare, holds, a, b, asmjit::imm(static_cast<int>(predicate)));
  if (bytes == 8)
    compiler_.k(holds).vmovapd(value, replacement);
  else
    compiler_.k(holds).vmovaps(value, replacement);
}

x86::KReg Values::mask(const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes) {
  const x86::KReg lanes = compiler_.newKq();
  const std::uint32_t shift = part * register_bytes() / bytes;
  if (shift == 0) {
    compiler_.kmovd(lanes, bits);
    return lanes;
  }
  const x86::Gp shifted = compiler_.newUInt32();
  compiler_.mov(shifted, bits);
  compiler_.shr(shifted, shift);
  compiler_.kmovd(lanes, shifted);
  return lanes;
}

x86::Vec Values::lane_mask(const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes) {
  // The bit of each lane, compared with the lanes' bits that are set.
  const std::uint32_t lanes = register_bytes() / bytes, first = part * lanes;
  std::array<std::uint32_t, 8> own{};
  for (std::uint32_t i = 0; i < own.size(); ++i) own[i] = 1u << (first + i * 4 / bytes);
  const x86::Mem bit_of_lane = compiler_.newConst(asmjit::ConstPoolScope::kLocal, own.data(), sizeof own);
  const x86::Vec result = new_register(), set = new_register();
  const x86::Xmm low = compiler_.newXmm();
  compiler_.vmovd(low, bits);
  compiler_.vpbroadcastd(set, low);
  compiler_.vmovdqu(result, bit_of_lane);
  compiler_.vpand(set, set, result);
  compiler_.vpcmpeqd(result, set, result);
  return result;
}

void Values::select(const x86::Gp& bits, const Value& yes, const Value& no, const Value& result, std::uint32_t bytes) {
  for (std::uint32_t p = 0; p < result.count; ++p) {
    if (!wide_set())
      compiler_.vblendvps(result.parts[p], no.parts[p], yes.parts[p], lane_mask(bits, p, bytes));
    else if (bytes == 8)
      compiler_.k(mask(bits, p, bytes)).vblendmpd(result.parts[p], no.parts[p], yes.parts[p]);
    else
      compiler_.k(mask(bits, p, bytes)).vblendmps(result.parts[p], no.parts[p], yes.parts[p]);
  }
}

x86::Vec Values::broadcast(std::uint64_t bits, std::uint32_t bytes) {
  const x86::Vec result = new_register();
  const x86::Mem constant = compiler_.newConst(asmjit::ConstPoolScope::kLocal, &bits, bytes);
  if (bytes == 4)
    compiler_.vpbroadcastd(result, constant);
  else
    compiler_.vpbroadcastq(result, constant);
  return result;
}

}  // namespace warplens::simt::native
