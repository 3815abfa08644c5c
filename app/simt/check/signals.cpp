#include "simt/check/signals.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::simt {
namespace {

constexpr std::uint64_t in_shared = std::uint64_t{1} << 63;

}  // namespace

Signals::Signals(Waits waits) : waits_(std::move(waits)) {
  active_ = std::find(waits_.polls.begin(), waits_.polls.end(), true) != waits_.polls.end();
}

void Signals::start_block(std::uint32_t slot) {
  if (slot >= blocks_.size()) blocks_.resize(slot + 1);
  blocks_[slot] = {};
}

void Signals::access(const CheckedAccess& access, const BlockClock& block, std::uint32_t now) {
  const bool reads = access.place < waits_.polls.size() && waits_.polls[access.place];
  const bool writes = access.instruction.kind != Kind::load;
  if (!reads && !writes) return;
  const bool shared = access.space == trace::MemorySpace::shared;
  OfBlock& of_block = blocks_[access.slot];
  const WarpClock& warp = block.warps[access.warp];
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t thread = warp.first_thread + lane;
    const std::uint64_t location = access.offsets[lane] + (shared ? 0 : access.window.base);
    auto& variables = shared ? of_block.shared : global_;
    if (reads) {
      const auto variable = variables.find(location);
      if (variable != variables.end()) {
        Observation& seen = of_block.seen[location | (shared ? in_shared : 0)][thread];
        if (seen.time < block.time) seen.before_barrier = seen.time;
        seen.pc = access.place;
        seen.time = now;
      }
    }
    if (!writes) continue;
    Variable& variable = variables[location];
    const Write write{access.place, now, warp.time, block.time};
    variable.of_threads[thread] = write;
    variable.of_warps[thread / warp_size] = write;
    variable.of_blocks[block.index] = write;
  }
}

std::optional<Signals::Signal> Signals::between(const PastAccess& past, std::uint32_t thread, const Present& present) const {
  if (!active_) return std::nullopt;
  const OfBlock& of_block = blocks_[present.access.slot];
  const std::uint32_t past_block = past.thread / present.block.threads;
  for (const auto& [location, threads] : of_block.seen) {
    const auto& variables = (location & in_shared) != 0 ? of_block.shared : global_;
    const auto variable = variables.find(location & ~in_shared);
    if (variable == variables.end()) continue;
    const auto write_after = [&](std::uint32_t seen) -> const Write* {
      const auto in = [&](const auto& writes, std::uint32_t key, auto end) -> const Write* {
        const auto found = writes.find(key);
        return found != writes.end() && past.time <= end(found->second) && found->second.time <= seen ? &found->second : nullptr;
      };
      if (const Write* write = in(variable->second.of_threads, past.thread, [](const Write& each) { return each.time; }))
        return write;
      if (const Write* write =
              in(variable->second.of_warps, past.thread / warp_size, [](const Write& w) { return w.warp_time - 1; }))
        return write;
      return in(variable->second.of_blocks, past_block, [](const Write& each) { return each.block_time - 1; });
    };
    for (const auto& [observer, seen] : threads) {
      const bool itself = observer == thread;
      const bool in_warp = (observer ^ thread) < warp_size && seen.time < present.warp.time;
      const std::uint32_t time = itself || in_warp || seen.time < present.block.time ? seen.time : seen.before_barrier;
      if (time == 0) continue;
      if (const Write* write = write_after(time)) return Signal{write->pc, seen.pc};
    }
  }
  return std::nullopt;
}

}  // namespace warplens::simt
