#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "launch/launch_result.h"
#include "ptx/module.h"
#include "simt/decode/program.h"
#include "simt/native/instruction_set.h"

namespace warplens::simt::native {

/// A straight run of Kind::compute instructions as machine code: does what their Decoded::execute would do one after the other.
struct Run {
  using Function = void (*)(const Frame& frame, std::uint32_t active);

  Function function = nullptr;
  std::uint32_t length = 0;   ///< instructions; 0: none begins here
  std::uint32_t latency = 0;  ///< sum of their latencies, cycles
};

/// A path through instructions [first, first + length) of a program: arithmetic, loads that no other warp can observe, and
/// branches, which it does not take. A path that comes back to its first instruction by its last, a branch, is a loop.
struct PathCall;
struct Path {
  /// Follows the path while all of its lanes do.
  using Function = void (*)(PathCall& call);

  Function function = nullptr;
  std::uint32_t length = 0;  ///< instructions; 0: none begins here
  bool loop = false;
  bool loads = false;         ///< there are loads in it
  bool reads_shared = false;  ///< … of shared memory
};

/// One walk along a path.
struct PathCall {
  const Frame* frame = nullptr;
  std::uint32_t active = 0;          ///< lanes
  std::uint64_t rounds = 1;          ///< of a loop: the most to go
  std::uint64_t clock = 0;           ///< of the lanes: on entry and on return
  std::uint64_t horizon = 0;         ///< no load that could be too far ahead of other warps is executed from this cycle on …
  std::uint64_t return_horizon = 0;  ///< … and no branch back to the beginning of a loop
  const std::uint64_t* ready = nullptr;  ///< ResidentWarp::ready
  launch::Tally* tallies = nullptr;      ///< per instruction of the program
  std::uint64_t* runs = nullptr;         ///< counts the straight runs of instructions (MemoryUnit::begin_run)
  /// Executes the load at index `pc` at cycle `clock`; false: a fault.
  bool (*load)(PathCall& call, std::uint32_t pc) = nullptr;
  void* owner = nullptr;  ///< for `load`
  bool leave = false;     ///< set by `load`: go no further than the end of the straight run

  std::uint64_t done = 0;  ///< on return: rounds completed
  std::uint64_t exit = 0;  ///< on return: instructions executed after these
  bool stopped = false;    ///< on return: the last of them was a load with a fault
};

/// What to compile, and how.
struct Choice {
  /// Registers that no instruction reads any more get their values, too, as by the interpreter. Otherwise they keep older ones.
  bool keep_all_registers = false;
  std::uint32_t shortest_run = 2;  ///< instructions: a single one may as well be called by itself
};

/// The machine code of a program, by the index in Program::code where it begins. Immutable, so that several machines share it.
class Code {
 public:
  /// Compile the runs and paths of `program`, decoded from `module`, for `set`, which the processor must have.
  Code(const ptx::Module& module, const Program& program, InstructionSet set, const Choice& choice = {});
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  /// The run that begins at `pc`, of length 0 if there is none.
  const Run& run(std::uint32_t pc) const { return runs_[pc]; }
  /// The path that begins at `pc`, of length 0 if there is none.
  const Path& path(std::uint32_t pc) const { return paths_[pc]; }
  std::size_t bytes() const { return bytes_; }  ///< of machine code

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;  ///< holds the functions
  std::vector<Run> runs_;           ///< per instruction
  std::vector<Path> paths_;         ///< per instruction
  std::size_t bytes_ = 0;
};

}  // namespace warplens::simt::native
