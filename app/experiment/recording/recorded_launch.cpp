#include <algorithm>

#include "experiment/kernel_file/variable_shapes.h"
#include "experiment/recording/recorded_program.h"
#include "experiment/run.h"
#include "launch/placement.h"
#include "launch/recording/allocation_names.h"

namespace warplens::experiment {
namespace {

/// Adds the memory of a launch that was allocated, or the memory that had been freed.
void add_blocks(const Experiment& experiment, const launch::RecordedLaunch& recorded, const std::vector<std::string>& names,
                bool freed, launch::Launch& launch, launch::Placement& placement) {
  for (const launch::RecordedLaunch::Block& block : recorded.blocks) {
    if ((block.content == nullptr) != freed) continue;
    const launch::RecordedAllocation& allocation = experiment.recording->allocations[block.allocation];
    const auto argument = std::ranges::find(experiment.arguments, names[block.allocation], &Argument::name);
    const launch::ElementType type = argument != experiment.arguments.end() ? argument->type : launch::ElementType::u8;
    const std::uint64_t elements = freed ? 0 : allocation.bytes / launch::bytes(type);
    launch.arguments.emplace_back(
        launch::Buffer{names[block.allocation], type, elements, freed ? std::make_shared<const launch::Bytes>() : block.content});
    placement.blocks.push_back({.address = allocation.address,
                                .memory = nullptr,
                                .unwritten = block.unwritten,
                                .from_malloc = allocation.kind == launch::RecordedAllocation::Kind::heap,
                                .freed = freed});
  }
}

}  // namespace

base::Result<launch::Launch> make_recorded_launch(const Experiment& experiment, const Settings& settings) {
  const auto module = recorded_module(experiment, settings.entry);
  if (!module) return module.error();
  const Entry& entry = experiment.entries[settings.entry];
  const launch::RecordedLaunch& recorded = experiment.recording->launches[entry.launch];
  const auto function =
      std::ranges::find_if((*module)->functions, [&](const auto& each) { return each.entry && each.name == recorded.entry; });
  launch::Launch launch = make_launch(*module, static_cast<std::uint32_t>(function - (*module)->functions.begin()), settings,
                                      recorded.dynamic_shared);
  if (recorded.heap_bytes > 0) launch.heap_bytes = recorded.heap_bytes;
  auto placement = std::make_shared<launch::Placement>();
  placement->parameters = recorded.parameters;
  for (const launch::RecordedLaunch::Variable& variable : recorded.variables)
    placement->variables.push_back({variable.index, variable.address, nullptr, variable.content});
  const std::vector<std::string> names = launch::allocation_names(*experiment.recording);
  // Outputs are those of the first buffers: what had been freed has none.
  for (const bool freed : {false, true}) add_blocks(experiment, recorded, names, freed, launch, *placement);
  launch.placement = std::move(placement);
  const launch::RecordedSource* const source = recorded_source(*experiment.recording, entry.file);
  if (launch.check && source != nullptr) launch.shapes = variable_shapes_in(source->text, {}, **module);
  if (const base::Status status = launch::check(launch); !status) return status.error();
  return launch;
}

}  // namespace warplens::experiment
