#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/block_timeline.h"
#include "analysis/contention.h"
#include "analysis/distribution.h"
#include "analysis/hierarchy.h"
#include "analysis/line_counts.h"
#include "analysis/lost_updates.h"
#include "analysis/memory_traffic.h"
#include "analysis/roofline.h"
#include "analysis/shared_contents.h"
#include "analysis/tallies.h"
#include "analysis/warp_timeline.h"
#include "desk/background/lazy.h"
#include "desk/source/source_link.h"
#include "experiment/run.h"
#include "launch/arguments/shared_arrays.h"
#include "view/mapping/mapping_cells.h"
#include "view/row.h"
#include "view/subject.h"

namespace warplens::desk {

/// State of the matrix buffers and of a block's shared memory at a step.
struct Matrices {
  std::shared_ptr<const std::vector<analysis::AccessMap>> maps;  ///< never null
  std::shared_ptr<const analysis::SharedContents> shared;        ///< null: none
  std::uint64_t max_reads = 1;                                   ///< maximum number of reads of any element
};

/// A run with its tables for the window, made off the window's thread and never changed afterwards.
struct RunTables {
  const experiment::Experiment* experiment = nullptr;  ///< in the catalogue, which outlives every picture
  experiment::Run run;
  analysis::AccessMap map;                                ///< accesses of the shown buffer, after the whole launch
  analysis::ElementHistory history;                       ///< history of the element whose timeline is drawn
  analysis::LostUpdates lost;                             ///< lost updates of the shown buffer
  analysis::Distribution distribution;                    ///< results of the repeats
  analysis::LineCounts lines;                             ///< per CUDA source line
  std::vector<analysis::LineTally> line_tallies;          ///< costs per CUDA source line; empty if unknown (on a GPU)
  analysis::Hierarchy hierarchy;                          ///< bytes moved between the levels of memory
  std::vector<analysis::LineHierarchy> line_hierarchies;  ///< bytes moved, per CUDA source line
  analysis::Contention contention;                        ///< the busiest address of atomics
  std::optional<analysis::Roofline> roofline;             ///< nothing if time is not modelled
  analysis::BlockTimeline blocks;                         ///< times and multiprocessors of the blocks
  std::vector<launch::SharedArray> arrays;                ///< arrays in shared memory; empty on a GPU, whose layout is unknown
  std::array<double, 3> eye{};                            ///< eye of the scene
  std::uint32_t source_file = 0;                          ///< index in Module::files of the experiment's own source
  ptx::Listing listing;                                   ///< instruction text by the trace's instruction index
  SourceLink link;                                        ///< PTX lines and CUDA lines of the kernel
  std::vector<std::uint32_t> erasing_steps;               ///< rows in Trace::steps of writes that erased an unseen one, ascending
  view::ValueRange range;                                 ///< range of the final values of the shown buffer
  std::vector<base::Error> warnings;                      ///< the compiler's warnings about the module, with file and line
  std::uint64_t threads_without_work = 0;                 ///< threads without a recorded access to memory
  std::uint64_t wrong_untouched = 0;                      ///< wrong elements of the shown buffer that no thread touched
  std::uint64_t changed = 0;                              ///< elements of the shown buffer that the launch changed
  double milliseconds = 0;                                ///< time from the request to these tables, measured

  const launch::Buffer& shown_buffer() const;
  const ptx::Function& function() const { return run.launch.module->functions[run.launch.entry]; }
  const trace::Trace& trace() const { return run.result.trace; }
  bool finished() const { return run.result.outcome == launch::Outcome::finished; }

  // Tables that only some views need, computed on first use.
  const std::vector<analysis::MemoryTraffic>& traffic() const;  ///< requests to each memory
  const analysis::WarpTimeline& warps() const;                  ///< reasons for which each warp waited
  const Matrices& matrices() const;                             ///< state of the matrices after the whole launch

  /// The cells of the mapping after the whole launch; null if not made; never made for a run with is_short().
  const view::MappingCells* cells() const;

  /// prepare() computes the tables a view needs, and cells in `colour`, by default the most telling one; has() returns whether
  /// they are available.
  void prepare(const view::Needs& needs, std::optional<view::ColourMode> colour) const;
  bool has(const view::Needs& needs) const;

 private:
  Lazy<std::vector<analysis::MemoryTraffic>> traffic_;
  Lazy<analysis::WarpTimeline> warps_;
  Lazy<Matrices> matrices_;
  Lazy<view::MappingCells> cells_;
};

/// Whether a run is small enough to be analysed within a frame: a few milliseconds.
bool is_short(const RunTables& tables);

/// Make the mapping's cells for an access map of the run's shown buffer.
view::MappingCells cells_of(const RunTables& tables, const analysis::AccessMap& map, view::ColourMode colour);

/// The run as input for the views; `tables` must outlive the result.
view::Subject subject_of(const RunTables& tables);

/// The scene's model in a run; empty if the experiment has no scene. `tables` must outlive it.
view::SceneModel scene_of(const RunTables& tables);
/// The matrices after the first `steps` steps of the trace.
Matrices matrices_at(const RunTables& tables, std::uint64_t steps);

/// Make the tables of a run.
RunTables make_tables(const experiment::Experiment& experiment, experiment::Run run);

/// Index in Module::files of the source of an entry's instructions; 0 if there is none.
std::uint32_t main_file(const ptx::Module& module, const ptx::Function& function, const std::filesystem::path& source);

}  // namespace warplens::desk
