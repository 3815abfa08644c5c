#include "experiment/check/comparison.h"

#include <algorithm>
#include <variant>

namespace warplens::experiment {
namespace {

MachineShare share_of(const Run& run) {
  MachineShare share;
  for (const double value : run.repeats) ++share.repeats[value];
  const trace::BlockPlacements& placements = run.result.trace.placements;
  if (placements.size() > 0) share.blocks.resize(run.result.multiprocessors);
  for (const std::uint32_t sm : placements.sm) {
    if (sm >= share.blocks.size()) share.blocks.resize(std::size_t{sm} + 1);
    ++share.blocks[sm];
  }
  return share;
}

}  // namespace

bool Comparison::same() const {
  return std::all_of(outputs.begin(), outputs.end(), [](const OutputComparison& output) { return output.different == 0; });
}

Comparison compare(const Run& first, const Run& second) {
  Comparison comparison{{}, share_of(first), share_of(second)};
  std::size_t k = 0;
  for (const launch::Argument& argument : first.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const std::size_t output = k++;
    if (output >= first.result.outputs.size() || output >= second.result.outputs.size()) break;
    const launch::Bytes &one = first.result.outputs[output], &other = second.result.outputs[output];
    if (one.size() != other.size() || one.empty()) continue;
    OutputComparison& found = comparison.outputs.emplace_back();
    found.name = buffer->name;
    found.elements = buffer->size;
    const auto width = static_cast<std::ptrdiff_t>(launch::bytes(buffer->type));
    for (std::uint64_t at = 0; at < buffer->size; ++at) {
      const auto begin = one.begin() + static_cast<std::ptrdiff_t>(at) * width;
      if (std::equal(begin, begin + width, other.begin() + (begin - one.begin()))) continue;
      if (found.different++ == 0) found.first_different = at;
    }
  }
  return comparison;
}

}  // namespace warplens::experiment
