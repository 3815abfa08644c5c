#include "analysis/why/counter.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/counter_table.h"
#include "analysis/memory_traffic.h"
#include "analysis/warp_steps.h"
#include "analysis/why/absence.h"
#include "analysis/why/expression.h"
#include "analysis/why/request.h"
#include "analysis/why/wait.h"
#include "base/number_format.h"
#include "ptx/parse/source_place.h"

namespace warplens::analysis {
namespace {

using launch::Tally;
using ptx::Instruction;
using ptx::Opcode;

constexpr std::size_t max_lines = 3;

/// What the costliest case of an instruction is.
enum class Example : std::uint8_t { sectors, banks, collisions, parting, idle, memory_wait, barrier_wait };

/// A counter that can be explained.
struct Row {
  std::string_view id;
  Example example;
  std::string_view noun;                                  ///< of one of those that are counted by instruction
  std::uint64_t (*of)(const Instruction*, const Tally&);  ///< how many an instruction contributes
  std::string_view none;                                  ///< what holds where there are none
};

bool is_barrier(const Instruction* instruction) {
  return instruction != nullptr && (instruction->opcode == Opcode::bar || instruction->opcode == Opcode::barrier);
}
bool is_load(const Instruction* instruction) { return instruction != nullptr && instruction->opcode == Opcode::ld; }
bool is_store(const Instruction* instruction) { return instruction != nullptr && instruction->opcode == Opcode::st; }

std::uint64_t all_sectors(const Instruction*, const Tally& tally) { return tally.sectors; }
std::uint64_t load_sectors(const Instruction* at, const Tally& tally) { return is_load(at) ? tally.sectors : 0; }
std::uint64_t store_sectors(const Instruction* at, const Tally& tally) { return is_store(at) ? tally.sectors : 0; }
std::uint64_t conflicts(const Instruction*, const Tally& tally) { return tally.conflicts; }
std::uint64_t lane_collisions(const Instruction*, const Tally& tally) { return tally.collisions; }
std::uint64_t divergent(const Instruction*, const Tally& tally) { return tally.divergent_branches; }
std::uint64_t idle(const Instruction*, const Tally& tally) { return tally.executions * trace::lanes - tally.lanes; }
std::uint64_t memory_waits(const Instruction* at, const Tally& tally) { return is_barrier(at) ? 0 : tally.wait_cycles; }
std::uint64_t barrier_waits(const Instruction* at, const Tally& tally) { return is_barrier(at) ? tally.wait_cycles : 0; }

constexpr std::string_view no_sectors = "No thread accessed a buffer.",
                           no_conflicts = "No two lanes of a warp met in a bank with different words.",
                           no_divergence = "At every branch, all lanes of a warp went the same way.";

constexpr Row rows[] = {
    {"global_sectors", Example::sectors, "sector", all_sectors, no_sectors},
    {"sectors_per_request", Example::sectors, "sector", all_sectors, no_sectors},
    {"load_efficiency", Example::sectors, "sector of loads", load_sectors, "No thread loaded from a buffer."},
    {"store_efficiency", Example::sectors, "sector of stores", store_sectors, "No thread stored to a buffer."},
    {"bank_conflicts", Example::banks, "bank conflict", conflicts, no_conflicts},
    {"conflicts_per_request", Example::banks, "bank conflict", conflicts, no_conflicts},
    {"atomic_collisions", Example::collisions, "collision", lane_collisions,
     "No two lanes of a warp updated one address at once."},
    {"divergent_branches", Example::parting, "divergent branch", divergent, no_divergence},
    {"divergence", Example::parting, "divergent branch", divergent, no_divergence},
    {"simt_efficiency", Example::idle, "idle lane", idle, "All 32 lanes of every warp executed every instruction."},
    {"memory_wait_cycles", Example::memory_wait, "modelled cycle", memory_waits, "No warp stood still for a value from memory."},
    {"barrier_wait_cycles", Example::barrier_wait, "modelled cycle", barrier_waits, "No warp stood still at a barrier."},
};

const Row* row_of(std::string_view id) {
  const Row* const row = std::ranges::find(rows, id, &Row::id);
  return row == std::end(rows) ? nullptr : row;
}

/// Nouns end in "sector of loads", where the first word is counted.
std::string counted(std::uint64_t number, std::string_view noun) {
  const std::size_t of = noun.find(" of ");
  return base::counted(number, std::string(noun.substr(0, of))) + std::string(of == noun.npos ? "" : noun.substr(of));
}

/// What a source line contributes, and its costliest instruction.
struct LineShare {
  std::uint32_t line = 0;
  std::string file;
  std::uint64_t count = 0, executions = 0;
  std::uint32_t instruction = 0;
  std::uint64_t of_instruction = 0;
};

class CounterAnswer {
 public:
  CounterAnswer(const Executed& executed, const Row& row) : executed_(executed), trace_(executed.trace()), row_(row) {}

  Answer answer() const {
    Answer answer;
    answer.question = question();
    const std::vector<LineShare> shares = shares_by_line();
    std::uint64_t total = 0;
    for (const LineShare& share : shares) total += share.count;
    if (total == 0) {
      Cause none;
      none.sentence = row_.none;
      answer.answers.push_back(std::move(none));
      return answer;
    }
    for (std::size_t k = 0; k < std::min(shares.size(), max_lines) && shares[k].count > 0; ++k) {
      Cause cause;
      const std::string what = counted(shares[k].count, row_.noun);
      cause.sentence = "Line " + std::to_string(shares[k].line) + " has " +
                       (shares[k].count == total ? total == 1 ? "it" : "all " + what : what + " of " + base::grouped(total)) +
                       " (" + base::counted(shares[k].executions, "instruction") + " of warps).";
      cause.file = shares[k].file;
      cause.line = shares[k].line;
      if (auto example = k == 0 ? example_of(shares[k]) : std::nullopt) {
        cause.step = example->step;
        cause.thread = example->thread;
        cause.because.push_back(std::move(*example));
      }
      answer.answers.push_back(std::move(cause));
    }
    if (trace_.truncation != trace::Truncation::none)
      answer.missing = "The trace was cut before the launch ended: the example is from its beginning.";
    return answer;
  }

 private:
  std::string question() const {
    const launch::Counters& counters = executed_.result().counters;
    for (const Count& count : counts())
      if (count.id == row_.id) return capitalised(std::string(count.label)) + ": why " + base::grouped(count.of(counters)) + "?";
    const auto ratio = std::ranges::find(ratios(), row_.id, &Ratio::id);
    const std::optional<double> known = ratio->of(counters);
    if (!known) return capitalised(std::string(ratio->label)) + ": why none?";
    const double value = *known;
    const bool is_share = row_.id != "sectors_per_request" && row_.id != "conflicts_per_request";
    std::string number = std::to_string(is_share ? static_cast<int>(value * 100 + 0.5) : static_cast<int>(value));
    if (!is_share) number += "." + std::to_string(static_cast<int>(value * 10) % 10);
    return capitalised(std::string(ratio->label)) + ": why " + number + (is_share ? " %?" : "?");
  }

  std::vector<LineShare> shares_by_line() const {
    std::map<std::pair<std::string, std::uint32_t>, LineShare> by_line;
    const std::vector<Tally>& tallies = executed_.result().tallies;
    for (std::uint32_t number = 0; number < tallies.size(); ++number) {
      const std::uint64_t count = row_.of(executed_.listing().instruction(executed_.module(), number), tallies[number]);
      if (count == 0) continue;
      const ptx::SourcePlace place = ptx::source_place(executed_.module(), executed_.listing(), number);
      LineShare& share = by_line[{place.file, place.line}];
      share.file = place.file;
      share.line = place.line;
      share.count += count;
      share.executions += tallies[number].executions;
      if (count > share.of_instruction) {
        share.instruction = number;
        share.of_instruction = count;
      }
    }
    std::vector<LineShare> shares;
    for (const auto& [line, share] : by_line) shares.push_back(share);
    std::ranges::stable_sort(shares, std::greater{}, &LineShare::count);
    return shares;
  }

  std::optional<Cause> example_of(const LineShare& share) const {
    switch (row_.example) {
      case Example::sectors:
      case Example::banks:
      case Example::collisions:
        return costliest_request(share.instruction);
      case Example::parting:
        return parting(share.instruction);
      case Example::idle:
        return idle_lanes(share.instruction);
      case Example::memory_wait:
        return longest_wait(trace::WaitReason::memory, share.line);
      case Example::barrier_wait:
        return longest_wait(trace::WaitReason::barrier, share.line);
    }
    return std::nullopt;
  }

  std::uint64_t cost(std::uint32_t access) const {
    const RowOffsets request(trace_, access, trace_.threads_per_block(), trace_.warps_per_block());
    const std::uint32_t width = request_width(trace_, access);
    return row_.example == Example::sectors ? sectors(request, width)
           : row_.example == Example::banks ? bank_conflicts(request, width)
                                            : collisions(request);
  }

  std::optional<Cause> costliest_request(std::uint32_t instruction) const {
    std::uint32_t costliest = trace::no_row;
    std::uint64_t most = 0;
    for (std::uint32_t step = 0; step < trace_.steps.size(); ++step) {
      const std::uint32_t access = trace_.steps.access[step];
      if (trace_.steps.instruction[step] != instruction || access == trace::no_row || trace_.steps.active[step] == 0) continue;
      const std::uint64_t here = cost(access);
      if (costliest != trace::no_row && here <= most) continue;
      costliest = access;
      most = here;
    }
    if (costliest == trace::no_row) return std::nullopt;
    std::string text = row_.example == Example::sectors ? sectors_text(executed_, costliest)
                       : row_.example == Example::banks ? banks_text(executed_, costliest)
                                                        : collisions_text(executed_, costliest);
    const std::uint32_t step = trace_.accesses.step[costliest];
    const int lane = std::countr_zero(trace_.steps.active[step]);
    Cause cause = executed_.cause("The costliest of them: " + text + ".", step, executed_.thread(step, lane));
    cause.element = executed_.name(executed_.location(costliest, lane));
    return cause;
  }

  /// The lanes of the warp that executed the instruction before a step.
  std::uint32_t lanes_before(std::uint32_t step) const {
    const std::vector<std::uint32_t>& steps = executed_.steps_of(trace_.steps.warp[step]);
    const auto at = std::ranges::lower_bound(steps, step);
    for (auto before = at; before != steps.begin();) {
      --before;
      const ptx::Instruction* const instruction = executed_.instruction(*before);
      const bool guarded = instruction != nullptr && instruction->guard != ptx::no_index;
      if (!guarded && (trace_.steps.active[*before] & trace_.steps.active[step]) != 0) return trace_.steps.active[*before];
    }
    return 0;
  }

  /// Both sides of the first branch at which lanes of a warp parted.
  std::optional<Cause> parting(std::uint32_t instruction) const {
    for (std::uint32_t step = 0; step < trace_.steps.size(); ++step) {
      if (trace_.steps.instruction[step] != instruction || trace_.steps.active[step] == 0) continue;
      const std::uint32_t taken = trace_.steps.active[step], others = lanes_before(step) & ~taken;
      const ptx::Instruction* const branch = executed_.instruction(step);
      if (others == 0 || branch == nullptr || branch->guard == ptx::no_index) continue;
      std::string text = "In " + executed_.warp_text(trace_.steps.warp[step]) + ", ";
      text += base::counted(static_cast<std::uint64_t>(std::popcount(taken)), "lane") + " jumped and " +
              std::to_string(std::popcount(others)) + " did not: " + side(step, std::countr_zero(taken), *branch) + "; " +
              side(step, std::countr_zero(others), *branch) + ".";
      return executed_.cause(std::move(text), step, executed_.thread(step, std::countr_zero(taken)));
    }
    return std::nullopt;
  }

  /// "lane 3 has 3 != 0 (threadIdx.x % 2 != 0)".
  std::string side(std::uint32_t step, int lane, const ptx::Instruction& branch) const {
    Slices slices(executed_);
    const std::string text = condition_text(slices.before(step, lane, branch.guard));
    return "for lane " + std::to_string(lane) + ", " + (text == "…" ? "the condition is another" : text);
  }

  /// The step of an instruction with the fewest lanes, and why one was not among them.
  std::optional<Cause> idle_lanes(std::uint32_t instruction) const {
    std::uint32_t fewest = trace::no_row;
    for (std::uint32_t step = 0; step < trace_.steps.size(); ++step) {
      if (trace_.steps.instruction[step] != instruction || trace_.steps.active[step] == 0) continue;
      if (fewest == trace::no_row || std::popcount(trace_.steps.active[step]) < std::popcount(trace_.steps.active[fewest]))
        fewest = step;
    }
    if (fewest == trace::no_row) return std::nullopt;
    const std::uint32_t active = trace_.steps.active[fewest], warp = trace_.steps.warp[fewest];
    const std::string here =
        "The fewest took part in " + executed_.warp_text(warp) + ", " + std::to_string(std::popcount(active)) + " of 32: ";
    if ((lanes_of_warp(warp, trace_.threads_per_block()) & ~active) == 0)
      return executed_.cause(here + "a block of " + base::counted(trace_.threads_per_block(), "thread") +
                                 " leaves the other lanes of its last warp without a thread.",
                             fewest, executed_.thread(fewest, std::countr_zero(active)));
    const std::uint64_t thread = executed_.thread(fewest, std::countr_one(active));
    std::optional<Cause> why = why_absent(executed_, thread, fewest);
    if (!why) return std::nullopt;
    why->sentence.front() = 't';
    why->sentence = here + why->sentence;
    return why;
  }

  /// The line of the instruction that a warp could not issue until a wait had ended.
  std::uint32_t line_after(std::size_t wait) const {
    const std::vector<std::uint32_t>& steps = executed_.steps_of(trace_.waits.warp[wait]);
    const auto cycle = [&](std::uint32_t step) { return trace_.steps.cycle[step]; };
    const bool at_barrier = trace_.waits.reason[wait] == trace::WaitReason::barrier;
    auto at = std::ranges::lower_bound(steps, trace_.waits.end[wait], {}, cycle);
    if (at_barrier)  // it has been issued, when the wait began
      while (at != steps.begin() && !is_barrier(executed_.instruction(*--at))) {
      }
    return at == steps.end() ? 0 : executed_.line(*at);
  }

  /// The longest wait at a line.
  std::optional<Cause> longest_wait(trace::WaitReason reason, std::uint32_t line) const {
    const trace::Waits& waits = trace_.waits;
    std::size_t longest = waits.size();
    const auto cycles = [&](std::size_t row) { return waits.end[row] - waits.begin[row]; };
    for (std::size_t row = 0; row < waits.size(); ++row) {
      if (waits.reason[row] != reason || (longest != waits.size() && cycles(row) <= cycles(longest))) continue;
      if (line_after(row) == line) longest = row;
    }
    if (longest == waits.size()) return std::nullopt;
    auto waited = why_waited(executed_, waits.warp[longest], waits.begin[longest]);
    if (!waited || waited->answers.empty()) return std::nullopt;
    return std::move(waited->answers.front());
  }

  const Executed& executed_;
  const trace::Trace& trace_;
  const Row& row_;
};

}  // namespace

bool explains_counter(std::string_view id) { return row_of(id) != nullptr; }

std::string explained_counters() {
  std::string text;
  for (const Row& row : rows) {
    const bool last = &row == std::end(rows) - 1;
    text += (text.empty() ? "" : last ? " or " : ", ") + std::string(row.id);
  }
  return text;
}

std::optional<Answer> why_counter(const Executed& executed, std::string_view id) {
  const Row* const row = row_of(id);
  if (row == nullptr || executed.result().tallies.empty()) return std::nullopt;
  return CounterAnswer(executed, *row).answer();
}

}  // namespace warplens::analysis
