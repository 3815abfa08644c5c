#include "experiment/recording/record_launch.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "experiment/kernel_file/signature.h"
#include "launch/address_space.h"
#include "launch/arguments/parameters.h"
#include "launch/placement.h"
#include "ptx/find_variable.h"

namespace warplens::experiment {
namespace {

using launch::RecordedAllocation, launch::RecordedLaunch;

/// Names of a kernel's parameters in its source; none if it does not tell them.
std::vector<std::string> parameter_names(const std::string& source, const ptx::Function& kernel) {
  std::vector<std::string> names;
  for (const KernelSignature& signature : signatures_of(source)) {
    if (signature.kernel != kernel.demangled || signature.parameters.size() != kernel.parameters.size()) continue;
    for (const KernelParameter& parameter : signature.parameters) names.push_back(parameter.name);
  }
  return names;
}

/// Add the launch's buffers to the recording; returns their addresses.
std::vector<std::uint64_t> add_buffers(const launch::Launch& launch, const std::vector<std::string>& names,
                                       launch::ProgramRecording& recording, RecordedLaunch& recorded) {
  std::vector<std::uint64_t> addresses;
  const std::vector<launch::ParameterPlace> places = launch::parameter_places(launch);
  for (std::size_t argument = 0; argument < launch.arguments.size(); ++argument) {
    const auto* const buffer = std::get_if<launch::Buffer>(&launch.arguments[argument]);
    if (buffer == nullptr) continue;
    const std::size_t parameter = places[argument].parameter;
    RecordedAllocation& allocation = recording.allocations.emplace_back();
    allocation.name = parameter < names.size() ? names[parameter] : buffer->name;
    allocation.type = buffer->type;
    allocation.address = launch::slot_base(launch::first_placed_global + addresses.size());
    allocation.bytes = buffer->size * launch::bytes(buffer->type);
    allocation.allocated = allocation.freed = launch::no_call;
    addresses.push_back(allocation.address);
    recorded.blocks.push_back({static_cast<std::uint32_t>(recording.allocations.size() - 1), buffer->initial, {}});
  }
  return addresses;
}

/// Add the module's variables, with their initial values or the launch's. `first`: slot for the first one in global memory.
void add_variables(const launch::Launch& launch, std::uint64_t first, RecordedLaunch& recorded) {
  const ptx::Module& module = *launch.module;
  std::vector<launch::Placement::Variable> placed;
  std::vector<std::shared_ptr<launch::Bytes>> contents;
  std::uint64_t constant = launch::first_placed_constant;
  for (std::uint32_t v = 0; v < module.variables.size(); ++v) {
    const ptx::Variable& variable = module.variables[v];
    if (!ptx::is_symbol(variable)) continue;
    const bool is_constant = variable.space == ptx::Space::constant;
    auto& content = *contents.emplace_back(std::make_shared<launch::Bytes>(variable.initial));
    content.resize(variable.size);
    placed.push_back({v, launch::slot_base(is_constant ? constant++ : first++), content.data(), nullptr});
  }
  launch::store_addresses(module, placed);
  for (std::size_t k = 0; k < placed.size(); ++k) {
    launch::Bytes& content = *contents[k];
    for (const launch::Buffer& symbol : launch.symbols)
      if (symbol.name == module.variables[placed[k].index].name)
        std::copy_n(symbol.initial->begin(), std::min(symbol.initial->size(), content.size()), content.begin());
    recorded.variables.push_back({placed[k].index, placed[k].address, contents[k]});
  }
}

}  // namespace

base::Result<launch::ProgramRecording> record_launch(const launch::Launch& launch, const std::string& spec,
                                                     const launch::RecordedSource& source) {
  const ptx::Function& kernel = launch.module->functions[launch.entry];
  launch::ProgramRecording recording;
  recording.name = kernel.demangled;
  recording.spec = spec;
  recording.schedule = launch.schedule == launch::Schedule::recorded ? launch::Schedule::timed : launch.schedule;
  recording.seed = launch.seed;
  if (!source.text.empty()) recording.sources.push_back(source);
  recording.modules.push_back(launch.module->text);
  launch::RecordedCall& call = recording.calls.emplace_back();
  call.function = "kernel " + kernel.demangled;
  call.kind = launch::RecordedCall::Kind::launch;
  call.launch = 0;

  RecordedLaunch& recorded = recording.launches.emplace_back();
  recorded.kernel = kernel.demangled;
  recorded.entry = kernel.name;
  recorded.grid = launch.grid;
  recorded.block = launch.block;
  recorded.dynamic_shared = launch.dynamic_shared;
  recorded.heap_bytes = launch.heap_bytes;
  const std::vector<std::uint64_t> addresses = add_buffers(launch, parameter_names(source.text, kernel), recording, recorded);
  add_variables(launch, launch::first_placed_global + addresses.size(), recorded);
  recorded.parameters = launch::parameter_block(launch, addresses);
  recorded.parameters.resize(kernel.parameter_bytes);
  if (std::string wrong = launch::contradiction(recording); !wrong.empty())
    return base::error("the launch cannot be recorded: " + wrong);
  return recording;
}

}  // namespace warplens::experiment
