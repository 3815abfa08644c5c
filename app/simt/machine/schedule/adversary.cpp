#include "simt/machine/schedule/adversary.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/number_format.h"
#include "base/random.h"
#include "simt/machine/schedule/strategy.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t max_warps = 65536;
constexpr std::uint64_t first_step_limit = 5'000'000;  // limit for the round-robin run, warp instructions

bool less(const launch::Scalar& a, const launch::Scalar& b) {
  if (a.type == launch::ElementType::u64) return a.bits < b.bits;
  if (a.type == launch::ElementType::i64) return static_cast<std::int64_t>(a.bits) < static_cast<std::int64_t>(b.bits);
  return launch::to_double(a) < launch::to_double(b);  // false if one is NaN
}

bool is_number(const launch::Scalar& value) { return launch::to_double(value) == launch::to_double(value); }

/// The warps of a record, one entry for each turn with an operation.
std::vector<std::uint32_t> order_of(const launch::ScheduleRecord& record) {
  std::vector<std::uint32_t> order;
  for (const launch::ScheduleRun& run : record.runs) {
    if (run.amount != 0) order.insert(order.end(), run.turns, run.warp);
  }
  return order;
}

class Search {
 public:
  Search(const Prepared& prepared, const Target& target, std::uint64_t schedules, launch::Progress& progress)
      : drive_(prepared, target, progress),
        progress_(progress),
        target_(target),
        schedules_(schedules),
        random_(prepared.launch.seed ^ 0xad5e),
        type_(buffer_argument(prepared.launch, target.output)->type) {}

  SearchResult run() {
    drive_.set_step_limit(first_step_limit);
    attempt(in_turns());
    drive_.learn();
    known_cruelties();
    const std::uint64_t by_chance = (schedules_ + result_.schedules) / 2;
    while (goes_on() && result_.schedules < by_chance) {
      const std::uint64_t seed = random_.next() >> 32;
      const std::uint32_t depth = random_.below(4);
      attempt(depth == 0 ? at_random(seed) : by_priority(seed, depth, drive_.operations()));
    }
    for (bool downwards = true; goes_on() && result_.smallest; downwards = !downwards) refine(downwards);
    return std::move(result_);
  }

 private:
  bool goes_on() {
    result_.cancelled |= progress_.cancel.load(std::memory_order_relaxed);
    return result_.schedules < schedules_ && !result_.cancelled;
  }

  void attempt(Strategy strategy) {
    if (!goes_on()) return;
    launch::LaunchResult ran = drive_.run(strategy);
    if (ran.outcome == launch::Outcome::cancelled) {
      result_.cancelled = true;
      return;
    }
    progress_.schedules_done = ++result_.schedules;
    auto schedule = std::make_shared<const launch::ScheduleRecord>(std::move(*ran.schedule));
    if (ran.outcome == launch::Outcome::faulted) {
      if (!result_.failure)
        result_.failure = FailingSchedule{std::move(*ran.fault), drive_.step_limit(), schedule, strategy.name};
      return;
    }
    const launch::Scalar value = launch::element(type_, ran.outputs[target_.output], target_.element);
    if (!is_number(value)) return;
    // Of equal values the latest is kept, so that the refinement can move across plateaus.
    const auto keep = [&](std::optional<Extreme>& extreme, bool worse) {
      if (worse) return;
      const bool same = extreme && !less(value, extreme->value) && !less(extreme->value, value);
      extreme = Extreme{value, schedule, same ? extreme->strategy : strategy.name};
    };
    keep(result_.smallest, result_.smallest && less(result_.smallest->value, value));
    keep(result_.largest, result_.largest && less(value, result_.largest->value));
  }

  void known_cruelties() {
    attempt(one_by_one(true));
    attempt(one_by_one(false));
    attempt(loads_first());
    attempt(loads_last());
    const std::vector<std::uint32_t> warps = drive_.touching_warps();
    if (warps.empty()) return;
    const auto some = [&] { return warps[random_.below(static_cast<std::uint32_t>(warps.size()))]; };
    const auto two = [&](std::uint32_t held, std::uint32_t last) {
      if (held != last) attempt(hold_back_two(held, last, drive_.accesses(last)));
    };
    attempt(hold_back(warps.front()));
    two(warps.front(), warps.back());
    attempt(hold_back(warps.back()));
    two(warps.back(), warps.front());
    for (int more = 0; more < 2 && warps.size() > 2; ++more) {
      attempt(hold_back(some()));
      two(some(), some());
    }
  }

  /// Move a turn, or the rest of a warp's turns, to another position in the best order found.
  void refine(bool downwards) {
    std::vector<std::uint32_t> order = order_of(*(downwards ? result_.smallest : result_.largest)->schedule);
    if (order.size() < 2) return attempt(at_random(random_.next() >> 32));
    const auto size = static_cast<std::uint32_t>(order.size());
    const std::uint32_t from = random_.below(size), to = random_.below(size);
    const std::uint32_t warp = order[from];
    if (random_.below(2) == 0) {
      order.erase(order.begin() + from);
      order.insert(order.begin() + to, warp);
    } else {
      const auto others_first = [&](std::uint32_t other) { return other != warp; };
      std::stable_partition(order.begin() + std::min(from, to), order.begin() + std::max(from, to) + 1, others_first);
    }
    attempt(in_order(std::move(order)));
  }

  Drive drive_;
  launch::Progress& progress_;
  Target target_;
  std::uint64_t schedules_;
  base::Random random_;
  launch::ElementType type_;
  SearchResult result_;
};

}  // namespace

base::Result<SearchResult> search_schedules(const launch::Launch& launch, const Target& target, std::uint64_t schedules,
                                            launch::Progress& progress, const DeviceSpec& spec) {
  const auto prepared = prepare(launch, spec, launch::ScheduleRecord::Unit::operations);
  if (!prepared) return prepared.error();
  const std::uint64_t warps = base::count(launch.grid) * ((base::count(launch.block) + warp_size - 1) / warp_size);
  if (warps > max_warps)
    return base::error("the launch has " + base::grouped(warps) + " warps; schedules are searched for at most " +
                       base::grouped(max_warps));
  const launch::Buffer* output = buffer_argument(launch, target.output);
  if (output == nullptr) return base::error("there is no output " + std::to_string(target.output) + " of the launch");
  if (target.element >= output->size)
    return base::error("there is no element " + base::grouped(target.element) + " in output " + std::to_string(target.output) +
                       "; it has " + base::counted(output->size, "element"));
  return Search(**prepared, target, schedules, progress).run();
}

}  // namespace warplens::simt
