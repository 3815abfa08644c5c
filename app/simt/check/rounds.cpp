#include "simt/check/rounds.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ptx/parse/source_place.h"

namespace warplens::simt {
namespace {

/// Whether an instruction may write memory that other threads read.
bool writes(const Decoded& instruction) {
  const bool copies = instruction.copy != ptx::CopyStep::none;
  return (instruction.kind == Kind::store || copies) && instruction.space != ptx::Space::local;
}

}  // namespace

Rounds::Rounds(const launch::Launch& launch, const Program& program) : launch_(launch), listing_(*launch.module, launch.entry) {
  const ptx::Function& kernel = launch.module->functions[launch.entry];
  flow_ = ptx::control_flow(kernel);
  loop_of_jump_.assign(kernel.instructions.size(), none);
  const auto jumps_backward = [&](std::uint32_t pc) {
    return program.code[pc].kind == Kind::branch && program.code[pc].target <= pc;
  };
  for (ptx::Loop& loop : ptx::natural_loops(kernel, max_loops)) {
    bool any_writes = false;
    for (std::uint32_t pc = 0; pc < loop.contains.size(); ++pc)
      any_writes = any_writes || (loop.contains[pc] && writes(program.code[pc]));
    if (!any_writes || !std::ranges::all_of(loop.jumps_back, jumps_backward)) continue;
    for (const std::uint32_t jump : loop.jumps_back) loop_of_jump_[jump] = static_cast<std::uint8_t>(loops_.size());
    loops_.push_back(std::move(loop));
  }
}

void Rounds::jumped_back(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes, std::uint32_t time) {
  std::vector<OfWarp>& block = blocks_[at(slot)];
  if (warp >= block.size()) block.resize(warp + 1);
  if (block[warp].empty()) block[warp].resize(loops_.size());
  const std::size_t loop = loop_of_jump_[pc];
  Count& count = block[warp][loop];
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) count.jumps[lane] += lanes >> lane & 1;
  count.latest[count.remembered++ % jumps_remembered] = {time, lanes};
  for (std::size_t inner = loop + 1; inner < loops_.size(); ++inner) {
    if (!loops_[loop].contains[loops_[inner].jumps_back.front()]) continue;
    Count& of_inner = block[warp][inner];
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) of_inner.jumps[lane] &= (lanes >> lane & 1) - 1;
    of_inner.remembered = 0;
    of_inner.since = time;
  }
}

/// The round in which a lane was at a time, from 1 on; nothing if that is too long ago.
std::optional<std::uint32_t> Rounds::Count::round(std::uint32_t lane, std::uint32_t time) const {
  if (time < since) return std::nullopt;
  std::uint32_t round = jumps[lane] + 1;
  for (std::uint64_t k = remembered; k-- > 0;) {
    if (remembered - k > jumps_remembered) return std::nullopt;
    const Jump& jump = latest[k % jumps_remembered];
    if (jump.time <= time) break;
    round -= jump.lanes >> lane & 1;
  }
  return round;
}

const Rounds::Count* Rounds::count_of(std::uint32_t slot, std::uint32_t warp, std::size_t loop) const {
  if (slot >= blocks_.size() || warp >= blocks_[slot].size() || blocks_[slot][warp].empty()) return nullptr;
  return &blocks_[slot][warp][loop];
}

/// The instructions in the loop that are the source's access at `pc`: more than one if this loop, or one within it, is unrolled.
std::vector<std::uint32_t> Rounds::copies(std::size_t loop, std::uint32_t pc) const {
  const ptx::Function& kernel = launch_.module->functions[launch_.entry];
  const auto location = [&](std::uint32_t at) {
    const std::uint32_t index = kernel.instructions[at].location;
    return index < kernel.locations.size() ? kernel.locations[index] : ptx::SourceLocation{};
  };
  if (location(pc).line == 0) return {pc};
  std::vector<std::uint32_t> copies;
  for (std::uint32_t other = 0; other < kernel.instructions.size(); ++other) {
    const bool same = kernel.instructions[other].opcode == kernel.instructions[pc].opcode && location(other) == location(pc);
    if (same && within(loop, other)) copies.push_back(other);
  }
  return copies;
}

/// Find the copy of an access that executes the first round before the loop, if the compiler has moved the beginning of each
/// round to the end of the round before.
std::optional<std::uint32_t> Rounds::peeled(std::size_t loop, std::uint32_t pc) const {
  std::vector<std::uint32_t> others = copies(everywhere, pc);
  const std::size_t inside =
      static_cast<std::size_t>(std::ranges::count_if(others, [&](std::uint32_t copy) { return within(loop, copy); }));
  if (inside != 1 || others.size() != 2) return std::nullopt;
  const std::uint32_t outside = within(loop, others[0]) ? others[1] : others[0];
  const auto in_other_loop = [&](const ptx::Loop& other) {
    return other.contains[outside] && !other.contains[loops_[loop].jumps_back.front()];
  };
  return std::ranges::any_of(loops_, in_other_loop) ? std::nullopt : std::optional(outside);
}

/// The round of the source's loop in which an access took place; nothing if it is not part of the loop, or not known.
std::optional<std::uint32_t> Rounds::round_of(std::size_t loop, const Access& access) const {
  const std::optional<std::uint32_t> before = peeled(loop, access.pc);
  if (!within(loop, access.pc)) return before ? std::optional(1u) : std::nullopt;
  const Count* const count = count_of(access.slot, access.warp, loop);
  const std::optional<std::uint32_t> round = count != nullptr ? count->round(access.lane, access.time) : 1u;
  return round && before ? *round + 1 : round;
}

/// Whether a way leads from one instruction to a later one in the same round.
bool Rounds::reaches(std::size_t loop, std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t end = flow_.block_of[to];
  std::vector<bool> seen(flow_.exit + 1, false);
  for (std::vector<std::uint32_t> left{flow_.block_of[from]}; !left.empty();) {
    const std::uint32_t block = left.back();
    left.pop_back();
    if (block == end) return true;
    if (block == flow_.exit || seen[block] || !within(loop, flow_.blocks[block].first)) continue;
    seen[block] = true;
    // Without ways back, which would lead to every instruction of the loop.
    std::ranges::copy_if(flow_.blocks[block].successors, std::back_inserter(left),
                         [&](std::uint32_t next) { return next > block; });
  }
  return false;
}

/// Whether two accesses, which are in one round of the loop's instructions, are of two rounds of an unrolled loop: copies of the
/// one and the other follow each other in turn, and the two are not of the same turn.
bool Rounds::unrolled(std::size_t loop, std::uint32_t first, std::uint32_t second) const {
  std::vector<std::pair<std::uint32_t, bool>> all;  // whether it is a copy of the second
  for (const std::uint32_t pc : copies(loop, first)) all.emplace_back(pc, false);
  for (const std::uint32_t pc : copies(loop, second)) all.emplace_back(pc, true);
  if (all.size() > max_copies || loop_of_jump_.size() > max_instructions) return false;
  std::ranges::sort(all);
  std::size_t changes = 0, of_first = 0, of_second = 0;  // of the kind, so far and at the two accesses
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k > 0 && !reaches(loop, all[k - 1].first, all[k].first)) return false;
    if (k > 0 && all[k - 1].second != all[k].second) ++changes;
    if (all[k] == std::pair(first, false)) of_first = changes;
    if (all[k] == std::pair(second, true)) of_second = changes;
  }
  return changes >= 3 && of_first / 2 != of_second / 2;
}

launch::RoundsOfLoop Rounds::rounds_of(std::size_t loop, std::uint32_t first, std::uint32_t second) const {
  // The compiler's last jump back has the line of the loop's head; that of a `continue` has its own.
  return {ptx::source_place(*launch_.module, listing_, loops_[loop].jumps_back.back()).line, first, second};
}

std::optional<launch::RoundsOfLoop> Rounds::between(const Access& first, const Access& second) const {
  if (std::max(first.pc, second.pc) >= loop_of_jump_.size()) return std::nullopt;
  std::size_t innermost = everywhere;
  for (std::size_t loop = 0; loop < loops_.size(); ++loop) {
    if (!within(loop, first.pc) && !within(loop, second.pc)) continue;
    const bool inside = within(loop, first.pc) && within(loop, second.pc);
    const auto one = round_of(loop, first), other = round_of(loop, second);
    if (inside) innermost = loop;
    if (inside && (!one || !other)) return std::nullopt;
    if (!one || !other || *one == *other) continue;
    const bool repeated = copies(loop, first.pc).size() > 1 && copies(loop, second.pc).size() > 1;
    return repeated ? launch::RoundsOfLoop{} : rounds_of(loop, *one, *other);
  }
  return unrolled(innermost, first.pc, second.pc) ? std::optional(launch::RoundsOfLoop{}) : std::nullopt;
}

}  // namespace warplens::simt
