#include "launch/recording/recording.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/spec_ids.h"
#include "ptx/find_variable.h"
#include "ptx/parse/parser.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{1} << (slot_bits - 1);  // of an allocation: what is left of its slot
constexpr std::size_t max_parameter_bytes = 32764;                        // PTX ISA, "Kernel Function Parameters"
constexpr std::uint32_t max_dynamic_shared = 1u << 20;                    // bytes: more than any card has

/// "launch 3", from 1, as people count.
std::string with_number(const char* what, std::size_t index) { return std::string(what) + " " + base::grouped(index + 1); }

/// Checks a recording part by part. Each function returns what is wrong, or nothing.
class Check {
 public:
  explicit Check(const ProgramRecording& recording) : recording_(recording) {
    std::set<const Bytes*> contents;
    for (const RecordedLaunch& launch : recording.launches) {
      for (const auto& block : launch.blocks) add(contents, block.content);
      for (const auto& variable : launch.variables) add(contents, variable.content);
    }
  }

  std::string all() {
    if (recording_.schedule == Schedule::recorded) return "its schedule has no record";
    if (!recording_.spec.empty() && !is_spec_id(recording_.spec)) return "it ran on an unknown card";
    if (std::string wrong = modules(); !wrong.empty()) return wrong;
    if (std::string wrong = allocations(); !wrong.empty()) return wrong;
    for (std::size_t k = 0; k < recording_.calls.size(); ++k)
      if (is_wrong(recording_.calls[k], k)) return with_number("call", k) + " contradicts itself";
    for (std::size_t k = 0; k < recording_.launches.size(); ++k) {
      if (const std::string wrong = launch(recording_.launches[k], static_cast<std::uint32_t>(k)); !wrong.empty())
        return with_number("launch", k) + " " + wrong;
    }
    for (const auto* findings : {&recording_.findings, &recording_.notes})
      for (const RecordedFinding& finding : *findings)
        if (!is_call(finding.call)) return "a finding belongs to no call";
    return {};
  }

 private:
  void add(std::set<const Bytes*>& contents, const std::shared_ptr<const Bytes>& content) {
    if (content && contents.insert(content.get()).second) content_bytes_ += content->size();
  }
  /// Whether there is such a call, or none is meant.
  bool is_call(std::uint32_t call) const { return call == no_call || call < recording_.calls.size(); }
  bool is_allocation(std::uint32_t allocation) const {
    return allocation == no_allocation || allocation < recording_.allocations.size();
  }

  std::string modules() {
    std::size_t bytes = 0;
    for (const std::string& text : recording_.modules) bytes += text.size();
    if (bytes > max_recorded_ptx)
      return "its kernels are " + base::counted(bytes, "byte") + " of PTX, over " + base::grouped(max_recorded_ptx);
    for (const std::string& text : recording_.modules) {
      auto module = ptx::parse(text, "PTX");
      if (!module) return "its kernels cannot be read: " + base::describe(module.error());
      modules_.push_back(std::move(*module));
    }
    return {};
  }

  std::string allocations() const {
    std::set<std::uint64_t> addresses;
    for (std::size_t k = 0; k < recording_.allocations.size(); ++k) {
      const RecordedAllocation& allocation = recording_.allocations[k];
      const bool ordered =
          allocation.allocated == no_call || allocation.freed == no_call || allocation.allocated <= allocation.freed;
      if (!is_slot(allocation.address, first_placed_constant) || allocation.bytes > max_bytes ||
          allocation.bytes % bytes(allocation.type) != 0 || !is_call(allocation.allocated) || !is_call(allocation.freed) ||
          !ordered || !addresses.insert(allocation.address).second)
        return with_number("allocation", k) + " contradicts itself or another";
    }
    return {};
  }

  bool is_wrong(const RecordedCall& call, std::size_t number) const {
    // Not a number is in no order.
    const bool in_time = call.called_ms >= 0 && call.called_ms <= call.returned_ms && call.returned_ms <= max_ms &&
                         call.begin_ms >= 0 && call.begin_ms <= call.end_ms && call.end_ms <= max_ms;
    const bool of_launch =
        call.launch == no_launch || (call.launch < recording_.launches.size() && recording_.launches[call.launch].call == number);
    return !in_time || !of_launch || !is_allocation(call.to) || !is_allocation(call.from);
  }

  std::string launch(const RecordedLaunch& launch, std::uint32_t number) const {
    if (launch.call >= recording_.calls.size() || recording_.calls[launch.call].launch != number) return "belongs to no call";
    if (const auto problems = check_geometry(launch.grid, launch.block); !problems.empty())
      return "cannot be: " + problems.front().message;
    if (launch.dynamic_shared > max_dynamic_shared) return "has more shared memory than any card";
    if (launch.module >= modules_.size()) return "has no kernel";
    const ptx::Module& module = modules_[launch.module];
    const auto entry = std::ranges::find_if(
        module.functions, [&](const ptx::Function& function) { return function.entry && function.name == launch.entry; });
    if (entry == module.functions.end()) return "has a kernel that its PTX lacks";
    if (launch.parameters.size() != entry->parameter_bytes || launch.parameters.size() > max_parameter_bytes)
      return "has parameters of another size than its kernel's";
    std::set<std::uint64_t> addresses;
    std::uint64_t content_bytes = 0;
    for (const RecordedLaunch::Block& block : launch.blocks) {
      if (is_wrong(block, launch) || !addresses.insert(recording_.allocations[block.allocation].address).second)
        return "begins with memory that contradicts itself";
      content_bytes += block.content ? block.content->size() : 0;
    }
    for (const RecordedLaunch::Variable& variable : launch.variables) {
      if (is_wrong(variable, module) || !addresses.insert(variable.address).second)
        return "begins with variables that contradict themselves";
      content_bytes += variable.content->size();
    }
    std::vector<std::uint64_t> sizes;
    for (const RecordedLaunch::Block& block : launch.blocks) sizes.push_back(block.content ? block.content->size() : 0);
    if (!launch::contradiction(launch.textures, sizes).empty()) return "has textures that contradict themselves";
    // Each content is memory of one allocation, so that a small file cannot ask for a large memory.
    if (content_bytes > content_bytes_) return "begins with two allocations that are one";
    return {};
  }

  bool is_wrong(const RecordedLaunch::Block& block, const RecordedLaunch& launch) const {
    if (block.allocation >= recording_.allocations.size()) return true;
    const RecordedAllocation& allocation = recording_.allocations[block.allocation];
    if (allocation.allocated != no_call && allocation.allocated > launch.call) return true;
    const bool freed = allocation.freed != no_call && allocation.freed < launch.call;
    if (freed) return block.content != nullptr || !block.unwritten.empty();
    return !block.content || block.content->size() != allocation.bytes || !are_ranges_within(block.unwritten, allocation.bytes);
  }

  static bool is_wrong(const RecordedLaunch::Variable& variable, const ptx::Module& module) {
    if (variable.index >= module.variables.size() || !is_slot(variable.address, first_placed_constant)) return true;
    const ptx::Variable& declared = module.variables[variable.index];
    return !ptx::is_symbol(declared) || !variable.content || variable.content->size() != declared.size;
  }

  static constexpr double max_ms = 1e15;  // tens of thousands of years

  const ProgramRecording& recording_;
  std::uint64_t content_bytes_ = 0;  ///< each content once
  std::vector<ptx::Module> modules_;
};

}  // namespace

std::vector<std::string> allocation_names(const ProgramRecording& recording) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::map<std::string, int> last;
  for (const RecordedAllocation& allocation : recording.allocations) {
    std::string name = allocation.name;
    int& number = last.try_emplace(allocation.name, 1).first->second;
    while (!taken.insert(name).second) name = allocation.name + " (" + std::to_string(++number) + ")";
    names.push_back(std::move(name));
  }
  return names;
}

std::string contradiction(const ProgramRecording& recording) { return Check(recording).all(); }

}  // namespace warplens::launch
