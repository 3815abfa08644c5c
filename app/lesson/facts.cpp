#include "lesson/facts.h"

#include <cmath>

#include "analysis/counter_table.h"
#include "analysis/memory_traffic.h"
#include "analysis/roofline.h"
#include "lesson/program_facts.h"
#include "view/table.h"

namespace warplens::lesson {
namespace {

using launch::FindingKind;

std::optional<double> number(std::uint64_t value) { return static_cast<double>(value); }

std::uint64_t blocks(const Evidence& e) { return base::count(e.run.settings.grid); }
std::uint64_t block(const Evidence& e) { return base::count(e.run.settings.block); }
std::uint64_t warps_per_block(const Evidence& e) { return (block(e) + 31) / 32; }
const launch::Counters& counters(const Evidence& e) { return e.run.result.counters; }

/// Number of times that findings of this kind occurred.
std::optional<double> times(const Evidence& e, FindingKind kind) {
  if (!e.run.launch.check) return std::nullopt;
  std::uint64_t count = 0;
  for (const launch::Finding& finding : e.run.result.findings) count += finding.kind == kind ? finding.count : 0;
  return number(count);
}

std::optional<double> expected_of_shown(const Evidence& e) {
  const std::vector<double>& expected = e.run.check.expected;
  if (e.run.check.buffer != e.run.shown || e.experiment.shown_element >= expected.size()) return std::nullopt;
  return expected[e.experiment.shown_element];
}

std::optional<double> sum(const Evidence& e, double experiment::Check::*which) {
  if (e.run.check.expected.empty()) return std::nullopt;
  return e.run.check.*which;
}

/// A number of the run's roofline; nothing without modelled time or traffic of memory.
std::optional<double> of_roofline(const Evidence& e, double (*number)(const analysis::Roofline& roofline)) {
  const auto roofline = analysis::roofline(e.run.result, *e.run.launch.module, e.run.launch.entry);
  if (!roofline || roofline->bytes == 0) return std::nullopt;
  return number(*roofline);
}

std::optional<double> outcome(const Evidence& e, double value) {
  if (e.outcomes.runs == 0) return std::nullopt;
  return value;
}

std::optional<double> pointed(std::uint64_t target) { return target == view::Target::none ? std::nullopt : number(target); }

/// A value that needs the complete trace; unknown if the trace was truncated.
std::optional<double> recorded(const Evidence& e, std::uint64_t value) {
  return e.run.result.trace.truncation == trace::Truncation::none ? number(value) : std::nullopt;
}

/// A counter that only the simulator has.
template <std::uint64_t launch::Counters::*counter>
std::optional<double> counted(const Evidence& e) {
  return e.run.result.modelled ? number(e.run.result.counters.*counter) : std::nullopt;
}

template <std::uint64_t launch::Counters::*cycles>
std::optional<double> modelled(const Evidence& e) {
  return launch::has_time(e.run.launch) ? counted<cycles>(e) : std::nullopt;
}

constexpr NumberFact numbers[] = {
    // Launch configuration.
    {"blocks", "blocks in the grid", [](const Evidence& e) { return number(blocks(e)); }},
    {"block", "threads in a block", [](const Evidence& e) { return number(block(e)); }},
    {"block_x", "extent of the block along x; block_y and block_z likewise",
     [](const Evidence& e) { return number(e.run.settings.block.x); }},
    {"block_y", "extent of the block along y", [](const Evidence& e) { return number(e.run.settings.block.y); }},
    {"block_z", "extent of the block along z", [](const Evidence& e) { return number(e.run.settings.block.z); }},
    {"grid_x", "extent of the grid along x; grid_y and grid_z likewise",
     [](const Evidence& e) { return number(e.run.settings.grid.x); }},
    {"grid_y", "extent of the grid along y", [](const Evidence& e) { return number(e.run.settings.grid.y); }},
    {"grid_z", "extent of the grid along z", [](const Evidence& e) { return number(e.run.settings.grid.z); }},
    {"threads", "threads in the launch", [](const Evidence& e) { return number(blocks(e) * block(e)); }},
    {"warps", "warps in the launch", [](const Evidence& e) { return number(blocks(e) * warps_per_block(e)); }},
    {"lanes", "lanes of those warps: 32 for each warp",
     [](const Evidence& e) { return number(blocks(e) * warps_per_block(e) * 32); }},
    {"empty_lanes", "lanes without a thread, in the last warp of each block",
     [](const Evidence& e) { return number(blocks(e) * (warps_per_block(e) * 32 - block(e))); }},
    {"warps_per_block", "warps in a block", [](const Evidence& e) { return number(warps_per_block(e)); }},
    {"empty_lanes_per_block", "lanes without a thread in a block's last warp",
     [](const Evidence& e) { return number(warps_per_block(e) * 32 - block(e)); }},
    {"seed", "seed of the run", [](const Evidence& e) { return number(e.run.settings.seed); }},
    {"repeats", "number of runs", [](const Evidence& e) { return number(e.run.settings.repeats); }},

    // Result of the run.
    {"finished", "1 if the kernel ended without a fault",
     [](const Evidence& e) { return number(e.run.result.outcome == launch::Outcome::finished ? 1 : 0); }},
    {"wrong", "elements that differ from the reference",
     [](const Evidence& e) {
       return e.run.check.expected.empty() || e.run.result.outcome != launch::Outcome::finished ? std::nullopt
                                                                                                : number(e.run.check.wrong);
     }},
    {"value", "the shown element at the end",
     [](const Evidence& e) { return e.run.repeats.empty() ? std::nullopt : std::optional(e.run.repeats.front()); }},
    {"expected", "value of the reference for the shown element", expected_of_shown},
    {"sum", "sum over the elements that were checked", [](const Evidence& e) { return sum(e, &experiment::Check::actual_sum); }},
    {"expected_sum", "sum over the reference", [](const Evidence& e) { return sum(e, &experiment::Check::expected_sum); }},
    {"smallest", "smallest value of the shown element over the runs",
     [](const Evidence& e) { return outcome(e, e.outcomes.minimum); }},
    {"largest", "largest value over the runs", [](const Evidence& e) { return outcome(e, e.outcomes.maximum); }},
    {"distinct", "different values over the runs",
     [](const Evidence& e) { return outcome(e, static_cast<double>(e.outcomes.value.size())); }},
    {"races", "data races found; known if the run was checked",
     [](const Evidence& e) { return times(e, FindingKind::data_race); }},
    {"uninitialised_reads", "reads of uninitialised memory",
     [](const Evidence& e) { return times(e, FindingKind::uninitialised_read); }},
    {"divergent_barriers", "barriers that some threads of a block never reached",
     [](const Evidence& e) { return times(e, FindingKind::barrier_divergence); }},
    {"findings", "distinct findings of the checks",
     [](const Evidence& e) { return e.run.launch.check ? number(e.run.result.findings.size()) : std::nullopt; }},

    // Mapping of threads to elements.
    {"elements", "elements of the shown buffer", [](const Evidence& e) { return number(e.map.elements); }},
    {"untouched", "elements that no thread touched", [](const Evidence& e) { return recorded(e, e.map.untouched); }},
    {"threads_without_work", "threads that read and wrote no global or shared memory",
     [](const Evidence& e) { return recorded(e, analysis::threads_without_work(e.run.result.trace)); }},
    {"touched_by_many", "elements that more than one thread touched",
     [](const Evidence& e) { return recorded(e, e.map.touched_by_many); }},
    {"lost_updates", "updates that the final values do not include", [](const Evidence& e) { return recorded(e, e.lost.total); }},
    {"losing_elements", "elements that lost updates", [](const Evidence& e) { return recorded(e, e.lost.element.size()); }},
    {"atomics", "atomic updates, by all threads", [](const Evidence& e) { return number(e.contention.atomics); }},
    {"atomic_addresses", "distinct addresses of atomic updates",
     [](const Evidence& e) { return number(e.contention.addresses); }},
    {"busiest_atomics", "atomic updates of the busiest address",
     [](const Evidence& e) {
       return e.contention.hottest.empty() ? std::nullopt : number(e.contention.hottest.front().atomics);
     }},

    // Counters.
    {"warp_instructions", "instructions issued, counted per warp", counted<&launch::Counters::warp_instructions>},
    {"thread_instructions", "instructions executed, counted per thread: issued instructions × active lanes",
     counted<&launch::Counters::thread_instructions>},
    {"simt_efficiency", "active lanes per issued instruction, as a share of 32",
     [](const Evidence& e) { return analysis::simt_efficiency(counters(e)); }},
    {"branches", "branches that warps executed", counted<&launch::Counters::branches>},
    {"divergent_branches", "branches at which the lanes of a warp diverged", counted<&launch::Counters::divergent_branches>},
    {"global_loads", "reads of global memory, counted per warp", counted<&launch::Counters::global_loads>},
    {"global_stores", "writes of global memory, counted per warp", counted<&launch::Counters::global_stores>},
    {"global_atomics", "atomic updates of global memory, counted per warp", counted<&launch::Counters::global_atomics>},
    {"global_sectors", "32-byte sectors moved by all of these requests", counted<&launch::Counters::global_sectors>},
    {"load_sectors", "sectors moved by reads", counted<&launch::Counters::load_sectors>},
    {"store_sectors", "sectors moved by writes", counted<&launch::Counters::store_sectors>},
    {"sectors_per_request", "sectors per request, on average",
     [](const Evidence& e) { return analysis::sectors_per_request(counters(e)); }},
    {"load_efficiency", "bytes that threads read, as a share of the bytes in the sectors moved",
     [](const Evidence& e) { return analysis::load_efficiency(counters(e)); }},
    {"store_efficiency", "bytes that threads wrote, as a share of the bytes in the sectors moved",
     [](const Evidence& e) { return analysis::store_efficiency(counters(e)); }},
    {"shared_requests", "requests to shared memory, counted per warp", counted<&launch::Counters::shared_requests>},
    {"bank_conflicts", "extra passes over shared memory because of bank conflicts", counted<&launch::Counters::bank_conflicts>},
    {"conflicts_per_request", "extra passes per request, on average",
     [](const Evidence& e) { return analysis::conflicts_per_request(counters(e)); }},
    {"atomic_collisions", "lanes that had to wait because others of their warp had the same address",
     counted<&launch::Counters::atomic_collisions>},
    {"barriers", "arrivals of warps at barriers", counted<&launch::Counters::barriers>},

    // Modelled by the simulator, or measured.
    {"cycles", "modelled: from the first block's start to the last one's end", modelled<&launch::Counters::cycles>},
    {"memory_wait_cycles", "modelled: cycles that warps waited for memory, summed over warps",
     modelled<&launch::Counters::memory_wait_cycles>},
    {"barrier_wait_cycles", "modelled: cycles that warps waited at barriers, summed over warps",
     modelled<&launch::Counters::barrier_wait_cycles>},
    {"l1_hits", "modelled: sectors of reads that an L1 cache held", modelled<&launch::Counters::l1_hit_sectors>},
    {"l2_hits", "modelled: sectors of reads and atomics that the L2 cache held", modelled<&launch::Counters::l2_hit_sectors>},
    {"memory_reads", "modelled: sectors read from memory itself", modelled<&launch::Counters::memory_sectors_read>},
    {"memory_writes", "modelled: sectors written to memory itself", modelled<&launch::Counters::memory_sectors_written>},
    {"operations", "operations of the roofline: floating-point, double-precision or integer",
     [](const Evidence& e) {
       return of_roofline(e, [](const analysis::Roofline& r) { return static_cast<double>(r.operations); });
     }},
    {"operations_per_byte", "modelled: operations per byte that memory moves",
     [](const Evidence& e) { return of_roofline(e, [](const analysis::Roofline& r) { return r.intensity(); }); }},
    {"operations_per_cycle", "modelled: operations per cycle of the whole card",
     [](const Evidence& e) { return of_roofline(e, [](const analysis::Roofline& r) { return r.per_cycle(); }); }},
    {"roof", "operations per cycle that memory and arithmetic units allow at these operations per byte",
     [](const Evidence& e) { return of_roofline(e, [](const analysis::Roofline& r) { return r.roof(r.intensity()); }); }},
    {"peak", "operations per cycle that the arithmetic units allow",
     [](const Evidence& e) { return of_roofline(e, [](const analysis::Roofline& r) { return r.peak(); }); }},
    {"multiprocessors", "multiprocessors of the card", [](const Evidence& e) { return number(e.run.result.multiprocessors); }},
    {"blocks_per_sm", "blocks that are resident on a multiprocessor at once",
     [](const Evidence& e) { return e.run.result.occupancy ? number(e.run.result.occupancy->blocks) : std::nullopt; }},
    {"occupancy", "resident warps, as a share of the multiprocessor's limit",
     [](const Evidence& e) {
       return e.run.result.occupancy ? std::optional(e.run.result.occupancy->theoretical()) : std::nullopt;
     }},
    {"registers", "registers of 32 bits per thread: the compiler's number, or an estimate where it is not known",
     [](const Evidence& e) {
       return e.run.result.occupancy ? number(e.run.result.occupancy->registers_per_thread) : std::nullopt;
     }},
    {"spilled_bytes", "bytes per thread that the compiler spilled to local memory, if it is known",
     [](const Evidence& e) {
       const auto& assembled = e.run.launch.module->functions[e.run.launch.entry].assembled;
       return assembled ? number(assembled->spill_store_bytes) : std::nullopt;
     }},
    {"achieved_occupancy", "occupancy, averaged over the run",
     [](const Evidence& e) { return e.blocks.stays.empty() ? std::nullopt : std::optional(e.blocks.achieved_occupancy); }},
    {"waves", "waves of blocks over all multiprocessors",
     [](const Evidence& e) { return e.blocks.stays.empty() ? std::nullopt : std::optional(e.blocks.waves); }},
    {"tail_fill", "how full the last wave is, 0 … 1",
     [](const Evidence& e) { return e.blocks.stays.empty() ? std::nullopt : std::optional(e.blocks.tail_fill); }},
    {"host_ms", "measured: milliseconds that this computer took to simulate",
     [](const Evidence& e) { return e.run.result.timing.host_ms; }},
    {"kernel_ms", "measured: milliseconds of the kernel on a GPU",
     [](const Evidence& e) { return e.run.result.timing.kernel_ms; }},

    // The recorded program that the run is a launch of.
    {"launches", "launches of the recorded program",
     [](const Evidence& e) { return of_program(e, [](const auto& program) { return std::uint64_t{program.launches.size()}; }); }},
    {"launch", "number of the launch that is shown, from 1", launch_number},
    {"calls", "calls of the recorded program",
     [](const Evidence& e) { return of_program(e, [](const auto& program) { return std::uint64_t{program.calls.size()}; }); }},
    {"failed_calls", "calls of the recorded program that returned an error",
     [](const Evidence& e) { return of_program(e, failed_calls_of); }},
    {"copies", "copies that the recorded program made", [](const Evidence& e) { return of_program(e, copies_of); }},
    {"copied_bytes", "bytes of these copies together",
     [](const Evidence& e) {
       return of_program(e, [](const auto& program) { return bytes_of(program, launch::RecordedCall::Kind::copy); });
     }},
    {"allocated_bytes", "bytes that the recorded program allocated by calls, together",
     [](const Evidence& e) {
       return of_program(e, [](const auto& program) { return bytes_of(program, launch::RecordedCall::Kind::allocate); });
     }},
    {"never_freed", "allocations of the recorded program that were never freed",
     [](const Evidence& e) { return of_program(e, never_freed_of); }},
    {"program_findings", "findings in the recorded program, on the host and in kernels",
     [](const Evidence& e) { return of_program(e, [](const auto& program) { return std::uint64_t{program.findings.size()}; }); }},
    {"program_ms", "modelled: milliseconds from the recorded program's start to its end",
     [](const Evidence& e) { return of_program_time(e, &analysis::ProgramTotals::end_ms); }},
    {"program_kernel_ms", "modelled: milliseconds of these in which a kernel ran",
     [](const Evidence& e) { return of_program_time(e, &analysis::ProgramTotals::kernels_ms); }},
    {"program_copy_ms", "modelled: milliseconds of these in which a copy was made",
     [](const Evidence& e) { return of_program_time(e, &analysis::ProgramTotals::copies_ms); }},
    {"program_wait_ms", "modelled: milliseconds of these in which the host waited",
     [](const Evidence& e) { return of_program_time(e, &analysis::ProgramTotals::waited_ms); }},

    // User interaction.
    {"calls_done", "calls that have happened where the program view stands", calls_done},
    {"pointed_call", "number of the call under the pointer in the program view, from 1", pointed_call},
    {"pointed_thread", "number of the thread under the pointer in the whole grid",
     [](const Evidence& e) { return pointed(e.target.thread); }},
    {"pointed_element", "element under the pointer", [](const Evidence& e) { return pointed(e.target.element); }},
    {"scrub", "position in the trace, 0 … 1", [](const Evidence& e) { return std::optional(e.session.scrub); }},
    {"answer", "the number that was typed; a step whose condition uses it has a field for it",
     [](const Evidence& e) { return e.answer; }},
};

constexpr WordFact words[] = {
    {"pointed_function", "function of the call under the pointer in the program view", pointed_function},
    {"pointed_error", "error that the call under the pointer returned; empty if it succeeded", pointed_error},
    {"entry", "label of the kernel that ran",
     [](const Evidence& e) {
       return e.run.settings.entry < e.experiment.entries.size() ? e.experiment.entries[e.run.settings.entry].label
                                                                 : std::string();
     }},
    {"view", "the picture: mapping, race, histogram, blocks …", [](const Evidence& e) { return e.session.view; }},
    {"sweep", "the sweep whose plot is shown; empty if none is",
     [](const Evidence& e) { return view::row_of(e.session.view).needs.sweep ? e.session.sweep.label : std::string(); }},
    {"schedule", "schedule of the warps", [](const Evidence& e) { return std::string(launch::name(e.run.settings.schedule)); }},
    {"spec", "the card", [](const Evidence& e) { return e.session.spec; }},
    {"costs", "the cost shown next to the source lines",
     [](const Evidence& e) { return std::string(experiment::line_measure_ids.name_of(e.session.line_measure)); }},
    {"limiter", "resource that limits the blocks on a multiprocessor",
     [](const Evidence& e) {
       return e.run.result.occupancy ? std::string(launch::name(e.run.result.occupancy->limiter)) : std::string();
     }},
    {"fault", "fault that stopped the kernel; empty if it finished",
     [](const Evidence& e) { return e.run.result.fault ? std::string(launch::name(e.run.result.fault->kind)) : std::string(); }},
};

}  // namespace

std::span<const NumberFact> number_facts() { return numbers; }
std::span<const WordFact> word_facts() { return words; }

Facts facts(const Evidence& evidence) {
  Facts all;
  for (const NumberFact& fact : numbers) {
    all.numbers[fact.name] = fact.of(evidence).value_or(std::nan(""));
  }
  for (const WordFact& fact : words) all.words[fact.name] = fact.of(evidence);
  for (const auto& [name, value] : evidence.run.settings.parameters) all.numbers.try_emplace(name, value);
  return all;
}

Facts with_start(Facts facts, const Facts& start) {
  for (const auto& [name, value] : start.numbers) facts.numbers["start_" + name] = value;
  return facts;
}

Facts all_names(const experiment::Experiment& experiment) {
  Facts all;
  for (const NumberFact& fact : numbers) all.numbers[fact.name] = 1;
  for (const WordFact& fact : words) all.words[fact.name] = "";
  for (const experiment::Parameter& parameter : experiment.parameters) all.numbers.try_emplace(parameter.name, 1);
  return with_start(all, all);
}

}  // namespace warplens::lesson
