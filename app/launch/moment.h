#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/launch_result.h"
#include "launch/schedule/schedule_record.h"
#include "ptx/type.h"

// A launch stopped at a step: positions of all lanes, registers and memory.

namespace warplens::launch {

/// Lanes of one warp at the same instruction.
struct LanesAt {
  enum class Waits : std::uint8_t { not_at_all, for_block, for_lanes, to_reconverge };
  std::uint32_t instruction = 0;    ///< the next instruction: number in the launch's ptx::Listing
  std::uint32_t lanes = 0;          ///< bit k: lane k
  std::uint32_t depth = 0;          ///< depth of the call stack
  Waits waits = Waits::not_at_all;  ///< for_block: at a barrier; to_reconverge: for diverged lanes, at a reconvergence point
  bool operator==(const LanesAt&) const = default;
};

/// A warp that is on a multiprocessor.
struct WarpAt {
  std::uint32_t warp = 0;   ///< linear in the grid
  std::uint32_t block = 0;  ///< linear in the grid
  std::uint32_t multiprocessor = 0;
  bool can_go = false;           ///< whether some of its lanes can execute
  std::uint64_t cycle = 0;       ///< its own clock (modelled with Schedule::timed, else a count of steps)
  std::vector<LanesAt> lanes{};  ///< each lane that has not exited is in exactly one entry
  bool operator==(const WarpAt&) const = default;
};

/// One register of the function that a warp's lanes execute.
struct RegisterAt {
  std::string name;  ///< as in the PTX, with %
  ptx::Type type = ptx::Type::none;
  std::array<std::uint64_t, 32> bits{};  ///< per lane, zero-extended; 0 or 1 for predicates
  bool operator==(const RegisterAt&) const = default;
};

/// One executed warp instruction.
struct Step {
  std::uint32_t warp = 0;         ///< linear in the grid
  std::uint32_t instruction = 0;  ///< number in the launch's ptx::Listing
  std::uint32_t lanes = 0;        ///< active lanes; the instruction's guard may have disabled some of them
  bool operator==(const Step&) const = default;
};

/// A launch at one of its steps. One step is one instruction of one warp.
class Moment {
 public:
  virtual ~Moment() = default;
  virtual std::uint64_t step() const = 0;             ///< steps done; 0: nothing has run yet
  virtual std::optional<Step> last_step() const = 0;  ///< the most recent step
  /// The resident warps, in the order of the grid.
  virtual std::vector<WarpAt> warps() const = 0;
  /// Number of blocks that have started. They start in the order of the grid, so it is also the index of the next block to start.
  virtual std::uint64_t blocks_started() const = 0;
  /// The registers of a warp, in the order of ptx::Function::registers, of the function that lane `lane` executes; none if the
  /// warp is not resident. A register that was never written has an unspecified value.
  virtual std::vector<RegisterAt> registers(std::uint32_t warp, std::uint32_t lane) const = 0;
  /// Content of a .local variable, an index in ptx::Module::variables, of each lane of a warp, one after the other; empty if lane
  /// `lane` does not execute the variable's function.
  virtual Bytes local(std::uint32_t warp, std::uint32_t lane, std::uint32_t variable) const = 0;
  /// Shared memory of a block, static then dynamic; empty if the block is not resident.
  virtual Bytes shared(std::uint32_t block) const = 0;
  /// Address of the k-th Buffer among the arguments.
  virtual std::uint64_t address(std::size_t k) const = 0;
  /// Content of the k-th Buffer among the arguments.
  virtual Bytes buffer(std::size_t k) const = 0;
  virtual std::string printed() const = 0;  ///< output of the kernel's printf so far
  virtual std::optional<Fault> fault() const = 0;
};

/// Every step of a launch under its own schedule. With Schedule::timed, steps are in the order in which the machine executes
/// them: a warp may run ahead of the others while they cannot see its effects.
class History : public Moment {
 public:
  virtual std::uint64_t length() const = 0;  ///< steps of the whole launch
  /// Go to a step, or to the last one if there are fewer. Fast for every step.
  virtual void go_to(std::uint64_t step) = 0;
  /// Memory of the checkpoints that make go_to() fast, bytes.
  virtual std::uint64_t bytes() const = 0;
};

/// A launch without modelled time whose warps the user steps one instruction at a time.
class Stepper : public Moment {
 public:
  /// Execute the next instruction of warp `warp`; if the warp has diverged, of its group with `lane` (any_lane: the group whose
  /// turn it is). Discards undone steps. Error, without effect: the reason why the warp cannot execute.
  virtual base::Status do_step(std::uint32_t warp, std::uint8_t lane = ScheduleRun::any_lane) = 0;
  virtual std::uint64_t length() const = 0;  ///< steps done so far, including undone steps
  /// Go to a step: undoes steps, or redoes undone ones.
  virtual void go_to(std::uint64_t step) = 0;
  virtual bool over() const = 0;  ///< no warp can execute any more
  /// The steps up to here, for Schedule::recorded.
  virtual ScheduleRecord record() const = 0;
};

}  // namespace warplens::launch
