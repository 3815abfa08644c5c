#include "ui/panels/counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/counter_table.h"
#include "analysis/memory_traffic.h"
#include "base/number_format.h"
#include "experiment/kernel_file/describe.h"
#include "session/asked.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using launch::Origin;

/// The rows of one run, each with its small tag; figures that the machine does not know have no row.
struct Rows {
  std::vector<Fact>& all;

  void add(Fact row) const { all.push_back(std::move(row)); }
  /// `counter`: its key, if "Why …?" can be asked about it.
  void count(const char* label, std::uint64_t number, const char* tooltip, Origin origin = Origin::counted,
             std::string_view counter = {}) const {
    add({label, base::grouped(number), origin, tooltip, {}, std::nullopt, std::nullopt, counter});
  }
  /// Only where there were any.
  void some(const char* label, std::uint64_t number, const char* tooltip, Origin origin = Origin::counted,
            std::string_view counter = {}) const {
    if (number > 0) count(label, number, tooltip, origin, counter);
  }
  void share(const char* label, std::optional<double> share, const char* tooltip, Origin origin = Origin::counted,
             std::string_view counter = {}) const {
    if (share) add({label, fmt::format("{:.0f} %", *share * 100), origin, tooltip, {}, std::nullopt, std::nullopt, counter});
  }
  /// Bytes that threads asked for, of those in whole sectors. The sum is in the tooltip.
  void efficiency(const char* label, std::optional<double> of_moved, std::uint64_t asked, std::uint64_t sectors,
                  const char* tooltip, std::string_view counter) const {
    const std::string moved = base::counted(sectors * analysis::sector_bytes, "byte");
    const std::string sum = fmt::format(": {} of {}, which is {} × {}", base::grouped(asked), moved,
                                        base::counted(sectors, "sector"), analysis::sector_bytes);
    share(label, of_moved, (tooltip + sum).c_str(), Origin::counted, counter);
  }
  void number(const char* label, std::optional<double> value, const char* tooltip, std::string_view counter) const {
    if (value) add({label, fmt::format("{:.1f}", *value), Origin::counted, tooltip, {}, std::nullopt, std::nullopt, counter});
  }
};

void add_instructions(const Rows& rows, const launch::Counters& c) {
  rows.count("warp instructions", c.warp_instructions, "Instructions issued, each for a warp of up to 32 threads");
  rows.share(
      "SIMT efficiency", analysis::simt_efficiency(c),
      "How many of a warp's 32 lanes executed an instruction, on average. 100 % is best; divergence, and blocks that do not "
      "fill their last warp, cost",
      Origin::counted, "simt_efficiency");
  rows.some("divergent branches", c.divergent_branches,
            "Branches at which a warp's lanes went different ways, one after the other", Origin::counted, "divergent_branches");
}

void add_memory(const Rows& rows, const launch::Counters& c) {
  const std::uint64_t requests = c.global_loads + c.global_stores + c.global_atomics;
  rows.some("global requests", requests, "Loads, stores and atomics of warps to global memory");
  rows.some("global sectors", c.global_sectors, "Pieces of 32 bytes that those requests touched: fewer is better",
            Origin::counted, "global_sectors");
  rows.number("sectors per request", analysis::sectors_per_request(c),
              "4 is best for 32 neighbouring 4-byte elements; 32 is worst. 1 where all lanes want the same",
              "sectors_per_request");
  rows.efficiency("load efficiency", analysis::load_efficiency(c), c.load_bytes_asked, c.load_sectors,
                  "Bytes that threads loaded, of those in whole sectors; over 100 % where threads share them", "load_efficiency");
  rows.efficiency("store efficiency", analysis::store_efficiency(c), c.store_bytes_asked, c.store_sectors,
                  "Bytes that threads stored, of those in whole sectors; over 100 % where threads store to the same place",
                  "store_efficiency");
  rows.some("sectors found in L1", c.l1_hit_sectors, "Sectors of loads that the multiprocessor's own cache held",
            Origin::modelled);
  rows.some("sectors found in L2", c.l2_hit_sectors, "Sectors of loads and atomics that the cache of all multiprocessors held",
            Origin::modelled);
  rows.some("sectors read from memory", c.memory_sectors_read,
            "Sectors that no cache held; one that several warps wait for is read once", Origin::modelled);
  rows.some("sectors written to memory", c.memory_sectors_written, "Sectors that the kernel changed, each written back once",
            Origin::modelled);
  rows.some("shared requests", c.shared_requests, "Accesses of warps to shared memory");
  if (c.shared_requests > 0)
    rows.count("bank conflicts", c.bank_conflicts, "Extra passes because lanes of a warp met in one of the 32 banks: 0 is best",
               Origin::counted, "bank_conflicts");
}

/// "counter[0]", "shared memory of block 3".
std::string name_of(const desk::RunTables& shown, const analysis::HotAddress& address) {
  if (address.space == trace::MemorySpace::shared) return fmt::format("shared memory of block {}", address.block);
  if (address.buffer != shown.run.shown || address.buffer >= shown.run.buffer_names.size()) return "one address";
  const std::uint64_t width = launch::bytes(shown.shown_buffer().type);
  return fmt::format("{}[{}]", shown.run.buffer_names[address.buffer], address.offset / width);
}

void add_contention(const Rows& rows, const desk::RunTables& shown) {
  rows.some("atomic collisions", shown.run.result.counters.atomic_collisions,
            "Lanes of a warp that had to queue, as others of it had the same address", Origin::counted, "atomic_collisions");
  if (shown.contention.hottest.empty()) return;
  const analysis::HotAddress& hottest = shown.contention.hottest.front();
  const std::string of = shown.contention.addresses == 1
                             ? "the only one"
                             : fmt::format("the busiest of {} addresses", base::grouped(shown.contention.addresses));
  const std::string tooltip =
      fmt::format("Atomic updates of {}, {}: they take place one after the other", name_of(shown, hottest), of);
  rows.count("on the busiest address", hottest.atomics, tooltip.c_str());
}

void add_waiting(const Rows& rows, const launch::Counters& c) {
  rows.some("waited for memory", c.memory_wait_cycles,
            "Cycles that warps stood still for a value from memory, added up over warps", Origin::modelled, "memory_wait_cycles");
  rows.some("waited at barriers", c.barrier_wait_cycles,
            "Cycles that warps stood at a barrier until the others had come, added up over warps", Origin::modelled,
            "barrier_wait_cycles");
}

void add_registers(const Rows& rows, const launch::Occupancy& occupancy,
                   const std::optional<ptx::AssembledResources>& assembled) {
  const bool estimated = occupancy.registers_from == launch::RegisterSource::estimate;
  const std::uint64_t registers = occupancy.registers_per_thread;
  rows.some("registers per thread", registers,
            estimated
                ? "Registers of 32 bits that hold values at the same time, an estimate from the PTX: there is no ptxas here. "
                  "More registers leave room for fewer warps"
                : "Registers of 32 bits that the compiler gave each thread. More registers leave room for fewer warps",
            estimated ? Origin::modelled : Origin::counted);
  if (!assembled) return;
  rows.some(
      "bytes spilled per thread", std::uint64_t{assembled->spill_store_bytes},
      "Values for which the compiler had no register: it stores them in local memory and loads them again. The SIMT machine "
      "runs the PTX, where they are in registers, so its cycles do not include this");
}

void add_occupancy(const Rows& rows, const desk::RunTables& shown) {
  if (!shown.run.result.occupancy) return;
  const launch::Occupancy& occupancy = *shown.run.result.occupancy;
  const std::string tooltip =
      fmt::format("Warps that a multiprocessor holds at once, of the {} that it could: {} of {}, limited by {}",
                  occupancy.max_warps, base::counted(std::uint64_t{occupancy.blocks}, "block"),
                  base::counted(std::uint64_t{shown.trace().warps_per_block()}, "warp"), name(occupancy.limiter));
  rows.share("occupancy possible", occupancy.theoretical(), tooltip.c_str(), Origin::modelled);
  add_registers(rows, occupancy, shown.run.launch.module->functions[shown.run.launch.entry].assembled);
  if (shown.blocks.stays.empty()) return;
  rows.share("occupancy achieved", shown.blocks.achieved_occupancy,
             "Warps that a multiprocessor had on average while it had any, of those that it could hold", Origin::modelled);
  rows.add({"waves of blocks",
            fmt::format("{:.2f}", shown.blocks.waves),
            Origin::modelled,
            "Rounds in which the multiprocessors took the blocks; the last may be only partly full. See Blocks (4)",
            {}});
}

/// The kernel's time, which stands elsewhere for a run that is shown alone.
void add_time(std::vector<Fact>& facts, const desk::RunTables& tables) {
  const launch::Timing& timing = tables.run.result.timing;
  if (timing.kernel_ms)
    facts.push_back(
        {"kernel, measured", fmt::format("{:.4f} ms", *timing.kernel_ms), Origin::measured, "By the GPU's own events", {}});
  if (timing.kernel_cycles)
    facts.push_back({"kernel, modelled cycles",
                     base::grouped(static_cast<std::uint64_t>(*timing.kernel_cycles)),
                     Origin::modelled,
                     "From the launch to the end of the last warp",
                     {}});
}

/// The figures of the kept run beside those of the shown one, in its order; what differs stands out.
std::vector<Fact> side_by_side(std::vector<Fact> facts, const std::vector<Fact>& kept, view::Colour differing) {
  const auto named = [](const auto& all, const std::string& label) { return std::ranges::find(all, label, &Fact::label); };
  for (Fact& each : facts) {
    const auto there = named(kept, each.label);
    each.beside = there == kept.end() ? "–" : there->value;
  }
  for (Fact each : kept) {
    if (named(facts, each.label) != facts.end()) continue;
    each.beside = std::exchange(each.value, "–");
    facts.push_back(std::move(each));
  }
  for (Fact& each : facts)
    if (each.value != each.beside) each.colour = differing;
  return facts;
}

bool same_figures(const std::vector<Fact>& some, const std::vector<Fact>& others) {
  return std::ranges::equal(some, others, [](const Fact& a, const Fact& b) { return a.label == b.label && a.value == b.value; });
}

/// Whether a slider is dragged or a value is typed, or the last run of that is still to come.
bool is_held(const App& app, const CountersState& state) {
  return ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::GetIO().WantTextInput ||
         (state.held && (app.choices.run_wanted || app.runs.worker.progress().running));
}

/// Runs of one experiment, or of kernels of one name in a user's own file, which may be a changed copy.
bool are_comparable(const desk::RunIdentity& some, const desk::RunIdentity& other) {
  if (some.experiment == other.experiment) return true;
  const auto is_own = [](const desk::RunIdentity& run) { return experiment::kernel_named(run.experiment->id).has_value(); };
  const auto kernel = [](const desk::RunIdentity& run) { return run.experiment->entries.at(run.settings.entry).kernel; };
  return (is_own(some) || is_own(other)) && kernel(some) == kernel(other);
}

/// What the figures are compared with, in a sentence.
void show_before(const App& app, const CountersState& state) {
  if (!state.before) return;
  const std::string name = distinction(*state.before, *state.now), now = distinction(*state.now, *state.before);
  note(app.look, name == now ? "Below: what it was in the run before" : fmt::format("{}. Below: what it was with {}", now, name),
       app.look.colours().muted);
}

}  // namespace

std::vector<Fact> counters_of(const desk::RunTables& tables) {
  std::vector<Fact> facts;
  const launch::Counters& counters = tables.run.result.counters;
  const Rows rows{facts};
  if (counters.warp_instructions > 0) {
    add_instructions(rows, counters);
    add_memory(rows, counters);
    add_contention(rows, tables);
    if (launch::has_time(tables.run.launch)) add_waiting(rows, counters);
  }
  add_occupancy(rows, tables);
  return facts;
}

void note_run(const desk::RunIdentity& shown, std::vector<Fact> facts, bool held, CountersState& state) {
  const bool other = state.now && (*state.now != shown || !same_figures(facts, state.now_facts));
  if (other && !are_comparable(*state.now, shown)) {
    state.before.reset();
    state.before_facts.clear();
  } else if (other && !(held && state.held)) {
    state.before = state.now;
    state.before_facts = std::move(state.now_facts);
  }
  state.held = held && (state.held || other);
  state.now = shown;
  state.now_facts = std::move(facts);
}

std::optional<std::string> was(const CountersState& state, const std::string& label, const std::string& value) {
  const auto before = std::ranges::find(state.before_facts, label, &Fact::label);
  if (before == state.before_facts.end() || before->value == value) return std::nullopt;
  return before->value;
}

void show_counters(const App& app, CountersState& state, std::string& why) {
  std::vector<Fact> facts = counters_of(*app.runs.shown);
  std::vector<Fact> noted = facts;
  add_time(noted, *app.runs.shown);
  note_run(identity_of(*app.runs.shown), std::move(noted), is_held(app, state), state);
  const desk::RunTables* const kept = beside(app.runs, app.choices);
  if (kept == nullptr)
    for (Fact& each : facts) each.was = was(state, each.label, each.value);
  if (kept != nullptr) {
    std::vector<Fact> of_kept = counters_of(*kept);
    add_time(facts, *app.runs.shown);
    add_time(of_kept, *kept);
    facts = side_by_side(std::move(facts), of_kept, app.look.colours().accent);
  }
  if (facts.empty()) return;
  highlighted_section(app, "What it did");
  if (kept != nullptr) fact(app.look, {"", "now", {}, "The shown run; what differs is coloured", {}, "kept"});
  if (kept == nullptr) show_before(app, state);
  for (const Fact& row : facts) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (fact(app.look, row)) why = counter_text(row.counter);
    highlight_named(app, row.label, at);
  }
}

}  // namespace warplens::ui
