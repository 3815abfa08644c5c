#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/contention.h"
#include "analysis/distribution.h"
#include "analysis/line_counts.h"
#include "analysis/roofline.h"
#include "analysis/tallies.h"
#include "base/lazy.h"
#include "desk/source/source_text.h"
#include "experiment/run.h"
#include "view/mapping/mapping_cells.h"
#include "view/material.h"

namespace warplens::desk {

/// A run with the tables that the window shows, made off the window's thread and never changed afterwards.
struct RunTables : view::Tables {
  const experiment::Experiment* experiment = nullptr;  ///< in the catalogue, which outlives every picture
  experiment::Run run;
  analysis::Distribution distribution;            ///< of the repeats
  analysis::LineCounts lines;                     ///< per CUDA source line
  std::vector<analysis::LineTally> line_tallies;  ///< costs per CUDA source line; empty where they are not known (on a GPU)
  analysis::Contention contention;                ///< the busiest address of atomics
  std::optional<analysis::Roofline> roofline;     ///< nothing where time is not modelled
  std::array<double, 3> eye{};                    ///< of the scene
  std::uint32_t source_file = 0;                  ///< index in Module::files of the experiment's own source
  ptx::Listing listing;                           ///< instruction text by the trace's instruction index
  SourceLink link;                                ///< PTX lines and CUDA lines of the kernel
  std::vector<std::uint32_t> erasing_steps;       ///< rows in the trace of writes that erased an unseen one, ascending
  view::ValueRange range;                         ///< of the final values of the shown buffer
  std::vector<base::Error> warnings;              ///< of the compiler about the module, with file and line
  std::uint64_t threads_without_work = 0;         ///< threads that read and wrote no memory, as recorded
  std::uint64_t wrong_untouched = 0;              ///< elements of the shown buffer that are wrong and that no thread touched
  std::uint64_t changed = 0;                      ///< elements of the shown buffer that the launch changed
  double milliseconds = 0;                        ///< from the request to this table, measured

  const launch::Buffer& shown_buffer() const;
  const ptx::Function& function() const { return run.launch.module->functions[run.launch.entry]; }
  const trace::Trace& trace() const { return run.result.trace; }
  bool finished() const { return run.result.outcome == launch::Outcome::finished; }

  /// The story of an element of the shown buffer. Computed on request; the last one is kept.
  std::shared_ptr<const analysis::ElementHistory> history_of(std::uint64_t element) const;

  /// The cells of the mapping after the whole launch; null where they are not made, and never made of a run that is_short().
  const view::MappingCells* cells() const;

  /// Make a late table, with cells in `colour`, by default the most telling one; and say whether it is there.
  void prepare(view::LateTable table, std::optional<view::ColourMode> colour) const;
  bool has(view::LateTable table) const;

 private:
  struct LastHistory {
    std::mutex mutex;
    std::shared_ptr<const analysis::ElementHistory> of;
  };
  std::shared_ptr<LastHistory> last_ = std::make_shared<LastHistory>();
  base::Lazy<view::MappingCells> cells_;
};

/// Whether a run is small enough to be analysed within a frame: a few milliseconds.
bool is_short(const RunTables& tables);

/// Make the mapping's cells for an access map of the run's shown buffer.
view::MappingCells cells_of(const RunTables& tables, const analysis::AccessMap& map, view::ColourMode colour);

/// The run as input for the views; `tables` must outlive the result.
view::Subject subject_of(const RunTables& tables);

/// The scene's model in a run; empty if the experiment has no scene. `tables` must outlive it.
view::SceneModel scene_of(const RunTables& tables);

/// Make the tables of a run.
RunTables make_tables(const experiment::Experiment& experiment, experiment::Run run);

/// Index in Module::files of the source of an entry's instructions; 0 if there is none.
std::uint32_t main_file(const ptx::Module& module, const ptx::Function& function, const std::filesystem::path& source);

}  // namespace warplens::desk
