#include "simt/machine/launch_memory.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/memory_bytes.h"
#include "launch/placement.h"
#include "simt/code/decode/frames.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/warps/resident.h"

namespace warplens::simt {
namespace {

/// Each address begins a slot of its own.
base::Status check_addresses(const launch::Placement& placement) {
  std::vector<std::uint64_t> addresses;
  const auto add = [&](std::uint64_t address) {
    const std::uint64_t slot = address >> launch::slot_bits;
    const bool valid =
        slot >= launch::first_placed_constant && slot < launch::end_of_placed && address == launch::slot_base(slot);
    addresses.push_back(valid ? address : 0);
  };
  for (const launch::Placement::Block& block : placement.blocks) add(block.address);
  for (const launch::Placement::Variable& variable : placement.variables) add(variable.address);
  std::ranges::sort(addresses);
  if ((!addresses.empty() && addresses.front() == 0) || std::ranges::adjacent_find(addresses) != addresses.end())
    return base::error("the memory of the launch lies where the SIMT machine has none");
  return base::Nothing{};
}

/// Blocks and warps that are resident at once, on all multiprocessors.
struct Residents {
  std::uint64_t blocks = 0, warps = 0;
};

Residents residents_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const std::uint64_t room = std::uint64_t{occupancy_of(launch, program, spec).blocks} * spec.multiprocessors;
  const std::uint64_t blocks = std::min(base::count(launch.grid), room);
  return {blocks, blocks * ((base::count(launch.block) + warp_size - 1) / warp_size)};
}

std::uint64_t buffer_bytes(const launch::Launch& launch) {
  std::uint64_t sum = 0, k = 0;
  for (const launch::Buffer* const buffer : launch::buffers_of(launch)) {
    // The memory of a program is its own, and not copied.
    const bool in_place = launch.placement && launch.placement->blocks[k].memory != nullptr;
    const std::uint64_t copies = (buffer->initial ? 1 : 0) + (in_place ? 0 : 1);
    sum += copies * buffer->size * bytes(buffer->type);
    ++k;
  }
  return sum;
}

std::uint64_t limit_of(const DeviceSpec& spec) {
  return spec.max_launch_bytes != 0 ? spec.max_launch_bytes : launch::max_launch_bytes_here();
}

std::string mebibytes(std::uint64_t bytes) { return base::grouped((bytes + (1u << 20) - 1) >> 20) + " MiB"; }

/// A part of a launch's memory, for messages.
struct Part {
  std::uint64_t bytes;
  std::string what;
  const char* remedy;
};

std::vector<Part> parts_of(const LaunchMemory& memory, std::uint64_t checkpoint_bytes, const Program& program,
                           const DeviceSpec& spec, const Residents& residents) {
  const std::string threads = "for each of " + base::grouped(residents.warps * warp_size) + " threads that run at once on " +
                              base::counted(std::uint64_t{spec.multiprocessors}, "multiprocessor");
  const char* const fewer_threads =
      "Fewer multiprocessors or smaller blocks need less, and so does a kernel with less of its own";
  const char* const smaller_buffers = "Smaller buffers need less";
  return {
      {memory.registers,
       "registers, " + base::grouped(program.register_bytes / (warp_size * sizeof(std::uint32_t))) + " of 32 bits " + threads,
       fewer_threads},
      {memory.local, "local memory, " + base::counted(program.variables.local_bytes, "byte") + " " + threads, fewer_threads},
      {memory.shared, "shared memory of " + base::counted(residents.blocks, "block"), fewer_threads},
      {memory.buffers, "buffers and the machine's copies of them", smaller_buffers},
      {memory.variables, "variables of the module", "Smaller __device__ and __constant__ arrays need less"},
      {memory.trace, "the trace and the recorded schedule", "A launch without them needs less"},
      {memory.check, "the check", "Smaller buffers need less, and so does a launch without the check"},
      {checkpoint_bytes, "the states that stepping goes back to", "Running it without stepping needs less"},
  };
}

}  // namespace

base::Status check_launch(const launch::Launch& launch, const DeviceSpec& spec) {
  const base::Status checked = launch::check(launch, shared_limit(spec));
  return checked.ok() && launch.placement ? check_addresses(*launch.placement) : checked;
}

LaunchMemory memory_of(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const Residents residents = residents_of(launch, program, spec);
  LaunchMemory memory;
  memory.buffers = buffer_bytes(launch);
  for (const std::uint32_t v : program.variables.global) memory.variables += launch.module->variables[v].size;
  const std::uint64_t of_warp = program.register_bytes + sizeof(ResidentWarp::Line) + sizeof(ResidentWarp) +
                                std::uint64_t{program.loaded_registers} * sizeof(std::uint64_t);
  memory.registers = residents.warps * of_warp;
  memory.local = residents.warps * warp_size * program.variables.local_bytes;
  memory.shared = residents.blocks * (program.variables.shared_bytes + launch.dynamic_shared + sizeof(ResidentBlock));
  if (launch.trace_level != trace::Level::none) memory.trace += launch.trace_budget;
  if (launch.record_schedule) memory.trace += launch.trace_budget;
  // Shadows: a tag for each granule of four bytes, and a history for each line of granules.
  if (launch.check) memory.check = (memory.buffers + memory.variables + memory.shared) * 3 / 2 + memory.local;
  return memory;
}

base::Status check_memory(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, unsigned checkpoints) {
  const LaunchMemory memory = memory_of(launch, program, spec);
  const std::uint64_t checkpoint_bytes =
      checkpoints * (memory.registers + memory.local + memory.shared + memory.variables + memory.buffers / 2);
  const std::uint64_t needed = memory.total() + checkpoint_bytes, limit = limit_of(spec);
  if (needed <= limit) return base::Nothing{};
  std::vector<Part> parts = parts_of(memory, checkpoint_bytes, program, spec, residents_of(launch, program, spec));
  std::ranges::stable_sort(parts, std::greater{}, &Part::bytes);
  std::string list;
  for (const Part& part : parts) {
    if (part.bytes >= needed / 50) list += (list.empty() ? "" : "; ") + mebibytes(part.bytes) + " for " + part.what;
  }
  return base::error("the launch needs " + mebibytes(needed) + " of memory, and may take " + mebibytes(limit) + " here: " + list +
                     ". " + parts.front().remedy);
}

GrowthLimits growth_limits(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const LaunchMemory memory = memory_of(launch, program, spec);
  const std::uint64_t limit = limit_of(spec), left = limit - std::min(limit, memory.total());
  const std::uint64_t check = launch.check ? std::min(GrowthLimits::usual_check, left / 2) : 0, rest = left - check;
  return {.local = std::min(resident_local_limit, memory.local + rest / 4),
          .calls = std::min(resident_local_limit, rest / 4),
          .heap = std::min(launch.heap_bytes, rest / 2),
          .check = check};
}

}  // namespace warplens::simt
