#include "launch/costs/occupancy.h"

#include <algorithm>
#include <array>

#include "base/names.h"

namespace warplens::launch {
namespace {

constexpr std::uint32_t warp_size = 32, no_limit = 0xffffffffu;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return unit == 0 ? value : (value + unit - 1) / unit * unit; }

/// Number of warps whose registers fit in a multiprocessor.
std::uint32_t warps_by_registers(const MultiprocessorLimits& limits, std::uint32_t registers_per_thread) {
  const std::uint32_t partitions = std::max(limits.register_partitions, 1u);
  const std::uint64_t of_warp = round_up(std::uint64_t{registers_per_thread} * warp_size, limits.register_unit);
  return static_cast<std::uint32_t>(limits.registers / partitions / of_warp * partitions);
}

/// The largest number of registers per thread, at most `registers`, with which `warps` warps fit.
std::uint32_t fitting_registers(const MultiprocessorLimits& limits, std::uint32_t registers, std::uint64_t warps) {
  while (registers > 1 && warps_by_registers(limits, registers) < warps) --registers;
  return registers;
}

}  // namespace

std::string_view name(OccupancyLimiter limiter) {
  static constexpr base::Names<OccupancyLimiter> names{{OccupancyLimiter::threads, "threads"},
                                                       {OccupancyLimiter::blocks, "blocks"},
                                                       {OccupancyLimiter::shared_memory, "shared-memory"},
                                                       {OccupancyLimiter::registers, "registers"}};
  return names.name_of(limiter);
}

std::string_view name(RegisterSource source) {
  static constexpr base::Names<RegisterSource> names{{RegisterSource::estimate, "estimate"},
                                                     {RegisterSource::compiler, "compiler"}};
  return names.name_of(source);
}

std::uint32_t limited_registers(const MultiprocessorLimits& multiprocessor, const CompilerLimits& limits, std::uint32_t needed) {
  const std::uint32_t registers = limits.registers == 0 ? needed : std::min(needed, limits.registers);
  const std::uint64_t warps = std::uint64_t{(limits.threads + warp_size - 1) / warp_size} * std::max(limits.blocks, 1u);
  if (limits.threads == 0 || warps * warp_size > multiprocessor.threads) return registers;
  return fitting_registers(multiprocessor, registers, warps);
}

Occupancy occupancy(const MultiprocessorLimits& limits, const BlockNeeds& needs) {
  Occupancy result;
  const std::uint32_t warps = std::max((needs.threads + warp_size - 1) / warp_size, 1u);
  result.max_warps = limits.threads / warp_size;
  result.by_threads = result.max_warps / warps;
  result.by_blocks = limits.blocks;
  result.shared_per_block = round_up(needs.shared + limits.shared_reserved, limits.shared_unit);
  result.by_shared = result.shared_per_block == 0
                         ? no_limit
                         : static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.shared / result.shared_per_block, no_limit));
  result.registers_per_thread = std::min(needs.registers_per_thread, limits.registers_per_thread);
  result.registers_from = needs.registers_from;
  if (needs.registers_from == RegisterSource::estimate)
    result.registers_per_thread = fitting_registers(limits, result.registers_per_thread, warps);
  result.by_registers =
      result.registers_per_thread == 0 ? no_limit : warps_by_registers(limits, result.registers_per_thread) / warps;

  // In the order of OccupancyLimiter.
  const std::array by{result.by_threads, result.by_blocks, result.by_shared, result.by_registers};
  const auto least = std::min_element(by.begin(), by.end());
  result.blocks = *least;
  result.limiter = static_cast<OccupancyLimiter>(least - by.begin());
  result.warps = result.blocks * warps;
  return result;
}

std::uint32_t fitting_blocks(const Occupancy& occupancy) {
  return std::min({occupancy.by_threads, occupancy.by_blocks, occupancy.by_shared, occupancy.by_registers});
}

}  // namespace warplens::launch
