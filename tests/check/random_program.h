#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

// Random kernels of barriers, fences, flags, locks, atomics, asynchronous copies and plain accesses, whose races are known by
// construction.

namespace warplens::simt {

inline constexpr std::uint32_t fuzz_blocks = 2, fuzz_warps = 3, fuzz_threads = fuzz_blocks * fuzz_warps * 32,
                               fuzz_block_threads = fuzz_warps * 32;
/// Number of 4-byte cells in each of the two arrays, global and shared. Single threads access the first cells, whole warps the
/// others, one cell per lane.
inline constexpr std::uint32_t fuzz_single_cells = 3, fuzz_cells = fuzz_single_cells + 2 * 32;

/// One step of a program. All threads take the steps in order; threads without a part in a step skip it.
struct FuzzStep {
  enum class Kind : std::uint8_t {
    load,
    store,
    strong_load,   ///< ld.relaxed
    strong_store,  ///< st.relaxed
    add,           ///< red.relaxed
    block_barrier,
    named_barrier,  ///< for the warps `first` and `second` of every block
    warp_barrier,
    message,  ///< thread `first` sets a flag, `second` waits for it
    lock,     ///< `users` take a lock in turn and add 1 to a cell by plain accesses
    arrive,   ///< warp `first` of every block arrives at a barrier, at which warp `second` waits for it
    copy,     ///< cp.async from the global cell to the shared cell `second`; then every thread commits a group
    wait,     ///< cp.async.wait_group for all groups but the last `left`; of warp `first` of every block if `whole_warp`
  };
  enum class Fence : std::uint8_t { none, block, device };

  Kind kind = Kind::load;
  bool shared = false;                  ///< the cell is in shared memory
  std::uint32_t cell = 0;               ///< first cell
  bool block_scope = false;             ///< scope of a strong access is the block; false: the device
  bool whole_warp = false;              ///< an access by the 32 threads from `first` on to cells from `cell` on
  std::uint32_t first = 0, second = 0;  ///< threads, numbered over the grid; or warps
  std::uint32_t left = 0;
  Fence fence = Fence::device;    ///< message: fence before the flag is set
  Fence acquire = Fence::device;  ///< message, lock: fence after the flag is seen or the lock taken; never none
  bool near_flag = false;         ///< message: scope of the accesses to the flag is the block
  bool qualified = false;         ///< message: by st.release and ld.acquire instead of fences
  std::vector<std::uint32_t> users{};
};

struct FuzzProgram {
  std::vector<FuzzStep> steps;
};

FuzzProgram random_program(std::uint64_t seed);

/// A program in which several threads, or whole warps, access the same cells, unordered; then all of them, or all but one, signal
/// one thread (or meet its warp at a barrier), which writes to these cells.
FuzzProgram gathering_program(std::uint64_t seed);

/// The program with some of its accesses made asynchronous copies, some barriers arrivals or waits for copies, and some fences
/// and flags of block scope.
FuzzProgram with_copies_and_scopes(FuzzProgram program, std::uint64_t seed);

/// The program as PTX, and the step of each line that accesses a cell.
struct FuzzText {
  std::string ptx;
  std::map<std::uint32_t, std::size_t> step_of_line;
};
FuzzText ptx_of(const FuzzProgram& program);

}  // namespace warplens::simt
