#include "ptx/nvvm/phi_registers.h"

#include <algorithm>
#include <numeric>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t most_compared = std::uint64_t{1} << 24;  // ranges; beyond, no more registers are shared

}  // namespace

PhiRegisters::PhiRegisters(const Module& module, const Function& function, const Selection& selection)
    : phis_(function, selection), ranges_(live_ranges(function, selection, phis_)), register_(phis_.locals + phis_.phis.size()) {
  std::iota(register_.begin(), register_.end(), 0u);
  if (ranges_.empty()) return;
  const auto space = [&](std::uint32_t local) {
    const bool pointer = module.types[function.locals[local].type].kind == TypeKind::pointer;
    return pointer ? selection.space_of({ValueKind::local, local, function.locals[local].type}) : AddressSpace::generic;
  };
  for (std::uint32_t phi = 0; phi < phis_.phis.size(); ++phi) {
    const Instruction& instruction = *phis_.phis[phi];
    join(instruction.result, phis_.locals + phi);
    for (const Value& value : instruction.operands)
      if (value.kind == ValueKind::local && space(value.index) == space(instruction.result))
        join(phis_.locals + phi, value.index);
  }
  for (std::uint32_t value = 0; value < register_.size(); ++value) register_[value] = root(value);
}

std::uint32_t PhiRegisters::root(std::uint32_t value) {
  while (register_[value] != value) value = register_[value] = register_[register_[value]];
  return value;
}

/// Let two values share a register, if they are never alive together with different numbers.
void PhiRegisters::join(std::uint32_t a, std::uint32_t b) {
  a = root(a), b = root(b);
  if (a == b || compared_ > most_compared) return;
  std::vector<LiveRange>&left = ranges_[phis_.place[a]], &right = ranges_[phis_.place[b]];
  compared_ += left.size() + right.size();
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i].first < right[j].last && right[j].first < left[i].last && left[i].holds != right[j].holds) return;
    (left[i].last <= right[j].last ? i : j) += 1;
  }
  std::vector<LiveRange> sorted(left.size() + right.size()), both;
  const auto starts_before = [](const LiveRange& one, const LiveRange& other) { return one.first < other.first; };
  std::merge(left.begin(), left.end(), right.begin(), right.end(), sorted.begin(), starts_before);
  for (const LiveRange& range : sorted) {
    if (!both.empty() && range.first < both.back().last)
      both.back().last = std::max(both.back().last, range.last);  // the same number twice
    else
      both.push_back(range);
  }
  left = std::move(both);
  right.clear();
  register_[b] = a;
}

}  // namespace warplens::ptx::nvvm
