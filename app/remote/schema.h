#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "launch/costs/stream_timeline.h"
#include "launch/device.h"
#include "launch/field_archive.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "launch/placement.h"
#include "launch/schedule/schedule_search.h"

namespace warplens::remote {

/// A launch without the parsed module: that is its text.
struct PackedLaunch {
  std::string ptx, path;  ///< Module::text and Module::path
  std::string entry;      ///< name of the entry in the PTX
  launch::Launch launch;  ///< `module`, `entry` and `in_place` are not packed
};

/// A result; its trace is the content of a trace file (trace/file.h).
struct PackedResult {
  launch::Bytes trace;
  launch::LaunchResult result;  ///< `trace` is not packed
};

/// Lists the fields of everything that clients and servers send each other. Structured bindings name every member, so adding a
/// member to one of these structs is a compile error until it is listed here.
struct Schema {
  using Count = std::uint64_t;

  // Launches.
  static void fields(auto& archive, launch::Of<PackedLaunch> auto& packed) {
    auto& [module, entry, grid, block, dynamic_shared, arguments, names, field_counts, shapes, schedule, seed, multiprocessors,
           resident_blocks, recorded, record_schedule, check, symbols, saved_symbols, trace_level, trace_budget, timed_runs,
           step_limit, heap_bytes, as_hardware, cores, machine_code, placement, in_place] = packed.launch;
    archive(packed.ptx, packed.path, packed.entry, grid, block, dynamic_shared, arguments, names, field_counts, shapes, schedule,
            seed, multiprocessors, resident_blocks, recorded, record_schedule, check, symbols, saved_symbols, trace_level,
            trace_budget, timed_runs, step_limit, heap_bytes, as_hardware, cores, machine_code, placement);
  }
  static void fields(auto& archive, launch::Of<base::Dim3> auto& dim) { archive(dim.x, dim.y, dim.z); }
  static void fields(auto& archive, launch::Of<launch::Scalar> auto& scalar) {
    auto& [type, bits] = scalar;
    archive(type, bits);
  }
  static void fields(auto& archive, launch::Of<launch::Buffer> auto& buffer) {
    auto& [name, type, size, initial] = buffer;
    archive(name, type, size, initial);
  }
  static void fields(auto& archive, launch::Of<launch::VariableShape> auto& shape) {
    auto& [name, element_bytes, extents, members] = shape;
    archive(name, element_bytes, extents, members);
  }
  static void fields(auto& archive, launch::Of<launch::VariableShape::Field> auto& field) {
    auto& [name, offset, bytes] = field;
    archive(name, offset, bytes);
  }
  static void fields(auto& archive, launch::Of<launch::ScheduleRecord> auto& record) {
    auto& [unit, clocks, complete, runs] = record;
    archive(unit, clocks, complete, runs);
  }
  static void fields(auto& archive, launch::Of<launch::ScheduleRun> auto& run) {
    auto& [warp, amount, turns, lane] = run;
    archive(warp, amount, turns, lane);
  }
  static void fields(auto& archive, launch::Of<launch::Placement> auto& placement) {
    auto& [blocks, variables, parameters] = placement;
    archive(blocks, variables, parameters);
  }
  static void fields(auto& archive, launch::Of<launch::Placement::Block> auto& block) {
    auto& [address, memory, unwritten, from_malloc, freed] = block;
    archive(address, unwritten, from_malloc, freed);
  }
  static void fields(auto& archive, launch::Of<launch::Placement::Variable> auto& variable) {
    auto& [index, address, memory, initial] = variable;
    archive(index, address, initial);
  }
  static void fields(auto& archive, launch::Of<launch::ByteRange> auto& range) {
    auto& [begin, end] = range;
    archive(begin, end);
  }

  // Results.
  static void fields(auto& archive, launch::Of<PackedResult> auto& packed) {
    auto& [outcome, fault, device, modelled, outputs, in_place, heap, heap_freed, unwritten, symbols, findings, unchecked,
           printed, counters, tallies, occupancy, multiprocessors, utilisation, timing, schedule, trace_note, trace] =
        packed.result;
    archive(packed.trace, outcome, fault, device, modelled, outputs, heap, heap_freed, unwritten, symbols, findings, unchecked,
            printed, counters, tallies, occupancy, multiprocessors, utilisation, timing, schedule, trace_note);
  }
  static void fields(auto& archive, launch::Of<launch::Fault> auto& fault) {
    auto& [kind, message, block, thread, file, line, column, space, access, buffer, element, address, endless] = fault;
    archive(kind, message, block, thread, file, line, column, space, access, buffer, element, address, endless);
  }
  static void fields(auto& archive, launch::Of<launch::HeapBlock> auto& block) {
    auto& [address, content] = block;
    archive(address, content);
  }
  static void fields(auto& archive, launch::Of<launch::Finding> auto& finding) {
    auto& [kind, benign_looking, of_warp, space, buffer, element, place, count, first, second, message] = finding;
    archive(kind, benign_looking, of_warp, space, buffer, element, place, count, first, second, message);
  }
  static void fields(auto& archive, launch::Of<launch::Witness> auto& witness) {
    auto& [block, thread, file, line, column, access, value, has_value, block_scope] = witness;
    archive(block, thread, file, line, column, access, value, has_value, block_scope);
  }
  static void fields(auto& archive, launch::Of<launch::Counters> auto& counters) {
    auto& [blocks, warps, threads, warp_instructions, thread_instructions, cycles, global_loads, global_stores, global_atomics,
           global_sectors, load_bytes_asked, load_sectors, store_bytes_asked, store_sectors, l1_hit_sectors, l2_hit_sectors,
           memory_sectors_read, memory_sectors_written, shared_requests, bank_conflicts, atomic_collisions, branches,
           divergent_branches, barriers, barrier_wait_cycles, memory_wait_cycles] = counters;
    archive(blocks, warps, threads, warp_instructions, thread_instructions, cycles, global_loads, global_stores, global_atomics,
            global_sectors, load_bytes_asked, load_sectors, store_bytes_asked, store_sectors, l1_hit_sectors, l2_hit_sectors,
            memory_sectors_read, memory_sectors_written, shared_requests, bank_conflicts, atomic_collisions, branches,
            divergent_branches, barriers, barrier_wait_cycles, memory_wait_cycles);
  }
  static void fields(auto& archive, launch::Of<launch::Tally> auto& tally) {
    auto& [executions, lanes, divergent_branches, global_requests, shared_requests, cached_requests, bytes_asked, shared_bytes,
           sectors, l1_hits, l2_hits, l2_misses, conflicts, collisions, arrivals, wait_cycles] = tally;
    archive(executions, lanes, divergent_branches, global_requests, shared_requests, cached_requests, bytes_asked, shared_bytes,
            sectors, l1_hits, l2_hits, l2_misses, conflicts, collisions, arrivals, wait_cycles);
  }
  static void fields(auto& archive, launch::Of<launch::Occupancy> auto& occupancy) {
    auto& [by_threads, by_blocks, by_shared, by_registers, blocks, limiter, warps, max_warps, registers, registers_from, shared] =
        occupancy;
    archive(by_threads, by_blocks, by_shared, by_registers, blocks, limiter, warps, max_warps, registers, registers_from, shared);
  }
  static void fields(auto& archive, launch::Of<launch::Utilisation> auto& used) {
    auto& [device, issue, arithmetic, arithmetic_unit, l1, l2, memory, peaks, latencies] = used;
    archive(device, issue, arithmetic, arithmetic_unit, l1, l2, memory, peaks, latencies);
  }
  static void fields(auto& archive, launch::Of<launch::Peaks> auto& peaks) {
    auto& [integer, floating, double_precision, memory_bytes] = peaks;
    archive(integer, floating, double_precision, memory_bytes);
  }
  static void fields(auto& archive, launch::Of<launch::Latencies> auto& latencies) {
    auto& [shared, l1, l2, memory] = latencies;
    archive(shared, l1, l2, memory);
  }
  static void fields(auto& archive, launch::Of<launch::Timing> auto& timing) {
    auto& [host_ms, kernel_ms, copies_ms, kernel_cycles, launch_cycles, kernel_spread, copies_spread, overhead_ms] = timing;
    archive(host_ms, kernel_ms, copies_ms, kernel_cycles, launch_cycles, kernel_spread, copies_spread, overhead_ms);
  }
  static void fields(auto& archive, launch::Of<launch::Spread> auto& spread) {
    auto& [median, smallest, largest, runs] = spread;
    archive(median, smallest, largest, runs);
  }

  // What a device is, and the rest of what it offers.
  static void fields(auto& archive, launch::Of<launch::DeviceProperties> auto& properties) {
    auto& [kind, id, name, place, compute_capability, multiprocessors, warp_size, limits, per_multiprocessor, opt_in, memory, l2,
           clock_mhz, driver, runtime, details] = properties;
    archive(kind, id, name, compute_capability, multiprocessors, warp_size, limits, per_multiprocessor, opt_in, memory, l2,
            clock_mhz, driver, runtime, details);
  }
  static void fields(auto& archive, launch::Of<launch::GeometryLimits> auto& limits) {
    auto& [threads_per_block, block, grid, shared_bytes] = limits;
    archive(threads_per_block, block, grid, shared_bytes);
  }
  static void fields(auto& archive, launch::Of<launch::MultiprocessorLimits> auto& limits) {
    auto& [threads, blocks, registers, partitions, register_unit, per_thread, shared, reserved, shared_unit] = limits;
    archive(threads, blocks, registers, partitions, register_unit, per_thread, shared, reserved, shared_unit);
  }
  static void fields(auto& archive, launch::Of<launch::StreamPlan> auto& plan) {
    auto& [streams, parts, count_argument] = plan;
    archive(streams, parts, count_argument);
  }
  static void fields(auto& archive, launch::Of<launch::StreamTask> auto& task) {
    auto& [phase, part, row, ready_ms, begin_ms, end_ms] = task;
    archive(phase, part, row, ready_ms, begin_ms, end_ms);
  }
  static void fields(auto& archive, launch::Of<launch::StreamTimeline> auto& timeline) {
    auto& [way, origin, streams, tasks, issued_ms, done_ms, same_outputs] = timeline;
    archive(way, origin, streams, tasks, issued_ms, done_ms, same_outputs);
  }
  static void fields(auto& archive, launch::Of<launch::SearchTarget> auto& target) {
    auto& [output, element] = target;
    archive(output, element);
  }
  static void fields(auto& archive, launch::Of<launch::Extreme> auto& extreme) {
    auto& [value, schedule, strategy] = extreme;
    archive(value, schedule, strategy);
  }
  static void fields(auto& archive, launch::Of<launch::FailingSchedule> auto& failing) {
    auto& [fault, step_limit, schedule, strategy] = failing;
    archive(fault, step_limit, schedule, strategy);
  }
  static void fields(auto& archive, launch::Of<launch::SearchResult> auto& result) {
    auto& [smallest, largest, failure, schedules, cancelled] = result;
    archive(smallest, largest, failure, schedules, cancelled);
  }
  static void fields(auto& archive, launch::Of<base::Error> auto& error) {
    auto& [file, line, column, message] = error;
    archive(file, line, column, message);
  }

  static constexpr auto& names(launch::DeviceKind) { return launch::device_kinds; }
  static constexpr auto& names(trace::AccessKind) { return launch::access_names; }
};

}  // namespace warplens::remote
