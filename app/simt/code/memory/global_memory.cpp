#include "simt/code/memory/global_memory.h"

#include <algorithm>

#include "base/pages.h"
#include "launch/arguments/parameters.h"
#include "ptx/listing.h"
#include "simt/code/decode/call.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t variable_limit = std::uint64_t{1} << 30;  // bytes of .global and .const variables together
constexpr std::uint64_t max_shared = launch::GeometryLimits{}.shared_bytes;
// Workspace of cooperative groups per grid: two words, rounded up (grid_workspace in cooperative_groups/details/info.h, CUDA 13).
constexpr std::size_t grid_workspace_bytes = 64;
constexpr std::size_t max_allocations = 1u << 22;  // malloc never reuses a slot

std::uint64_t aligned(std::uint64_t offset, std::uint32_t alignment) {
  const std::uint64_t step = std::max<std::uint32_t>(alignment, 1);
  return (offset + step - 1) / step * step;
}

base::Error too_large(const ptx::Module& module, const ptx::Variable& variable, std::uint64_t limit) {
  base::Error error =
      base::error("variable '" + variable.name + "' of " + std::to_string(variable.size) + " bytes in ." +
                  std::string(ptx::name(variable.space)) + ": the SIMT machine has " + std::to_string(limit) + " bytes");
  error.file = module.path;
  return error;
}

launch::Bytes initial_bytes(const launch::Launch& launch, const ptx::Variable& variable, const VariableLayout& layout) {
  const ptx::Module& module = *launch.module;
  launch::Bytes bytes(variable.size);
  std::copy_n(variable.initial.begin(), std::min(variable.initial.size(), bytes.size()), bytes.begin());
  for (const ptx::AddressInitialiser& initialiser : variable.addresses) {
    if (initialiser.offset > bytes.size() || bytes.size() - initialiser.offset < initialiser.bytes) continue;
    std::uint64_t address = 0;
    if (initialiser.function != ptx::no_index) {
      address = function_address(initialiser.function);
    } else if (initialiser.variable < layout.address.size()) {
      const ptx::Space space = module.variables[initialiser.variable].space;
      address = layout.address[initialiser.variable];
      if (initialiser.generic && space == ptx::Space::shared) address += shared_window;
      if (initialiser.generic && space == ptx::Space::local) address += local_window;
    }
    address = (address + static_cast<std::uint64_t>(initialiser.addend)) >> (8 * initialiser.byte);
    std::memcpy(bytes.data() + initialiser.offset, &address, initialiser.bytes);
  }
  for (const launch::Buffer& symbol : launch.symbols) {
    if (symbol.name == variable.name)
      std::copy_n(symbol.initial->begin(), std::min(symbol.initial->size(), bytes.size()), bytes.begin());
  }
  return bytes;
}

/// A copy of a buffer's initial content.
launch::Bytes content_of(const launch::Buffer& buffer) {
  const std::size_t size = buffer.initial ? buffer.initial->size() : buffer.size * launch::bytes(buffer.type);
  launch::Bytes bytes;
  bytes.reserve(size);
  base::expect_touched(bytes.data(), size);
  if (buffer.initial)
    bytes = *buffer.initial;
  else
    bytes.resize(size);
  return bytes;
}

/// Address of variable `v` of the module; 0 if the placement has none.
std::uint64_t placed(const launch::Placement& placement, std::uint32_t v) {
  const auto found = std::ranges::find(placement.variables, v, &launch::Placement::Variable::index);
  return found != placement.variables.end() ? found->address : 0;
}

/// Where its content is in the program's memory; else null.
std::byte* memory_of(const launch::Placement& placement, std::uint32_t v) {
  const auto found = std::ranges::find(placement.variables, v, &launch::Placement::Variable::index);
  return found != placement.variables.end() ? found->memory : nullptr;
}

/// Its content before the launch, where the placement says it; else null.
const launch::Bytes* placed_content(const launch::Launch& launch, std::uint32_t v) {
  if (!launch.placement) return nullptr;
  const auto found = std::ranges::find(launch.placement->variables, v, &launch::Placement::Variable::index);
  return found != launch.placement->variables.end() ? found->initial.get() : nullptr;
}

/// Slots to which pointers among the launch's parameters point through which it may write, ascending.
std::vector<std::uint64_t> written_slots(const launch::Launch& launch, const WrittenMemory& written) {
  const std::vector<ptx::Parameter>& parameters = launch.module->functions[launch.entry].parameters;
  std::vector<std::uint64_t> slots;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (p < written.parameters.size() && !written.parameters[p]) continue;
    for (std::uint64_t at = 0; at + sizeof(std::uint64_t) <= parameters[p].size; at += sizeof(std::uint64_t)) {
      std::uint64_t address = 0;
      std::memcpy(&address, launch.placement->parameters.data() + parameters[p].offset + at, sizeof address);
      slots.push_back(address >> slot_bits);
    }
  }
  std::ranges::sort(slots);
  return slots;
}

}  // namespace

base::Result<VariableLayout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                     const launch::Placement* placement) {
  if (module.address_size != 64) {
    base::Error error = base::error("the SIMT machine runs PTX with .address_size 64 only");
    error.file = module.path;
    return error;
  }
  const std::vector<bool> used = ptx::reached_variables(module, functions.front());
  VariableLayout layout;
  layout.address.resize(module.variables.size());
  std::uint64_t global_bytes = 0;
  std::uint32_t dynamic_alignment = 16;
  const auto place = [&](std::uint64_t& end, const ptx::Variable& variable, std::uint64_t limit, std::uint64_t& address) {
    address = aligned(end, variable.alignment);
    if (variable.size > limit || address > limit - variable.size) return false;
    end = address + variable.size;
    return true;
  };
  std::vector<std::uint32_t> dynamic;
  for (std::uint32_t v = 0; v < module.variables.size(); ++v) {
    // What the entry does not name it may still reach by a pointer that is in memory.
    if (!used[v] && (placement == nullptr || placed(*placement, v) == 0)) continue;
    const ptx::Variable& variable = module.variables[v];
    switch (variable.space) {
      case ptx::Space::shared:
        layout.shared.push_back(v);
        if (variable.size == 0) {
          dynamic.push_back(v);
          dynamic_alignment = std::max(dynamic_alignment, variable.alignment);
        } else if (!place(layout.shared_bytes, variable, max_shared, layout.address[v])) {
          return too_large(module, variable, max_shared);
        }
        break;
      case ptx::Space::local:
      case ptx::Space::param:
        break;
      default:
        if (variable.size > variable_limit || global_bytes > variable_limit - variable.size)
          return too_large(module, variable, variable_limit);
        global_bytes += variable.size;
        layout.global.push_back(v);
        break;
    }
  }
  const auto is_constant = [&](std::uint32_t v) { return module.variables[v].space == ptx::Space::constant; };
  const auto others = std::stable_partition(layout.global.begin(), layout.global.end(), is_constant);
  const auto constants = static_cast<std::size_t>(others - layout.global.begin());
  layout.constants = static_cast<std::uint32_t>(placement != nullptr ? launch::first_placed_global - first_global_slot
                                                                     : std::uint64_t{constants});
  for (std::size_t k = 0; k < layout.global.size(); ++k) {
    const std::uint32_t v = layout.global[k];
    layout.address[v] = placement != nullptr ? placed(*placement, v) : slot_base(first_global_slot + k);
    const bool constant = placement != nullptr && layout.address[v] < slot_base(launch::first_placed_global);
    if (layout.address[v] == 0 || (placement != nullptr && constant != (k < constants)))
      return base::error("the memory of the launch has no place for variable " + module.variables[v].name);
  }
  if (ptx::is_cooperative(module, functions.front()))
    layout.grid_workspace =
        placement != nullptr ? slot_base(first_global_slot) : slot_base(first_global_slot + layout.global.size());
  if (!dynamic.empty()) layout.shared_bytes = aligned(layout.shared_bytes, dynamic_alignment);
  for (const std::uint32_t v : dynamic) layout.address[v] = layout.shared_bytes;
  return layout;
}

GlobalMemory::GlobalMemory(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written) {
  place_variables(launch, layout, written);
  if (launch.placement) {
    place_blocks(launch, written);
    pointers_ = launch::NarrowPointers(launch.placement->narrow);
  } else {
    place_arguments(launch, written);
  }
  own_ = allocations_.size();
}

/// The allocation whose slot contains `address`, which may be new.
Allocation& GlobalMemory::at(std::uint64_t address) {
  const std::uint64_t slot = (address >> slot_bits) - first_global_slot;
  if (slot >= allocations_.size()) allocations_.resize(slot + 1);
  return allocations_[slot];
}

void GlobalMemory::place_variables(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written) {
  const ptx::Module& module = *launch.module;
  variable_bytes_.reserve(layout.global.size() + 1);
  for (const std::uint32_t v : layout.global) {
    const ptx::Variable& variable = module.variables[v];
    std::byte* memory = launch.placement ? memory_of(*launch.placement, v) : nullptr;
    // Content that is not in the program's memory; empty otherwise, so that the k-th belongs to the k-th variable.
    const launch::Bytes* const content = placed_content(launch, v);
    variable_bytes_.push_back(memory != nullptr    ? launch::Bytes{}
                              : content != nullptr ? *content
                                                   : initial_bytes(launch, variable, layout));
    if (memory == nullptr) memory = variable_bytes_.back().data();
    at(layout.address[v]) = {.name = variable.name,
                             .window = {memory, layout.address[v], variable.size},
                             .element_bytes = static_cast<std::uint32_t>(std::max(1, ptx::bits(variable.type) / 8)),
                             .constant = variable.space == ptx::Space::constant,
                             .written = written.everything || written.variables[v],
                             .late = launch.placement != nullptr};
  }
  if (layout.grid_workspace == 0) return;
  launch::Bytes& workspace = variable_bytes_.emplace_back(grid_workspace_bytes);
  at(layout.grid_workspace) = {
      .name = "the grid's own memory", .window = {workspace.data(), layout.grid_workspace, workspace.size()}, .element_bytes = 4};
}

void GlobalMemory::place_arguments(const launch::Launch& launch, const WrittenMemory& written) {
  const std::vector<launch::ParameterPlace> places = launch::parameter_places(launch);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[i]);
    if (buffer == nullptr) continue;
    const std::size_t p = places[i].parameter;
    const std::uint64_t address = slot_base(first_global_slot + allocations_.size());
    launch::Bytes& content = buffers_.emplace_back(content_of(*buffer));
    at(address) = {.name = buffer->name,
                   .window = {content.data(), address, content.size()},
                   .buffer = static_cast<std::uint32_t>(addresses_.size()),
                   .element_bytes = static_cast<std::uint32_t>(launch::bytes(buffer->type)),
                   .written = written.everything || p >= written.parameters.size() || written.parameters[p]};
    addresses_.push_back(address);
  }
}

void GlobalMemory::place_blocks(const launch::Launch& launch, const WrittenMemory& written) {
  const launch::Placement& placement = *launch.placement;
  const std::vector<std::uint64_t> may_change = written_slots(launch, written);
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(launch);
  buffers_.reserve(buffers.size());
  for (std::size_t k = 0; k < buffers.size(); ++k) {
    const launch::Placement::Block& block = placement.blocks[k];
    const launch::Buffer& buffer = *buffers[k];
    std::byte* memory = block.memory;
    if (memory == nullptr && !block.freed) memory = buffers_.emplace_back(content_of(buffer)).data();
    const HeapState heap = block.freed ? HeapState::freed : block.from_malloc ? HeapState::allocated : HeapState::none;
    at(block.address) = {.name = buffer.name,
                         .window = {memory, block.address, block.freed ? 0 : buffer.size * launch::bytes(buffer.type)},
                         .buffer = static_cast<std::uint32_t>(k),
                         .element_bytes = static_cast<std::uint32_t>(launch::bytes(buffer.type)),
                         .constant = block.address < slot_base(launch::first_placed_global),  // of another module
                         // Reads of uninitialised memory are looked at, which those of memory that never changes are not.
                         .written = !block.unwritten.empty() || written.everything ||
                                    std::ranges::binary_search(may_change, block.address >> slot_bits),
                         .late = true,
                         .heap = heap,
                         .unwritten = block.unwritten};
    addresses_.push_back(block.address);
  }
}

std::uint64_t GlobalMemory::allocate(std::uint64_t bytes) {
  if (allocations_.size() >= max_allocations) return 0;
  const std::uint64_t address = slot_base(first_global_slot + allocations_.size());
  launch::Bytes& content = heap_[address];
  content.assign(bytes, uninitialised);
  allocations_.push_back({.name = "memory from malloc",
                          .window = {content.data(), address, bytes},
                          .late = true,
                          .heap = HeapState::allocated,
                          .unwritten = {{0, bytes}}});
  return address;
}

void GlobalMemory::release(std::uint64_t address) {
  Allocation& allocation = allocations_[(address >> slot_bits) - first_global_slot];
  allocation.heap = HeapState::freed;
  allocation.window.size = 0;
  if (heap_.erase(address) == 0) freed_.push_back(address);
}

void GlobalMemory::take_heap(launch::LaunchResult& result) {
  for (auto& [address, content] : heap_) result.heap.push_back({address, std::move(content)});
  result.heap_freed = std::move(freed_);
}

std::uint64_t MemoryContent::bytes() const {
  std::uint64_t sum = heap_allocations.size() * sizeof(Allocation);
  for (const launch::Bytes& allocation : written) sum += allocation.size();
  for (const auto& [address, block] : heap) sum += block.size();
  return sum;
}

MemoryContent GlobalMemory::save() const {
  MemoryContent content;
  const auto own = allocations_.begin() + static_cast<std::ptrdiff_t>(own_);
  for (auto allocation = allocations_.begin(); allocation != own; ++allocation) {
    const Window& window = allocation->window;
    if (allocation->written) content.written.emplace_back(window.memory, window.memory + window.size);
  }
  content.heap_allocations.assign(own, allocations_.end());
  content.heap = heap_;
  return content;
}

void GlobalMemory::restore(const MemoryContent& content) {
  allocations_.resize(own_);
  auto written = content.written.begin();
  for (const Allocation& allocation : allocations_) {
    if (!allocation.written) continue;
    std::copy(written->begin(), written->end(), allocation.window.memory);
    ++written;
  }
  heap_ = content.heap;
  for (Allocation allocation : content.heap_allocations) {
    const auto block = heap_.find(allocation.window.base);
    allocation.window.memory = block != heap_.end() ? block->second.data() : nullptr;
    allocations_.push_back(std::move(allocation));
  }
}

std::vector<launch::Bytes> GlobalMemory::symbols(const launch::Launch& launch, const VariableLayout& layout) const {
  const std::vector<ptx::Variable>& variables = launch.module->variables;
  std::vector<launch::Bytes> contents;
  for (const std::string& name : launch.saved_symbols) {
    const auto named = [&](std::uint32_t v) { return variables[v].name == name; };
    const auto used = std::find_if(layout.global.begin(), layout.global.end(), named);
    if (used != layout.global.end()) {
      contents.push_back(variable_bytes_[static_cast<std::size_t>(used - layout.global.begin())]);
      continue;
    }
    const auto unused =
        std::find_if(variables.begin(), variables.end(), [&](const auto& variable) { return variable.name == name; });
    contents.push_back(unused != variables.end() ? initial_bytes(launch, *unused, layout) : launch::Bytes{});
  }
  return contents;
}

}  // namespace warplens::simt
