#include "program/gpu_recording.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/relocation.h"
#include "program/recorded_sources.h"
#include "program/recording.h"
#include "ptx/find_variable.h"
#include "ptx/parse/parser.h"
#include "report/json.h"
#include "runtime/environment.h"
#include "runtime/kernels.h"

namespace warplens::program {
namespace {

using launch::ProgramRecording, launch::RecordedAllocation, launch::RecordedLaunch;
using report::Json;

/// Moves the memory of the one launch in a recording from a GPU's addresses to those of the SIMT machine.
class Move {
 public:
  explicit Move(Assembled& assembled)
      : recording_(assembled.recording), launch_(assembled.recording.launches.at(0)), variables_(assembled.variables) {}

  base::Status carry_out() {
    const auto module = ptx::parse(recording_.modules.at(launch_.module), "the program's PTX");
    if (!module) return module.error();
    const auto function = std::ranges::find_if(
        module->functions, [&](const ptx::Function& each) { return each.entry && each.name == launch_.entry; });
    if (function == module->functions.end()) return overwritten();
    place_allocations();
    if (!add_variables(*module)) return overwritten();
    relocation_.apply(launch_.parameters);
    for (RecordedLaunch::Block& block : launch_.blocks) relocate(block.content);
    for (RecordedLaunch::Variable& variable : launch_.variables) relocate(variable.content);
    set_types(*function);
    return base::Nothing{};
  }

 private:
  void place_allocations() {
    for (const RecordedLaunch::Block& block : launch_.blocks) {
      const RecordedAllocation& allocation = recording_.allocations[block.allocation];
      if (block.content)
        relocation_.add(allocation.address, allocation.bytes, launch::slot_base(first_global_ + block.allocation));
    }
    for (std::size_t k = 0; k < recording_.allocations.size(); ++k)
      recording_.allocations[k].address = launch::slot_base(first_global_ + k);
  }

  void relocate(std::shared_ptr<const launch::Bytes>& content) const {
    if (!content) return;
    auto moved = std::make_shared<launch::Bytes>(*content);
    relocation_.apply(*moved);
    content = std::move(moved);
  }

  /// The module's variables: as they were on the GPU, and those that the program did not register as the module has them.
  bool add_variables(const ptx::Module& module) {
    std::uint64_t constant = launch::first_placed_constant, global = first_global_ + recording_.allocations.size();
    std::vector<launch::Bytes> contents;
    std::vector<launch::Placement::Variable> placed;
    for (std::uint32_t v = 0; v < module.variables.size(); ++v) {
      const ptx::Variable& variable = module.variables[v];
      if (!ptx::is_symbol(variable)) continue;
      if (variable.size > max_variable_bytes || constant == launch::first_placed_global) return false;
      contents.push_back(variable.initial);
      contents.back().resize(variable.size);
      placed.push_back({v, launch::slot_base(variable.space == ptx::Space::constant ? constant++ : global++), nullptr, nullptr});
    }
    for (std::size_t k = 0; k < placed.size(); ++k) placed[k].memory = contents[k].data();
    launch::store_addresses(module, placed);
    for (const Assembled::Variable& each : variables_) {
      const auto found =
          std::ranges::find_if(placed, [&](const auto& variable) { return module.variables[variable.index].name == each.name; });
      if (found == placed.end()) continue;
      const ptx::Variable& variable = module.variables[found->index];
      if (!each.content) return false;
      relocation_.add(each.address, each.content->size(), found->address);
      // The GPU's addresses of functions mean nothing elsewhere.
      const bool has_functions =
          std::ranges::any_of(variable.addresses, [](const auto& initialiser) { return initialiser.function != ptx::no_index; });
      if (each.content->size() == variable.size && !has_functions)
        contents[static_cast<std::size_t>(found - placed.begin())] = *each.content;
    }
    for (std::size_t k = 0; k < placed.size(); ++k)
      launch_.variables.push_back(
          {placed[k].index, placed[k].address, std::make_shared<const launch::Bytes>(std::move(contents[k]))});
    return true;
  }

  /// Memory holds elements of what the kernel's parameters point to.
  void set_types(const ptx::Function& function) {
    const std::vector<launch::ElementType> pointees = runtime::pointees_of(function);
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      const ptx::Parameter& parameter = function.parameters[p];
      std::uint64_t address = 0;
      if (parameter.size != sizeof address || parameter.offset + sizeof address > launch_.parameters.size()) continue;
      std::memcpy(&address, launch_.parameters.data() + parameter.offset, sizeof address);
      const auto found = std::ranges::find(recording_.allocations, address, &RecordedAllocation::address);
      if (found != recording_.allocations.end() && found->bytes % launch::bytes(pointees[p]) == 0) found->type = pointees[p];
    }
  }

  static constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 32;
  static constexpr std::uint64_t first_global_ = launch::first_placed_global;

  ProgramRecording& recording_;
  RecordedLaunch& launch_;
  const std::vector<Assembled::Variable>& variables_;
  launch::Relocation relocation_;
};

base::Error not_kept(std::uint64_t launch, const std::string& why) {
  return base::error("launch " + base::grouped(launch + 1) + " could not be kept: " + why);
}

/// Why there is nothing to show of the launch, or nothing.
std::optional<base::Error> missing(const Events& events, std::uint64_t launch, const Assembled& assembled) {
  std::uint64_t launches = 0;
  std::optional<std::uint64_t> begun;
  const Json* call = nullptr;
  for (const Json& event : events.all) {
    const std::string kind = event.at("event");
    if (kind == "launch") ++launches;
    if (kind == "begin") begun = event.at("in_call").get<std::uint64_t>();
    if (kind == "not kept") return not_kept(launch, event.at("reason"));
    if (kind == "call" && begun == event.at("number").get<std::uint64_t>()) call = &event;
  }
  if (!begun)
    return base::error("there is no launch " + base::grouped(launch + 1) + ": the program made " +
                       base::counted(launches, "launch"));
  if (call == nullptr)
    return not_kept(launch, assembled.recording.incomplete.empty() ? "its call is not known" : assembled.recording.incomplete);
  if (const std::string error = call->at("error"); !error.empty()) return not_kept(launch, "it failed with " + error);
  return std::nullopt;
}

}  // namespace

base::Result<ProgramRecording> gpu_recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                const runtime::Observation& observation,
                                                const std::vector<std::filesystem::path>& sources) {
  try {
    auto assembled = assembled_from(events, outcome, {observation.folder, observation.budget});
    if (!assembled) return overwritten();
    if (auto error = missing(events, observation.launch, *assembled)) return *error;
    if (const base::Status moved = Move(*assembled).carry_out(); !moved) return moved.error();
    ProgramRecording& recording = assembled->recording;
    recording.measured = true;
    recording.name = name;
    recording.spec = runtime::Environment{}.spec;
    recording.output = outcome.ended.output;
    recording.exit_status = outcome.ended.exit_status;
    add_sources(recording, sources, events.places.files());
    return std::move(recording);
  } catch (const Json::exception&) {
    return overwritten();
  } catch (const std::out_of_range&) {
    return overwritten();
  }
}

}  // namespace warplens::program
