#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/why/cause.h"
#include "launch/arguments/shared_arrays.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "ptx/listing.h"

namespace warplens::analysis {

/// A place in global or shared memory, by the launch's buffer or the block.
struct Location {
  trace::MemorySpace space = trace::MemorySpace::global;
  std::uint32_t buffer = trace::no_buffer;  ///< of the launch; global memory
  std::uint64_t block = 0;                  ///< linear in the grid; shared memory, and of local memory its thread
  std::uint64_t offset = 0;                 ///< bytes
  std::uint32_t bytes = 4;                  ///< width
  bool operator==(const Location&) const = default;
};

/// One lane's access to a location.
struct LaneStep {
  std::uint32_t row = trace::no_row;   ///< in Trace::accesses
  std::uint32_t step = trace::no_row;  ///< in Trace::steps
  int lane = 0;
  trace::AccessKind kind = trace::AccessKind::read;
  std::uint64_t value = 0, stored = 0;  ///< bits, as in trace::LaneAccess
};

/// The steps of a traced launch by warp, and the words for its threads, places and elements. Requires a trace of Level::full; the
/// launch and its result must outlive this.
class Executed {
 public:
  Executed(const launch::Launch& launch, const launch::LaunchResult& result);

  const launch::Launch& launch() const { return launch_; }
  const launch::LaunchResult& result() const { return result_; }
  const trace::Trace& trace() const { return result_.trace; }
  const ptx::Module& module() const { return *launch_.module; }
  /// What numbers the trace's instructions.
  const ptx::Listing& listing() const { return listing_; }
  /// Rows of Trace::steps of a warp, in program order.
  const std::vector<std::uint32_t>& steps_of(std::uint32_t warp) const { return steps_of_warp_[warp]; }
  std::size_t warps() const { return steps_of_warp_.size(); }
  /// The instruction of a step; null at the end of a function.
  const ptx::Instruction* instruction(std::uint32_t step) const;
  /// The function of a step, as an index in Module::functions.
  std::uint32_t function(std::uint32_t step) const;

  std::uint64_t thread(std::uint32_t step, int lane) const;
  std::uint32_t warp_of(std::uint64_t thread) const;
  int lane_of(std::uint64_t thread) const;
  base::Dim3 block_of(std::uint64_t thread) const;
  base::Dim3 position(std::uint64_t thread) const;  ///< in its block

  std::string thread_text(std::uint64_t thread) const;   ///< "thread 17 of block 3"
  std::string thread_first(std::uint64_t thread) const;  ///< "Thread 17 of block 3", for the beginning of a sentence
  std::string warp_text(std::uint32_t warp) const;       ///< "warp 2 of block 3"; `warp`: linear in the grid
  std::uint32_t line(std::uint32_t step) const;          ///< of the source
  /// A sentence at a step of a thread.
  Cause cause(std::string sentence, std::uint32_t step, std::uint64_t thread) const;

  /// The location of lane `lane` of access row `row`.
  Location location(std::uint32_t row, int lane) const;
  /// "c[17]", "tile[3][4]"; "byte 12 of shared memory" where it has no name.
  std::string name(const Location& location) const;
  std::string array_name(const Location& location) const;       ///< "c"; empty: none
  std::uint64_t element_index(const Location& location) const;  ///< 17
  /// Element `index` of the array of a location: "c[17]", "p[8].y".
  std::string element_name(const Location& location, std::uint64_t index) const;
  /// The bits of `bytes` bytes as the numbers of a location are read; as an integer where nothing says more.
  std::string value_text(const Location& location, std::uint64_t bits) const;
  /// Whether a load and a write of one location race. They do if a finding names their lines and no barrier of the block stands
  /// between them.
  bool is_race(const LaneStep& load, const LaneStep& write) const;
  /// Whether a load is meant to see a write, by the order in which a kernel's text has the two: its thread has executed the
  /// write's instruction at least as often as the writer, or the write's line stands before the load's.
  bool is_needed(const LaneStep& load, const LaneStep& write) const;
  bool is_block_barrier(std::uint32_t step) const;
  /// Find the writes and atomics of each location, in the order in which they took effect. Cost: one pass over all accesses.
  std::vector<std::vector<LaneStep>> writes(const std::vector<Location>& locations) const;
  /// The type of the numbers at a location: that of its buffer. Elsewhere PTX knows only their width: a signed integer.
  launch::ElementType element_type(const Location& location) const;
  /// One lane's part of an access row.
  LaneStep lane_step(std::uint32_t row, int lane) const;

 private:
  std::uint32_t barriers_before(const LaneStep& access) const;
  std::uint32_t times_executed(std::uint32_t instruction, const LaneStep& by, std::uint32_t before) const;

  const launch::Launch& launch_;
  const launch::LaunchResult& result_;
  const ptx::Listing listing_;
  const std::vector<const launch::Buffer*> buffers_;
  const std::vector<launch::SharedArray> shared_;
  const bool one_dimension_;
  std::vector<std::vector<std::uint32_t>> steps_of_warp_;
};

}  // namespace warplens::analysis
