#include "gpu/placed_memory.h"

#include "launch/arguments/argument.h"

namespace warplens::gpu {

PlacedMemory::PlacedMemory(const launch::Launch& launch, const std::vector<Buffer>& buffers, const Module& module)
    : parameters_(launch.placement->parameters) {
  const launch::Placement& placement = *launch.placement;
  const auto lies_at = [&](std::uint64_t address, std::uint64_t bytes, const void* on_gpu) {
    if (bytes == 0) return;
    const auto there = reinterpret_cast<std::uintptr_t>(on_gpu);
    to_gpu_.add(address, bytes, there);
    from_gpu_.add(there, bytes, address);
  };
  for (std::size_t k = 0; k < buffers.size(); ++k) lies_at(placement.blocks[k].address, buffers[k].size(), buffers[k].address());
  for (const launch::Placement::Variable& variable : placement.variables) {
    const std::string& name = launch.module->variables[variable.index].name;
    const auto place = module.variable(name);
    if (!place) continue;
    lies_at(variable.address, place->size, place->address);
    if (variable.initial) variables_.push_back({name, *variable.initial});
  }
  for (const launch::Buffer* buffer : launch::buffers_of(launch)) to_gpu_.apply(inputs_.emplace_back(*buffer->initial));
  for (Variable& variable : variables_) to_gpu_.apply(variable.content);
  to_gpu_.apply(parameters_);
}

base::Status PlacedMemory::set_variables(const Module& module, const Stream& stream) const {
  for (const Variable& variable : variables_) {
    if (const auto status = module.set_variable(variable.name, variable.content, stream); !status) return status.error();
  }
  return base::Nothing{};
}

}  // namespace warplens::gpu
