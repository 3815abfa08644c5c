#include "simt/native/compiler/values.h"

#include "simt/code/execute/operation.h"

namespace warplens::simt::native {
namespace {

constexpr std::uint32_t nan_of_f32 = 0x7fffffffu;  // canonical() in simt/code/execute/lanes.h
constexpr std::uint64_t nan_of_f64 = 0x7ff8000000000000u;

}  // namespace

x86::Vec Values::new_register() {
  if (wide_set()) return compiler_.newZmm();
  return compiler_.newYmm();
}

x86::Vec Values::spare(std::size_t k) {
  while (spare_.size() <= k) spare_.push_back(new_register());
  return spare_[k];
}

x86::Gp Values::spare_word(std::size_t k) {
  while (spare_words_.size() <= k) spare_words_.push_back(compiler_.newUInt64());
  return spare_words_[k];
}

Value Values::temporary(std::uint32_t bytes) { return new_value(part_ ? 1 : parts_of(bytes)); }

Value Values::new_value(std::uint32_t count) {
  Value value;
  value.count = count;
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
    home.value = new_value(parts_of(bytes));
  return home;
}

/// What read() and write() give of the registers of a row.
Value Values::seen(const Value& value) const {
  if (!part_) return value;
  Value one;
  one.count = 1;
  one.parts[0] = value.parts[*part_];
  return one;
}

void Values::load(Row row, Home& home) {
  if (home.loaded) return;
  home.loaded = true;
  if (home.bytes == predicate_bytes) {
    compiler_.mov(home.bits,
                  x86::dword_ptr(row & in_constants ? constants_ : registers_, static_cast<std::int32_t>(row & row_offset)));
    return;
  }
  for (std::uint32_t p = first_part(); p < end_part(home.value); ++p) {
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
    for (std::uint32_t p = 0; p < value.count; ++p) compiler_.vmovups(value.parts[p], memory(row, first_part() + p));
    return value;
  }
  Home& row_home = home(row, bytes);
  load(row, row_home);
  if (exact) complete(row_home);
  return seen(row_home.value);
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
  return seen(row_home.value);
}

x86::Gp Values::write_predicate(Row row) {
  Home& row_home = home(row, predicate_bytes);
  row_home.loaded = row_home.written = true;
  return row_home.bits;
}

void Values::read_first_lane(Row row, std::uint32_t bytes, const x86::Gp& to) {
  const auto found = homes_.find(row);
  if (found == homes_.end() || !found->second.written) {
    compiler_.mov(bytes == 8 ? to : to.r32(), bytes == 8 ? memory(row, 0) : memory(row, 0).cloneResized(4));
    return;
  }
  complete(found->second);
  const x86::Xmm lanes = found->second.value.parts[0].xmm();
  if (bytes == 8)  // not vmovq, vmovd: asmjit would take their source from memory, which they cannot do
    compiler_.vpextrq(to, lanes, 0);
  else
    compiler_.vpextrd(to.r32(), lanes, 0);
}

void Values::load_eight(Row row, std::uint32_t bytes, std::uint32_t eight, x86::Mem place, bool repeated) {
  const Value value = write(row, bytes);
  const auto load = [&](const x86::Vec& part) {
    if (!repeated)
      compiler_.vmovups(part, place);
    else if (bytes == 8)
      compiler_.vbroadcastsd(part, place);
    else
      compiler_.vbroadcastss(part, place);
  };
  if (wide_set() && bytes == 4) {  // half a register
    const x86::Vec& part = value.parts[eight / 2];
    if (eight % 2 == 0) return load(part.ymm());
    const x86::Ymm half = compiler_.newYmm();
    load(half);
    compiler_.vinsertf64x4(part, part, half, 1);
    return;
  }
  const std::uint32_t parts = value.count / 4;
  for (std::uint32_t p = 0; p < parts; ++p) {
    load(value.parts[eight * parts + p]);
    if (!repeated) place.addOffset(register_bytes());
  }
}

void Values::preload(Row row, std::uint32_t bytes) { load(row, home(row, bytes)); }

void Values::rewind(const std::map<Row, Home>& homes) {
  for (auto& [row, row_home] : homes_) {
    if (const auto found = homes.find(row); found != homes.end()) {
      row_home = found->second;
      continue;
    }
    row_home.loaded = row_home.written = false;
    row_home.pending = Pending::nothing;
  }
}

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
  for (std::uint32_t p = first_part(); p < end_part(home.value); ++p) {
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
  made_masks_.clear();
  for (auto& [row, row_home] : homes_) {
    if (!row_home.written || !chosen(row)) continue;
    complete(row_home);
    if (row_home.bytes == predicate_bytes) {  // (old & ~active) | (new & active)
      const x86::Mem place = x86::dword_ptr(registers_, static_cast<std::int32_t>(row & row_offset));
      const x86::Gp changed = spare_word(0).r32();
      compiler_.mov(changed, row_home.bits);
      compiler_.xor_(changed, place);
      compiler_.and_(changed, active_);
      compiler_.xor_(place, changed);
      continue;
    }
    for (std::uint32_t p = 0; p < row_home.value.count; ++p) store_part(row, row_home.bytes, p, row_home.value.parts[p]);
  }
}

const x86::Vec& Values::active_mask(std::uint32_t part, std::uint32_t bytes) {
  const auto [found, is_new] = mask_registers_.try_emplace({bytes, part});
  if (is_new) found->second = new_register();
  if (made_masks_.emplace(bytes, part).second) lane_mask(found->second, active_, part, bytes);
  return found->second;
}

/// For the active lanes.
void Values::store_part(Row row, std::uint32_t bytes, std::uint32_t part, const x86::Vec& value) {
  const x86::Vec old = spare(0);
  compiler_.vmovups(old, memory(row, part));
  if (!wide_set())
    compiler_.vblendvps(old, old, value, active_mask(part, bytes));
  else if (bytes == 8)
    compiler_.k(mask(active_, part, bytes)).vmovapd(old, value);
  else
    compiler_.k(mask(active_, part, bytes)).vmovaps(old, value);
  compiler_.vmovups(memory(row, part), old);
}

void Values::compare_distances(Row row, std::uint32_t bytes, const x86::Gp& lowest, const x86::Mem& distances,
                               asmjit::Label differ) {
  const Value value = read(row, bytes);
  const x86::Vec least = spare(1), difference = spare(2), different = spare(3);
  const bool wide = bytes == 8;
  compiler_.vmovq(least.xmm(), lowest);
  compiler_.emit(wide ? x86::Inst::kIdVpbroadcastq : x86::Inst::kIdVpbroadcastd, least, least.xmm());
  for (std::uint32_t p = 0; p < value.count; ++p) {
    const x86::Vec& part = p == 0 ? different : difference;
    compiler_.emit(wide ? x86::Inst::kIdVpsubq : x86::Inst::kIdVpsubd, part, value.parts[p], least);
    const x86::Mem place = distances.cloneAdjusted(static_cast<std::int64_t>(p * register_bytes()));
    compiler_.emit(wide_set() ? x86::Inst::kIdVpxorq : x86::Inst::kIdVpxor, part, part, place);
    if (p != 0) compiler_.emit(wide_set() ? x86::Inst::kIdVporq : x86::Inst::kIdVpor, different, different, part);
  }
  if (wide_set()) {
    const x86::KReg lanes = compiler_.newKq();
    compiler_.vptestmq(lanes, different, different);
    compiler_.kortestb(lanes, lanes);
  } else {
    compiler_.vptest(different, different);
  }
  compiler_.jnz(differ);
}

void Values::replace_where(const x86::Vec& value, const x86::Vec& replacement, const x86::Vec& a, FloatingPredicate predicate,
                           const x86::Vec& b, std::uint32_t bytes) {
  const asmjit::InstId compare = bytes == 8 ? x86::Inst::kIdVcmppd : x86::Inst::kIdVcmpps;
  if (!wide_set()) {
    const x86::Vec holds = spare(4);
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

void Values::lane_mask(const x86::Vec& result, const x86::Gp& bits, std::uint32_t part, std::uint32_t bytes) {
  // The bit of each lane, compared with the lanes' bits that are set.
  const std::uint32_t lanes = register_bytes() / bytes, first = part * lanes;
  std::array<std::uint32_t, 8> own{};
  for (std::uint32_t i = 0; i < own.size(); ++i) own[i] = 1u << (first + i * 4 / bytes);
  const x86::Mem bit_of_lane = compiler_.newConst(asmjit::ConstPoolScope::kLocal, own.data(), sizeof own);
  const x86::Vec set = spare(3);
  compiler_.vmovd(set.xmm(), bits);
  compiler_.vpbroadcastd(set, set.xmm());
  compiler_.vmovdqu(result, bit_of_lane);
  compiler_.vpand(set, set, result);
  compiler_.vpcmpeqd(result, set, result);
}

void Values::select(const x86::Gp& bits, const Value& yes, const Value& no, const Value& result, std::uint32_t bytes) {
  for (std::uint32_t p = 0; p < result.count; ++p) {
    if (!wide_set()) {
      lane_mask(spare(4), bits, p, bytes);
      compiler_.vblendvps(result.parts[p], no.parts[p], yes.parts[p], spare(4));
    } else if (bytes == 8) {
      compiler_.k(mask(bits, p, bytes)).vblendmpd(result.parts[p], no.parts[p], yes.parts[p]);
    } else {
      compiler_.k(mask(bits, p, bytes)).vblendmps(result.parts[p], no.parts[p], yes.parts[p]);
    }
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
