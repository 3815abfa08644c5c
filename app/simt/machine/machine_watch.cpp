#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

/// The low `bytes` of each lane of a row.
template <typename Cell>
void row_values(const std::byte* row, std::uint32_t bytes, LaneOffsets& values) {
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    Cell value;
    std::memcpy(&value, row + lane * sizeof value, sizeof value);
    values[lane] = value & mask;
  }
}

}  // namespace

/// Of each active lane, bytes in the window; of local memory, in the thread's own.
LaneOffsets Machine::offsets(const Request& request) const {
  LaneOffsets offsets = *request.distances;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    offsets[lane] += request.lowest;
    if (request.local) offsets[lane] -= lane * request.stride;
  }
  return offsets;
}

/// A load or store that has just taken place, element by element.
void Machine::record_values(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                            std::uint64_t clock) {
  LaneOffsets values{}, offsets = this->offsets(request);
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    if (row == no_row) {  // loaded and thrown away
      for (std::size_t lane = 0; lane < warp_size; ++lane) {
        values[lane] = 0;
        if ((request.active >> lane & 1) == 0) continue;
        std::memcpy(&values[lane],
                    request.window.memory + request.lowest + (*request.distances)[lane] + std::uint64_t{i} * instruction.bytes,
                    instruction.bytes);
      }
    } else if (instruction.values_wide) {
      row_values<std::uint64_t>(warp.frame.source(row), instruction.bytes, values);
    } else {
      row_values<std::uint32_t>(warp.frame.source(row), instruction.bytes, values);
    }
    record(warp, instruction, pc, request, clock, offsets, values, values, i == 0);
    for (std::uint64_t& offset : offsets) offset += instruction.bytes;
  }
}

void Machine::record(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                     std::uint64_t clock, const LaneOffsets& offsets, const LaneOffsets& values, const LaneOffsets& stored,
                     bool first) {
  using trace::AccessKind;
  const AccessKind kind = instruction.kind == Kind::load    ? AccessKind::read
                          : instruction.kind == Kind::store ? AccessKind::write
                                                            : AccessKind::atomic;
  const std::uint32_t buffer = request.allocation != nullptr ? request.allocation->buffer : trace::no_buffer;
  recorder_.access(clock, warp.in_grid, pc, request.active,
                   {kind, request.space, instruction.bytes, buffer, request.done, offsets, values, stored}, first);
}

void Machine::tell_checker(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request) {
  const LaneOffsets offsets = this->offsets(request);
  checker_->access({.place = warp.block,
                    .warp = warp.in_block,
                    .pc = pc,
                    .active = request.active,
                    .instruction = instruction,
                    .frame = warp.frame,
                    .space = request.space,
                    .allocation = request.allocation,
                    .window = request.window,
                    .offsets = offsets,
                    .pattern = request.pattern,
                    .unwritten = runs_ahead_ && request.allocation != nullptr && !request.allocation->written});
}

}  // namespace warplens::simt
