#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "launch/costs/streams.h"
#include "launch/device.h"
#include "launch/field_archive.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "launch/placement.h"
#include "launch/schedule/schedule_search.h"

namespace warplens::remote {

/// A launch with the module's text instead of the parsed module.
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

/// The fields of a struct, which are all sent.
#define WARPLENS_FIELDS(Type, ...)                                      \
  static void fields(auto& archive, launch::Of<Type> auto& structure) { \
    auto& [__VA_ARGS__] = structure;                                    \
    archive(__VA_ARGS__);                                               \
  }

/// Lists the fields of everything that clients and servers send each other. Structured bindings name every member, so adding a
/// member to one of these structs is a compile error until it is listed here.
struct Schema {
  using Count = std::uint64_t;

  // Launches.
  static void fields(auto& archive, launch::Of<PackedLaunch> auto& packed) {
    auto& [module, entry, grid, block, dynamic_shared, arguments, names, field_counts, shapes, schedule, seed, multiprocessors,
           resident_blocks, recorded, record_schedule, check, symbols, saved_symbols, trace_level, trace_budget, timed_runs,
           step_limit, heap_bytes, textures, as_hardware, cores, machine_code, placement, in_place] = packed.launch;
    archive(packed.ptx, packed.path, packed.entry, grid, block, dynamic_shared, arguments, names, field_counts, shapes, schedule,
            seed, multiprocessors, resident_blocks, recorded, record_schedule, check, symbols, saved_symbols, trace_level,
            trace_budget, timed_runs, step_limit, heap_bytes, textures, as_hardware, cores, machine_code, placement);
  }
  WARPLENS_FIELDS(base::Dim3, x, y, z);
  WARPLENS_FIELDS(launch::Scalar, type, bits);
  WARPLENS_FIELDS(launch::Buffer, name, type, size, initial, indexing);
  WARPLENS_FIELDS(launch::Indexing, fields, extents);
  WARPLENS_FIELDS(launch::VariableShape, name, element_bytes, extents, members);
  WARPLENS_FIELDS(launch::VariableShape::Field, name, offset, bytes);
  WARPLENS_FIELDS(launch::ScheduleRecord, unit, clocks, complete, runs);
  WARPLENS_FIELDS(launch::ScheduleRun, warp, amount, turns, lane);
  WARPLENS_FIELDS(launch::Placement, blocks, variables, parameters, numbers, narrow, cooperative);
  WARPLENS_FIELDS(launch::Placement::Narrow, pointer, address, bytes);
  WARPLENS_FIELDS(launch::Placement::Number, parameter, name, type);
  static void fields(auto& archive, launch::Of<launch::Placement::Block> auto& block) {
    auto& [address, memory, unwritten, from_malloc, freed] = block;
    archive(address, unwritten, from_malloc, freed);
  }
  static void fields(auto& archive, launch::Of<launch::Placement::Variable> auto& variable) {
    auto& [index, address, memory, initial] = variable;
    archive(index, address, initial);
  }
  WARPLENS_FIELDS(launch::ByteRange, begin, end);
  WARPLENS_FIELDS(launch::Texture, handle, surface, resource, buffer, offset, width, height, depth, pitch, slice, dimensions,
                  layered, kind, bits, channels, modes, linear_filter, normalised_reads, normalised_coordinates, border);

  // Results.
  static void fields(auto& archive, launch::Of<PackedResult> auto& packed) {
    auto& [outcome, fault, device, modelled, outputs, in_place, heap, heap_freed, unwritten, symbols, findings, notes, unchecked,
           printed, counters, tallies, occupancy, multiprocessors, utilisation, timing, schedule, trace_note, trace,
           device_launches] = packed.result;
    archive(packed.trace, outcome, fault, device, modelled, outputs, heap, heap_freed, unwritten, symbols, findings, notes,
            unchecked, printed, counters, tallies, occupancy, multiprocessors, utilisation, timing, schedule, trace_note);
  }
  WARPLENS_FIELDS(launch::Fault, kind, message, block, thread, file, line, column, space, access, buffer, element, address,
                  endless);
  WARPLENS_FIELDS(launch::HeapBlock, address, content);
  WARPLENS_FIELDS(launch::Finding, kind, benign_looking, harmless, of_update, of_warp, type, space, buffer, element, place, count,
                  first, second, message);
  WARPLENS_FIELDS(launch::Witness, block, thread, file, line, column, access, value, has_value, block_scope, asynchronous);
  WARPLENS_FIELDS(launch::Counters, blocks, warps, threads, warp_instructions, thread_instructions, cycles, global_loads,
                  global_stores, global_atomics, global_sectors, load_bytes_asked, load_sectors, store_bytes_asked, store_sectors,
                  l1_hit_sectors, l2_hit_sectors, memory_sectors_read, memory_sectors_written, shared_requests, bank_conflicts,
                  atomic_collisions, branches, divergent_branches, barriers, barrier_wait_cycles, memory_wait_cycles);
  WARPLENS_FIELDS(launch::Tally, executions, lanes, divergent_branches, global_requests, shared_requests, cached_requests,
                  bytes_asked, shared_bytes, sectors, l1_hits, l2_hits, l2_misses, conflicts, collisions, arrivals, wait_cycles);
  WARPLENS_FIELDS(launch::Occupancy, by_threads, by_blocks, by_shared, by_registers, blocks, limiter, warps, max_warps, registers,
                  registers_from, shared);
  WARPLENS_FIELDS(launch::Utilisation, device, issue, arithmetic, arithmetic_unit, l1, l2, memory, atomics, peaks, latencies);
  WARPLENS_FIELDS(launch::Peaks, integer, floating, double_precision, memory_bytes);
  WARPLENS_FIELDS(launch::Latencies, shared, l1, l2, memory);
  WARPLENS_FIELDS(launch::Timing, host_ms, kernel_ms, copies_ms, kernel_cycles, launch_cycles, kernel_spread, copies_spread,
                  overhead_ms);
  WARPLENS_FIELDS(launch::Spread, median, smallest, largest, runs);

  // What a device is, and the rest of what it offers.
  static void fields(auto& archive, launch::Of<launch::DeviceProperties> auto& properties) {
    auto& [kind, id, name, place, compute_capability, multiprocessors, warp_size, limits, per_multiprocessor, opt_in, memory, l2,
           clock_mhz, driver, runtime, details] = properties;
    archive(kind, id, name, compute_capability, multiprocessors, warp_size, limits, per_multiprocessor, opt_in, memory, l2,
            clock_mhz, driver, runtime, details);
  }
  WARPLENS_FIELDS(launch::GeometryLimits, threads_per_block, block, grid, shared_bytes);
  WARPLENS_FIELDS(launch::MultiprocessorLimits, threads, blocks, registers, partitions, register_unit, per_thread, shared,
                  reserved, shared_unit);
  WARPLENS_FIELDS(launch::StreamPlan, streams, parts, count_argument);
  WARPLENS_FIELDS(launch::StreamTask, phase, part, row, ready_ms, begin_ms, end_ms);
  WARPLENS_FIELDS(launch::StreamTimeline, way, origin, streams, tasks, issued_ms, done_ms, same_outputs);
  WARPLENS_FIELDS(launch::SearchTarget, output, element);
  WARPLENS_FIELDS(launch::Extreme, value, schedule, strategy);
  WARPLENS_FIELDS(launch::FailingSchedule, fault, step_limit, schedule, strategy);
  WARPLENS_FIELDS(launch::SearchResult, smallest, largest, failure, schedules, cancelled);
  WARPLENS_FIELDS(base::Error, file, line, column, message);

  static constexpr auto& names(launch::DeviceKind) { return launch::device_kinds; }
  static constexpr auto& names(trace::AccessKind) { return launch::access_names; }
};

#undef WARPLENS_FIELDS

}  // namespace warplens::remote
