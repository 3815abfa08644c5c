#include <numeric>

#include "simt/machine.h"

namespace warplens::simt {
namespace {

template <typename T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

}  // namespace

void Machine::run_to(std::uint64_t step) {
  stop_at_ = check_at_ = step;
  while (!over() && issued_ < step) {
    if (!held_) {
      take_turn<false>(turns_.take());
      continue;
    }
    Running running(warps_[held_->place], *held_);
    held_.reset();
    go_on_with_turn<false>(running);
  }
  stop_at_ = Leash::any_number;
}

Checkpoint Machine::save() const { return {*this, memory_.save()}; }

void Machine::restore(const Checkpoint& checkpoint) {
  static_cast<MachineState&>(*this) = checkpoint.state;
  memory_.restore(checkpoint.memory);
  for (ResidentWarp& warp : warps_) {
    warp.frame.registers = warp.registers.data()->bytes.data();
    warp.frame.local = warp.local.data();
  }
}

std::uint64_t Checkpoint::bytes() const {
  std::uint64_t sum = sizeof *this + memory.bytes() + bytes_of(state.tallies_) + bytes_of(state.computed_) +
                      bytes_of(state.ran_) + bytes_of(state.shapes_) + state.builtins_.printed.size();
  for (const ResidentBlock& block : state.resident_) sum += sizeof block + block.shared.size();
  for (const ResidentWarp& warp : state.warps_) {
    sum += sizeof warp + bytes_of(warp.registers) + warp.local.size() + bytes_of(warp.ready) + bytes_of(warp.copies) +
           warp.calls.bytes() + warp.lanes.groups().size_bytes() + bytes_of(warp.lanes.joins());
  }
  return sum;
}

}  // namespace warplens::simt
