#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "launch/costs/occupancy.h"
#include "launch/device.h"
#include "ptx/listing.h"
#include "simt/check/checker.h"
#include "simt/decode/program.h"
#include "simt/device_spec.h"
#include "simt/machine/checkpoint.h"
#include "simt/machine/global_memory.h"
#include "simt/machine/machine_state.h"
#include "simt/machine/mbarrier.h"
#include "simt/parallel/cores.h"
#include "simt/schedule/prepared.h"
#include "trace/recorder.h"

namespace warplens::simt {

/// Runs one launch of one program. Blocks go to multiprocessors as they have room; each warp runs ahead on its own clock to its
/// next operation that others can see (a write that others may read, a read of what others may write, an atomic), and those
/// happen in the order of time.
class Machine : private MachineState {
 public:
  /// Whether warps may run ahead over accesses that, as far as the program tells, others cannot see (Order).
  enum class RunAhead : std::uint8_t { allowed, forbidden };

  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          RunAhead run_ahead = RunAhead::allowed);

  /// One of several that run a launch side by side (simt/side_by_side): those multiprocessors that are `core`'s, in `memory`.
  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          std::shared_ptr<GlobalMemory> memory, Cores& cores, std::uint32_t core);

  /// Whether a block fits on a multiprocessor at all; the error says what it lacks.
  base::Status fits() const;
  /// Once: to the end, by a schedule of its own. Nothing, where an access went elsewhere than the program told: the launch has to
  /// be run again without running ahead.
  std::optional<launch::LaunchResult> run();

  // machine_share.cpp: one of several side by side; begin(), run_share(), then one absorb()s the others and comes to the end().

  const BlockQueue& queue() const { return queue_; }
  /// Its share of the launch, as long as the cores go on together; tells the others to give up where it cannot be done.
  void run_share();
  /// The next turn of its share, and when that is (Turn::key). Not when it is over().
  void go_on_with_share();
  std::uint64_t next_turn() { return turns_.first().key(); }
  bool did_its_share() const;
  /// What `other` has done counts as its own.
  void absorb(const Machine& other);

  // machine_outside.cpp: a machine with Schedule::recorded, whose turns are given from outside: begin(), then take_turn_of()
  // until it is over(), then end(), once each.

  void begin();
  /// No warp can take a turn any more: all have ended, or wait for each other, or something failed.
  bool over() const;
  bool failed() const { return fault_ || cancelled_ || start_over_; }
  /// The places of the warps that can take a turn, the one that has waited longest first.
  std::vector<std::uint32_t> waiting() const { return turns_.places(); }
  /// Where a warp of the grid is, if it is on a multiprocessor.
  std::optional<std::uint32_t> place_of(std::uint32_t warp) const;
  /// A turn of a waiting warp. Returns how many operations it did that others can see.
  std::uint64_t take_turn_of(std::uint32_t place, const Leash& leash);
  /// What came of it. Nothing: as run().
  std::optional<launch::LaunchResult> end();

  // machine_checkpoint.cpp: a machine that stands still between two of its instructions

  /// Stand still once `step` warp instructions have been issued, perhaps within a turn, which resume() goes on with. That changes
  /// nothing of what the launch does.
  void stop_at(std::uint64_t step);
  bool stopped() const { return issued_ >= stop_at_; }
  /// The turn in which it stands still, if it does within one.
  const std::optional<TurnState>& held() const { return held_; }
  void resume();
  /// After begin(): go on by the launch's own schedule, until it is stopped() or over().
  void go_on();
  /// Where it stands. Its trace and its checks are not part of that.
  Checkpoint save() const;
  /// Go back (or on) to what save() returned on a machine of the same launch.
  void restore(const Checkpoint& checkpoint);

  // What it is doing.
  std::uint32_t places() const { return static_cast<std::uint32_t>(warps_.size()); }
  /// Whether a warp is at this place that has not ended.
  bool is_here(std::uint32_t place) const { return resident_[warps_[place].block].resident && warps_[place].lanes.live() != 0; }
  /// Whether it waits for a turn: its own, or, as the last of its block, for the one in which the block leaves.
  bool can_go(std::uint32_t place) const;
  const std::optional<launch::Step>& last_step() const { return last_; }
  const std::string& printed() const { return builtins_.printed; }
  const std::optional<launch::Fault>& fault() const { return fault_; }
  const std::optional<launch::ScheduleRecord>& schedule() const { return schedule_; }
  bool has_to_start_over() const { return start_over_; }
  const ResidentWarp& warp_at(std::uint32_t place) const { return warps_[place]; }
  const ResidentBlock& block_of(const ResidentWarp& warp) const { return resident_[warp.block]; }
  /// What a waiting warp does next.
  struct NextOperation {
    bool visible = false;  ///< to others
    bool reads = false;    ///< a plain load
    bool touches = false;  ///< accesses the bytes asked for
  };
  NextOperation next_operation(std::uint32_t place, std::uint64_t address, std::uint64_t bytes) const;
  const GlobalMemory& memory() const { return memory_; }
  std::uint64_t warps() const { return blocks_ * warps_per_block_; }
  std::uint64_t issued() const { return issued_; }  ///< warp instructions so far

 private:
  /// What lanes of one access ask of one window of memory.
  struct Request {
    std::uint32_t active = 0;
    std::uint64_t lowest = 0;                ///< offset in the window that the lanes' distances count from
    const LaneOffsets* distances = nullptr;  ///< bytes from there
    LaneOffsets own;                         ///< the distances where they are not those of the instruction's Shape
    Window window;
    const Allocation* allocation = nullptr;  ///< of global memory
    trace::MemorySpace space = trace::MemorySpace::global;
    Pattern pattern;
    bool in_shape = false;     ///< the distances are those of the instruction's Shape
    bool local = false;        ///< offsets are those in the thread's own memory; the window is the warp's …
    std::uint64_t stride = 0;  ///< … in which the next lane's memory is so many bytes on
    std::uint64_t done = 0;
  };

  // machine.cpp: the launch as a whole
  Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
          RunAhead run_ahead, std::shared_ptr<GlobalMemory> memory);
  bool is_mine(std::uint32_t sm) const { return cores_ == nullptr || cores_->core_of(sm) == core_; }
  /// `watching`: a trace is recorded, or a checker looks on.
  template <bool watching>
  void run_all();
  void record_turn(const launch::ScheduleRun& turn);
  bool should_stop();
  void tally_runs(const std::vector<Run>& runs, std::uint16_t Decoded::*length);
  launch::Counters counters() const;

  // machine_blocks.cpp: blocks come and go
  void dispatch(std::uint64_t time);
  void start_block(std::uint32_t sm, std::uint64_t time);
  void start_warp(std::uint32_t place, std::uint64_t time);
  void prepare_place(std::uint32_t place);
  void end_warp(std::uint32_t place, std::uint64_t time);
  void retire(std::uint32_t place, std::uint64_t time);

  // machine_specials.cpp: special registers
  void fill_constant_specials(const ResidentWarp& warp) const;
  void fill_block_specials(const ResidentWarp& warp) const;
  void write_clock(const ResidentWarp& warp, std::uint64_t cycle) const;

  /// A warp that has its turn.
  struct Running : TurnState {
    Running(ResidentWarp& its_warp, const TurnState& state) : TurnState(state), warp(its_warp), group(its_warp.lanes.current()) {}

    ResidentWarp& warp;
    Group& group;  ///< the lanes that run now
  };
  /// What an instruction means for the lanes that ran it.
  enum class Next : std::uint8_t {
    on,     ///< they go on, at group.pc
    wait,   ///< they wait, or have exited
    yield,  ///< they go on, but others of their warp first
    stop,   ///< a fault
  };

  // machine_step.cpp: a warp has its turn
  template <bool watching>
  std::uint64_t take_turn(Turn turn);
  template <bool watching>
  void go_on_with_turn(Running& running);
  bool next_group(Running& running) const;
  bool go_on(Running& running, bool taken) const;
  void account(Running& running);
  bool others_see(const Running& running, const Decoded& instruction) const;
  bool may_go_on(Running& running);
  void put_back(Running& running);
  void end_turn(Running& running);
  void stop_in(const Running& running);
  template <bool watching>
  bool run_through(Running& running, const Decoded* first, std::uint64_t count);
  bool invisible(const Running& running, const Decoded& instruction) const;
  Next branch(Running& running, const Decoded& instruction, std::uint32_t active);
  Next next_round(Running& running);
  Next exit(Running& running, std::uint32_t active);
  std::uint64_t sleep_cycles(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t active) const;
  Next trap(Running& running, std::uint32_t active);

  // machine_call.cpp: functions
  Next call(Running& running, const Decoded& instruction);
  Next ret(Running& running, std::uint32_t active);
  Next table_branch(Running& running, const Decoded& instruction, std::uint32_t active);
  std::uint32_t function_called(std::uint64_t address) const;
  void raise_call(const Running& running, std::uint64_t address, std::uint32_t callee);

  // machine_builtin.cpp: the machine's own functions
  class LaneMemory;
  Next call_builtin(Running& running, const CallSite& site, const Builtin& builtin);

  // machine_stack.cpp: the threads' own memory
  std::uint64_t local_bytes_at_once() const;
  void start_local(ResidentWarp& warp);
  bool grow_local(ResidentWarp& warp, std::uint64_t bytes);
  std::optional<LaneOffsets> take_stack(Running& running, std::uint32_t active, std::uint64_t bytes, std::uint64_t alignment,
                                        std::uint64_t saved, const CallFrame* call);
  void raise_overflow(const Running& running, const CallFrame* call, bool in_own_memory);
  Next allocate_stack(Running& running, const Decoded& instruction, std::uint32_t active);

  void wake(std::uint32_t place);

  // machine_barrier.cpp: waiting for others
  Next barrier(Running& running, const Decoded& instruction, std::uint32_t active);
  void let_exit(ResidentWarp& warp, std::uint64_t now);
  void give_votes(const ResidentWarp& warp, const Group& group, const Barrier& barrier) const;
  void complete_barrier(std::uint32_t block, std::uint32_t number, std::uint64_t now);
  void set_writes_shared(ResidentWarp& warp, bool writes);
  void report_stuck();

  // machine_meeting.cpp: lanes of a warp that wait for each other
  Next meet(Running& running, const Decoded& instruction, std::uint32_t active);
  void take_place(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t lanes);
  void complete_warp_waits(ResidentWarp& warp, std::uint64_t now);
  bool pass_by(ResidentWarp& warp);
  bool leads_out(std::uint32_t pc) const;

  // machine_memory.cpp: accesses
  template <bool watching>
  void access(Running& running, const Decoded& instruction, std::uint32_t active);
  template <bool watching>
  [[gnu::noinline]] std::uint64_t request(Running& running, const Decoded& instruction, std::uint32_t active);
  template <bool watching>
  void serve(Running& running, const Decoded& instruction, Request& request, std::uint64_t& done);
  void find_window(ResidentWarp& warp, const Decoded& instruction, std::uint64_t address, Request& request);
  bool locate(ResidentWarp& warp, const Decoded& instruction, std::uint32_t active, Request& request);
  bool locate_some(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, Request& request);
  bool is_as_told(const Decoded& instruction, const Request& request) const;
  template <bool watching>
  [[gnu::always_inline]] inline bool access_at_once(Running& running, const Decoded& instruction, std::uint32_t active,
                                                    std::uint64_t& done);
  std::uint32_t passes(Shape& shape, bool shared, std::uint64_t lowest, std::uint32_t active, std::uint32_t bytes) const;
  std::uint64_t global_cycles(ResidentWarp& warp, std::uint32_t sectors) const {
    return spec_.global_latency + warp.jitter.below(spec_.global_jitter + 1) + std::uint64_t{sectors - 1} * spec_.sector_cycles;
  }
  std::uint64_t shared_cycles(std::uint32_t passes) const {
    return spec_.shared_latency + std::uint64_t{passes - 1} * spec_.bank_conflict_cycles;
  }
  bool claim(const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances, std::uint32_t active,
             std::uint32_t bytes, bool side_by_side);
  std::uint64_t queue_cycles(const ResidentWarp& warp, const Request& request, std::uint32_t most, std::uint64_t clock);
  /// Cycles that a multiprocessor moves these sectors. Of shared memory it moves one pass over the banks a cycle.
  std::uint32_t moving_cycles(std::uint32_t sectors) const {
    constexpr std::uint32_t sector_bytes = 32;
    return (sectors * sector_bytes + spec_.global_bytes_per_cycle - 1) >> std::countr_zero(spec_.global_bytes_per_cycle);
  }
  std::uint64_t cost(Running& running, const Decoded& instruction, const Request& request, launch::Tally& tally);
  template <bool watching>
  void perform(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request, std::uint64_t clock);
  template <bool watching>
  bool perform_atomic(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                      std::uint64_t clock);

  // machine_copy.cpp: asynchronous copies
  template <bool watching>
  void copy(Running& running, const Decoded& instruction, std::uint32_t active);
  bool find_destinations(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::uint32_t active,
                         LaneOffsets& destinations);
  void stage(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request);
  template <bool watching>
  void copy_bulk(Running& running, const Decoded& instruction, std::uint32_t active);
  void tell_part(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::size_t lane, std::uint64_t offset,
                 std::uint32_t bytes, Request request);
  bool stage_part(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, std::size_t lane, std::uint64_t address,
                  std::uint32_t bytes);
  template <bool watching>
  void step_group(Running& running, const Decoded& instruction, std::uint32_t active);
  template <bool watching>
  void land(ResidentWarp& warp, const std::vector<PendingCopy>& copies, std::uint64_t clock);

  template <bool watching>
  void perform_atomic_vector(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                             std::uint64_t clock);

  // machine_mbarrier.cpp: barriers that are objects in shared memory
  static std::string change_mbarrier(const Frame& frame, const Decoded& instruction, std::size_t lane, Mbarrier& object,
                                     bool& completes);
  template <bool watching>
  bool perform_mbarrier(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                        std::uint64_t clock);
  void tell_checker_of(const ResidentWarp& warp, const Decoded& instruction, std::size_t lane, std::uint64_t object,
                       bool completes, bool passes);
  void note_failed_wait(ResidentWarp& warp, std::uint32_t pc, int lane, const Mbarrier& object);
  bool all_wait_in_vain(const ResidentWarp& asking) const;
  void await_copies(ResidentWarp& warp, const PendingArrival& arrival, std::uint64_t clock);
  void land_arrivals(std::uint32_t block, std::uint64_t object, std::uint64_t clock);
  void land_arrivals(ResidentWarp& warp, std::uint32_t lanes, std::optional<std::uint64_t> object, std::uint64_t clock);

  // machine_watch.cpp: accesses told to the trace and the checker
  LaneOffsets offsets(const Request& request) const;
  void record_values(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                     std::uint64_t clock);
  void record(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request, std::uint64_t clock,
              const LaneOffsets& offsets, const LaneOffsets& values, const LaneOffsets& stored, bool first);
  void tell_checker(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request);

  // fault.cpp: what went wrong, in words
  launch::Fault fault_at(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane) const;
  void raise_access(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, int lane, std::uint64_t address,
                    const Request& request);
  void raise(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what);
  void raise_step_limit(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t active);
  std::string place_text(std::uint32_t pc) const;
  std::string block_text(const ResidentBlock& block) const;
  std::string thread_text(const ResidentWarp& warp, int lane) const;

  const launch::Launch& launch_;
  const ptx::Function& function_;  ///< the entry
  const ptx::Listing listing_;     ///< what the program's instructions are
  const Program& program_;
  const DeviceSpec& spec_;
  launch::Progress& progress_;
  const Executor& executor_;
  const bool timed_;       ///< its clocks are modelled
  const bool by_time_;     ///< the earliest goes next
  const bool runs_ahead_;  ///< over accesses that others cannot see

  const std::shared_ptr<GlobalMemory> shared_memory_;  ///< with the others side by side
  GlobalMemory& memory_;
  Cores* cores_ = nullptr;  ///< side by side with others: what they share
  std::uint32_t core_ = 0;
  std::vector<std::byte> parameters_;
  std::uint64_t threads_per_block_, warps_per_block_, shared_bytes_, blocks_;
  launch::Occupancy occupancy_;  ///< how many blocks a multiprocessor has at once
  std::uint64_t stretch_ = 0;    ///< cycles that a warp runs ahead at most
  std::chrono::steady_clock::time_point began_;
  std::uint64_t stop_at_ = Leash::any_number;  ///< warp instructions after which the machine stands still
  std::uint64_t check_at_ = 0;                 ///< the same, or those after which cancellation and the step limit are looked at

  trace::Recorder recorder_;
  std::optional<Checker> checker_;  ///< with Launch::check
};

}  // namespace warplens::simt
