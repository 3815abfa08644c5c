#include "ptx/parse/source_place.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "ptx/flow/cfg.h"

namespace warplens::ptx {

namespace {

/// The place that the compiler gives for an instruction; nothing if it gives none, or line 0.
std::optional<SourcePlace> place_given(const Module& module, const Function& function, const Instruction& instruction) {
  constexpr int deepest_inlining = 64;  // a chain may be broken, even a ring
  if (instruction.location >= function.locations.size()) return std::nullopt;
  const auto caller = [&](const SourceLocation* at) {
    return at->inlined_at < function.locations.size() ? &function.locations[at->inlined_at] : nullptr;
  };
  const SourceLocation *place = &function.locations[instruction.location], *outermost = place;
  for (int d = 0; d < deepest_inlining && caller(outermost) != nullptr; ++d) outermost = caller(outermost);
  const auto is_meant = [&](const SourceLocation& at) { return at.file == outermost->file && at.line != 0; };
  for (int d = 0; d < deepest_inlining && !is_meant(*place) && caller(place) != nullptr; ++d) place = caller(place);
  if (place->line == 0 || place->file >= module.files.size() || module.files[place->file].empty()) return std::nullopt;
  return SourcePlace{module.files[place->file], place->line, place->column};
}

/// The place of the instruction nearest to `instruction` in `block` that has one.
std::optional<SourcePlace> nearest_place(const Module& module, const Function& function, const BasicBlock& block,
                                         std::uint32_t instruction) {
  for (std::uint32_t away = 0; away <= block.last - block.first; ++away) {
    for (const std::uint32_t near : {instruction - away, instruction + away}) {
      if (near < block.first || near > block.last) continue;
      if (auto place = place_given(module, function, function.instructions[near])) return place;
    }
  }
  return std::nullopt;
}

/// The place of an instruction of line 0. Code that control reaches from several others is what the compiler made of several
/// lines.
std::optional<SourcePlace> place_around(const Module& module, const Function& function, std::uint32_t instruction) {
  const ControlFlow flow = control_flow(function);
  std::vector<std::vector<std::uint32_t>> predecessors(flow.blocks.size() + 1);
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b)
    for (const std::uint32_t successor : flow.blocks[b].successors) predecessors[successor].push_back(b);
  std::uint32_t block = flow.block_of[instruction];
  for (std::size_t steps = 0; steps < flow.blocks.size(); ++steps) {
    if (auto place = nearest_place(module, function, flow.blocks[block], instruction)) return place;
    if (predecessors[block].size() != 1) break;
    block = predecessors[block].front();
    instruction = flow.blocks[block].last;
  }
  // Before the first line of a function: the line that comes next.
  for (std::size_t steps = 0; steps < flow.blocks.size() && predecessors[block].size() <= (steps == 0 ? 0 : 1); ++steps) {
    if (auto place = nearest_place(module, function, flow.blocks[block], flow.blocks[block].first)) return place;
    if (flow.blocks[block].successors.size() != 1 || flow.blocks[block].successors.front() == flow.exit) break;
    block = flow.blocks[block].successors.front();
  }
  return std::nullopt;
}

}  // namespace

SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  if (instruction >= count) return {module.path};
  const Instruction& of = function.instructions[instruction];
  if (of.location >= function.locations.size()) return {module.path, of.ptx_line, of.ptx_column};
  if (const auto place = place_given(module, function, of)) return *place;
  if (const auto place = place_around(module, function, instruction)) return *place;
  return {module.path, of.ptx_line, of.ptx_column};
}

SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number) {
  const Listing::Position place = listing.place(number);
  if (place.function >= module.functions.size()) return {module.path};
  return source_place(module, module.functions[place.function], place.instruction);
}

bool is_elsewhere(const Function& entry, const Function& function) {
  const auto is_known = [](const SourceLocation& at) { return at.line != 0 && at.inlined_at == no_index; };
  const auto own = std::ranges::find_if(entry.locations, is_known);
  return own != entry.locations.end() &&
         std::ranges::none_of(function.locations, [&](const SourceLocation& at) { return is_known(at) && at.file == own->file; });
}

}  // namespace warplens::ptx
