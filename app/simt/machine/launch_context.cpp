#include "simt/machine/launch_context.h"

#include <algorithm>
#include <array>

#include "base/number_format.h"
#include "launch/arguments/parameters.h"
#include "simt/code/decode/frames.h"

namespace warplens::simt {
namespace {

std::vector<std::byte> parameter_block(const launch::Launch& launch, const GlobalMemory& memory) {
  if (launch.placement) {
    std::vector<std::byte> block = launch.placement->parameters;
    block.resize(block.size() + launch::parameter_padding);
    return block;
  }
  std::vector<std::uint64_t> addresses;
  for (const launch::Argument& argument : launch.arguments) {
    if (std::holds_alternative<launch::Buffer>(argument)) addresses.push_back(memory.buffer_address(addresses.size()));
  }
  return launch::parameter_block(launch, addresses);
}

/// Live registers of the PTX, as far as the kernel's launch bounds allow.
std::uint32_t estimated_registers(const Program& program, const ptx::Function& function, const DeviceSpec& spec) {
  launch::CompilerLimits limits;
  const std::array<std::uint32_t, 3>& threads =
      function.required_threads[0] != 0 ? function.required_threads : function.max_threads;
  if (threads[0] != 0) {
    std::uint64_t count = 1;
    for (const std::uint32_t extent : threads) count *= std::clamp(extent, 1u, 1024u);
    limits.threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 1024));
  }
  limits.blocks = std::min(function.min_blocks, spec.per_multiprocessor.blocks);
  limits.registers = function.max_registers;
  return launch::limited_registers(spec.per_multiprocessor, limits, program.registers_per_thread);
}

launch::BlockNeeds needs_of_block(std::uint64_t threads, std::uint64_t shared_bytes, const Program& program,
                                  const ptx::Function& function, const DeviceSpec& spec) {
  launch::BlockNeeds needs{.threads = static_cast<std::uint32_t>(threads), .shared = shared_bytes};
  if (function.assembled) {
    needs.registers_per_thread = function.assembled->registers;
    needs.registers_from = launch::RegisterSource::compiler;
  } else {
    needs.registers_per_thread = estimated_registers(program, function, spec);
  }
  return needs;
}

}  // namespace

launch::Occupancy occupancy_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const std::uint64_t shared = program.variables.shared_bytes + launch.dynamic_shared;
  const launch::BlockNeeds needs =
      needs_of_block(base::count(launch.block), shared, program, launch.module->functions[launch.entry], spec);
  launch::Occupancy occupancy = launch::occupancy(spec.per_multiprocessor, needs);
  // Fewer blocks where the launch keeps fewer at once.
  if (launch.resident_blocks == 0 || launch.resident_blocks >= occupancy.blocks) return occupancy;
  occupancy.warps = occupancy.warps / occupancy.blocks * launch.resident_blocks;
  occupancy.blocks = launch.resident_blocks;
  return occupancy;
}

LaunchContext::LaunchContext(const launch::Launch& its_launch, const Program& its_program, const DeviceSpec& its_spec,
                             bool may_run_ahead, const GlobalMemory& memory)
    : launch(its_launch),
      function(launch.module->functions[launch.entry]),
      listing(*launch.module, launch.entry),
      program(its_program),
      spec(its_spec),
      executor(simt::executor()),
      timed(has_time(launch)),
      by_time(launch.schedule == launch::Schedule::timed),
      runs_ahead(timed && may_run_ahead),
      threads_per_block(base::count(launch.block)),
      warps_per_block((threads_per_block + warp_size - 1) / warp_size),
      shared_bytes(program.variables.shared_bytes + launch.dynamic_shared),
      blocks(base::count(launch.grid)),
      occupancy(occupancy_of(launch, program, spec)),
      limits(growth_limits(launch, program, spec)),
      parameters(parameter_block(launch, memory)) {}

base::Status LaunchContext::fits() const {
  const auto refuse = [&](const std::string& what, std::uint64_t has, std::uint64_t limit) {
    return base::error("a block of " + std::to_string(has) + " " + what + " does not fit on a multiprocessor of the " +
                       spec.name + ", which has " + std::to_string(limit));
  };
  const std::uint64_t threads = warps_per_block * warp_size;
  if (threads > spec.per_multiprocessor.threads) return refuse("threads", threads_per_block, spec.per_multiprocessor.threads);
  if (shared_bytes > spec.shared_per_block_opt_in)
    return refuse("bytes of shared memory", shared_bytes, spec.shared_per_block_opt_in);
  if (occupancy.by_registers == 0)
    return base::error(base::counted(threads_per_block, "thread") + " of " +
                       base::counted(std::uint64_t{occupancy.registers_per_thread}, "register") +
                       " each do not fit on a multiprocessor of the " + spec.name + ", which has " +
                       base::counted(std::uint64_t{spec.per_multiprocessor.registers}, "register") +
                       "; CUDA refuses such a launch, too. Make the block smaller, or say __launch_bounds__(" +
                       std::to_string(threads_per_block) + ") before the kernel's name, and the compiler uses fewer registers");
  const std::uint64_t at_once = std::uint64_t{occupancy.blocks} * spec.multiprocessors;
  if (grid_workspace() != 0 && blocks > at_once)
    return base::error("the kernel makes all blocks of its grid wait for each other (grid.sync), so all " +
                       base::grouped(blocks) + " have to run at once; the " + spec.name + " has room for " +
                       base::grouped(at_once));
  if (local_bytes_at_once() > resident_local_limit)
    return base::error("the threads that run at once need " + base::counted(local_bytes_at_once() >> 20, "MiB") +
                       " of local memory, " + base::counted(program.variables.local_bytes, "byte") + " each; they have " +
                       std::to_string(resident_local_limit >> 20) + " MiB together");
  return base::Nothing{};
}

std::uint64_t LaunchContext::local_bytes_at_once() const {
  const std::uint64_t warps = std::uint64_t{spec.multiprocessors} * (spec.per_multiprocessor.threads / warp_size);
  return std::min(warps, blocks * warps_per_block) * warp_size * program.variables.local_bytes;
}

}  // namespace warplens::simt
