#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "launch/placement.h"
#include "ptx/find_variable.h"
#include "ptx/listing.h"
#include "remote/contradiction.h"
#include "trace/trace.h"

namespace warplens::remote {
namespace {

using launch::Launch, launch::LaunchResult;

constexpr std::uint64_t max_cycle = std::uint64_t{1} << 53;  // cycles are drawn as doubles

/// Checks a result part by part. Each function says whether the part fits the launch.
class ResultCheck {
 public:
  ResultCheck(const Launch& launch, const LaunchResult& result)
      : launch_(launch), result_(result), buffers_(launch::buffers_of(launch)), listing_(*launch.module, launch.entry) {}

  std::string all() const {
    if ((result_.outcome == launch::Outcome::faulted) != result_.fault.has_value()) return "it faulted without a fault";
    if (!outputs_fit()) return "its outputs are not those of the launch";
    if (!memory_fits()) return "its memory is not that of the launch";
    if (!result_.tallies.empty() && result_.tallies.size() != listing_.size()) return "its counts are those of another kernel";
    if (!figures_fit()) return "its figures are impossible";
    if (result_.schedule && !schedule_fits(*result_.schedule)) return "its schedule is that of another launch";
    return trace_contradiction();
  }

 private:
  std::uint64_t bytes_of_buffer(std::size_t k) const { return buffers_[k]->size * launch::bytes(buffers_[k]->type); }

  bool outputs_fit() const {
    if (result_.outputs.size() != buffers_.size() || result_.symbols.size() != launch_.saved_symbols.size()) return false;
    for (std::size_t k = 0; k < buffers_.size(); ++k)
      if (!result_.outputs[k].empty() && result_.outputs[k].size() != bytes_of_buffer(k)) return false;
    for (std::size_t k = 0; k < result_.symbols.size(); ++k) {
      const auto variable = ptx::find_variable(*launch_.module, launch_.saved_symbols[k]);
      if (!variable) return false;
      const std::uint64_t bytes = launch_.module->variables[*variable].size;
      if (!result_.symbols[k].empty() && result_.symbols[k].size() != bytes) return false;
    }
    return true;
  }

  bool memory_fits() const {
    if (!launch_.placement) return result_.heap.empty() && result_.heap_freed.empty() && result_.unwritten.empty();
    if (!result_.unwritten.empty() && result_.unwritten.size() != buffers_.size()) return false;
    for (std::size_t k = 0; k < result_.unwritten.size(); ++k)
      if (!launch::are_ranges_within(result_.unwritten[k], bytes_of_buffer(k))) return false;
    return true;
  }

  static bool is_amount(double value) { return std::isfinite(value) && value >= 0; }
  static bool is_amount(const std::optional<double>& value) { return !value || is_amount(*value); }
  static bool is_spread(const std::optional<launch::Spread>& spread) {
    return !spread || (is_amount(spread->smallest) && spread->smallest <= spread->median && spread->median <= spread->largest &&
                       is_amount(spread->largest) && spread->runs > 0);
  }

  bool figures_fit() const {
    const launch::Timing& timing = result_.timing;
    for (const auto& time :
         {timing.host_ms, timing.kernel_ms, timing.copies_ms, timing.kernel_cycles, timing.launch_cycles, timing.overhead_ms})
      if (!is_amount(time)) return false;
    if (!is_spread(timing.kernel_spread) || !is_spread(timing.copies_spread)) return false;
    if (const auto& used = result_.utilisation) {
      for (const double share : {used->issue, used->arithmetic, used->l1, used->l2, used->memory, used->peaks.integer,
                                 used->peaks.floating, used->peaks.double_precision, used->peaks.memory_bytes})
        if (!is_amount(share)) return false;
    }
    constexpr std::uint32_t max_warps = 1024, max_blocks = 1024;  // on a multiprocessor: more than any card has
    if (const auto& occupancy = result_.occupancy)
      if (occupancy->max_warps > max_warps || occupancy->warps > occupancy->max_warps || occupancy->blocks > max_blocks)
        return false;
    return result_.multiprocessors <= launch::max_multiprocessors;
  }

  bool schedule_fits(const launch::ScheduleRecord& record) const {
    const std::uint64_t warps = base::count(launch_.grid) * ((base::count(launch_.block) + 31) / 32);
    return launch_.record_schedule && std::ranges::all_of(record.runs, [&](const auto& run) { return run.warp < warps; });
  }

  std::string trace_contradiction() const {
    const trace::Trace& trace = result_.trace;
    if (trace == trace::Trace{}) return {};
    if (trace.grid != launch_.grid || trace.block != launch_.block) return "its trace is that of another launch";
    const auto& steps = trace.steps;
    for (std::size_t row = 0; row < steps.size(); ++row)
      if (steps.instruction[row] >= listing_.size() || steps.cycle[row] > max_cycle) return "a step of its trace is impossible";
    for (std::size_t row = 0; row < trace.accesses.size(); ++row)
      if (!access_fits(row)) return "an access of its trace is impossible";
    const auto& placements = trace.placements;
    for (std::size_t row = 0; row < placements.size(); ++row)
      if (placements.sm[row] >= launch::max_multiprocessors || placements.end[row] > max_cycle)
        return "a block of its trace is nowhere";
    if (!std::ranges::all_of(trace.waits.end, [](std::uint64_t end) { return end <= max_cycle; }) || trace.end_cycle > max_cycle)
      return "its trace has no end";
    return {};
  }

  /// Offsets may be outside of the buffer, as those of wrong kernels are.
  bool access_fits(std::size_t row) const {
    const trace::Accesses& accesses = result_.trace.accesses;
    const std::uint32_t buffer = accesses.buffer[row];
    return accesses.done[row] <= max_cycle && (buffer == trace::no_buffer || buffer < buffers_.size());
  }

  const Launch& launch_;
  const LaunchResult& result_;
  std::vector<const launch::Buffer*> buffers_;
  ptx::Listing listing_;
};

}  // namespace

std::string contradiction(const Launch& launch, const LaunchResult& result) { return ResultCheck(launch, result).all(); }

}  // namespace warplens::remote
