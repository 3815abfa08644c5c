#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "launch/launch_result.h"
#include "ptx/module.h"
#include "simt/code/decode/program.h"
#include "simt/native/instruction_set.h"
#include "simt/native/shared_memory.h"

namespace warplens::simt::native {

/// A straight run of Kind::compute instructions as machine code, with the effects of calling Decoded::execute for each.
struct Run {
  using Function = void (*)(const Frame& frame, std::uint32_t active);

  Function function = nullptr;
  std::uint32_t length = 0;   ///< instructions; 0: nothing begins here
  std::uint32_t latency = 0;  ///< sum of their latencies, cycles
};

struct PathCall;

/// A path through consecutive instructions of a program: arithmetic, loads that no other warp can observe, and branches that are
/// not taken. If its last instruction is a branch back to its first, it is a loop.
struct CodePath {
  /// Executes the path up to the first branch at which one of the lanes leaves it.
  using Function = void (*)(PathCall& call);

  Function function = nullptr;
  std::uint32_t length = 0;  ///< instructions; 0: nothing begins here
  bool loop = false;
  bool loads = false;         ///< some instructions are loads
  bool reads_shared = false;  ///< some of the loads read shared memory
  bool many_loads = false;    ///< worth following only if its loads of shared memory need no calls
};

/// Arguments and results of one execution of a path.
struct PathCall {
  const Frame* frame = nullptr;
  std::uint32_t active = 0;              ///< lanes
  std::uint64_t rounds = 1;              ///< for a loop: maximum number of rounds
  std::uint64_t clock = 0;               ///< clock of the lanes, on entry and on return
  std::uint64_t horizon = 0;             ///< from this cycle on, no straight run with loads begins and no global load is executed
  std::uint64_t return_horizon = 0;      ///< from this cycle on, no branch back is executed
  const std::uint64_t* ready = nullptr;  ///< ResidentWarp::ready
  launch::Tally* tallies = nullptr;      ///< per instruction of the program
  std::uint64_t* runs = nullptr;         ///< counts the straight runs of instructions (MemoryUnit::begin_run)
  SharedMemory shared;                   ///< shared memory of the block
  /// Executes the load at index `pc`, at cycle `clock`; returns false on a fault. Called for each load that machine code does not
  /// perform itself.
  bool (*load)(PathCall& call, std::uint32_t pc) = nullptr;
  void* owner = nullptr;  ///< for `load`
  bool leave = false;     ///< set by `load`: stop at the end of the current straight run

  std::uint64_t done = 0;  ///< on return: rounds completed
  std::uint64_t exit = 0;  ///< on return: instructions executed after the completed rounds
  bool stopped = false;    ///< on return: the last instruction was a load with a fault
};

/// Options of the compiler.
struct Choice {
  /// Whether to store registers that no later instruction reads, too. Otherwise they keep older values.
  bool keep_all_registers = false;
  std::uint32_t shortest_run = 2;  ///< instructions: for a single one, machine code gains nothing
};

/// The machine code of a program, by the index in Program::code of its beginning. Immutable, so that several machines share
/// it.
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
  const CodePath& path(std::uint32_t pc) const { return paths_[pc]; }

 private:
  struct Memory;
  struct Source;
  void compile_runs(const Source& source, const Choice& choice);
  void compile_paths(const Source& source);

  std::unique_ptr<Memory> memory_;  ///< holds the functions
  std::vector<Run> runs_;           ///< per instruction
  std::vector<CodePath> paths_;     ///< per instruction
};

}  // namespace warplens::simt::native
