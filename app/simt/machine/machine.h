#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "launch/device.h"
#include "simt/code/memory/global_memory.h"
#include "simt/machine/barriers/barriers.h"
#include "simt/machine/barriers/mbarriers.h"
#include "simt/machine/calls/calls.h"
#include "simt/machine/calls/stack.h"
#include "simt/machine/checkpoint.h"
#include "simt/machine/common_state.h"
#include "simt/machine/endless/endless_loop.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/copies.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"
#include "simt/machine/warps/warp_control.h"
#include "simt/native/background_code.h"

namespace warplens::simt {

/// Runs one launch of one program. Each warp runs ahead on its own clock to its next observable operation (a write that others
/// may read, a read of memory that others may write, an atomic); observable operations take place in time order. The machine
/// selects the next warp; its parts, each with its own state, execute the instructions.
class Machine {
 public:
  /// Whether warps may run ahead past accesses that other warps cannot observe, judging by the program (Order).
  enum class RunAhead : std::uint8_t { allowed, forbidden };

  /// `make_checks`: makes the checks requested by Launch::check; null: nothing is checked.
  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          MakeChecks make_checks = nullptr, RunAhead run_ahead = RunAhead::allowed);
  /// Make one of several machines that run a launch in parallel (simt/parallel): it owns the multiprocessors of `share.core`, and
  /// shares `memory`.
  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          MakeChecks make_checks, std::shared_ptr<GlobalMemory> memory, const CoreShare& share);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Execute runs and loops of instructions as machine code. Do not use it if someone looks at the registers: those that no
  /// instruction reads any more keep old values.
  void use_code(const CodeSource& source) {
    code_ = source.ready;
    background_ = source.background;
  }
  /// See LaunchContext::fits().
  base::Status fits() const { return context_.fits(); }
  /// Run to the end, by the launch's schedule. Call it once. Returns nothing if an access contradicts the decoded program's
  /// analysis: the launch has to be run again without running ahead.
  std::optional<launch::LaunchResult> run();
  /// Run a launch in parts: begin(), then run_turns() until it returns true, then end(). Each call runs turns until about
  /// `instructions` more warp instructions have been issued. Returns whether the launch has ended.
  bool run_turns(std::uint64_t instructions);

  // One of several machines in parallel. begin(), then run_next_turn() until it is over(), then one machine calls absorb() for
  // the others and end().

  const BlockQueue& queue() const { return blocks_.queue(); }
  /// The next turn of this machine's share; there must be one.
  Turn next_turn() { return state_.turns.first(); }
  void run_next_turn();
  /// Whether a block leaves its multiprocessor in the next turn.
  bool next_turn_ends_block() { return blocks_.warp(next_turn().slot).lanes.live() == 0; }
  /// See Blocks::no_end_before().
  std::uint64_t no_end_before() { return blocks_.no_end_before(); }
  /// The greatest number of warp instructions between the ends of two blocks of this share.
  std::uint64_t longest_block() const { return std::max(state_.longest_block, issued() - state_.block_ended); }
  bool did_its_share() const { return over() && !failed() && !blocks_.any_resident(true); }
  /// Recorder of this machine's part of the trace; null if nothing is recorded any more.
  trace::Recorder* recorder() { return observation_.recorder().recording() ? &observation_.recorder() : nullptr; }
  /// Whether it is already known that absorb() will fail.
  bool cannot_be_absorbed() const { return observation_.cannot_be_absorbed(); }
  /// Merge the state of `other`, which has run its share. False if a single machine's checks might have found something else.
  bool absorb(Machine& other);

  // outside.cpp: a machine with Schedule::recorded, whose caller selects the turns. begin(), then take_turn_of() until it is
  // over(), then end(), once each.

  void begin();
  /// Whether no warp can take a turn any more: all have ended, or wait for each other, or an error occurred.
  bool over() const { return (state_.turns.empty() && !state_.held) || failed(); }
  bool failed() const { return state_.cancelled || faults_.stop(); }
  /// The slots of the warps that can take a turn, longest wait first.
  std::vector<std::uint32_t> waiting() const { return state_.turns.slots(); }
  /// Run a turn of a waiting warp. Returns the number of observable operations it executed.
  std::uint64_t take_turn_of(std::uint32_t slot, const TurnLimit& limit);
  /// The result; nothing if the launch has to be run again, as for run().
  std::optional<launch::LaunchResult> end();

  // outside.cpp: pausing a machine between two instructions

  /// Pause once `step` warp instructions have been issued, possibly within a turn (resume() continues it). Does not affect the
  /// launch.
  void stop_at(std::uint64_t step);
  bool stopped() const { return issued() >= stop_at_; }
  /// The unfinished turn, if the machine is paused within one.
  const std::optional<TurnState>& held() const { return state_.held; }
  void resume();
  /// After begin(): continue by the launch's own schedule, until it is stopped() or over().
  void go_on();
  /// The current state, without the trace and the checks.
  Checkpoint save() const;
  /// Restore a state saved by a machine of the same launch.
  void restore(const Checkpoint& checkpoint);

  // Inspection.

  std::uint32_t warp_slots() const { return blocks_.warp_slots(); }
  /// The slot of a warp of the grid, if its block is resident.
  std::optional<std::uint32_t> slot_of(std::uint32_t warp) const { return blocks_.slot_of(warp); }
  /// Blocks launched so far, in the order of the grid.
  std::uint64_t blocks_started() const { return blocks_.queue().next; }
  bool has_started(std::uint32_t warp) const { return warp / context_.warps_per_block < blocks_started(); }
  const ResidentWarp& warp_at(std::uint32_t slot) const { return blocks_.warp(slot); }
  const ResidentBlock& block_of(const ResidentWarp& warp) const { return blocks_.block_of(warp); }
  /// Whether this slot holds a warp that has not ended.
  bool is_live(std::uint32_t slot) const { return block_of(warp_at(slot)).resident && warp_at(slot).lanes.live() != 0; }
  /// Whether the warp waits for a turn: to run, or, as the last of its block, to retire the block.
  bool can_go(std::uint32_t slot) const;
  /// The next operation of a waiting warp.
  struct NextOperation {
    bool visible = false;  ///< other warps can observe it
    bool reads = false;    ///< a plain load
    bool touches = false;  ///< accesses the bytes passed to next_operation()
  };
  /// `address`, `bytes`: the memory that NextOperation::touches refers to.
  NextOperation next_operation(std::uint32_t slot, std::uint64_t address, std::uint64_t bytes) const;
  const std::optional<launch::Step>& last_step() const { return observation_.state().last; }
  const std::string& printed() const { return calls_.printed(); }
  const std::optional<launch::Fault>& fault() const { return faults_.fault(); }
  const std::optional<launch::ScheduleRecord>& schedule() const { return state_.schedule; }
  bool has_to_start_over() const { return faults_.must_start_over(); }
  const GlobalMemory& memory() const { return *memory_; }
  std::uint64_t warps() const { return context_.blocks * context_.warps_per_block; }  ///< in the grid
  std::uint64_t issued() const { return observation_.issued(); }                      ///< warp instructions so far

 private:
  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          MakeChecks make_checks, RunAhead run_ahead, std::shared_ptr<GlobalMemory> memory, const CoreShare& share);

  // machine.cpp: the launch as a whole. Functions that run instructions are compiled for each observer (observe/observers.h).
  template <typename Observer>
  void run_until(std::uint64_t number);
  void record_turn(const launch::ScheduleRun& turn);
  bool should_stop();

  // turn.cpp: one turn of a warp
  template <typename Observer>
  std::uint64_t take_turn(Turn turn);
  template <typename Observer>
  void go_on_with_turn(Running& running);
  template <typename Observer>
  bool run_through(Running& running, const Decoded* first, std::uint64_t count);
  template <typename Observer>
  Next follow_path(Running& running, const native::CodePath& path);
  template <typename Observer>
  static bool load_on_path(native::PathCall& call, std::uint32_t pc);
  std::uint64_t ready_at(const ResidentWarp& warp, const Decoded& instruction, std::uint64_t clock) const;
  bool joins(Running& running, const Decoded& instruction);
  template <typename Observer>
  void wait_for_operands(Running& running, const Decoded& instruction, std::uint32_t active, launch::Tally& tally);
  template <typename Observer>
  bool has_its_turn(Running& running, const Decoded& instruction);
  template <typename Observer>
  Next execute(Running& running, const Decoded& instruction, std::uint32_t active, launch::Tally& tally);
  bool next_group(Running& running) const;
  bool go_on(Running& running, bool taken) const;
  bool is_only_shared_writer(const Running& running) const;
  bool others_see(const Running& running, const Decoded& instruction) const;
  bool invisible(const Running& running, const Decoded& instruction) const;
  static bool too_far_ahead(const Running& running, const Decoded& instruction, std::uint64_t clock);
  bool may_go_on(Running& running);
  void put_back(Running& running);
  void end_turn(Running& running);
  void retire(std::uint32_t slot, std::uint64_t time);

  // control.cpp: where a warp goes
  void stop_in(const Running& running);
  Next exit(Running& running, std::uint32_t active);
  Next after_jump_back(const Running& running, std::uint32_t jumped, Next next);
  bool nobody_gets_out(const Running& running) const;
  std::uint64_t sleep_cycles(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t active) const;
  Next trap(Running& running, std::uint32_t active);

  const std::shared_ptr<GlobalMemory> memory_;  ///< shared with the other machines of a parallel launch
  LaunchContext context_;
  const CoreShare share_;
  launch::Progress& progress_;
  std::uint64_t stretch_ = 0;  ///< TurnState::run_ahead()
  std::chrono::steady_clock::time_point began_;
  std::uint64_t stop_at_ = TurnLimit::any_number;  ///< number of warp instructions after which the machine pauses
  std::uint64_t check_at_ = 0;  ///< the smaller of stop_at_ and the next check of cancellation and the step limit

  BackgroundCode* background_ = nullptr;  ///< compiles the machine code meanwhile; null: none
  const native::Code* code_ = nullptr;    ///< null: the interpreter executes everything
  native::PathCall path_call_;            ///< call of the path followed last

  std::optional<WaysOn> ways_on_;  ///< of the program; computed when first needed

  MachineState state_;
  Faults faults_{context_};
  Observation observation_;
  Stack stack_{context_, faults_};
  WarpControl control_{context_, observation_, faults_};
  Blocks blocks_{context_, share_, state_.turns, stack_, control_, observation_, progress_};
  Barriers barriers_{context_, blocks_, control_, observation_, faults_};
  Copies copies_{context_, blocks_, observation_, faults_};
  Mbarriers mbarriers_{context_, blocks_, copies_, observation_, faults_};
  MemoryUnit memory_unit_{context_, context_.parameters, *memory_, share_, copies_, mbarriers_, observation_, faults_};
  Calls calls_{context_, *memory_, stack_, observation_, faults_};
};

}  // namespace warplens::simt
