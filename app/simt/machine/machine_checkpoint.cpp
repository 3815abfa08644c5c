#include <algorithm>

#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

template <typename T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

}  // namespace

void Machine::stop_at(std::uint64_t step) {
  stop_at_ = step;
  check_at_ = std::min(check_at_, step);
}

void Machine::resume() {
  const TurnState state = *held_;
  held_.reset();
  Running running(warps_[state.place], state);
  go_on_with_turn<true>(running);
}

void Machine::go_on() {
  while (!over() && !stopped()) {
    if (held_)
      resume();
    else
      take_turn<true>(turns_.take());
  }
}

Checkpoint Machine::save() const { return {*this, memory_.save()}; }

void Machine::restore(const Checkpoint& checkpoint) {
  static_cast<MachineState&>(*this) = checkpoint.state;
  check_at_ = issued_;
  memory_.restore(checkpoint.memory);
  for (ResidentWarp& warp : warps_) {
    warp.frame = {warp.registers.data()->bytes.data(), program_.constants.data(), parameters_.data(), warp.local.data(),
                  warp.frame.local_stride};
  }
}

std::uint64_t Checkpoint::bytes() const {
  std::uint64_t sum = sizeof *this + memory.bytes() + bytes_of(state.tallies_) + bytes_of(state.computed_) +
                      bytes_of(state.ran_) + bytes_of(state.shapes_) + state.builtins_.printed.size() + state.atomics_.bytes();
  for (const ResidentBlock& block : state.resident_) sum += sizeof block + block.shared.size() + block.atomics.bytes();
  for (const ResidentWarp& warp : state.warps_) {
    sum += sizeof warp + bytes_of(warp.registers) + warp.local.size() + bytes_of(warp.ready) + bytes_of(warp.copies) +
           bytes_of(warp.arrivals) + warp.calls.bytes() + warp.lanes.groups().size_bytes() + bytes_of(warp.lanes.joins());
  }
  return sum;
}

}  // namespace warplens::simt
