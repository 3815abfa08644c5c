#include "simt/machine/schedule/strategy.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/random.h"
#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

using Candidates = std::span<const Candidate>;

/// The first candidate that satisfies `may`, or the number of candidates.
template <typename May>
std::size_t first_that(Candidates candidates, const May& may) {
  return static_cast<std::size_t>(std::find_if(candidates.begin(), candidates.end(), may) - candidates.begin());
}

/// The candidate with the lowest warp among those that satisfy `may`, or the number of candidates.
template <typename May>
std::size_t lowest_that(Candidates candidates, const May& may) {
  std::size_t best = candidates.size();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (may(candidates[i]) && (best == candidates.size() || candidates[i].warp < candidates[best].warp)) best = i;
  }
  return best;
}

using May = std::function<bool(const Candidate&)>;

/// Stages: in each, the lowest warp that the stage admits runs; when it admits none, the next stage begins. After the last,
/// round-robin.
Strategy in_stages(std::string name, std::vector<May> stages) {
  return {std::move(name), [stages = std::move(stages), stage = std::size_t{0}](Candidates candidates) mutable {
            for (; stage < stages.size(); ++stage) {
              const std::size_t chosen = lowest_that(candidates, stages[stage]);
              if (chosen < candidates.size()) return chosen;
            }
            return std::size_t{0};
          }};
}

/// Admits `warp` until it has accessed the element `most` times.
May up_to(std::uint32_t warp, std::uint64_t most) {
  return [=](const Candidate& c) { return c.warp == warp && c.touched + c.touches <= most; };
}

constexpr std::uint64_t to_its_end = std::numeric_limits<std::uint64_t>::max();

/// The known state of the warp that waits for its turn at a slot.
struct Known {
  std::uint32_t warp = 0;
  bool looked = false;      ///< the candidate describes its next operation
  bool went_there = false;  ///< has run to just before its next operation, if it has one
  Candidate candidate{};
};

}  // namespace

Strategy in_turns() {
  return {"one operation each, in turns", [](Candidates) { return std::size_t{0}; }};
}

Strategy one_by_one(bool lowest_first) {
  const auto first = [=](Candidates candidates) {
    const auto less = [](const Candidate& a, const Candidate& b) { return a.warp < b.warp; };
    const auto found = lowest_first ? std::min_element(candidates.begin(), candidates.end(), less)
                                    : std::max_element(candidates.begin(), candidates.end(), less);
    return static_cast<std::size_t>(found - candidates.begin());
  };
  return {lowest_first ? "one warp after the other" : "one warp after the other, the last first", first};
}

Strategy loads_first() {
  return {"all loads before any store", [](Candidates candidates) {
            return first_that(candidates, [](const Candidate& c) { return c.reads; }) % candidates.size();
          }};
}

Strategy loads_last() {
  return {"stores before loads", [](Candidates candidates) {
            return first_that(candidates, [](const Candidate& c) { return !c.reads; }) % candidates.size();
          }};
}

Strategy hold_back(std::uint32_t held) {
  return in_stages("warp " + std::to_string(held) + " is held back between its load and its store",
                   {up_to(held, 1), [=](const Candidate& c) { return c.warp != held; }, up_to(held, to_its_end)});
}

Strategy hold_back_two(std::uint32_t held, std::uint32_t last, std::uint64_t accesses) {
  const std::uint64_t before_last_read = accesses >= 2 ? accesses - 2 : 0;
  const May others = [=](const Candidate& c) {
    return c.warp != held && (c.warp != last || c.touched + c.touches <= before_last_read);
  };
  return in_stages("warps " + std::to_string(held) + " and " + std::to_string(last) + " are held back",
                   {up_to(held, 1), others, up_to(held, 2), up_to(last, before_last_read + 1), up_to(held, to_its_end),
                    up_to(last, to_its_end)});
}

Strategy at_random(std::uint64_t seed) {
  return {"at random, seed " + std::to_string(seed), [random = base::Random(seed)](Candidates candidates) mutable {
            return std::size_t{random.below(static_cast<std::uint32_t>(candidates.size()))};
          }};
}

Strategy by_priority(std::uint64_t seed, std::uint32_t depth, std::uint64_t operations) {
  struct State {
    base::Random random;
    std::vector<std::uint64_t> changes;  // operations at which the running warp loses its priority, ascending
    std::unordered_map<std::uint32_t, std::uint64_t> priority;
    std::uint64_t done = 0, least = std::uint64_t{1} << 32;
    std::size_t next_change = 0;
  };
  auto state = std::make_shared<State>(State{.random = base::Random(seed), .changes = {}, .priority = {}});
  const auto bound = static_cast<std::uint32_t>(std::min<std::uint64_t>(operations, std::numeric_limits<std::uint32_t>::max()));
  for (std::uint32_t change = 1; change < depth; ++change) state->changes.push_back(state->random.below(bound));
  std::sort(state->changes.begin(), state->changes.end());
  const auto choose = [state](Candidates candidates) {
    State& s = *state;
    std::size_t best = 0;
    std::uint64_t highest = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto [found, is_new] = s.priority.try_emplace(candidates[i].warp, 0);
      if (is_new) found->second = (std::uint64_t{1} << 33) + (s.random.next() >> 32);  // above all warps that lost theirs
      if (found->second <= highest) continue;
      highest = found->second;
      best = i;
    }
    for (; s.next_change < s.changes.size() && s.changes[s.next_change] <= s.done; ++s.next_change)
      s.priority[candidates[best].warp] = --s.least;
    ++s.done;
    return best;
  };
  return {"by priorities with " + std::to_string(depth - 1) + " change points, seed " + std::to_string(seed), choose};
}

Strategy in_order(std::vector<std::uint32_t> order) {
  return {"an order found step by step", [order = std::move(order), at = std::size_t{0}](Candidates candidates) mutable {
            while (at < order.size()) {
              const std::uint32_t warp = order[at++];
              const std::size_t chosen = first_that(candidates, [=](const Candidate& c) { return c.warp == warp; });
              if (chosen < candidates.size()) return chosen;
            }
            return std::size_t{0};
          }};
}

const launch::Buffer* buffer_argument(const launch::Launch& launch, std::size_t k) {
  for (const launch::Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer != nullptr && k-- == 0) return buffer;
  }
  return nullptr;
}

Drive::Drive(const Prepared& prepared, const Target& target, launch::Progress& progress)
    : prepared_(prepared), progress_(progress), output_(target.output), element_(target.element) {
  const launch::Launch& launch = prepared_.launch;
  done_.resize(base::count(launch.grid) * ((base::count(launch.block) + warp_size - 1) / warp_size));
  usual_ = done_;
  prepared_.launch.record_schedule = true;
  prepared_.launch.trace_level = trace::Level::none;
  prepared_.launch.check = false;
}

void Drive::set_step_limit(std::uint64_t instructions) {
  prepared_.launch.step_limit = std::min(prepared_.launch.step_limit, instructions);
}

void Drive::learn() {
  usual_ = done_;
  learnt_ = true;
  for (const Done& done : usual_) operations_ += done.operations;
  set_step_limit(100'000 + 20 * instructions_);
}

std::vector<std::uint32_t> Drive::touching_warps() const {
  std::vector<std::uint32_t> warps;
  for (std::size_t warp = 0; warp < usual_.size(); ++warp) {
    if (usual_[warp].touches != 0) warps.push_back(static_cast<std::uint32_t>(warp));
  }
  return warps;
}

launch::LaunchResult Drive::run(Strategy& strategy) {
  Machine machine(prepared_.launch, prepared_.program, prepared_.spec, progress_);
  std::fill(done_.begin(), done_.end(), Done{});
  const std::uint64_t bytes = launch::bytes(buffer_argument(prepared_.launch, output_)->type);
  const std::uint64_t address = machine.memory().buffer_address(output_) + element_ * bytes;
  std::vector<Known> known;  // by warp slot
  std::vector<Candidate> candidates;
  std::vector<std::uint32_t> slots;
  const auto runs_wild = [&](std::uint32_t warp) { return learnt_ && done_[warp].operations > 2 * usual_[warp].operations + 64; };
  /// Run a waiting warp to just before its next operation, and determine that operation. False: this took a turn.
  const auto look = [&](std::uint32_t slot) {
    if (known.size() <= slot) known.resize(slot + 1);
    Known& here = known[slot];
    const std::uint32_t warp = machine.warp_at(slot).in_grid;
    if (here.warp != warp) here = {.warp = warp};
    if (here.looked) return true;
    const Machine::NextOperation next = machine.next_operation(slot, address, bytes);
    if (!next.visible && !here.went_there) {
      here.went_there = true;
      machine.take_turn_of(slot, {.operations = 0});
      return false;
    }
    here.looked = true;
    here.candidate = {.warp = warp, .reads = next.reads, .touches = next.touches, .touched = done_[warp].touches};
    return true;
  };
  const auto look_at_all = [&] {
    const std::vector<std::uint32_t> waiting = machine.waiting();
    return std::all_of(waiting.begin(), waiting.end(), look);
  };
  machine.begin();
  while (!machine.over()) {
    if (!look_at_all()) continue;
    slots = machine.waiting();
    const bool all_wild =
        std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return runs_wild(known[slot].warp); });
    if (!all_wild) std::erase_if(slots, [&](std::uint32_t slot) { return runs_wild(known[slot].warp); });
    candidates.clear();
    for (const std::uint32_t slot : slots) candidates.push_back(known[slot].candidate);
    const std::size_t chosen = all_wild ? 0 : strategy.choose(candidates);
    Done& done = done_[candidates[chosen].warp];
    const std::uint64_t operations = machine.take_turn_of(slots[chosen], {.operations = 1});
    done.operations += std::max<std::uint64_t>(operations, 1);
    done.touches += operations != 0 && candidates[chosen].touches;
    known[slots[chosen]] = {.warp = candidates[chosen].warp};
  }
  instructions_ = machine.issued();
  return *machine.end();  // without running ahead, there is always a result
}

}  // namespace warplens::simt
