#include "runtime/program.h"

#include <algorithm>

#include "base/number_format.h"
#include "runtime/host_pages.h"

namespace warplens::runtime {
namespace {

const char* kind_text(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::pinned:
      return "pinned memory of the host";
    case MemoryKind::managed:
      return "managed memory";
    default:
      return "device memory";
  }
}

}  // namespace

void Program::waited() {
  uses.host_waited();
  launches.waited();
}

void Program::refuse(const Call& call, const std::string& reason) {
  if (!refused.emplace(call.frames, reason).second) return;
  journal.write({{"event", "refusal"}, {"call", json_of(call)}, {"message", call.function + ": " + reason}});
}

Status Program::free(void* pointer, bool host, const Call& call) {
  if (pointer == nullptr) {
    if (!host) null_freed = {call, memory.numbered()};
    return Status::success;
  }
  const std::uint64_t address = memory.address_of(pointer);
  Allocation* const allocation = memory.find(address);
  if (allocation == nullptr || allocation->number == 0 || (allocation->kind == MemoryKind::pinned) != host) {
    std::string what;
    if (allocation != nullptr && allocation->kind == MemoryKind::heap)
      what = ": it is from malloc or new in a kernel, and only free or delete in a kernel frees that";
    else if (allocation != nullptr && allocation->number != 0)
      what = ": " + allocation->name + " is " + kind_text(allocation->kind) + ", which " + (host ? "cudaFree" : "cudaFreeHost") +
             " frees";
    findings.add(HostFinding::wrong_copy, call, call.function + " was given a pointer that it did not allocate" + what,
                 allocation);
    return Status::invalid_value;
  }
  if (allocation->freed) {
    findings.add(HostFinding::double_free, call, allocation->name + " is freed a second time", allocation, &allocation->freed_by);
    return Status::invalid_value;
  }
  if (address != allocation->address) {
    const std::uint64_t distance = address - allocation->address;
    findings.add(HostFinding::wrong_copy, call,
                 call.function + " was given a pointer " + base::counted(std::min(distance, 0 - distance), "byte") +
                     (distance < 0 - distance ? " behind" : " before") + " the start of " + allocation->name +
                     ": it needs the one that the allocation gave",
                 allocation);
    return Status::invalid_value;
  }
  // Freeing waits for all work (CUDA Runtime API, cudaFree: "implicit synchronization").
  streams.wait_for_all();
  waited();
  uses.forget(*allocation);
  memory.free(*allocation, call);
  return Status::success;
}

void Program::check_variables(const Kernel& kernel, const Call& call) {
  std::string names;
  for (const std::string& name : kernels.variables_changed_on_the_host(kernel)) names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return;
  findings.add(HostFinding::variable_on_host, call,
               "the host has changed " + names + ", but only in its own copy: kernel " + kernel.function().demangled +
                   " uses what is in device memory, which cudaMemcpyToSymbol sets");
}

void Program::clock_read(std::uint32_t stream, const Call& call) {
  const auto& last = launches.last();
  if (!last || streams.idle(stream)) return;
  findings.add(HostFinding::launch_timed, call,
               "the clock is read here while " + last->function +
                   " may still run: a launch returns at once, and a time that ends here is not the kernel's. Wait for it by "
                   "cudaDeviceSynchronize() first",
               nullptr, &*last);
}

void Program::reset(const Call& call) {
  for (Allocation& allocation : memory.all()) {
    if (allocation.number == 0 || allocation.freed) continue;
    uses.forget(allocation);
    memory.free(allocation, call);
  }
  textures.reset();
  errors.reset();
}

bool Program::host_touched(std::uint64_t address, const Call& call) {
  Allocation* const allocation = Memory::is_ours(address) ? memory.find(address) : nullptr;
  if (allocation == nullptr) {
    const auto& copy = copies.under_way();
    const std::uint64_t there = copy ? mapped_bytes(reinterpret_cast<const void*>(copy->host), copy->bytes) : 0;
    if (copy && address >= copy->host && address - copy->host < copy->bytes && there < copy->bytes) {
      findings.add(HostFinding::out_of_bounds, copy->call,
                   copy->call.function + (copy->reads ? " reads " : " writes ") + base::counted(copy->bytes, "byte") +
                       " of the host's memory from its " + (copy->reads ? "second" : "first") +
                       " argument on, but the program's memory ends after " + base::grouped(there) +
                       " bytes, and the system ended the program");
      return false;
    }
    journal.write({{"event", "crash"}, {"call", json_of(call)}, {"address", base::hexadecimal(address)}});
    return false;
  }
  const std::uint64_t offset = address - allocation->address;
  if (allocation->on_host() && !allocation->freed && offset < allocation->bytes) {
    uses.host_touched(*allocation, offset, call);
    return true;
  }
  constexpr std::uint64_t header = 16;  // of a block of malloc
  if (allocation->kind == MemoryKind::pinned && !allocation->freed && 0 - offset <= header) {
    findings.add(HostFinding::wrong_copy, call,
                 "the host uses the bytes before " + allocation->name + ", as free and delete do: it is " +
                     kind_text(allocation->kind) + ", which only cudaFreeHost frees",
                 allocation);
  } else if (allocation->on_host() && !allocation->freed) {
    findings.add(HostFinding::out_of_bounds, call,
                 "the host uses memory " +
                     (offset < 0 - offset ? base::counted(offset - allocation->bytes + 1, "byte") + " past the end"
                                          : base::counted(0 - offset, "byte") + " before the start") +
                     " of " + allocation->name + " (" + base::counted(allocation->bytes, "byte") + ")",
                 allocation);
  } else if (allocation->freed) {
    findings.add(HostFinding::use_after_free, call, "the host uses " + allocation->name + " after it was freed", allocation,
                 &allocation->freed_by);
  } else {
    findings.add(HostFinding::host_touched_device, call,
                 "the host reads or writes " + allocation->name + ", which is " + kind_text(allocation->kind) +
                     ": only kernels can; the host gets at its content by cudaMemcpy",
                 allocation);
  }
  return false;
}

bool Program::host_sees_results() {
  const auto is_shared = [](const Allocation& allocation) {
    return allocation.on_host() || allocation.kind == MemoryKind::registered;
  };
  return copies.any_to_host() || launches.any_printed() || std::ranges::any_of(memory.all(), is_shared);
}

void Program::end() {
  for (const Allocation& allocation : memory.all()) {
    if (allocation.set_by && allocation.type && launch::bytes(*allocation.type) > 1)
      findings.add(HostFinding::memset_bytes, *allocation.set_by,
                   allocation.set_by->function + " sets each byte of " + allocation.name + " to " +
                       std::to_string(allocation.set_to) + ", but its elements have " +
                       base::counted(launch::bytes(*allocation.type), "byte") + ": an int becomes " +
                       base::grouped(std::uint64_t{allocation.set_to} * 0x01010101u),
                   &allocation);
    const std::optional<Call>& call = allocation.copied_as_pointer;
    if (!call || allocation.copied_otherwise || allocation.bytes <= sizeof(void*)) continue;
    findings.add(HostFinding::size_of_pointer, *call,
                 call->function + " copies " + std::to_string(sizeof(void*)) +
                     " bytes, the size of a pointer, and nothing else of the " + base::grouped(allocation.bytes) + " bytes of " +
                     allocation.name + " ever comes to the host",
                 &allocation);
  }
  for (const Allocation& allocation : memory.all()) {
    // Python frees what a program holds to its end when it itself ends.
    const bool of_python = !allocation.allocated_by.python.empty();
    const bool counts = allocation.number != 0 && !allocation.freed && allocation.kind != MemoryKind::registered && !of_python;
    if (!counts) continue;
    const bool freed_null = null_freed && null_freed->second >= allocation.number && allocation.kind != MemoryKind::pinned;
    findings.add(HostFinding::leak, allocation.allocated_by,
                 allocation.name + ", " + base::counted(allocation.bytes, "byte") + " of " + kind_text(allocation.kind) +
                     ", is never freed" +
                     (freed_null ? "; cudaFree was called with a null pointer, which frees nothing: was the pointer cleared "
                                   "before?"
                                 : ""),
                 &allocation, freed_null ? &null_freed->first : nullptr);
  }
  const auto &last = launches.last(), &copy = copies.to_device_since_launch();
  if (last && copy && !launches.any_failed() && !host_sees_results())
    findings.add(HostFinding::result_unused, *copy,
                 copy->function + " copies to the device after " + last->function +
                     ", and nothing that a kernel computes ever comes to the host: are destination and source swapped?",
                 nullptr, &*last);
  if (const auto& printing = launches.unprinted_from(); printing)
    findings.add(HostFinding::output_not_shown, *printing,
                 "what " + printing->function +
                     " prints never appears: the program ends without waiting for it. Call cudaDeviceSynchronize() before the "
                     "end");
  const auto& unnoticed = errors.unnoticed();
  if (unnoticed && (unnoticed->launch || unnoticed->went_on) && !findings.has_any_of(unnoticed->call)) {
    const std::string code = name(static_cast<int>(unnoticed->status));
    findings.add(HostFinding::unchecked_error, unnoticed->call,
                 (unnoticed->launch ? "the launch failed with " + code : unnoticed->call.function + " returned " + code) + " (" +
                     text(static_cast<int>(unnoticed->status)) + "), and the program went on as if nothing had happened" +
                     (unnoticed->reason.empty() ? "" : ": " + unnoticed->reason) +
                     (unnoticed->launch ? ". A launch returns no error; ask cudaGetLastError() after it" : ""));
  }
  journal.write({{"event", "end"},
                 {"calls", calls},
                 {"launches", launches.count()},
                 {"faulted", launches.any_failed()},
                 {"modelled_ms", streams.now_ms()}});
}

}  // namespace warplens::runtime
