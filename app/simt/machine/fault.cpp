#include <cstdlib>

#include "base/number_format.h"
#include "ptx/parse/source_place.h"
#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

std::string triple(const base::Dim3& at) {
  return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
}

}  // namespace

std::string Machine::block_text(const ResidentBlock& block) const { return "block " + triple(block.position); }

std::string Machine::thread_text(const ResidentWarp& warp, int lane) const {
  const auto thread = base::position(warp.in_block * warp_size + static_cast<std::uint32_t>(lane), launch_.block);
  return "thread " + triple(thread) + " of " + block_text(resident_[warp.block]);
}

/// "file.cu:12", or the line of the PTX where there is no source line.
std::string Machine::place_text(std::uint32_t pc) const {
  if (listing_.instruction(*launch_.module, pc) == nullptr)
    return "the end of " + launch_.module->functions[listing_.place(pc).function].demangled;
  const launch::Fault place = fault_at(launch::FaultKind::device, warps_.front(), pc, 0);
  const std::size_t slash = place.file.find_last_of('/');
  return (slash == std::string::npos ? place.file : place.file.substr(slash + 1)) + ":" + std::to_string(place.line);
}

launch::Fault Machine::fault_at(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane) const {
  launch::Fault fault;
  fault.kind = kind;
  fault.block = resident_[warp.block].position;
  fault.thread = base::position(warp.in_block * warp_size + static_cast<std::uint32_t>(lane), launch_.block);
  const ptx::SourcePlace place = ptx::source_place(*launch_.module, listing_, pc);
  fault.file = place.file;
  fault.line = place.line;
  fault.column = place.column;
  return fault;
}

void Machine::raise(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what) {
  fault_ = fault_at(kind, warp, pc, lane);
  fault_->message = what;
}

void Machine::raise_step_limit(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t active) {
  const int lane = std::countr_zero(active);
  raise(launch::FaultKind::step_limit, warp, pc, lane,
        "stopped after " + base::counted(issued_, "warp instruction") + ", the step limit; " + thread_text(warp, lane) +
            " was at " + place_text(pc) + " and may loop without end");
}

void Machine::raise_access(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, int lane,
                           std::uint64_t address, const Request& request) {
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
  fault.access = instruction.kind == Kind::load ? "read" : instruction.kind == Kind::store ? "write" : "atomic";
  const std::string who = thread_text(warp, lane) + " " + verb + " ";

  if (request.allocation == nullptr && !shared && !local) {
    fault.message =
        who + "address " + base::hexadecimal(address) + ", which is in no buffer" + (address < 4096 ? " (a null pointer)" : "");
    fault_ = std::move(fault);
    return;
  }
  if (request.allocation != nullptr && request.allocation->heap == HeapState::freed) {
    fault.kind = FaultKind::out_of_bounds;
    fault.buffer = request.allocation->name;
    fault.element = static_cast<std::int64_t>(offset);
    fault.message = who + "memory from malloc after it was freed";
    fault_ = std::move(fault);
    return;
  }
  fault.buffer = request.allocation != nullptr ? request.allocation->name : fault.space + " memory";
  const auto element_bytes =
      static_cast<std::int64_t>(request.allocation != nullptr ? request.allocation->element_bytes : instruction.bytes);
  const auto signed_offset =
      static_cast<std::int64_t>(shared ? static_cast<std::uint64_t>(static_cast<std::int32_t>(offset)) : offset);
  const auto size = static_cast<std::int64_t>(request.window.size) / element_bytes;
  // Round down, so that byte -4 is element -1.
  fault.element = signed_offset >= 0 ? signed_offset / element_bytes : -((-signed_offset + element_bytes - 1) / element_bytes);
  if (fault.kind == FaultKind::misaligned) {
    fault.message = who + base::counted(bytes, "byte") + " at byte " + std::to_string(signed_offset) + " of " + fault.buffer +
                    ", which is not a multiple of " + std::to_string(bytes);
  } else if (inside) {
    fault.message = who + "element " + std::to_string(fault.element) + " of " + fault.buffer + ", which lies in constant memory";
  } else {
    const std::string distance = fault.element < 0
                                     ? base::counted(static_cast<std::uint64_t>(-fault.element), "element") + " before its start"
                                     : base::grouped(static_cast<std::uint64_t>(fault.element - size + 1)) + " past its end";
    fault.message = who + "element " + std::to_string(fault.element) + " of " + fault.buffer + ", " + distance + " (" +
                    base::counted(static_cast<std::uint64_t>(size), "element") + ")";
  }
  fault_ = std::move(fault);
}

}  // namespace warplens::simt
