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

// A launch that stands still: where every lane is, and what is in registers and memory.

namespace warplens::launch {

/// Lanes of one warp that are at one instruction.
struct LanesAt {
  enum class Waits : std::uint8_t { not_at_all, for_block, for_lanes, to_reconverge };
  std::uint32_t instruction = 0;    ///< number in the launch's ptx::Listing: what they do next
  std::uint32_t lanes = 0;          ///< bit k: lane k
  std::uint32_t depth = 0;          ///< calls they are in
  Waits waits = Waits::not_at_all;  ///< for_block: at a barrier; to_reconverge: for lanes that took another branch
  bool operator==(const LanesAt&) const = default;
};

/// A warp that is on a multiprocessor.
struct WarpAt {
  std::uint32_t warp = 0;   ///< linear in the grid
  std::uint32_t block = 0;  ///< linear in the grid
  std::uint32_t multiprocessor = 0;
  bool can_go = false;           ///< some of its lanes wait for nobody
  std::uint64_t cycle = 0;       ///< its own clock (modelled with Schedule::timed, else a count of steps)
  std::vector<LanesAt> lanes{};  ///< all that have not exited; none has two entries
  bool operator==(const WarpAt&) const = default;
};

/// One register of the function that a warp's lanes are in.
struct RegisterAt {
  std::string name;  ///< as in the PTX, with %
  ptx::Type type = ptx::Type::none;
  std::array<std::uint64_t, 32> bits{};  ///< per lane, zero-extended; 0 or 1 for predicates
  bool operator==(const RegisterAt&) const = default;
};

/// One warp instruction that was executed.
struct Step {
  std::uint32_t warp = 0;         ///< linear in the grid
  std::uint32_t instruction = 0;  ///< number in the launch's ptx::Listing
  std::uint32_t lanes = 0;        ///< that came to it; a guard may have kept some from doing it
  bool operator==(const Step&) const = default;
};

/// A launch at one of its steps. One step is one instruction of one warp.
class Moment {
 public:
  virtual ~Moment() = default;
  virtual std::uint64_t step() const = 0;             ///< steps done; 0: nothing has run yet
  virtual std::optional<Step> last_step() const = 0;  ///< the one done last
  /// The warps on multiprocessors now, in the order of the grid.
  virtual std::vector<WarpAt> warps() const = 0;
  /// The registers of a warp, in the order of ptx::Function::registers, of the function that its lane `lane` is in; none where
  /// the warp is on no multiprocessor. A register that nothing has written yet holds whatever is there.
  virtual std::vector<RegisterAt> registers(std::uint32_t warp, std::uint32_t lane) const = 0;
  /// Shared memory of a block, static and then dynamic; empty where the block is on no multiprocessor.
  virtual Bytes shared(std::uint32_t block) const = 0;
  /// The k-th Buffer among the arguments.
  virtual Bytes buffer(std::size_t k) const = 0;
  virtual std::string printed() const = 0;  ///< by the kernel's printf until now
  virtual std::optional<Fault> fault() const = 0;
};

/// All moments of a launch under its own schedule. With Schedule::timed, steps are in the order in which the machine does them: a
/// warp runs ahead of the others over what they cannot see.
class History : public Moment {
 public:
  virtual std::uint64_t length() const = 0;  ///< steps of the whole launch
  /// Be at this step; at the last one where there are fewer. Quick, wherever that is.
  virtual void go_to(std::uint64_t step) = 0;
  /// What is kept so that it is quick, bytes.
  virtual std::uint64_t bytes() const = 0;
};

/// A launch without time whose warps are stepped by hand, one instruction at a time.
class Stepper : public Moment {
 public:
  /// Warp `warp` does its next instruction; of a warp whose lanes have parted, those with `lane` (any_lane: those whose turn it
  /// is). Steps that had been taken back are gone. Error, and nothing happens: it cannot go, and why.
  virtual base::Status do_step(std::uint32_t warp, std::uint8_t lane = ScheduleRun::any_lane) = 0;
  virtual std::uint64_t length() const = 0;  ///< steps done so far, those that were taken back included
  /// Take steps back, or do those that were taken back again.
  virtual void go_to(std::uint64_t step) = 0;
  virtual bool over() const = 0;  ///< no warp can go any more
  /// The steps up to here, to be run again with Schedule::recorded.
  virtual ScheduleRecord record() const = 0;
};

}  // namespace warplens::launch
