#include "simt/machine/endless/loop_watch.h"

#include <array>
#include <bit>
#include <cstring>
#include <span>

namespace warplens::simt {
namespace {

constexpr std::uint64_t first_interval = 1u << 20;  // instructions without the end of a block before watching begins
constexpr std::uint64_t part_watched = 32;

/// The finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

std::uint64_t joined(std::uint64_t hash, std::uint64_t value) { return mixed(hash * 0x9e3779b97f4a7c15u + value); }

/// Four sums side by side: a processor computes them at once.
std::uint64_t hash_of(std::span<const ResidentWarp::Line> lines) {
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
  for (const ResidentWarp::Line& line : lines) {
    std::array<std::uint64_t, sizeof line / sizeof(std::uint64_t)> words;
    std::memcpy(words.data(), &line, sizeof line);
    for (std::size_t w = 0; w < words.size(); ++w) {
      std::uint64_t& sum = sums[w % sums.size()];
      sum = std::rotl((sum ^ words[w]) * 0x9e3779b97f4a7c15u, 29);
    }
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t sum : sums) hash = joined(hash, sum);
  return hash;
}

std::uint64_t hash_of(const Group& group) {
  std::uint64_t hash = joined(group.pc, group.active);
  hash = joined(hash, std::uint64_t{group.join} << 32 | group.frame);
  hash = joined(hash, std::uint64_t{group.awaited} << 32 | group.waiting);
  return joined(hash, static_cast<std::uint64_t>(group.state) << 2 | (group.looked ? 2u : 0u) | (group.changed ? 1u : 0u));
}

std::uint64_t hash_of(const CallStack& calls) {
  std::uint64_t hash = 0;
  for (const CallFrame& frame : calls.frames()) {
    hash = joined(hash, std::uint64_t{frame.site} << 32 | frame.return_pc);
    hash = joined(hash, std::uint64_t{frame.function} << 32 | frame.parent);
    hash = joined(hash, std::uint64_t{frame.called} << 32 | frame.inside);
    for (const std::byte byte : frame.saved) hash = joined(hash, std::to_integer<std::uint64_t>(byte));
  }
  return hash;
}

/// Of everything that determines what the warp executes next, apart from memory and clocks.
std::uint64_t hash_of(const Running& running) {
  const ResidentWarp& warp = running.warp;
  std::uint64_t hash = joined(hash_of(warp.registers), hash_of(warp.calls));
  // The order of the groups depends on their clocks.
  std::uint64_t groups = hash_of(running.group);
  for (const Group& group : warp.lanes.groups()) groups += hash_of(group);
  hash = joined(hash, groups);
  for (const Join& join : warp.lanes.joins()) {
    hash = joined(hash, std::uint64_t{join.expected} << 32 | join.arrived);
    hash = joined(hash, std::uint64_t{join.pc} << 32 | join.parent);
  }
  return hash;
}

/// The lanes of the warp that could run now.
std::uint32_t runnable_lanes(const Running& running) {
  std::uint32_t lanes = running.group.active;
  for (const Group& group : running.warp.lanes.groups()) {
    if (group.state == Group::State::running) lanes |= group.active;
  }
  return lanes;
}

}  // namespace

void LoopWatch::advance(std::uint64_t instructions) {
  if (active() && (instructions < begins_ || instructions >= ends_)) ends_ = 0;
  if (active() || instructions < first_interval) return;
  const int power_of_4 = (std::bit_width(instructions) - 1) / 2;
  const std::uint64_t begin = std::uint64_t{1} << 2 * power_of_4, end = begin + begin / part_watched;
  if (instructions >= end) return;
  begins_ = begin;
  ends_ = end;
  changed();  // what has changed before this is not known
}

void LoopWatch::read(std::uint32_t slot, const Decoded& instruction, std::uint32_t pc, const Request& request,
                     std::size_t allocation) {
  OfWarp& warp = of(slot);
  const bool several = warp.read && (warp.read->several || warp.read->pc != pc);
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(request.active));
  warp.read = Read{.pc = pc,
                   .lane = lane,
                   .space = request.space,
                   .allocation = allocation,
                   .offset = request.lowest + (*request.distances)[lane],
                   .bytes = instruction.bytes,
                   .several = several};
}

bool LoopWatch::jumped_back(const Running& running, std::uint32_t jumped) {
  OfWarp& warp = of(running.slot);
  if (warp.changes != changes_) {  // compared only once a round passes without a change
    warp = {.changes = changes_};
    return false;
  }
  if (warp.repeats) return false;
  warp.jumped |= jumped;
  const std::uint64_t state = hash_of(running);
  if (warp.state == state && (runnable_lanes(running) & ~warp.jumped) == 0) {
    warp.repeats = true;
    return true;
  }
  if (!warp.state || ++warp.jumps == warp.max_jumps) {
    const std::uint64_t max_jumps = warp.state ? 2 * warp.max_jumps : 1;
    warp = {.changes = changes_, .state = state, .max_jumps = max_jumps};
  }
  return false;
}

}  // namespace warplens::simt
