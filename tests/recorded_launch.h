#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "launch/arguments/symbol.h"
#include "launch/placement.h"
#include "launch/recording/recording.h"
#include "ptx/parse/parser.h"

namespace warplens {

/// Make launch `number` of a recording as in the program, with its initial memory. Its outputs belong to the recorded blocks that
/// were not freed, and its symbols to the recorded variables, in order.
inline launch::Launch launch_of(const launch::ProgramRecording& recording, std::size_t number) {
  const launch::RecordedLaunch& recorded = recording.launches[number];
  launch::Launch launch;
  auto module = std::make_shared<const ptx::Module>(*ptx::parse(recording.modules[recorded.module], "recorded PTX"));
  while (launch.entry < module->functions.size() &&
         (!module->functions[launch.entry].entry || module->functions[launch.entry].name != recorded.entry))
    ++launch.entry;
  launch.grid = recorded.grid;
  launch.block = recorded.block;
  launch.dynamic_shared = recorded.dynamic_shared;
  launch.heap_bytes = recorded.heap_bytes;
  launch.schedule = recording.schedule;
  launch.seed = recording.seed;
  auto placement = std::make_shared<launch::Placement>();
  placement->parameters = recorded.parameters;
  for (const launch::RecordedLaunch::Block& block : recorded.blocks) {
    const launch::RecordedAllocation& allocation = recording.allocations[block.allocation];
    launch.arguments.emplace_back(
        launch::Buffer{allocation.name, allocation.type, allocation.bytes / launch::bytes(allocation.type), block.content});
    placement->blocks.push_back({.address = allocation.address,
                                 .unwritten = block.unwritten,
                                 .from_malloc = allocation.kind == launch::RecordedAllocation::Kind::heap,
                                 .freed = block.content == nullptr});
  }
  for (const launch::RecordedLaunch::Variable& variable : recorded.variables) {
    const ptx::Variable& declared = module->variables[variable.index];
    placement->variables.push_back({.index = variable.index, .address = variable.address});
    const launch::ElementType type = launch::element_type_of(declared);
    launch.symbols.push_back({declared.name, type, variable.content->size() / launch::bytes(type), variable.content});
    launch.saved_symbols.push_back(declared.name);
  }
  launch.module = std::move(module);
  launch.placement = std::move(placement);
  return launch;
}

}  // namespace warplens
