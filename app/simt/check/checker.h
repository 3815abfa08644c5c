#pragma once

#include <cstdint>
#include <vector>

#include "launch/finding.h"
#include "launch/launch.h"
#include "simt/memory.h"
#include "simt/program.h"

namespace warplens::simt {

/// One access of some lanes of a warp to one window of memory, told just before it takes place: what a load will read is still in
/// memory, what a store will write is in its rows.
struct CheckedAccess {
  std::uint32_t block = 0;  ///< linear in the grid
  std::uint32_t warp = 0;   ///< linear in the grid
  std::uint32_t pc = 0;     ///< instruction of the program
  std::uint32_t active = 0;
  const Decoded& instruction;
  const Frame& frame;
  trace::MemorySpace space = trace::MemorySpace::global;
  const Allocation* allocation = nullptr;  ///< of global memory
  Window window;
  const LaneOffsets& offsets;  ///< bytes in the window; of local memory, in the thread's own
  bool side_by_side = false;   ///< a full warp, each lane just behind the one before
};

/// Looks for what is wrong with a launch while it runs, without changing what it does.
class Checker {
 public:
  Checker(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t block, std::uint64_t shared_bytes);
  void end_block(std::uint32_t block);
  void access(const CheckedAccess& access);
  /// A thread barrier is complete: all lanes of its threads, told for each warp by joined(), go on together.
  void barrier_joined(std::uint32_t block, std::uint32_t number, std::uint32_t warp, std::uint32_t lanes);
  void barrier_complete(std::uint32_t block, std::uint32_t number);
  /// bar.warp.sync of these lanes is complete.
  void warp_sync(std::uint32_t warp, std::uint32_t lanes);
  void fence(std::uint32_t warp, std::uint32_t pc, std::uint32_t active);

  /// What was found, in the order of source lines. Once, at the end.
  std::vector<launch::Finding> findings();
};

}  // namespace warplens::simt
