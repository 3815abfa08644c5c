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

/// State at a step of the buffers that are matrices and of a block's shared memory.
struct Matrices {
  std::shared_ptr<const std::vector<analysis::AccessMap>> maps;  ///< never null
  std::shared_ptr<const analysis::SharedContents> shared;        ///< null where there are none
  std::uint64_t max_reads = 1;                                   ///< maximum number of reads of any element
};

/// A run with the tables that the window shows, made off the window's thread and never changed afterwards.
struct RunTables {
  const experiment::Experiment* experiment = nullptr;  ///< in the catalogue, which outlives every picture
  experiment::Run run;
  analysis::AccessMap map;                        ///< of the shown buffer, after the whole launch
  analysis::ElementHistory history;               ///< of the element whose timeline is drawn
  analysis::LostUpdates lost;                     ///< of the shown buffer
  analysis::Distribution distribution;            ///< of the repeats
  analysis::LineCounts lines;                     ///< per CUDA source line
  std::vector<analysis::LineTally> line_tallies;  ///< costs per CUDA source line; empty where they are not known (on a GPU)
  analysis::Hierarchy hierarchy;                  ///< what moved between the levels of memory
  std::vector<analysis::LineHierarchy> line_hierarchies;  ///< the same per CUDA source line
  analysis::Contention contention;                        ///< the busiest address of atomics
  std::optional<analysis::Roofline> roofline;             ///< nothing where time is not modelled
  analysis::BlockTimeline blocks;                         ///< which multiprocessor ran which block when
  std::vector<launch::SharedArray> arrays;                ///< in shared memory; empty on a GPU, which has an order of its own
  std::array<double, 3> eye{};                            ///< of the scene
  std::uint32_t source_file = 0;                          ///< index in Module::files of the experiment's own source
  ptx::Listing listing;                                   ///< instruction text by the trace's instruction index
  SourceLink link;                                        ///< PTX lines and CUDA lines of the kernel
  std::vector<std::uint32_t> erasing_steps;               ///< rows in the trace of writes that erased an unseen one, ascending
  view::ValueRange range;                                 ///< of the final values of the shown buffer
  std::vector<base::Error> warnings;                      ///< of the compiler about the module, with file and line
  std::uint64_t threads_without_work = 0;                 ///< threads that read and wrote no memory, as recorded
  std::uint64_t wrong_untouched = 0;  ///< elements of the shown buffer that are wrong and that no thread touched
  std::uint64_t changed = 0;          ///< elements of the shown buffer that the launch changed
  double milliseconds = 0;            ///< from the request to this table, measured

  const launch::Buffer& shown_buffer() const;
  const ptx::Function& function() const { return run.launch.module->functions[run.launch.entry]; }
  const trace::Trace& trace() const { return run.result.trace; }
  bool finished() const { return run.result.outcome == launch::Outcome::finished; }

  // Tables that only some views need, computed on first use.
  const std::vector<analysis::MemoryTraffic>& traffic() const;  ///< requests to each memory
  const analysis::WarpTimeline& warps() const;                  ///< what each warp waited for
  const Matrices& matrices() const;                             ///< the buffers that are matrices, after the whole launch

  /// The cells of the mapping after the whole launch; null where they are not made, and never made of a run that is_short().
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

/// The mapping's cells of a map of the run's shown buffer.
view::MappingCells cells_of(const RunTables& tables, const analysis::AccessMap& map, view::ColourMode colour);

/// The run as the views see it; `tables` must outlive the result.
view::Subject subject_of(const RunTables& tables);

/// The model of a run of an experiment with a scene; else there is none. `tables` must outlive it.
view::SceneModel scene_of(const RunTables& tables);
/// The matrices after the first `steps` steps of the trace.
Matrices matrices_at(const RunTables& tables, std::uint64_t steps);

/// The tables of a run.
RunTables make_tables(const experiment::Experiment& experiment, experiment::Run run);

/// Index in Module::files of the source that an entry's instructions come from; 0 where there is none.
std::uint32_t main_file(const ptx::Module& module, const ptx::Function& function, const std::filesystem::path& source);

}  // namespace warplens::desk
