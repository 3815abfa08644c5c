#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "launch/device.h"
#include "ptx/find_variable.h"
#include "ptx/instrument/instrument.h"
#include "ptx/listing.h"
#include "ptx/parse/parser.h"
#include "simt/code/decode/call.h"
#include "simt/code/memory/global_memory.h"
#include "simt/simt_device.h"
#include "trace/hardware_trace.h"

// For tests: a launch and the launch of its instrumented PTX, both on the SIMT machine.

namespace warplens {

/// One thread's part of a recorded instruction.
struct ThreadEvent {
  std::uint32_t instruction = 0;  ///< number in the listing
  bool access = false;            ///< false: a barrier
  trace::AccessKind kind{};
  trace::MemorySpace space{};
  std::uint32_t buffer = trace::no_buffer;
  std::uint64_t offset = 0, value = 0, stored = 0;
  std::uint8_t bytes = 0;
  bool operator==(const ThreadEvent&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const ThreadEvent& event) {
  stream << "instruction " << event.instruction;
  if (!event.access) return stream << " barrier";
  return stream << " kind " << int(event.kind) << " space " << int(event.space) << " buffer " << int(event.buffer) << " offset "
                << event.offset << " bytes " << int(event.bytes) << " value " << event.value << " stored " << event.stored;
}

using EventsByThread = std::map<std::uint64_t, std::vector<ThreadEvent>>;

/// Added to the thread number for writes by asynchronous copies. The machine performs these writes at the wait, a record has them
/// at the copy; their relative order is the same.
inline constexpr std::uint64_t landing = std::uint64_t{1} << 32;

/// An address in memory unknown to the decoder (from malloc), as an offset like the machine's own.
inline std::uint64_t place_in_memory(std::uint64_t offset) {
  constexpr std::uint64_t slot = simt::slot_base(1) - simt::slot_base(0);
  return offset < slot ? offset : (offset - simt::slot_base(0)) % slot;
}

/// Function addresses depend on the number of functions: replace them all by the same one.
inline std::uint64_t but_for_functions(std::uint64_t value) {
  constexpr std::uint32_t more_than_any = 1u << 16;
  return value >= simt::function_address(0) && value < simt::function_address(more_than_any) ? simt::function_address(0) : value;
}

/// The events of each thread in order: accesses by recorded instructions to non-local memory, and barriers.
inline EventsByThread events_by_thread(const trace::Trace& trace, const ptx::Module& module, std::uint32_t entry) {
  const ptx::Listing listing(module, entry);
  EventsByThread events;
  std::array<trace::LaneAccess, trace::lanes> unpacked;
  std::size_t row = 0;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    const std::uint32_t number = trace.steps.instruction[step];
    const ptx::Instruction* const instruction = listing.instruction(module, number);
    const bool recorded = instruction != nullptr && ptx::is_recorded(*instruction);
    if (recorded && ptx::record_words(*instruction) == 0) {
      const std::uint64_t block = trace.steps.warp[step] / trace.warps_per_block();
      const std::uint64_t warp = trace.steps.warp[step] % trace.warps_per_block();
      for (std::uint64_t lane = 0; lane < 32; ++lane) {
        if ((trace.steps.active[step] >> lane & 1) != 0)
          events[block * trace.threads_per_block() + warp * 32 + lane].push_back({.instruction = number});
      }
    }
    for (; row < trace.accesses.size() && trace.accesses.step[row] == step; ++row) {
      const trace::MemorySpace space = trace.accesses.space[row];
      if (!recorded || space == trace::MemorySpace::local || space == trace::MemorySpace::parameter) continue;
      const int lanes = trace::unpack(trace, row, unpacked);
      for (int lane = 0; lane < lanes; ++lane) {
        const trace::LaneAccess& access = unpacked[static_cast<std::size_t>(lane)];
        const bool lands = trace.accesses.kind[row] == trace::AccessKind::write && ptx::copied_bytes(*instruction) != 0;
        events[access.thread + (lands ? landing : 0)].push_back(
            {number, true, trace.accesses.kind[row], space, trace.accesses.buffer[row], place_in_memory(access.offset),
             but_for_functions(access.value), but_for_functions(access.stored), trace.accesses.bytes[row]});
      }
    }
  }
  return events;
}

inline base::Result<launch::LaunchResult> run_on_simt(const launch::Launch& launch) {
  launch::Progress progress;
  return simt::make_device()->run(launch, progress);
}

struct InstrumentedModule {
  std::shared_ptr<const ptx::Module> module;
  std::vector<ptx::RecordSite> sites;
};

/// A module instrumented with a record buffer of `bytes` bytes.
inline base::Result<InstrumentedModule> instrument_module(const ptx::Module& original, std::uint64_t bytes) {
  auto instrumented = ptx::instrument(original, bytes);
  if (!instrumented) return instrumented.error();
  auto module = ptx::parse(instrumented->text, original.path);
  if (!module) return module.error();
  return InstrumentedModule{std::make_shared<const ptx::Module>(std::move(*module)), std::move(instrumented->sites)};
}

/// The run of a launch with its instrumented module.
struct InstrumentedRun {
  launch::LaunchResult result;
  ptx::RecordBuffer buffer;
  trace::Trace trace;  ///< made from the records
};

/// `instrumented` must be made of the launch's module.
inline base::Result<InstrumentedRun> run_instrumented(launch::Launch launch, const InstrumentedModule& instrumented) {
  const std::shared_ptr<const ptx::Module> original = launch.module;
  launch.module = instrumented.module;
  for (std::uint32_t f = 0; f < launch.module->functions.size(); ++f) {
    if (launch.module->functions[f].name == original->functions[launch.entry].name) {
      launch.entry = f;
      break;
    }
  }
  const std::size_t saved = launch.saved_symbols.size();
  launch.saved_symbols.push_back(std::string(ptx::record_buffer_name));
  launch.saved_symbols.push_back(std::string(ptx::records_name));
  auto result = run_on_simt(launch);
  if (!result) return result.error();
  InstrumentedRun run{std::move(*result), {}, {}};
  std::memcpy(&run.buffer, run.result.symbols.at(saved).data(), sizeof run.buffer);
  const launch::Bytes all = std::move(run.result.symbols.at(saved + 1));
  launch::Bytes records;
  for (std::size_t region = 0; region < ptx::record_regions; ++region) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(region * run.buffer.capacity);
    records.insert(records.end(), from, from + static_cast<std::ptrdiff_t>(run.buffer.used(region)));
  }
  run.result.symbols.resize(saved);

  // Address ranges as laid out by the machine: used variables first, then buffers.
  const auto layout = simt::lay_out(*launch.module, ptx::reached_functions(*launch.module, launch.entry), nullptr);
  if (!layout) return layout.error();
  std::vector<trace::AddressRange> ranges;
  for (std::size_t v = 0; v < launch.module->variables.size(); ++v) {
    const ptx::Variable& variable = launch.module->variables[v];
    if (variable.space == ptx::Space::global) ranges.push_back({layout->address[v], variable.size});
    if (variable.space == ptx::Space::constant)
      ranges.push_back({layout->address[v], variable.size, trace::no_buffer, trace::MemorySpace::constant});
  }
  std::uint32_t buffers = 0;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    ranges.push_back({simt::slot_base(simt::first_global_slot + layout->global.size() + buffers),
                      buffer->size * launch::bytes(buffer->type), buffers});
    ++buffers;
  }
  std::uint32_t entry = 0;
  while (original->functions[entry].name != launch.module->functions[launch.entry].name) ++entry;
  auto trace = trace::hardware_trace({.module = *original,
                                      .entry = entry,
                                      .grid = launch.grid,
                                      .block = launch.block,
                                      .sites = instrumented.sites,
                                      .buffer = run.buffer,
                                      .records = records,
                                      .ranges = ranges});
  if (!trace) return trace.error();
  run.trace = std::move(*trace);
  return run;
}

/// Expect that both runs have the same events per thread: every access and barrier, in order, with its values.
inline void expect_same_events(const EventsByThread& wanted, const EventsByThread& got) {
  ASSERT_EQ(wanted.size(), got.size());
  for (const auto& [thread, events] : wanted) {
    const auto found = got.find(thread);
    ASSERT_NE(found, got.end()) << "thread " << thread << " has no records";
    ASSERT_EQ(events.size(), found->second.size()) << "thread " << thread;
    for (std::size_t i = 0; i < events.size(); ++i) ASSERT_EQ(events[i], found->second[i]) << "thread " << thread << ", " << i;
  }
}

}  // namespace warplens
