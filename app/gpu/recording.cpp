#include "gpu/recording.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "gpu/errors.h"
#include "ptx/listing.h"
#include "trace/hardware_trace.h"

namespace warplens::gpu {
namespace {

/// Bytes of each region for the records.
std::uint64_t capacity_for(std::uint64_t budget) {
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess) return 0;
  constexpr std::uint64_t unit = 16;
  return std::min<std::uint64_t>(budget, free / 2) / ptx::record_regions / unit * unit;
}

/// The used bytes of the regions, one after another.
base::Result<std::vector<std::byte>> used_bytes(const ptx::RecordBuffer& buffer, const Buffer& memory) {
  std::uint64_t size = 0;
  for (std::size_t region = 0; region < ptx::record_regions; ++region) size += buffer.used(region);
  std::vector<std::byte> records(size);
  std::byte* to = records.data();
  const auto* from = static_cast<const std::byte*>(memory.address());
  for (std::size_t region = 0; region < ptx::record_regions; ++region, from += buffer.capacity) {
    if (buffer.used(region) == 0) continue;
    const cudaError_t error = cudaMemcpy(to, from, buffer.used(region), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) return failed("cannot read the trace", error);
    to += buffer.used(region);
  }
  return records;
}

std::vector<trace::AddressRange> ranges_of(const launch::Launch& launch, const Work& work, const Module& module) {
  std::vector<trace::AddressRange> ranges;
  std::uint32_t k = 0;
  for (const Buffer& buffer : work.buffers())
    ranges.push_back({reinterpret_cast<std::uintptr_t>(buffer.address()), buffer.size(), k++});
  for (const ptx::Variable& variable : launch.module->variables) {
    const bool constant = variable.space == ptx::Space::constant;
    if (variable.function != ptx::no_index || (variable.space != ptx::Space::global && !constant)) continue;
    const auto place = module.variable(variable.name);  // one that no kernel uses may be left out
    if (!place) continue;
    const trace::MemorySpace space = constant ? trace::MemorySpace::constant : trace::MemorySpace::global;
    ranges.push_back({reinterpret_cast<std::uintptr_t>(place->address), place->size, trace::no_buffer, space});
  }
  return ranges;
}

/// From compute capability 9.0 on, the system's reserved part of a block's shared memory precedes the kernel's part.
std::uint64_t first_shared_address(const launch::DeviceProperties& properties) {
  const bool below = std::atoi(properties.compute_capability.c_str()) >= 9;
  return below ? properties.per_multiprocessor.shared_reserved : 0;
}

std::string note_of(const launch::Launch& launch, const ptx::Instrumented& instrumented, const trace::Trace& trace) {
  std::string note =
      ptx::reads_clock(*launch.module, launch.entry)
          ? "The trace is of a run of the instrumented kernel; the times and the outputs are of a run of the plain one, which "
            "reads "
            "the clock."
          : "The trace and the outputs are of a run of the instrumented kernel, the times of a run of the plain one.";
  if (instrumented.unrecorded > 0) note += " Mbarriers and some asynchronous copies leave no records.";
  if (trace.truncation == trace::Truncation::budget) note += " There was no room for all of the records.";
  return note;
}

}  // namespace

void Recording::reset() {
  module_.reset();
  source_.reset();
}

void Recording::abandon() {
  Module::abandon(module_);
  reset();
}

base::Status Recording::load(const launch::Launch& launch, bool fresh) {
  const auto threads = static_cast<std::uint32_t>(base::count(launch.block));
  if (source_ == launch.module && threads <= threads_ && !fresh) return base::Nothing{};
  if (source_ != launch.module) {
    auto instrumented = ptx::instrument(*launch.module);
    if (!instrumented) return instrumented.error();
    instrumented_ = std::move(*instrumented);
  }
  reset();
  auto module = Module::load(instrumented_.text, launch.module->path, threads);
  if (!module) return module.error();
  module_ = std::move(*module);
  source_ = launch.module;
  threads_ = threads;
  return base::Nothing{};
}

base::Result<Recorded> Recording::run(const launch::Launch& launch, const launch::DeviceProperties& properties, bool fresh,
                                      const launch::Progress& progress) {
  if (const auto status = load(launch, fresh); !status) return status.error();
  const auto kernel = module_->kernel(launch.module->functions[launch.entry].name, launch.dynamic_shared);
  if (!kernel) return kernel.error();
  auto work = Work::prepare(launch);
  if (!work) return work.error();

  ptx::RecordBuffer header;
  header.capacity = capacity_for(launch.trace_budget);
  auto memory = Buffer::allocate(header.capacity * ptx::record_regions);
  if (!memory) return memory.error();
  header.records = reinterpret_cast<std::uintptr_t>(memory->address());
  const std::string name(ptx::record_buffer_name);
  if (const cudaError_t error = cudaMemsetAsync(memory->address(), 0, memory->size(), work->stream().get()); error != cudaSuccess)
    return failed("cannot clear the memory for the trace", error);
  const auto bytes = std::as_bytes(std::span(&header, 1));
  if (const auto status = module_->set_variable(name, bytes, work->stream()); !status) return status.error();

  auto outcome = work->run(launch, *module_, *kernel, progress);
  if (!outcome) return outcome.error();
  Recorded recorded{std::move(*outcome), {}, {}};
  if (recorded.outcome.cancelled) static_cast<void>(std::make_unique<Buffer>(std::move(*memory)).release());  // still written
  if (recorded.outcome.cancelled || recorded.outcome.error != cudaSuccess) return recorded;

  std::vector<std::byte> after;
  if (const auto status = module_->read_variable(name, after, work->stream()); !status) return status.error();
  if (const cudaError_t error = work->stream().wait(); error != cudaSuccess) return failed("cannot read the trace", error);
  if (after.size() != sizeof header) return base::error("the records of the run are damaged");
  std::memcpy(&header, after.data(), sizeof header);
  const auto records = used_bytes(header, *memory);
  if (!records) return records.error();

  const std::vector<trace::AddressRange> ranges = ranges_of(launch, *work, *module_);
  auto trace = trace::hardware_trace({.module = *launch.module,
                                      .entry = launch.entry,
                                      .grid = launch.grid,
                                      .block = launch.block,
                                      .sites = instrumented_.sites,
                                      .buffer = header,
                                      .records = *records,
                                      .ranges = ranges,
                                      .shared_start = first_shared_address(properties),
                                      .clock_mhz = properties.clock_mhz});
  if (!trace) return trace.error();
  recorded.note = note_of(launch, instrumented_, *trace);
  recorded.trace = std::move(*trace);
  return recorded;
}

}  // namespace warplens::gpu
