#include "simt/check/races.h"

#include <bit>
#include <optional>

#include "simt/check/history.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

/// Whether all granules of the active lanes have one of two tags.
bool all_tagged(const std::uint32_t* tags, const CheckedAccess& access, std::uint64_t granules, int granule_bits,
                std::uint32_t tag, std::uint32_t other_tag) {
  const auto is_loud = [&](std::uint64_t granule) { return tags[granule] != tag && tags[granule] != other_tag; };
  constexpr std::uint32_t all_quarters = 15, quarter = warp_size / 4;
  const std::uint32_t repeats = access.layout.repeats, runs = access.layout.runs;
  if (access.active == all_lanes && granules == 1 && (repeats | runs) == all_quarters) {
    for (std::uint32_t q = 0; q < 4; ++q) {
      const std::uint64_t first = access.offsets[q * quarter] >> granule_bits;
      if (is_loud(first)) return false;
      if (repeats >> q & 1) continue;
      std::uint32_t differ = 0;  // usually all have the same tag
      for (std::uint32_t g = 1; g < quarter; ++g) differ |= tags[first + g] ^ tags[first];
      if (differ == 0) continue;
      for (std::uint32_t g = 1; g < quarter; ++g) {
        if (is_loud(first + g)) return false;
      }
    }
    return true;
  }
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const std::uint64_t first = access.offsets[static_cast<std::size_t>(std::countr_zero(rest))] >> granule_bits;
    for (std::uint64_t g = 0; g < granules; ++g) {
      if (is_loud(first + g)) return false;
    }
  }
  return true;
}

/// Mask of `lane` and of the lanes that directly follow it and access the same address. Uses the LaneLayout, which knows whole
/// quarters of a warp only, so some lanes at that address may be missing.
std::uint32_t lanes_like(const CheckedAccess& access, std::uint32_t lane) {
  if (access.active != all_lanes) return 1u << lane;
  constexpr std::uint32_t quarter = warp_size / 4;
  std::uint32_t end = lane / quarter * quarter;
  while (end < warp_size && (access.layout.repeats >> end / quarter & 1) != 0 && access.offsets[end] == access.offsets[lane])
    end += quarter;
  return end <= lane ? 1u << lane : all_lanes >> (warp_size - end) & all_lanes << lane;
}

/// An access to a line becomes that to its granule `g`.
void part(PastAccess& past, std::uint64_t g) {
  past.thread += static_cast<std::uint32_t>(g) >> past.spread;
  past.spread = 0;
}

void part(History& history, std::uint64_t g) {
  part(history.write, g);
  for (PastAccess& write : history.strong_writes) part(write, g);
  for (PastAccess& read : history.reads) part(read, g);
}

}  // namespace

RaceDetector::RaceDetector(const Program& program, const Clocks& clocks, RaceListener& listener, std::uint64_t room)
    : clocks_(clocks), listener_(listener), cells_(room) {
  std::uint8_t atomic_bytes = 0;
  for (const Decoded& instruction : program.code) {
    const bool atomic = instruction.kind == Kind::atomic;
    if (is_of_block(instruction.scope) && (atomic || instruction.ordering != ptx::Ordering::weak)) traits_.scopes = true;
    if (orders_some(instruction)) traits_.some_order = true;
    if (!atomic && instruction.kind != Kind::load && instruction.kind != Kind::store) continue;
    if (instruction.bytes != 0) granule_bits_ = std::min(granule_bits_, std::countr_zero(unsigned{instruction.bytes}));
    if (!atomic) continue;
    if (is_of_block(instruction.scope) || (atomic_bytes != 0 && atomic_bytes != instruction.bytes)) alike_atomics_ = false;
    atomic_bytes = instruction.bytes;
  }
}

void RaceDetector::start_block(std::uint32_t slot, std::uint64_t shared_bytes) {
  if (slot >= shared_.size()) shared_.resize(slot + 1);
  if (!shared_[slot]) shared_[slot].emplace(shared_bytes, granule_bits_);
}

bool RaceDetector::has_written(std::uint32_t slot, const BlockClock& block, std::uint64_t offset) const {
  const std::uint64_t granule = offset >> granule_bits_;
  const Shadow::Line& line = shared_[slot]->lines[granule >> line_granule_bits];
  return line.given_up || last_write(line.history(granule)) >= block.start;
}

void RaceDetector::tell(const Present& present, std::uint32_t lanes, const RacingAccess& told) {
  listener_.found(present, lanes, told.offset, told.past.happened() ? &told.past : nullptr);
}

/// Check and remember an access `now` to one granule: collect the accesses it races with. Returns the granule's new tag.
template <RaceDetector::How how, bool shared>
std::uint32_t RaceDetector::one_granule(History& history, const PastAccess& now, const Present& present, std::uint64_t offset) {
  constexpr bool writes = how != How::read;
  const std::size_t told_before = told_count_;
  // The granules of a whole line have been looked at already.
  unwritten_ = how != How::write && offset != whole_line_offset && is_unwritten<shared>(history, present, offset);
  each_race<shared>(history, further_, now, present, offset, writes, [&](const PastAccess& past) { add_told(offset, past); });
  const int distance = remember<shared>(history, further_, now, present, offset, traits_);
  if (unwritten_ || told_count_ != told_before || how == How::write || (how == How::atomic && !alike_atomics_) || distance < 2)
    return 0;
  if (traits_.some_order ? !further_.is_full_of(history, now) : history.further != 0) return 0;
  // One more of the kind adds no information, unless an access of the other kind is relevant to a thread it may come from.
  const bool in_block = shared || distance == 2;
  const auto& others = how == How::read ? history.strong_writes : history.reads;
  const BlockClock& block = present.block;
  if (!settled<shared>(history.write, block, in_block) || !settled<shared>(others[0], block, in_block) ||
      !settled<shared>(others[1], block, in_block))
    return 0;
  if (in_block) return how == How::read ? block.quiet_reads : block.quiet_atomics;
  return how == How::read ? clocks_.quiet_reads() : clocks_.quiet_atomics();
}

/// The same for a granule of which only one access is remembered, and which has no tag. It gets a history once that is not
/// enough.
template <RaceDetector::How how>
void RaceDetector::one_granule(Shadow& shadow, PastAccess& only, const PastAccess& now, const Present& present,
                               std::uint64_t offset) {
  if (how == How::write && !now.strong && present.warp.unfenced_locks == 0 && ordered<false>(only, now, present)) {
    only = now;  // represents all before it
    unwritten_ = false;
    return;
  }
  History history = history_of(only);
  const std::uint32_t tag = one_granule<how, false>(history, now, present, offset);
  if (const auto still_only = only_access(history)) {
    only = *still_only;
  } else if (History* const own = own_history(shadow, offset >> granule_bits_)) {
    *own = history;
    shadow.tags[offset >> granule_bits_] = tag;
  }
}

template <bool shared>
bool RaceDetector::is_unwritten(const History& history, const Present& present, std::uint64_t offset) const {
  if constexpr (shared) return last_write(history) < present.block.start;
  return last_write(history) == 0 &&
         contain(present.access.allocation->unwritten, offset, offset + (std::uint64_t{1} << granule_bits_));
}

/// Whether an element that is only copied is padding of a structure: granule `element` of an access at `offset`. Padding is
/// copied by an access of its own, next to members in the same 8 bytes, or in a vector access together with members. It counts as
/// padding if one of these members has been written; in shared memory, whose writes are all known, by a wider access than this
/// one.
template <bool shared>
bool RaceDetector::is_padding(const Shadow& shadow, const Present& present, std::uint64_t offset, std::uint64_t element) const {
  if (!present.copies) return false;
  const auto any_written = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t g = begin; g < end && g << granule_bits_ < present.access.window.size; ++g) {
      const Shadow::Line& line = shadow.lines[g >> line_granule_bits];
      const History history = line.history(g);
      if (line.given_up || is_unwritten<shared>(history, present, g << granule_bits_)) continue;
      if (!shared || std::max(history.write.width, history.strong_writes[0].width) > present.now.width) return true;
    }
    return false;
  };
  const std::uint64_t around = std::uint64_t{8} >> granule_bits_, first = offset >> granule_bits_;
  const bool of_vector = !shared && present.access.instruction.vector > 1;
  return any_written(element / around * around, (element / around + 1) * around) ||
         (of_vector && any_written(first, first + (present.bytes >> granule_bits_)));
}

/// Visit all granules of `lanes`. Of neighbouring lanes on one granule, two represent all. An element is unwritten only if all of
/// its granules are, so that a structure may be copied with its padding.
template <RaceDetector::How how, bool shared>
void RaceDetector::lane_by_lane(Shadow& shadow, const Present& present, std::uint32_t lanes) {
  const CheckedAccess& access = present.access;
  const std::uint64_t granules = present.bytes >> granule_bits_;
  const std::uint64_t of_element = std::max<std::uint64_t>(1, access.instruction.bytes >> granule_bits_);
  const std::uint32_t quiet_here = how == How::read ? present.block.quiet_reads : present.block.quiet_atomics;
  const std::uint32_t quiet = shared ? quiet_here : how == How::read ? clocks_.quiet_reads() : clocks_.quiet_atomics();
  std::uint64_t last = ~std::uint64_t{0};
  std::uint32_t before = 0;    // number of lanes before this one on the same granule
  std::uint32_t told_for = 0;  // lanes to which told_ applies
  told_count_ = 0;
  const auto tell_all = [&] {
    for (std::size_t t = 0; t < told_count_; ++t) tell(present, told_for, told_[t]);
    told_count_ = 0;
  };
  for (std::uint32_t rest = lanes, done = 0; rest != 0; rest &= ~done) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t offset = access.offsets[lane];
    before = offset == last ? before + 1 : 0;
    last = offset;
    if (before >= 2) {
      done = lanes_like(access, lane);
      told_for |= done & lanes;
      continue;
    }
    tell_all();
    done = told_for = 1u << lane;
    const PastAccess now = present.of_lane(lane);
    std::uint64_t unwritten = 0;  // granules of the element so far
    bool told_unwritten = false;
    for (std::uint64_t g = 0; g < granules; ++g) {
      if ((g & (of_element - 1)) == 0) unwritten = 0;  // a power of two
      const std::uint64_t number = (offset >> granule_bits_) + g;
      const auto [history, only] = remembered<shared>(shadow, number);
      if (history == nullptr && only == nullptr) continue;
      std::uint32_t& tag = shadow.tags[number];
      if (how != How::write && history != nullptr && (tag == quiet || tag == quiet_here)) continue;
      const bool first = told_count_ == 0;  // one granule per lane is reported
      const std::size_t told = told_count_;
      const std::uint64_t at = offset + (g << granule_bits_);
      if (only != nullptr)
        one_granule<how>(shadow, *only, now, present, at);
      else
        tag = one_granule<how, shared>(*history, now, present, at);
      if (!first) told_count_ = told;
      unwritten += unwritten_ ? 1 : 0;
      if (unwritten != of_element || told_unwritten || is_padding<shared>(shadow, present, offset, number + 1 - of_element))
        continue;
      add_told(offset + ((g + 1 - of_element) << granule_bits_), {});
      told_unwritten = true;
    }
  }
  tell_all();
}

/// Fast path: a whole warp accesses a whole line at consecutive addresses. One step for all granules if they have one history and
/// there is no race. False if they have to be checked one by one.
template <RaceDetector::How how, bool shared>
bool RaceDetector::whole_line(Shadow::Line& line, std::uint64_t offset, const PastAccess& now, const Present& present) {
  if (line.given_up) return true;
  if (line.blocks != nullptr || present.warp.unfenced_locks != 0) return false;
  if (how == How::read && (line.tag == clocks_.quiet_reads() || line.tag == present.block.quiet_reads)) return true;
  if constexpr (how != How::write) {
    const bool written = last_write(line.whole) >= (shared ? present.block.start : 1);
    const std::uint64_t end = offset + (line_granules << granule_bits_);
    if (!written && (shared || overlap(present.access.allocation->unwritten, offset, end))) return false;
  }
  if (!has_place<shared>(line.whole, now, present) || (traits_.scopes && now.strong)) return false;
  bool races = false;
  each_race<shared>(line.whole, further_, now, present, whole_line_offset, how != How::read,
                    [&](const PastAccess&) { races = true; });
  if (races) return false;
  line.tag = one_granule<how, shared>(line.whole, now, present, whole_line_offset);
  return true;
}

/// The history of one granule, apart from those of its line, to begin with the line's; null if there is no room for it.
History* RaceDetector::own_history(Shadow& shadow, std::uint64_t granule) {
  Shadow::Line& line = shadow.lines[granule >> line_granule_bits];
  if (line.given_up) return nullptr;
  const auto [own, only] = line.block_of(granule);
  if (own != nullptr) return &(*own)[granule % cells_of_block];
  Cells* const cells = cells_.take_cells();
  if (cells == nullptr) return give_up(line), nullptr;
  set_block(line, granule, {.cells = cells});
  if (only != nullptr) {
    std::ranges::transform(*only, cells->begin(), history_of);
    cells_.give_back(only);
    return &(*cells)[granule % cells_of_block];
  }
  const std::uint64_t first = granule / cells_of_block * cells_of_block;
  std::fill_n(&shadow.tags[first], cells_of_block, line.tag);
  for (std::uint64_t c = 0; c < cells_of_block; ++c) {
    const std::uint64_t g = first % line_granules + c;
    History& history = (*cells)[c];
    history = line.whole;
    part(history, g);
    further_.copy(history, [&](PastAccess& past) { part(past, g); });
  }
  return &(*cells)[granule % cells_of_block];
}

/// The only access to one granule, to begin with that to its line; null if there is no room for it.
PastAccess* RaceDetector::own_access(Shadow& shadow, std::uint64_t granule) {
  Shadow::Line& line = shadow.lines[granule >> line_granule_bits];
  OnlyAccesses* const only = cells_.take_only();
  if (only == nullptr) return give_up(line), nullptr;
  set_block(line, granule, {.only = only});
  if (const PastAccess whole = *only_access(line.whole); whole.happened()) {
    const std::uint64_t first = granule % line_granules / cells_of_block * cells_of_block;
    only->fill(whole);
    for (std::uint64_t c = 0; c < cells_of_block; ++c) part((*only)[c], first + c);
  }
  return &(*only)[granule % cells_of_block];
}

template <RaceDetector::How how, bool shared>
void RaceDetector::access_to(Shadow& shadow, const Present& present) {
  const CheckedAccess& access = present.access;
  const std::uint64_t granules = present.bytes >> granule_bits_;
  const std::uint64_t first = access.offsets[0] >> granule_bits_;
  if (access.layout.consecutive && access.active == all_lanes && first % line_granules == 0) {
    const auto spread = static_cast<std::uint32_t>(std::countr_zero(granules));
    const std::uint32_t lanes = warp_size >> spread;  // of one line
    std::uint32_t left = all_lanes;
    std::optional<Present> of_lines;
    if (Clocks::knows_more(present.block)) of_lines.emplace(present).whole_line = true;
    for (std::uint64_t l = 0; l < granules; ++l) {
      PastAccess now = present.of_lane(static_cast<std::uint32_t>(l) * lanes);
      now.spread = spread & 15u;
      const std::uint64_t line = first / line_granules + l;
      if (!whole_line<how, shared>(shadow.lines[line], line * line_granules << granule_bits_, now,
                                   of_lines ? *of_lines : present))
        break;
      left = lanes == warp_size ? 0 : left << lanes;
    }
    if (left != 0) lane_by_lane<how, shared>(shadow, present, left);
    return;
  }
  if constexpr (how != How::write) {
    const std::uint32_t quiet_here = how == How::read ? present.block.quiet_reads : present.block.quiet_atomics;
    const std::uint32_t quiet = shared ? quiet_here : how == How::read ? clocks_.quiet_reads() : clocks_.quiet_atomics();
    if (all_tagged(shadow.tags.data(), access, granules, granule_bits_, quiet, quiet_here)) return;
  }
  lane_by_lane<how, shared>(shadow, present, access.active);
}

void RaceDetector::access(const Present& present) {
  const CheckedAccess& access = present.access;
  if (access.unwritten && access.instruction.kind == Kind::load) return;
  const auto dispatch = [&](auto visit) {
    if (makes_mbarrier(access.instruction)) return visit(std::integral_constant<How, How::write>{});
    switch (access.instruction.kind) {
      case Kind::load:
        return visit(std::integral_constant<How, How::read>{});
      case Kind::atomic:
        return visit(std::integral_constant<How, How::atomic>{});
      default:
        return visit(std::integral_constant<How, How::write>{});
    }
  };
  if (present.shared) {
    SharedShadow& shadow = *shared_[access.slot];
    begin_access(shadow, present);
    if (access.begins || access.issued != 0) count_copies(shadow, access);
    if (access.begins) return compare(shadow, present);
    return dispatch([&](auto how) { access_to<how(), true>(shadow, present); });
  }
  if (last_ == nullptr || access.window.base != last_base_) {
    last_base_ = access.window.base;
    last_ = &global_.try_emplace(last_base_, access.window.size, granule_bits_).first->second;
  }
  dispatch([&](auto how) { access_to<how(), false>(*last_, present); });
  if (present.now.writes && !access.allocation->unwritten.empty()) note_store(*last_, present);
}

/// Compare a write to shared memory with the earlier accesses, without remembering it.
void RaceDetector::compare(SharedShadow& shadow, const Present& present) {
  each_lane(present.access.active, [&](std::size_t lane) {
    const PastAccess now = present.of_lane(static_cast<std::uint32_t>(lane));
    const std::uint64_t begin = present.access.offsets[lane], end = begin + present.bytes;
    told_count_ = 0;
    for (std::uint64_t at = begin; at < end && told_count_ == 0; at += std::uint64_t{1} << granule_bits_) {
      const std::uint64_t granule = at >> granule_bits_;
      const Shadow::Line& line = shadow.lines[granule >> line_granule_bits];
      if (line.given_up) continue;
      const auto [cells, only] = line.block_of(granule);
      History history = line.history(granule);
      if (cells == nullptr && only == nullptr) {
        part(history, granule % line_granules);
        history.further = 0;  // these are of the whole line
      }
      each_race<true>(history, further_, now, present, at, true, [&](const PastAccess& past) { add_told(at, past); });
    }
    for (std::size_t t = 0; t < told_count_; ++t) tell(present, 1u << lane, told_[t]);
  });
}

/// Mark the chunks that an access writes.
void RaceDetector::note_store(Shadow& shadow, const Present& present) const {
  const int bits = granule_bits_ + std::countr_zero(Shadow::chunk_granules);
  if (shadow.stored.empty()) shadow.stored.resize((present.access.window.size >> bits) + 1);
  for (std::uint32_t rest = present.access.active; rest != 0; rest &= rest - 1) {
    const std::uint64_t offset = present.access.offsets[static_cast<std::size_t>(std::countr_zero(rest))];
    shadow.stored[offset >> bits] = shadow.stored[(offset + present.bytes - 1) >> bits] = 1;
  }
}

launch::RangesOfBytes RaceDetector::unwritten(const Allocation& allocation) const {
  const auto found = global_.find(allocation.window.base);
  if (found == global_.end() || found->second.stored.empty()) return allocation.unwritten;
  const Shadow& shadow = found->second;
  launch::RangesOfBytes left;
  const auto add = [&](std::uint64_t begin, std::uint64_t end) {
    if (!left.empty() && left.back().end == begin)
      left.back().end = end;
    else
      left.push_back({begin, end});
  };
  const auto bytes = [this](std::uint64_t granules) { return granules << granule_bits_; };
  for (const launch::ByteRange& range : allocation.unwritten) {
    for (std::uint64_t at = range.begin; at < range.end;) {
      if (left.size() > launch::max_unwritten_ranges) break;
      const bool untouched = shadow.stored[at / bytes(Shadow::chunk_granules)] == 0;
      const Shadow::Line& line = shadow.lines[at / bytes(line_granules)];
      const std::uint64_t step = bytes(untouched ? Shadow::chunk_granules : line.blocks == nullptr ? line_granules : 1);
      const std::uint64_t end = std::min((at / step + 1) * step, range.end);
      if (untouched || (!line.given_up && last_write(line.history(at >> granule_bits_)) == 0)) add(at, end);
      at = end;
    }
  }
  if (left.size() > launch::max_unwritten_ranges) left.pop_back();
  return left;
}

}  // namespace warplens::simt
