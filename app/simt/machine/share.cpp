#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t turns_between_judgements = 256;  // about 100 microseconds
constexpr std::uint64_t turns_between_sums = 16;         // of the trace's bytes: about 16 KiB

}  // namespace

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 std::shared_ptr<GlobalMemory> memory, const CoreShare& share)
    : Machine(launch, program, spec, progress, RunAhead::allowed, std::move(memory), share) {}

void Machine::publish_next_turn() {
  if (!share_.cores->are_together()) return;
  if (over())
    share_.cores->reach(share_.core, never, never, issued());
  else
    share_.cores->reach(share_.core, next_turn(), no_end_before(), issued());
}

void Machine::run_turn_of_share() {
  const Turn turn = state_.turns.first();
  if (next_turn_ends_block()) {
    publish_next_turn();
    if (!share_.cores->wait_for_blocks(share_.core, turn)) return;
  }
  if (!observation_.watches()) {
    take_turn<false>(state_.turns.take());
    return;
  }
  trace::Recorder& recorder = observation_.recorder();
  if (recorder.recording() && ++recorded_turns_ % turns_between_sums == 0 &&
      share_.cores->trace_budget.is_used_up(share_.core, turn.time, recorder.used(), context_.launch.trace_budget))
    recorder.use_up();
  take_turn<true>(state_.turns.take());
  if (observation_.cannot_be_absorbed()) share_.cores->give_up();
}

void Machine::run_parked_turn() {
  run_turn_of_share();
  publish_next_turn();
  if (failed()) share_.cores->give_up();
}

void Machine::run_share() {
  Cores& cores = *share_.cores;
  try {
    for (std::uint64_t turns = 0; !over() && !cores.given_up() && !cores.is_to_park(share_.core); ++turns) {
      if (cores.is_awaited(share_.core, state_.turns.first())) publish_next_turn();
      run_turn_of_share();
      if (share_.core != 0) continue;
      if (turns % turns_between_judgements == 0) cores.judge();
      if (cores.all_parked()) break;
    }
    publish_next_turn();
    if (share_.core == 0) cores.run_until_all_parked();
  } catch (...) {
    cores.give_up();  // the machine that runs the launch then meets the same, and reports it
  }
  if (failed()) cores.give_up();
  cores.park(share_.core);
}

bool Machine::absorb(Machine& other) {
  memory_unit_.absorb(other.memory_unit_);
  blocks_.absorb(other.blocks_);
  return observation_.absorb(other.observation_);
}

}  // namespace warplens::simt
