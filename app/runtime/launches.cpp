#include "runtime/launches.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/arguments/parameters.h"
#include "launch/python/python_arrays.h"
#include "ptx/listing.h"
#include "ptx/parse/demangle.h"
#include "report/json.h"
#include "runtime/host_pages.h"
#include "runtime/host_pointer.h"
#include "runtime/interruptible_launch.h"

namespace warplens::runtime {
namespace {

Status status_of(launch::FaultKind kind) {
  using enum launch::FaultKind;
  switch (kind) {
    case out_of_bounds:
      return Status::illegal_address;
    case misaligned:
      return Status::misaligned_address;
    case assertion:
      return Status::assertion;
    case deadlock:
    case step_limit:
    case barrier_divergence:
      return Status::launch_timeout;
    default:
      return Status::launch_failure;
  }
}

Strength strength_of(const ptx::Instruction& instruction, trace::AccessKind kind) {
  const ptx::Scope scope = instruction.modifiers.scope;
  if (instruction.modifiers.ordering == ptx::Ordering::volatile_) return Strength::system;
  if (kind != trace::AccessKind::atomic && instruction.modifiers.ordering == ptx::Ordering::weak) return Strength::plain;
  if (scope == ptx::Scope::cta || scope == ptx::Scope::cluster) return Strength::plain;
  return scope == ptx::Scope::sys ? Strength::system : Strength::device;  // without a scope it is .gpu
}

constexpr const char* needs_cooperative_launch =
    "The kernel synchronises its whole grid: that needs a launch by cudaLaunchCooperativeKernel, as a launch by <<<…>>> does not "
    "promise that all blocks are on the GPU at once";

/// Whether the kernel failed since it used memory of the host.
bool is_host_memory(const launch::Fault& fault) {
  return fault.kind == launch::FaultKind::out_of_bounds && fault.buffer.empty() && fault.address != 0 &&
         fault.address <= UINTPTR_MAX && !Memory::is_ours(fault.address) &&
         is_mapped(reinterpret_cast<const void*>(fault.address), 1);
}

/// Add to what is said of a fault, also by the finding of it.
void add_to_fault(launch::LaunchResult& result, const std::string& text) {
  for (launch::Finding& finding : result.findings)
    if (finding.message == result.fault->message) finding.message += text;
  result.fault->message += text;
}

}  // namespace

/// A hint at a pitch that was taken for a number of elements: where it counts bytes, the element would be in one of the rows.
std::string Launches::doubt_in_pitch(const launch::Launch& launch, const launch::Fault& fault) const {
  const auto block = std::ranges::find(blocks_, fault.buffer, &Allocation::name);
  if (fault.kind != launch::FaultKind::out_of_bounds || block == blocks_.end() || (*block)->pitch == 0 || !(*block)->type)
    return "";
  const std::uint64_t pitch = (*block)->pitch, element = launch::bytes(*(*block)->type);
  if (element == 1 || fault.element < 0 || static_cast<std::uint64_t>(fault.element) / pitch >= (*block)->bytes / pitch)
    return "";
  if (!launch::is_parameter(launch, pitch)) return "";
  return "; the kernel was given the pitch, " + base::grouped(pitch) + ", which counts bytes: the next row begins " +
         base::counted(pitch / element, "element") + " further";
}

/// Of a kernel that waits for memory which the host can write, too: that the host cannot do so here.
std::string Launches::waiting_for_host(const launch::Fault& fault) const {
  const auto block = std::ranges::find(blocks_, fault.buffer, &Allocation::name);
  if (fault.kind != launch::FaultKind::deadlock || block == blocks_.end() || !(*block)->on_host()) return "";
  return ". The host could write it while the kernel runs on a GPU, but not here: Warplens runs a kernel to its end before its "
         "launch returns";
}

/// For an uninitialised read of a buffer that was written in part: say how many bytes were written, and by what.
std::string Launches::written_before(const launch::Launch& launch, const launch::Finding& finding) const {
  const auto block = std::ranges::find(blocks_, finding.buffer, &Allocation::name);
  if (finding.kind != launch::FindingKind::uninitialised_read || finding.space != "global" || block == blocks_.end()) return "";
  std::uint64_t written = (*block)->bytes;
  for (const launch::ByteRange& range : launch.placement->blocks[static_cast<std::size_t>(block - blocks_.begin())].unwritten)
    written -= range.end - range.begin;
  if (written == 0 || (*block)->last_filled_by.empty()) return "";
  std::string rows;
  if ((*block)->last_filled_rows != 0 && (*block)->last_filled_rows < (*block)->row_bytes)
    rows = ", which wrote " + base::grouped((*block)->last_filled_rows) + " of the " +
           base::counted((*block)->row_bytes, "byte") + " of each row";
  return " Only " + base::grouped(written) + " of the " + base::counted((*block)->bytes, "byte") + " of " + (*block)->name +
         " were written before this launch, the last by " + (*block)->last_filled_by + rows + ".";
}

/// The elements of the memory that the launch's pointers point to have the types of the kernel's parameters, where it holds whole
/// ones only.
void Launches::set_types(const Kernel& kernel, const std::vector<std::byte>& values) {
  const auto& parameters = kernel.function().parameters;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (kernel.pointees[p] == launch::ElementType::u8 || parameters[p].size != sizeof(std::uint64_t)) continue;
    std::uint64_t address = 0;
    std::memcpy(&address, values.data() + parameters[p].offset, sizeof address);
    Allocation* const allocation = memory_.find(address);
    if (allocation == nullptr || allocation->number == 0 || allocation->bytes % launch::bytes(kernel.pointees[p]) != 0) continue;
    allocation->type = kernel.pointees[p];
  }
}

/// Store an argument's value. For a pointer of 32 bits, the kernel gets the address that it stands for.
void Launches::store_argument(const ptx::Parameter& parameter, const void* argument, std::byte* to) const {
  if (sizeof(void*) == parameter.size || !parameter.pointer_attribute) {
    std::memcpy(to, argument, parameter.size);
    return;
  }
  const void* pointer = nullptr;
  std::memcpy(&pointer, argument, sizeof pointer);
  const std::uint64_t address = memory_.address_of(pointer);
  std::memcpy(to, &address, sizeof address);
}

launch::Launch Launches::make_launch(const Kernel& kernel, void** arguments, bool cooperative) {
  launch::Launch launch;
  launch.module = kernel.module;
  launch.entry = kernel.entry;
  launch.schedule = options_.schedule;
  launch.seed = options_.seed;
  launch.step_limit = options_.step_limit;
  launch.check = options_.check;
  launch.heap_bytes = options_.heap_bytes;
  if (uses_.matter(memory_)) launch.trace_level = trace::Level::memory;

  auto placement = std::make_shared<launch::Placement>();
  placement->variables = *kernel.variables;
  placement->cooperative = cooperative;
  const ptx::Function& function = kernel.function();
  placement->parameters.resize(function.parameter_bytes);
  for (std::size_t p = 0; p < function.parameters.size(); ++p)
    store_argument(function.parameters[p], arguments[p], placement->parameters.data() + function.parameters[p].offset);
  placement->narrow = memory_.pointers().all();
  // A pointer to a managed variable of a program that clang has compiled is the host's.
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= placement->parameters.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, placement->parameters.data() + at, sizeof word);
    word = memory_.device_address(word);
    std::memcpy(placement->parameters.data() + at, &word, sizeof word);
  }
  set_types(kernel, placement->parameters);
  const std::vector<launch::PythonArray> arrays = launch::python_arrays(function, placement->parameters);
  blocks_.clear();
  for (Allocation& allocation : memory_.all()) {
    const bool variable_of_module =
        std::ranges::any_of(placement->variables, [&](const auto& variable) { return variable.address == allocation.address; });
    if (variable_of_module) continue;
    const launch::ElementType type = allocation.type.value_or(launch::ElementType::u8);
    const std::uint64_t bytes = launch::bytes(type);
    launch.arguments.emplace_back(
        launch::Buffer{allocation.name,
                       type,
                       allocation.bytes / bytes,
                       nullptr,
                       {{}, launch::extents_of({allocation.address, allocation.bytes, bytes}, arrays)}});
    placement->blocks.push_back({.address = allocation.address,
                                 .memory = allocation.memory,
                                 .unwritten = options_.check ? Memory::unwritten_bytes(allocation) : launch::RangesOfBytes{},
                                 .from_malloc = allocation.kind == MemoryKind::heap,
                                 .freed = allocation.freed});
    blocks_.push_back(&allocation);
  }
  launch.placement = std::move(placement);
  launch.textures = textures_.of_launch(blocks_);
  return launch;
}

Status Launches::check(const Kernel& kernel, const base::Dim3& grid, const base::Dim3& block, std::uint64_t dynamic_shared,
                       std::string& reason) const {
  if (const auto problems = launch::check_geometry(grid, block); !problems.empty()) {
    reason = problems.front().message;
    if (launch::check_geometry(block, grid).empty()) reason += ", which would be so with grid and block swapped";
    return Status::invalid_configuration;
  }
  const std::uint64_t max_shared =
      kernel.dynamic_shared_limit != 0 ? kernel.dynamic_shared_limit : launch::GeometryLimits{}.shared_bytes;
  if (dynamic_shared <= max_shared) return Status::success;
  reason = "a block wants " + base::counted(dynamic_shared, "byte") + " of dynamic shared memory, and may have " +
           base::grouped(max_shared) + " unless cudaFuncSetAttribute allows more; blocks on the " + device_.properties().name +
           " can have " + base::grouped(std::uint64_t{device_.properties().shared_per_block_opt_in});
  return Status::invalid_value;
}

Status Launches::run(Kernel& kernel, const base::Dim3& grid, const base::Dim3& block, void** arguments,
                     std::uint64_t dynamic_shared, std::uint32_t stream, bool cooperative, const Call& call, std::string& reason,
                     Issuer issuer) {
  if (pending_ != Status::success) return Status::success;  // nothing runs any more, as the program will learn
  if (const Status status = check(kernel, grid, block, dynamic_shared, reason); status != Status::success) return status;
  launch::Launch launch = make_launch(kernel, arguments, cooperative);
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_shared = static_cast<std::uint32_t>(dynamic_shared);
  recorder_.launch_begins(kernel, launch, call);
  launch::Progress progress;
  auto result = [&] {
    const InterruptibleLaunch interruptible(progress);
    return device_.run(launch, progress);
  }();
  if (!result) {
    reason = base::describe(result.error());
    return Status::out_of_resources;
  }
  if (result->outcome == launch::Outcome::cancelled) {
    reason = "the kernel was interrupted";
    return Status::launch_failure;
  }
  if (result->fault && !cooperative && ptx::is_cooperative(*launch.module, launch.entry))
    add_to_fault(*result, std::string(". ") + needs_cooperative_launch);
  if (++count_ == 1) journal_.write({{"event", "first launch"}});
  finish(kernel, launch, std::move(*result), stream, issuer, call);
  return Status::success;
}

std::vector<std::pair<Kernel*, launch::DeviceLaunch>> Launches::take_device_launches(Kernels& kernels) {
  std::vector<std::pair<Kernel*, launch::DeviceLaunch>> all;
  for (launch::DeviceLaunch& launch : std::exchange(launched_, {}))
    if (const auto kernel = kernels.kernel_beside(*launcher_, launch.entry)) all.emplace_back(*kernel, std::move(launch));
  return all;
}

report::Json Launches::pointers_of(const Kernel& kernel, const launch::Launch& launch) const {
  report::Json pointers = report::Json::array();
  const auto add = [&](std::size_t parameter, std::uint64_t address) {
    // Pointers to its inside as well: which of several a message means is not known.
    const auto block = std::ranges::find_if(blocks_, [&](const Allocation* allocation) {
      return address >= allocation->address && address - allocation->address < std::max<std::uint64_t>(allocation->bytes, 1);
    });
    if (block != blocks_.end()) pointers.push_back({{"parameter", parameter}, {"buffer", (*block)->name}});
  };
  const std::vector<std::byte>& values = launch.placement->parameters;
  if (ptx::numba_kernel_named(kernel.function().name)) {
    for (const launch::PythonArray& array : launch::python_arrays(kernel.function(), values)) add(array.parameter, array.address);
    return pointers;
  }
  const auto& parameters = kernel.function().parameters;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    std::uint64_t address = 0;
    if (parameters[index].size != sizeof address) continue;
    std::memcpy(&address, values.data() + parameters[index].offset, sizeof address);
    add(index, address);
  }
  return pointers;
}

/// Numba allocates memory for the arrays of the host that a kernel gets, in the line of the launch: note which argument it is
/// for.
void Launches::tell_arguments(const Kernel& kernel, const launch::Launch& launch, const Call& call) {
  if (call.python.empty()) return;
  for (const launch::PythonArray& array : launch::python_arrays(kernel.function(), launch.placement->parameters)) {
    const Allocation* const allocation = memory_.find(array.address);
    if (allocation == nullptr || allocation->number == 0) continue;
    if (of_one_python_line(allocation->allocated_by, call))
      journal_.write(
          {{"event", "argument"}, {"number", allocation->number}, {"index", array.parameter}, {"call", json_of(call)}});
  }
}

void Launches::finish(const Kernel& kernel, const launch::Launch& launch, launch::LaunchResult result, std::uint32_t stream,
                      Issuer issuer, const Call& call) {
  const double ms = result.timing.kernel_cycles.value_or(0) / (clock_mhz() * 1000);
  const Streams::Issued issued = streams_.issue(stream, Unit::kernels, ms, issuer);
  Call named = call;
  named.function = "kernel " + kernel.function().demangled;
  for (launch::Finding& finding : result.findings) finding.message += written_before(launch, finding);
  note_written(launch, result, named);
  tell_arguments(kernel, launch, call);
  if (launch.trace_level != trace::Level::none) note_uses(launch, result, issued, named);
  for (launch::HeapBlock& block : result.heap) memory_.add_heap(block.address, std::move(block.content));
  for (const std::uint64_t address : result.heap_freed)
    if (Allocation* const freed = memory_.find(address); freed != nullptr) memory_.free(*freed, call);
  if (!result.fault) launched_ = std::move(result.device_launches);
  if (!launched_.empty()) launcher_ = kernel;
  last_ = named;
  printed_ += result.printed;
  any_printed_ = any_printed_ || !result.printed.empty();
  if (!result.printed.empty() && !result.fault && !printing_) printing_ = named;
  if (result.fault) add_to_fault(result, doubt_in_pitch(launch, *result.fault) + waiting_for_host(*result.fault));
  const bool of_host = result.fault && tell_pointer(launch, *result.fault, named);
  if (result.fault) fail(*result.fault, call);
  if (!options_.details && !result.fault && result.findings.empty() && result.notes.empty()) return;
  report::Json json = report::json_of(launch, result, device_.properties().kind);
  json.erase("outputs");
  json.erase("printed");
  journal_.write({{"event", "launch"},
                  {"number", count_},
                  {"call", json_of(call)},
                  {"kernel", kernel.function().demangled},
                  {"stream", stream},
                  {"begin_ms", issued.begin_ms},
                  {"end_ms", issued.end_ms},
                  {"told_by_host", of_host},
                  {"pointers", pointers_of(kernel, launch)},
                  {"result", std::move(json)}});
}

/// Where a kernel failed since the host gave it a pointer that it cannot use: say so, in place of the kernel's access out of
/// bounds.
bool Launches::tell_pointer(const launch::Launch& launch, const launch::Fault& fault, const Call& call) {
  if (is_host_memory(fault)) {
    const HostPointer origin = origin_of_host_pointer(fault.address, launch, memory_.all());
    findings_.add(HostFinding::device_touched_host, call,
                  call.function + " used address " + base::hexadecimal(fault.address) + ": " + origin.sentence, nullptr,
                  origin.copy ? &*origin.copy : &call, false, &fault);
    return true;
  }
  const auto used = std::ranges::find_if(
      blocks_, [&](const Allocation* allocation) { return allocation->freed && allocation->name == fault.buffer; });
  if (fault.kind != launch::FaultKind::out_of_bounds || used == blocks_.end() || (*used)->number == 0) return false;
  findings_.add(HostFinding::use_after_free, call, call.function + " uses " + fault.buffer + " after it was freed", *used,
                &(*used)->freed_by);
  return true;
}

void Launches::fail(const launch::Fault& fault, const Call& call) {
  any_failed_ = true;
  if (pending_ != Status::success) return;
  pending_ = status_of(fault.kind);
  pending_call_ = call;
  pending_reason_ = fault.message;
}

/// What the launch has written: the check has seen it, or a whole trace has (note_uses).
void Launches::note_written(const launch::Launch& launch, const launch::LaunchResult& result, const Call& call) {
  const bool traced =
      launch.trace_level != trace::Level::none && result.trace_note.empty() && result.trace.truncation == trace::Truncation::none;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    Allocation& allocation = *blocks_[k];
    if (allocation.kind != MemoryKind::device || allocation.freed || allocation.written.contains(0, allocation.bytes)) continue;
    const launch::RangesOfBytes& before = launch.placement->blocks[k].unwritten;
    if (before.empty() || result.unwritten.empty()) {
      allocation.unsure = allocation.unsure || !traced;
      continue;
    }
    if (result.unwritten[k] != before) {
      allocation.last_filled_by = call.function;
      allocation.last_filled_rows = 0;
      allocation.last_written_by = {
          call, base::extents_text(launch.grid) + " blocks of " + base::extents_text(launch.block) + " threads",
          base::count(launch.grid) * base::count(launch.block),
          launch.grid.y * launch.grid.z * launch.block.y * launch.block.z == 1};
    }
    std::uint64_t begin = 0;
    for (const launch::ByteRange& left : result.unwritten[k]) {
      allocation.written.add(begin, left.begin);
      begin = left.end;
    }
    allocation.written.add(begin, allocation.bytes);
  }
}

/// The bytes that the launch read and wrote are in its trace. Where the trace is cut off, some are missing: nothing is said then
/// that does not hold.
void Launches::note_uses(const launch::Launch& launch, const launch::LaunchResult& result, const Streams::Issued& issued,
                         const Call& call) {
  constexpr std::array strengths{Strength::plain, Strength::device, Strength::system};
  using ByStrength = std::array<ByteRanges, strengths.size()>;
  std::vector<ByStrength> read(launch.arguments.size()), written(launch.arguments.size());
  const ptx::Listing listing(*launch.module, launch.entry);
  const trace::Accesses& accesses = result.trace.accesses;
  std::array<trace::LaneAccess, trace::lanes> lanes;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    const std::uint32_t buffer = accesses.buffer[row];
    if (buffer >= read.size() || accesses.space[row] != trace::MemorySpace::global) continue;
    const ptx::Instruction* const instruction =
        listing.instruction(*launch.module, result.trace.steps.instruction[accesses.step[row]]);
    const Strength strength = instruction != nullptr ? strength_of(*instruction, accesses.kind[row]) : Strength::plain;
    ByteRanges& bytes =
        (accesses.kind[row] == trace::AccessKind::read ? read : written)[buffer][static_cast<std::size_t>(strength)];
    const int count = trace::unpack(result.trace, row, lanes);
    std::uint64_t begin = lanes[0].offset, end = begin;  // neighbouring lanes' elements mostly touch
    for (const trace::LaneAccess& lane : std::span(lanes).first(static_cast<std::size_t>(count))) {
      if (lane.offset != end) {
        bytes.add(begin, end);
        begin = lane.offset;
      }
      end = lane.offset + accesses.bytes[row];
    }
    bytes.add(begin, end);
  }
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    for (const Strength strength : strengths) {
      const auto s = static_cast<std::size_t>(strength);
      blocks_[k]->written.add(written[k][s]);
      uses_.add(*blocks_[k], issued, false, std::move(read[k][s]), call, strength);
      uses_.add(*blocks_[k], issued, true, std::move(written[k][s]), call, strength);
    }
  }
}

void Launches::waited() {
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
  printing_.reset();
  if (pending_ == Status::success) return;
  errors_.fail(pending_call_, std::exchange(pending_, Status::success), pending_reason_);
}

}  // namespace warplens::runtime
