#include <fmt/format.h>

#include "analysis/efficiency.h"
#include "base/number_format.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using launch::Origin;

/// The rows of one run, each with its small tag; figures that the machine does not know have no row.
struct Rows {
  const App& app;

  void show(const Fact& row) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    fact(app.look, row);
    highlight_named(app, row.label, at);
  }
  void count(const char* label, std::uint64_t number, const char* tooltip, Origin origin = Origin::counted) const {
    show({label, base::grouped(number), origin, tooltip, {}});
  }
  /// Only where there were any.
  void some(const char* label, std::uint64_t number, const char* tooltip, Origin origin = Origin::counted) const {
    if (number > 0) count(label, number, tooltip, origin);
  }
  void share(const char* label, std::optional<double> share, const char* tooltip, Origin origin = Origin::counted) const {
    if (share) show({label, fmt::format("{:.0f} %", *share * 100), origin, tooltip, {}});
  }
  void number(const char* label, std::optional<double> value, const char* tooltip) const {
    if (value) show({label, fmt::format("{:.1f}", *value), Origin::counted, tooltip, {}});
  }
};

void show_instructions(const Rows& rows, const launch::Counters& c) {
  rows.count("warp instructions", c.warp_instructions, "Instructions issued, each for a warp of up to 32 threads");
  rows.share(
      "SIMT efficiency", analysis::simt_efficiency(c),
      "How many of a warp's 32 lanes executed an instruction, on average. 100 % is best; divergence, and blocks that do not "
      "fill their last warp, cost");
  rows.some("divergent branches", c.divergent_branches,
            "Branches at which a warp's lanes went different ways, one after the other");
}

void show_memory(const Rows& rows, const launch::Counters& c) {
  const std::uint64_t requests = c.global_loads + c.global_stores + c.global_atomics;
  rows.some("global requests", requests, "Loads, stores and atomics of warps to global memory");
  rows.some("global sectors", c.global_sectors, "Pieces of 32 bytes that those requests touched: fewer is better");
  rows.number("sectors per request", analysis::sectors_per_request(c),
              "4 is best for 32 neighbouring 4-byte elements; 32 is worst. 1 where all lanes want the same");
  rows.share("load efficiency", analysis::load_efficiency(c),
             "Bytes that threads asked for, of those that came in whole sectors. Over 100 % where threads share them");
  rows.share("store efficiency", analysis::store_efficiency(c),
             "Bytes that threads stored, of those that went in whole sectors. Over 100 % where threads store to the same place");
  rows.some("shared requests", c.shared_requests, "Accesses of warps to shared memory");
  if (c.shared_requests > 0)
    rows.count("bank conflicts", c.bank_conflicts, "Extra passes because lanes of a warp met in one of the 32 banks: 0 is best");
}

/// "counter[0]", "shared memory of block 3".
std::string name_of(const desk::RunTables& shown, const analysis::HotAddress& address) {
  if (address.space == trace::MemorySpace::shared) return fmt::format("shared memory of block {}", address.block);
  if (address.buffer != shown.run.shown || address.buffer >= shown.run.buffer_names.size()) return "one address";
  const std::uint64_t width = launch::bytes(shown.shown_buffer().type);
  return fmt::format("{}[{}]", shown.run.buffer_names[address.buffer], base::grouped(address.offset / width));
}

void show_contention(const Rows& rows, const desk::RunTables& shown) {
  rows.some("atomic collisions", shown.run.result.counters.atomic_collisions,
            "Lanes of a warp that had to queue, as others of it had the same address");
  if (shown.contention.hottest.empty()) return;
  const analysis::HotAddress& hottest = shown.contention.hottest.front();
  const std::string of = shown.contention.addresses == 1
                             ? "the only one"
                             : fmt::format("the busiest of {} addresses", base::grouped(shown.contention.addresses));
  const std::string tooltip =
      fmt::format("Atomic updates of {}, {}: they take place one after the other", name_of(shown, hottest), of);
  rows.count("on the busiest address", hottest.atomics, tooltip.c_str());
}

void show_waiting(const Rows& rows, const launch::Counters& c) {
  rows.some("waited for memory", c.memory_wait_cycles,
            "Cycles that warps stood still for a value from memory, added up over warps", Origin::modelled);
  rows.some("waited at barriers", c.barrier_wait_cycles,
            "Cycles that warps stood at a barrier until the others had come, added up over warps", Origin::modelled);
}

void show_occupancy(const Rows& rows, const desk::RunTables& shown) {
  if (!shown.run.result.occupancy) return;
  const launch::Occupancy& occupancy = *shown.run.result.occupancy;
  const std::string tooltip =
      fmt::format("Warps that a multiprocessor holds at once, of the {} that it could: {} of {}, limited by {}",
                  occupancy.most_warps, base::counted(std::uint64_t{occupancy.blocks}, "block"),
                  base::counted(std::uint64_t{shown.trace().warps_per_block()}, "warp"), name(occupancy.limiter));
  rows.share("occupancy possible", occupancy.theoretical(), tooltip.c_str(), Origin::modelled);
  if (shown.blocks.stays.empty()) return;
  rows.share("occupancy achieved", shown.blocks.achieved_occupancy,
             "Warps that a multiprocessor had on average while it had any, of those that it could hold", Origin::modelled);
  rows.show({"waves of blocks",
             fmt::format("{:.2f}", shown.blocks.waves),
             Origin::modelled,
             "Rounds in which the multiprocessors took the blocks; the last may be only partly full. See Blocks (4)",
             {}});
}

}  // namespace

void show_counters(const App& app) {
  const desk::RunTables& shown = *app.runs.shown;
  const launch::Counters& counters = shown.run.result.counters;
  const Rows rows{app};
  if (counters.warp_instructions == 0 && !shown.run.result.occupancy) return;
  highlighted_section(app, "What it did");
  if (counters.warp_instructions > 0) {
    show_instructions(rows, counters);
    show_memory(rows, counters);
    show_contention(rows, shown);
    if (launch::has_time(shown.run.launch)) show_waiting(rows, counters);
  }
  show_occupancy(rows, shown);
}

}  // namespace warplens::ui
