#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/block_timeline.h"
#include "analysis/hierarchy.h"
#include "analysis/lost_updates.h"
#include "analysis/memory_traffic.h"
#include "analysis/shared_contents.h"
#include "analysis/warp_steps.h"
#include "analysis/warp_timeline.h"
#include "base/lazy.h"
#include "launch/arguments/shared_arrays.h"
#include "view/subject.h"

namespace warplens::view {

/// State at a step of the buffers that are matrices and of a block's shared memory.
struct Matrices {
  std::shared_ptr<const std::vector<analysis::AccessMap>> maps;  ///< never null once they are made
  std::shared_ptr<const analysis::SharedContents> shared;        ///< null where there are none
  std::uint64_t max_reads = 1;                                   ///< maximum number of reads of any element
};

/// The tables of a run that are made when a view first takes them.
enum class LateTable : std::uint8_t { none, cells, traffic, warps, warp_steps, matrices };

/// The tables of a run that views take what they draw from, each after the whole launch.
class Tables {
 public:
  analysis::AccessMap map;                                ///< of the shown buffer
  analysis::ElementHistory history;                       ///< of the element whose timeline is drawn
  analysis::LostUpdates lost;                             ///< of the shown buffer
  analysis::BlockTimeline blocks;                         ///< which multiprocessor ran which block when
  analysis::Hierarchy hierarchy;                          ///< what moved between the levels of memory
  std::vector<analysis::LineHierarchy> line_hierarchies;  ///< the same per CUDA source line, ascending
  std::vector<launch::SharedArray> arrays;                ///< in shared memory; empty on a GPU, which has an order of its own

  // Late tables, made on first use by the thread that asks. `run`: the one that all tables are of.
  const std::vector<analysis::MemoryTraffic>& traffic(const Subject& run) const;  ///< requests to each memory
  const analysis::WarpTimeline& warps(const Subject& run) const;                  ///< what each warp waited for
  const analysis::WarpSteps& warp_steps(const Subject& run) const;                ///< the instructions of each warp
  const Matrices& matrices(const Subject& run) const;                             ///< the buffers that are matrices

  /// Whether a late table is there, so that taking it takes no time. Cells are not among these tables.
  bool made(LateTable table) const;

  /// Make the matrices after the first `steps` steps of the run's trace.
  Matrices matrices_at(const Subject& run, std::uint64_t steps) const;

 private:
  base::Lazy<std::vector<analysis::MemoryTraffic>> traffic_;
  base::Lazy<analysis::WarpTimeline> warps_;
  base::Lazy<analysis::WarpSteps> warp_steps_;
  base::Lazy<Matrices> matrices_;
};

}  // namespace warplens::view
