#include "simt/parallel/core_machine.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t turns_between_judgements = 256;  // about 100 microseconds
constexpr std::uint64_t turns_between_sums = 16;         // of the trace's bytes: about 16 KiB

}  // namespace

void CoreMachine::publish_next_turn() {
  if (!cores_.are_together()) return;
  if (over())
    cores_.reach(core_, never, never, issued());
  else
    cores_.reach(core_, next_turn().key(), no_end_before(), issued());
}

void CoreMachine::run_turn_of_share() {
  const Turn turn = next_turn();
  if (next_turn_ends_block()) {
    publish_next_turn();
    if (!cores_.wait_for_blocks(core_, turn)) return;
  }
  trace::Recorder* const recorder = this->recorder();
  if (recorder != nullptr && ++recorded_turns_ % turns_between_sums == 0 &&
      cores_.trace_budget.is_used_up(core_, turn.time, recorder->used(), trace_budget_))
    recorder->use_up();
  run_next_turn();
  if (cannot_be_absorbed()) cores_.give_up();
}

void CoreMachine::run_parked_turn() {
  run_turn_of_share();
  publish_next_turn();
  if (failed()) cores_.give_up();
}

void CoreMachine::run_share() {
  try {
    for (std::uint64_t turns = 0; !over() && !cores_.given_up() && !cores_.is_to_park(core_); ++turns) {
      if (cores_.is_awaited(core_, next_turn())) publish_next_turn();
      run_turn_of_share();
      if (core_ != 0) continue;
      if (turns % turns_between_judgements == 0) cores_.judge();
      if (cores_.all_parked()) break;
    }
    publish_next_turn();
    if (core_ == 0) cores_.run_until_all_parked();
  } catch (...) {
    cores_.give_up();  // the machine that runs the launch then meets the same, and reports it
  }
  if (failed()) cores_.give_up();
  cores_.park(core_);
}

}  // namespace warplens::simt
