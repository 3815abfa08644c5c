#include "experiment/sequence.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "launch/arguments/symbol.h"
#include "ptx/find_variable.h"

namespace warplens::experiment {
namespace {

/// Content of device memory between two launches.
struct Memory {
  std::map<std::string, std::shared_ptr<const launch::Bytes>> buffers;  ///< by name
  std::map<std::string, launch::Buffer> variables;                      ///< by name
};

/// The module's variables that a kernel can change, without those that hold addresses, which are each launch's own.
std::vector<std::string> writable_variables(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Variable& variable : module.variables)
    if (ptx::is_symbol(variable) && variable.space == ptx::Space::global && variable.addresses.empty())
      names.push_back(variable.name);
  return names;
}

launch::Launch with_memory(launch::Launch launch, const Memory& memory) {
  for (launch::Argument& argument : launch.arguments) {
    auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    if (const auto left = memory.buffers.find(buffer->name); left != memory.buffers.end()) buffer->initial = left->second;
  }
  for (const auto& [name, left] : memory.variables) {
    std::erase_if(launch.symbols, [&name = name](const launch::Buffer& symbol) { return symbol.name == name; });
    launch.symbols.push_back(left);
  }
  return launch;
}

void remember(const launch::Launch& launch, launch::LaunchResult result, Memory& memory) {
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(launch);
  for (std::size_t k = 0; k < buffers.size(); ++k)
    memory.buffers[buffers[k]->name] = std::make_shared<const launch::Bytes>(std::move(result.outputs[k]));
  for (std::size_t k = 0; k < launch.saved_symbols.size(); ++k) {
    const std::string& name = launch.saved_symbols[k];
    const launch::ElementType type =
        launch::element_type_of(*std::ranges::find(launch.module->variables, name, &ptx::Variable::name));
    const std::uint64_t size = result.symbols[k].size() / launch::bytes(type);
    memory.variables[name] = {name, type, size, std::make_shared<const launch::Bytes>(std::move(result.symbols[k]))};
  }
}

base::Error of_launch(const std::string& kernel, base::Error error) {
  error.message = "the launch of '" + kernel + "' before this one: " + error.message;
  return error;
}

}  // namespace

Settings settings_of_entry(const Experiment& experiment, const Settings& settings, std::uint32_t index) {
  Settings own = settings;
  own.entry = index;
  own.check = false;
  own.recorded = nullptr;
  const Entry& entry = experiment.entries[index];
  if (entry.schedule || settings.schedule == launch::Schedule::recorded)
    own.schedule = entry.schedule.value_or(launch::Schedule::timed);
  // What one entry sets is not for the others.
  const std::map<std::string, double> defaults = default_parameters(experiment, index);
  for (const auto& [name, value] : experiment.entries[settings.entry].parameters) own.parameters[name] = defaults.at(name);
  for (const auto& [name, value] : entry.parameters) own.parameters[name] = value;
  own.geometries.erase(index);
  const auto chosen = settings.geometries.find(index);
  const Geometry geometry = chosen == settings.geometries.end() ? Geometry() : chosen->second;
  own.dynamic_shared = geometry.dynamic_shared;
  own.block = geometry.block;
  own.grid = geometry.grid;
  if (const auto block = block_for(experiment, index, own.parameters); block && geometry.block == Geometry().block)
    own.block = *block;
  if (const auto grid = grid_for(experiment, own); grid && geometry.grid == Geometry().grid) own.grid = *grid;
  return own;
}

base::Status choose_launch(const Experiment& experiment, Settings& settings, std::uint32_t entry) {
  if (entry == settings.entry) return base::Nothing{};
  Settings chosen = settings_of_entry(experiment, settings, entry);
  chosen.check = settings.check;
  Geometry left{settings.grid, settings.block, settings.dynamic_shared};
  const auto block = block_for(experiment, settings.entry, settings.parameters);
  const auto grid = grid_for(experiment, settings);
  if (block && *block == left.block) left.block = Geometry().block;
  if (grid && *grid == left.grid) left.grid = Geometry().grid;
  chosen.geometries.erase(settings.entry);
  if (left != Geometry()) chosen.geometries[settings.entry] = left;
  settings = std::move(chosen);
  return base::Nothing{};
}

base::Result<Program> make_program(const Experiment& experiment, const std::shared_ptr<const ptx::Module>& module,
                                   const Settings& settings) {
  auto launch = make_launch(experiment, module, settings);
  if (!launch) return launch.error();
  Program program{{}, std::move(*launch)};
  for (std::uint32_t entry = 0; experiment.sequence && entry < settings.entry; ++entry) {
    auto before = make_launch(experiment, module, settings_of_entry(experiment, settings, entry));
    if (!before) return of_launch(experiment.entries[entry].label, before.error());
    before->saved_symbols = writable_variables(*module);
    program.before.push_back(std::move(*before));
  }
  return program;
}

base::Result<std::optional<launch::Launch>> run_before(const Program& program, std::uint64_t seed, launch::Device& device,
                                                       launch::Progress& progress) {
  Memory memory;
  for (const launch::Launch& each : program.before) {
    launch::Launch launch = with_memory(each, memory);
    launch.seed = seed;
    auto result = device.run(launch, progress);
    const std::string& kernel = launch.module->functions[launch.entry].demangled;
    if (!result) return of_launch(kernel, result.error());
    if (result->outcome == launch::Outcome::cancelled) return std::optional<launch::Launch>();
    if (result->fault)
      return of_launch(kernel, {result->fault->file, static_cast<int>(result->fault->line), 0, result->fault->message});
    remember(launch, std::move(*result), memory);
  }
  launch::Launch last = with_memory(program.launch, memory);
  last.seed = seed;
  return std::optional(std::move(last));
}

}  // namespace warplens::experiment
