#include "program/gpu_recording.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/relocation.h"
#include "program/event_parts.h"
#include "program/names.h"
#include "program/recorded_sources.h"
#include "ptx/find_variable.h"
#include "ptx/parse/parser.h"
#include "report/json.h"
#include "runtime/environment.h"
#include "runtime/kernels.h"
#include "runtime/recorder.h"

namespace warplens::program {
namespace {

using launch::ProgramRecording, launch::RecordedAllocation, launch::RecordedCall, launch::RecordedLaunch;
using report::Json;

/// The journal's file of contents, of which only what is there can be read.
class Contents {
 public:
  explicit Contents(const std::filesystem::path& path) : file_(path, std::ios::binary) {
    std::error_code code;
    const std::uintmax_t bytes = std::filesystem::file_size(path, code);
    if (!code) left_ = bytes;
  }
  /// Nothing if they are not there. Each byte of the file can be read once, so that a small file cannot ask for a large memory.
  std::optional<launch::Bytes> read(std::uint64_t offset, std::uint64_t bytes) {
    if (bytes > left_) return std::nullopt;
    left_ -= bytes;
    launch::Bytes content(bytes);
    file_.seekg(static_cast<std::streamoff>(offset));
    if (!file_.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(bytes))) return std::nullopt;
    return content;
  }

 private:
  std::ifstream file_;
  std::uint64_t left_ = 0;
};

/// cudaMemcpyKind
RecordedCall::Direction direction_of(std::uint64_t kind) {
  using enum RecordedCall::Direction;
  constexpr std::array directions{on_host, to_device, to_host, on_device};
  return kind < directions.size() ? directions[kind] : none;
}

/// Builds the recording from the journal's events.
class GpuAssembly {
 public:
  GpuAssembly(const Events& events, const runtime::Observation& observation)
      : events_(events), contents_(observation.folder / "contents"), chosen_(observation.launch) {}

  base::Result<ProgramRecording> build() {
    const Json* kept = nullptr;
    for (const Json& event : events_.all) {
      const std::string kind = event.at("event");
      if (kind == "call") add_call(event);
      if (kind == "launch") launches_[event.at("number")] = &event;
      if (kind == "time") times_[event.at("number")] = &event;
      if (kind == "kept") kept = &event;
      if (kind == "cut") recording_.incomplete = event.at("reason");
    }
    if (kept == nullptr)
      return base::error("there is no launch " + base::grouped(chosen_ + 1) + ": the program made " +
                         base::counted(std::uint64_t{launches_.size()}, "launch"));
    if (kept->contains("not_kept")) return not_kept(kept->at("not_kept"));
    const auto call = std::ranges::find_if(calls_, [&](const auto& entry) { return of_launch(*entry.second) == chosen_; });
    if (call == calls_.end()) return not_kept(recording_.incomplete.empty() ? "its call is not known" : recording_.incomplete);
    launch_call_ = call->first;
    add_calls();
    add_allocations();
    if (const base::Status added = add_launch(*kept); !added) return added.error();
    recording_.measured = true;
    return std::move(recording_);
  }

 private:
  /// Memory, from its allocation until it is freed.
  struct Lifetime {
    std::uint64_t address = 0, bytes = 0;
    std::string kind;
    std::uint64_t allocated = 0;  ///< number of the call
    std::optional<std::uint64_t> freed{};
  };

  base::Error not_kept(const std::string& why) const {
    return base::error("launch " + base::grouped(chosen_ + 1) + " could not be kept: " + why);
  }

  static std::optional<std::uint64_t> of_launch(const Json& call) {
    return call.contains("launch") ? std::optional<std::uint64_t>(call["launch"].get<std::uint64_t>()) : std::nullopt;
  }

  void add_call(const Json& event) {
    const std::uint64_t number = event.at("number");
    calls_[number] = &event;
    if (event.contains("to"))
      copies_[number] = {live_at(event["to"]), event.contains("from") ? live_at(event["from"]) : launch::no_allocation};
    if (!event.at("error").get<std::string>().empty() || !event.contains("address")) return;
    const std::uint64_t address = event["address"];
    if (event.contains("kind")) {
      live_[address] = lifetimes_.size();
      lifetimes_.push_back({address, event.at("bytes"), event["kind"], number});
    } else if (const auto found = live_.find(address); found != live_.end()) {
      lifetimes_[found->second].freed = number;
      live_.erase(found);
    }
  }

  /// The memory that has this address now.
  std::uint32_t live_at(std::uint64_t address) const {
    const auto after = live_.upper_bound(address);
    if (after == live_.begin()) return launch::no_allocation;
    const auto& [begin, lifetime] = *std::prev(after);
    return address - begin < lifetimes_[lifetime].bytes ? static_cast<std::uint32_t>(lifetime) : launch::no_allocation;
  }

  std::uint32_t index_of(std::uint64_t number) const {
    return static_cast<std::uint32_t>(std::distance(calls_.begin(), calls_.find(number)));
  }

  void add_calls() {
    for (const auto& [number, event] : calls_) {
      RecordedCall& call = recording_.calls.emplace_back();
      call.function = event->at("call").at("function");
      call.place = place_of(event->at("call"), events_.places);
      call.kind = kind_of(call.function);
      call.error = event->at("error");
      call.stream = event->value("stream", 0u);
      call.bytes = event->value("bytes", std::uint64_t{0});
      if (event->contains("direction")) call.direction = direction_of(event->at("direction"));
      call.called_ms = call.begin_ms = call.end_ms = event->at("called_ms");
      call.returned_ms = event->at("returned_ms");
      // Others put their work into a stream, and it is not measured.
      if (call.function == "cudaMemcpy") call.end_ms = call.returned_ms;
      if (const auto found = copies_.find(number); found != copies_.end()) std::tie(call.to, call.from) = found->second;
      if (const auto launch = of_launch(*event)) add_times(call, *launch);
    }
  }

  /// The kernel's name and its time on the GPU.
  void add_times(RecordedCall& call, std::uint64_t launch) const {
    if (const auto made = launches_.find(launch); made != launches_.end())
      call.function = "kernel " + made->second->at("kernel").get<std::string>();
    const auto time = times_.find(launch);
    if (time == times_.end() || !time->second->contains("ms")) return;
    call.begin_ms = std::max(call.called_ms, time->second->value("begin_ms", call.called_ms));
    call.end_ms = call.begin_ms + time->second->at("ms").get<double>();
  }

  void add_allocations() {
    for (std::size_t k = 0; k < lifetimes_.size(); ++k) {
      const Lifetime& lifetime = lifetimes_[k];
      RecordedAllocation& allocation = recording_.allocations.emplace_back();
      const std::string variable = allocated_variable(events_.places.of(calls_.at(lifetime.allocated)->at("call")));
      allocation.name = variable.empty() ? "allocation " + std::to_string(k + 1) : variable;
      allocation.kind = runtime::memory_kind_names.value_of(lifetime.kind).value_or(RecordedAllocation::Kind::device);
      allocation.address = launch::slot_base(launch::first_placed_global + k);
      allocation.bytes = lifetime.bytes;
      allocation.allocated = index_of(lifetime.allocated);
      allocation.freed = lifetime.freed ? index_of(*lifetime.freed) : launch::no_call;
    }
  }

  base::Status add_launch(const Json& kept) {
    const Json& event = *launches_.at(chosen_);
    const auto text = contents_.read(kept.at("module").at(0), kept.at("module").at(1));
    if (!text) return overwritten();
    recording_.modules.emplace_back(reinterpret_cast<const char*>(text->data()), text->size());
    const auto module = ptx::parse(recording_.modules.front(), "the program's PTX");
    if (!module) return module.error();
    RecordedLaunch launch;
    launch.entry = kept.at("entry");
    const auto function = std::ranges::find_if(
        module->functions, [&](const ptx::Function& each) { return each.entry && each.name == launch.entry; });
    if (function == module->functions.end()) return overwritten();
    launch.kernel = runtime::signature(*function);
    launch.call = index_of(launch_call_);
    launch.grid = extents(event.at("launch").at("grid"));
    launch.block = extents(event.at("launch").at("block"));
    launch.dynamic_shared = event.at("launch").at("shared");
    launch.heap_bytes = launch::Launch{}.heap_bytes;
    launch.parameters = from_hexadecimal(kept.at("parameters"));
    if (!add_blocks(launch, kept.at("allocations")) || !add_variables(launch, *module, kept.at("variables")))
      return overwritten();
    relocation_.apply(launch.parameters);
    for (RecordedLaunch::Block& block : launch.blocks) relocate(block.content);
    for (RecordedLaunch::Variable& variable : launch.variables) relocate(variable.content);
    set_types(launch, *function);
    recording_.calls.at(launch.call).launch = 0;
    recording_.launches.push_back(std::move(launch));
    return base::Nothing{};
  }

  void relocate(std::shared_ptr<const launch::Bytes>& content) const {
    if (!content) return;
    auto moved = std::make_shared<launch::Bytes>(*content);
    relocation_.apply(*moved);
    content = std::move(moved);
  }

  /// False for what is not in the file of contents.
  bool add_blocks(RecordedLaunch& launch, const Json& kept) {
    std::map<std::uint64_t, std::uint64_t> offsets;
    for (const Json& each : kept) offsets[each.at(0)] = each.at(2);
    for (std::size_t k = 0; k < lifetimes_.size(); ++k) {
      const Lifetime& lifetime = lifetimes_[k];
      if (lifetime.allocated > launch_call_) continue;
      RecordedLaunch::Block& block = launch.blocks.emplace_back();
      block.allocation = static_cast<std::uint32_t>(k);
      if (lifetime.freed && *lifetime.freed < launch_call_) continue;
      const auto offset = offsets.find(lifetime.address);
      auto content = offset != offsets.end() ? contents_.read(offset->second, lifetime.bytes) : std::nullopt;
      if (!content) return false;
      block.content = std::make_shared<const launch::Bytes>(std::move(*content));
      relocation_.add(lifetime.address, lifetime.bytes, recording_.allocations[k].address);
    }
    return true;
  }

  /// The module's variables: as they were on the GPU, and those that the program did not register as the module has them.
  bool add_variables(RecordedLaunch& launch, const ptx::Module& module, const Json& kept) {
    std::uint64_t constant = launch::first_placed_constant, global = launch::first_placed_global + lifetimes_.size();
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
    runtime::store_addresses(module, placed);
    for (const Json& each : kept) {
      const std::string name = each.at(0);
      const auto found =
          std::ranges::find_if(placed, [&](const auto& variable) { return module.variables[variable.index].name == name; });
      if (found == placed.end()) continue;
      const ptx::Variable& variable = module.variables[found->index];
      auto content = contents_.read(each.at(3), each.at(2));
      if (!content) return false;
      relocation_.add(each.at(1), each.at(2), found->address);
      // The GPU's addresses of functions mean nothing elsewhere.
      const bool has_functions =
          std::ranges::any_of(variable.addresses, [](const auto& initialiser) { return initialiser.function != ptx::no_index; });
      if (content->size() == variable.size && !has_functions)
        contents[static_cast<std::size_t>(found - placed.begin())] = std::move(*content);
    }
    for (std::size_t k = 0; k < placed.size(); ++k)
      launch.variables.push_back(
          {placed[k].index, placed[k].address, std::make_shared<const launch::Bytes>(std::move(contents[k]))});
    return true;
  }

  /// Memory holds elements of what the kernel's parameters point to.
  void set_types(const RecordedLaunch& launch, const ptx::Function& function) {
    const std::vector<launch::ElementType> pointees = runtime::pointees_of(function);
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      const ptx::Parameter& parameter = function.parameters[p];
      std::uint64_t address = 0;
      if (parameter.size != sizeof address || parameter.offset + sizeof address > launch.parameters.size()) continue;
      std::memcpy(&address, launch.parameters.data() + parameter.offset, sizeof address);
      const auto found = std::ranges::find(recording_.allocations, address, &RecordedAllocation::address);
      if (found != recording_.allocations.end() && found->bytes % launch::bytes(pointees[p]) == 0) found->type = pointees[p];
    }
  }

  static constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 32;

  const Events& events_;
  Contents contents_;
  std::uint64_t chosen_, launch_call_ = 0;  ///< the number of the launch, and of its call
  ProgramRecording recording_;
  launch::Relocation relocation_;
  std::map<std::uint64_t, const Json*> calls_, launches_, times_;  ///< events, by number
  std::vector<Lifetime> lifetimes_;
  std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> copies_;  ///< to and from which allocation, by number
  std::map<std::uint64_t, std::size_t> live_;                                ///< when an event is read: lifetimes, by address
};

}  // namespace

base::Result<ProgramRecording> gpu_recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                const runtime::Observation& observation,
                                                const std::vector<std::filesystem::path>& sources) {
  try {
    auto recording = GpuAssembly(events, observation).build();
    if (!recording) return recording.error();
    recording->name = name;
    recording->spec = runtime::Environment{}.spec;
    recording->output = outcome.ended.output;
    recording->exit_status = outcome.ended.exit_status;
    add_sources(*recording, sources, events.places.files());
    return recording;
  } catch (const Json::exception&) {
    return overwritten();
  } catch (const std::out_of_range&) {
    return overwritten();
  }
}

}  // namespace warplens::program
