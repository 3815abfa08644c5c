#pragma once

#include <cstdint>
#include <memory>
#include <vector>

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

/// What a loop's machine code has done.
struct LoopEnd {
  std::uint64_t rounds = 0;  ///< completed
  std::uint64_t exit = 0;    ///< instructions executed of the round after these; the next one is a branch, or the loop's first
};

/// A loop of Kind::compute instructions and branches as machine code, while all its lanes go the same way: from its first
/// instruction, without taking a branch, to its last, which branches back.
struct Loop {
  /// Runs at most `rounds` rounds. Stops before a branch that not all lanes, or not in this direction, follow.
  using Function = void (*)(const Frame& frame, std::uint32_t active, std::uint64_t rounds, LoopEnd& end);

  Function function = nullptr;
  std::uint32_t length = 0;      ///< instructions; 0: none begins here
  std::vector<std::uint32_t> latencies;  ///< per instruction: those of the loop before it, and after the last, cycles
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
  /// Compile the runs and loops of `program`, decoded from `module`, for `set`, which the processor must have.
  Code(const ptx::Module& module, const Program& program, InstructionSet set, const Choice& choice = {});
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  /// The run that begins at `pc`, of length 0 if there is none.
  const Run& run(std::uint32_t pc) const { return runs_[pc]; }
  /// The loop that begins at `pc`, or null.
  const Loop* loop(std::uint32_t pc) const { return loop_at_[pc] == 0 ? nullptr : &loops_[loop_at_[pc] - 1]; }
  std::size_t bytes() const { return bytes_; }  ///< of machine code

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;       ///< holds the functions
  std::vector<Run> runs_;                ///< per instruction
  std::vector<std::uint32_t> loop_at_;   ///< per instruction: 1 + index in loops_, or 0
  std::vector<Loop> loops_;
  std::size_t bytes_ = 0;
};

}  // namespace warplens::simt::native
