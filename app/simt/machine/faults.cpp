#include "simt/machine/faults.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "base/number_format.h"
#include "launch/arguments/parameters.h"
#include "launch/arguments/shared_arrays.h"
#include "ptx/flow/address_origin.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/source_place.h"
#include "simt/machine/wrapped_index.h"

namespace warplens::simt {
namespace {

std::string triple(const base::Dim3& at) {
  return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
}

/// "element 1,024 of x, 1 past its end (1,024 elements)", "m[3, 17], outside its shape (3, 32)".
std::string element_past(std::int64_t element, std::int64_t size, const std::string& buffer, const launch::Indexing& indexing) {
  const std::size_t fields = indexing.fields.size();
  if (fields > 0)
    return launch::element_name(buffer, element, indexing) + ", " + (element < 0 ? "before" : "beyond") + " the " +
           base::counted(static_cast<std::uint64_t>(size) / fields, "structure") + " of " + buffer;
  if (!indexing.extents.empty())
    return launch::element_name(buffer, element, indexing) + ", outside its shape " + launch::shape_text(indexing.extents);
  const std::string distance = element < 0 ? base::counted(static_cast<std::uint64_t>(-element), "element") + " before its start"
                                           : base::grouped(static_cast<std::uint64_t>(element - size + 1)) + " past its end";
  return "element " + base::grouped(element) + " of " + buffer + ", " + distance + " (" +
         base::counted(static_cast<std::uint64_t>(size), "element") + ")";
}

/// "bytes 496 to 503 of x, which has 500 bytes (62 elements of 8 bytes)": of a buffer whose elements are not known, or not whole.
std::string bytes_past(std::int64_t offset, std::uint32_t bytes, std::uint64_t size, std::uint32_t element_bytes,
                       const std::string& buffer) {
  const std::string from = bytes == 1 ? "byte " + base::grouped(offset)
                                      : "bytes " + base::grouped(offset) + " to " + base::grouped(offset + bytes - 1);
  std::string text = from + " of " + buffer + ", which has " + base::counted(size, "byte");
  if (element_bytes > 1)
    text += " (" + base::counted(size / element_bytes, "element") + " of " + base::counted(element_bytes, "byte") + ")";
  return text;
}

/// A hint at a size in elements that was given where bytes are counted: the buffer has as many bytes as a parameter of the kernel
/// says, and as many elements would do.
std::string doubt_in_size(const launch::Launch& launch, std::uint64_t size, std::uint32_t element_bytes, std::int64_t offset) {
  if (launch.placement == nullptr || element_bytes < 2 || offset < 0 ||
      static_cast<std::uint64_t>(offset) / element_bytes >= size)
    return "";
  if (!launch::is_parameter(launch, size)) return "";
  return "; the kernel was given " + base::grouped(size) +
         " as a number, and the buffer has as many bytes: is `* sizeof(…)` missing where it is allocated?";
}

/// If a thread accesses the element that has the thread's own number, and the grid has more threads than there are elements: ask
/// whether the bounds check is missing.
/// `fields`: numbers of a structure, of an array of structures; else 0.
std::string doubt_in_guard(const launch::Launch& launch, const launch::Fault& fault, std::int64_t size, std::size_t fields) {
  const std::int64_t number = std::int64_t{fault.block.x} * launch.block.x + fault.thread.x;
  const std::int64_t threads = std::int64_t{launch.grid.x} * launch.block.x;
  const auto each = static_cast<std::int64_t>(std::max<std::size_t>(fields, 1));
  if (fault.element < size || fault.element / each != number) return "";
  return "; that is the thread's number in the grid, which has " + base::grouped(threads) +
         (launch.grid.y * launch.block.y > 1 ? " in x" : " threads") + " for " +
         base::counted(static_cast<std::uint64_t>(size / each), fields == 0 ? "element" : "structure") +
         ": is \"if (i < n)\" missing, or is n wrong?";
}

/// The same question for an array of several dimensions, if its first index is the thread's number in x, y or z.
std::string doubt_in_guard_of(const launch::Launch& launch, const launch::Fault& fault,
                              const std::vector<std::uint64_t>& extents) {
  std::uint64_t row = 1;
  for (std::size_t k = 1; k < extents.size(); ++k) row *= extents[k];
  const std::int64_t first = fault.element / static_cast<std::int64_t>(std::max<std::uint64_t>(row, 1));
  if (fault.element < 0 || static_cast<std::uint64_t>(first) < extents[0]) return "";
  const std::uint32_t blocks[] = {launch.grid.x, launch.grid.y, launch.grid.z};
  const std::uint32_t width[] = {launch.block.x, launch.block.y, launch.block.z};
  const std::uint32_t block[] = {fault.block.x, fault.block.y, fault.block.z};
  const std::uint32_t thread[] = {fault.thread.x, fault.thread.y, fault.thread.z};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint64_t threads = std::uint64_t{blocks[k]} * width[k];
    if (threads < 2 || std::int64_t{block[k]} * width[k] + thread[k] != first) continue;
    return "; " + base::grouped(first) + " is the thread's number in " + "xyz"[k] + ", of which the grid has " +
           base::grouped(threads) + ": is \"if (i < n)\" missing, or is n wrong?";
  }
  return "";
}

/// Find the shared array that an access was meant for: the one variable from which its address is computed. Nothing if there are
/// several, or if the instruction has several addresses in shared memory.
std::optional<std::uint32_t> shared_array_at(const LaunchContext& context, std::uint32_t pc) {
  const ptx::Module& module = *context.launch.module;
  const ptx::Listing::Position at = context.listing.place(pc);
  const ptx::CopyStep copy = context.program.code[pc].copy;
  if (copy == ptx::CopyStep::bulk || copy == ptx::CopyStep::store) return std::nullopt;
  const std::vector<std::uint32_t> variables = ptx::address_origin(module.functions[at.function], at.instruction).variables;
  const auto is_array = [&](std::uint32_t v) {
    return module.variables[v].space == ptx::Space::shared && module.variables[v].size > 0;
  };
  return variables.size() == 1 && is_array(variables[0]) ? std::optional(variables[0]) : std::nullopt;
}

/// If the null pointer of an access is a parameter of the kernel: say which one.
std::string null_parameter(const LaunchContext& context, std::uint32_t pc) {
  const ptx::Listing::Position at = context.listing.place(pc);
  const ptx::Function& function = context.launch.module->functions[at.function];
  if (&function != &context.function) return "";
  std::string text;
  for (const std::uint32_t p : ptx::address_origin(function, at.instruction).parameters) {
    std::uint64_t value = 0;
    std::memcpy(&value, context.parameters.data() + function.parameters[p].offset, sizeof value);
    if (value != 0 || function.parameters[p].size != sizeof value) continue;
    if (!text.empty()) return "";
    text = ": the kernel's parameter " + std::to_string(p + 1) + " is NULL";
  }
  return text;
}

}  // namespace

base::Dim3 Faults::block_of(const ResidentWarp& warp) const {
  return base::position(warp.in_grid / context_.warps_per_block, context_.launch.grid);
}

base::Dim3 Faults::thread_of(const ResidentWarp& warp, int lane) const {
  return base::position(warp.in_block * warp_size + static_cast<std::uint32_t>(lane), context_.launch.block);
}

std::string Faults::block_text(const ResidentWarp& warp) const { return "block " + triple(block_of(warp)); }

std::string Faults::thread_text(const ResidentWarp& warp, int lane) const {
  return "thread " + triple(thread_of(warp, lane)) + " of " + block_text(warp);
}

std::string Faults::place_text(std::uint32_t pc) const {
  const ptx::Module& module = *context_.launch.module;
  if (context_.listing.instruction(module, pc) == nullptr)
    return "the end of " + module.functions[context_.listing.place(pc).function].demangled;
  const ptx::SourcePlace place = ptx::source_place(module, context_.listing, pc);
  const std::size_t slash = place.file.find_last_of('/');
  return (slash == std::string::npos ? place.file : place.file.substr(slash + 1)) + ":" + std::to_string(place.line);
}

launch::Fault Faults::fault_at(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane) const {
  launch::Fault fault;
  fault.kind = kind;
  fault.block = block_of(warp);
  fault.thread = thread_of(warp, lane);
  const ptx::SourcePlace place = ptx::source_place(*context_.launch.module, context_.listing, pc);
  fault.file = place.file;
  fault.line = place.line;
  fault.column = place.column;
  return fault;
}

void Faults::raise(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what) {
  state_.fault = fault_at(kind, warp, pc, lane);
  state_.fault->message = what;
}

void Faults::name_element(const std::string& buffer, std::int64_t element) {
  state_.fault->space = "global";
  state_.fault->buffer = buffer;
  state_.fault->element = element;
}

void Faults::name_other(const ResidentWarp& warp, std::uint32_t pc, int lane) {
  const launch::Fault there = fault_at(launch::FaultKind::deadlock, warp, pc, lane);
  state_.other = {there.block, there.thread, there.file, there.line, there.column, {}};
}

void Faults::raise_step_limit(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t active, std::uint64_t issued) {
  const int lane = std::countr_zero(active);
  raise(launch::FaultKind::step_limit, warp, pc, lane,
        "stopped after " + base::counted(issued, "warp instruction") + " in which no block ended, the step limit; " +
            thread_text(warp, lane) + " was at " + place_text(pc) + " and may loop without end");
}

void Faults::raise_endless(const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what) {
  raise(launch::FaultKind::step_limit, warp, pc, lane, what);
  state_.fault->endless = true;
}

void Faults::raise_access(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, int lane, std::uint64_t address,
                          const Request& request) {
  using launch::FaultKind;
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  const std::string verb = instruction.kind == Kind::load    ? "reads"
                           : instruction.kind == Kind::store ? "writes"
                                                             : "atomically updates";
  const bool shared = request.space == trace::MemorySpace::shared, local = request.space == trace::MemorySpace::local;
  const std::uint64_t offset = address - request.window.base;
  const bool inside = request.window.size >= bytes && offset <= request.window.size - bytes;
  launch::Fault fault =
      fault_at(inside && offset % bytes != 0 ? FaultKind::misaligned : FaultKind::out_of_bounds, warp, pc, lane);
  fault.space = shared ? "shared" : local ? "local" : request.space == trace::MemorySpace::constant ? "constant" : "global";
  fault.access = instruction.kind == Kind::load    ? trace::AccessKind::read
                 : instruction.kind == Kind::store ? trace::AccessKind::write
                                                   : trace::AccessKind::atomic;
  const std::string who = thread_text(warp, lane) + " " + verb + " ";

  const bool nowhere = request.allocation == nullptr || request.allocation->window.base == 0;
  if (nowhere && !shared && !local) {
    fault.address = address;
    fault.message =
        who + "address " + base::hexadecimal(address) + ", which is in no buffer" + (address < 4096 ? " (a null pointer)" : "");
    if (address < 4096) fault.message += null_parameter(context_, pc);
    fault.message += wrapped_index(context_, warp.frame, static_cast<std::uint32_t>(lane), pc, address);
    if (address < 4096 && state_.full_heap_at)
      fault.message += ": malloc had returned NULL at " + place_text(*state_.full_heap_at) + ", as the heap of " +
                       base::counted(context_.limits.heap, "byte") +
                       " was full; cudaDeviceSetLimit(cudaLimitMallocHeapSize, …) sets its size";
    state_.fault = std::move(fault);
    return;
  }
  if (request.allocation != nullptr && request.allocation->heap == HeapState::freed) {
    fault.kind = FaultKind::out_of_bounds;
    fault.buffer = request.allocation->name;
    fault.element = static_cast<std::int64_t>(offset);
    fault.message = who + fault.buffer + " after it was freed";
    state_.fault = std::move(fault);
    return;
  }
  fault.buffer = request.allocation != nullptr ? request.allocation->name : fault.space + " memory";
  std::uint64_t window_bytes = request.window.size, first_byte = 0;  // of the array that is meant
  // A misaligned access is told by its place in shared memory: the array itself need not begin at such a multiple.
  if (const auto array = shared && !inside ? shared_array_at(context_, pc) : std::nullopt) {
    const ptx::Variable& variable = context_.launch.module->variables[*array];
    fault.buffer = ptx::variable_name(variable.name);
    first_byte = context_.program.variables.address[*array];
    window_bytes = variable.size;
  }
  const auto element_bytes =
      static_cast<std::int64_t>(request.allocation != nullptr ? request.allocation->element_bytes : instruction.bytes);
  const auto signed_offset =
      static_cast<std::int64_t>(shared ? static_cast<std::uint64_t>(static_cast<std::int32_t>(offset)) : offset) -
      static_cast<std::int64_t>(first_byte);
  const auto size = static_cast<std::int64_t>(window_bytes) / element_bytes;
  // Round down, so that byte -4 is element -1.
  fault.element = signed_offset >= 0 ? signed_offset / element_bytes : -((-signed_offset + element_bytes - 1) / element_bytes);
  if (fault.kind == FaultKind::misaligned) {
    fault.message = who + base::counted(bytes, "byte") + " at byte " + std::to_string(signed_offset) + " of " + fault.buffer +
                    ", which is not a multiple of " + std::to_string(bytes);
  } else if (inside) {
    fault.message = who + "element " + base::grouped(fault.element) + " of " + fault.buffer + ", which lies in constant memory";
  } else {
    const launch::Indexing indexing = request.allocation != nullptr && request.allocation->buffer != trace::no_buffer
                                          ? launch::buffers_of(context_.launch)[request.allocation->buffer]->indexing
                                          : launch::Indexing{};
    const bool counts_elements = element_bytes == instruction.bytes && (fault.element < 0 || fault.element >= size);
    fault.message = who + (counts_elements ? element_past(fault.element, size, fault.buffer, indexing)
                                           : bytes_past(signed_offset, bytes, window_bytes, instruction.bytes, fault.buffer));
    if (request.allocation != nullptr && !shared && !local) {
      const auto at = static_cast<std::uint32_t>(lane);
      const std::string wrapped = wrapped_index(context_, warp.frame, at, pc, address);
      const bool one_index = indexing.extents.empty();
      fault.message +=
          (wrapped.empty() && counts_elements && one_index ? index_terms(context_, warp.frame, at, pc, fault.element) : wrapped) +
          doubt_in_size(context_.launch, window_bytes, instruction.bytes, signed_offset);
      if (counts_elements)
        fault.message += one_index ? doubt_in_guard(context_.launch, fault, size, indexing.fields.size())
                                   : doubt_in_guard_of(context_.launch, fault, indexing.extents);
    }
    const std::string dynamic = launch::dynamic_shared_array(*context_.launch.module, context_.launch.entry);
    if (shared && !dynamic.empty())
      fault.message += "; the extern __shared__ array '" + dynamic + "' is as large as the launch's dynamic shared memory, " +
                       base::counted(std::uint64_t{context_.launch.dynamic_shared}, "byte");
  }
  state_.fault = std::move(fault);
}

}  // namespace warplens::simt
