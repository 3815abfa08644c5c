#include "simt/check/undefined_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ptx/flow/registers.h"
#include "simt/code/decode/decoder.h"
#include "simt/code/execute/shuffle_source.h"

namespace warplens::simt {
namespace {

using ptx::BooleanOp;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::ShuffleMode;

ShuffleSource source_of(ShuffleMode mode, int lane, std::uint32_t distance, std::uint32_t limit) {
  switch (mode) {
    case ShuffleMode::up:
      return shuffle_source<ShuffleMode::up>(lane, distance, limit);
    case ShuffleMode::down:
      return shuffle_source<ShuffleMode::down>(lane, distance, limit);
    case ShuffleMode::bfly:
      return shuffle_source<ShuffleMode::bfly>(lane, distance, limit);
    default:
      return shuffle_source<ShuffleMode::idx>(lane, distance, limit);
  }
}

std::uint32_t word_of(const Frame& frame, Row row, std::uint32_t lane) {
  std::uint32_t word;
  std::memcpy(&word, frame.source(row) + lane * sizeof word, sizeof word);
  return word;
}

bool is_predicate(const ptx::Instruction& instruction) { return instruction.type == ptx::Type::pred; }

}  // namespace

void UndefinedValues::start_block(std::uint32_t slot, std::uint32_t first_thread) {
  const std::size_t first = slot * std::size_t{warps_per_block_};
  if (warps_.size() < first + warps_per_block_) warps_.resize(first + warps_per_block_);
  for (std::uint32_t w = 0; w < warps_per_block_; ++w) {
    warps_[first + w].first_thread = first_thread + w * warp_size;
    if (!some_) continue;
    warps_[first + w].registers.clear();
    warps_[first + w].memory.clear();
    warps_[first + w].reads.clear();
  }
}

Undefined UndefinedValues::in(const OfWarp& warp, std::uint64_t function, const ptx::Operand& operand) const {
  Undefined value;
  each_register(operand, [&](std::uint32_t r) {
    const auto found = warp.registers.find(function << 32 | r);
    if (found == warp.registers.end()) return;
    if (value.lanes == 0) value.origin = found->second.origin;
    value.lanes |= found->second.lanes;
  });
  return value;
}

void UndefinedValues::write(OfWarp& warp, std::uint64_t function, const ptx::Operand& operand, std::uint32_t lanes,
                            const Undefined& value) {
  each_register(operand, [&](std::uint32_t r) {
    const auto found = warp.registers.find(function << 32 | r);
    const std::uint32_t others = found == warp.registers.end() ? 0 : found->second.lanes & ~lanes;
    const std::uint32_t all = others | (value.lanes & lanes);
    if (all == 0) {
      if (found != warp.registers.end()) warp.registers.erase(found);
      return;
    }
    const UndefinedOrigin origin = (value.lanes & lanes) != 0 ? value.origin : found->second.origin;
    warp.registers[function << 32 | r] = {all, origin};
  });
}

void UndefinedValues::use(const OfWarp& warp, std::uint32_t pc, const Undefined& value, std::uint32_t lanes, const char* how) {
  lanes &= value.lanes;
  if (lanes == 0) return;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  if (!value.origin.loaded) return report_.undefined_used(value.origin.place, {warp.first_thread + lane, pc}, lanes, how);
  const UninitialisedRead& read = warp.reads.at({value.origin.place, value.origin.element});
  // A lane that has not read it itself has the value from a lane that has.
  const std::uint32_t readers = (read.lanes & lanes) != 0 ? read.lanes & lanes : read.lanes;
  const auto reader = static_cast<std::uint32_t>(std::countr_zero(readers));
  report_.uninitialised_used(value.origin, {warp.first_thread + reader, read.bytes, read.offsets[reader], read.values[reader]},
                             lanes);
}

/// What an instruction makes of its operands. An operand that decides nothing, as the other one is false already, or another one
/// is selected, does not count.
Undefined UndefinedValues::result_of(const OfWarp& warp, std::uint64_t function, const ptx::Instruction& instruction,
                                     const WarpStep& step) const {
  const Decoded& decoded = program_.code[step.pc];
  const std::size_t first = instruction.destinations;
  const auto operand = [&](std::size_t i) {
    return first + i < instruction.operands.size() ? in(warp, function, instruction.operands[first + i]) : Undefined{};
  };
  const auto joined = [](const Undefined& a, std::uint32_t of_a, const Undefined& b, std::uint32_t of_b) {
    const std::uint32_t from_a = a.lanes & of_a, from_b = b.lanes & of_b;
    return Undefined{from_a | from_b, from_a != 0 ? a.origin : b.origin};
  };
  const auto both = [&](BooleanOp operation, const Undefined& a, std::uint32_t is_a, const Undefined& b, std::uint32_t is_b) {
    if (operation == BooleanOp::and_) return joined(a, b.lanes | is_b, b, a.lanes | is_a);
    if (operation == BooleanOp::or_) return joined(a, b.lanes | ~is_b, b, a.lanes | ~is_a);
    return joined(a, all_lanes, b, all_lanes);
  };
  if (instruction.opcode == Opcode::selp) {
    const std::uint32_t taken = step.frame.predicate(decoded.operands[3]);
    return joined(joined(operand(0), taken, operand(1), ~taken), all_lanes, operand(2), all_lanes);
  }
  if (is_predicate(instruction) && (instruction.opcode == Opcode::and_ || instruction.opcode == Opcode::or_)) {
    const BooleanOp operation = instruction.opcode == Opcode::and_ ? BooleanOp::and_ : BooleanOp::or_;
    return both(operation, operand(0), step.frame.predicate(decoded.operands[1]), operand(1),
                step.frame.predicate(decoded.operands[2]));
  }
  if (instruction.opcode == Opcode::setp && instruction.modifiers.boolean != BooleanOp::none && first == 1) {
    const Undefined compared = joined(operand(0), all_lanes, operand(1), all_lanes);
    return both(instruction.modifiers.boolean, compared, ~compared.lanes, operand(2), step.frame.predicate(decoded.operands[4]));
  }
  Undefined result;
  for (std::size_t i = 0; first + i < instruction.operands.size(); ++i) result = joined(result, all_lanes, operand(i), all_lanes);
  return result;
}

bool UndefinedValues::step(const WarpStep& step) {
  OfWarp& warp = of(step.slot, step.warp);
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, step.pc);
  if (instruction == nullptr) return warp.has_some();
  const std::uint64_t function = listing_.place(step.pc).function;
  if (instruction->guard != ptx::no_index) {
    ptx::Operand guard;
    guard.kind = OperandKind::reg;
    guard.index = instruction->guard;
    use(warp, step.place, in(warp, function, guard), step.group, "decides what runs");
  }
  const auto& operands = instruction->operands;
  Undefined result;
  switch (program_.code[step.pc].kind) {
    case Kind::compute:
      if (instruction->opcode == Opcode::ld || instruction->opcode == Opcode::st) {
        move_own(warp, function, *instruction, step);
        return warp.has_some();
      }
      result = result_of(warp, function, *instruction, step);
      break;
    case Kind::collective:
    case Kind::warp_sync:
      return true;
    case Kind::load:
      for (std::size_t i = instruction->destinations; i < operands.size(); ++i)
        use(warp, step.place, in(warp, function, operands[i]), step.active, "is an address");
      break;
    case Kind::store:
      if (operands.empty()) break;
      use(warp, step.place, in(warp, function, operands[0]), step.active, "is an address");
      break;
    case Kind::call: {
      const CallSite& site = program_.calls[program_.code[step.pc].target];
      if (site.pointer != no_row) return warp.has_some();
      const FunctionCode& callee = program_.functions[site.callee];
      if (callee.builtin != nullptr) {
        use_in_builtin(warp, site, step);
      } else {
        forget_registers(warp, callee.function, step.active);
        pass(warp, site.arguments, callee.parameters, step.active);
      }
      return warp.has_some();
    }
    case Kind::ret:
      if (step.call == nullptr) break;
      pass(warp, program_.functions[step.call->function].results, program_.calls[step.call->site].results, step.active);
      forget_registers(warp, function, step.active);
      break;
    case Kind::atomic:
      for (std::size_t i = instruction->destinations; i < operands.size(); ++i)
        use(warp, step.place, in(warp, function, operands[i]), step.active, "goes into an atomic");
      break;
    case Kind::table_branch:
      for (const ptx::Operand& operand : operands)
        use(warp, step.place, in(warp, function, operand), step.active, "decides what runs");
      break;
    default:
      break;
  }
  for (std::size_t d = 0; d < instruction->destinations; ++d) write(warp, function, operands[d], step.active, result);
  return warp.has_some();
}

/// A load or store of an argument or result, which is in the thread's own memory.
void UndefinedValues::move_own(OfWarp& warp, std::uint64_t function, const ptx::Instruction& instruction, const WarpStep& step) {
  const Decoded& decoded = program_.code[step.pc];
  const Row base = decoded.operands[address_slot];
  const auto offset_of = [&](std::size_t lane) {
    return (base == no_row ? 0 : read_cell(step.frame, base, 8, lane)) + static_cast<std::uint64_t>(decoded.offset);
  };
  const std::uint64_t bytes = std::uint64_t{decoded.bytes} * decoded.vector;
  if (instruction.opcode == Opcode::st)
    warp.memory.write(step.active, bytes, in(warp, function, instruction.operands[1]), offset_of);
  else
    write(warp, function, instruction.operands[0], step.active, warp.memory.read(step.active, bytes, offset_of));
}

/// A built-in function uses its arguments, and printf what is in the buffer in local memory that it gets.
void UndefinedValues::use_in_builtin(const OfWarp& warp, const CallSite& site, const WarpStep& step) {
  constexpr std::uint64_t max_printed = 64;  // bytes of a buffer; how many it has is only in the format
  for (const ValueLocation& argument : site.arguments) {
    if (!argument.in_memory || argument.row != no_row) continue;
    use(warp, step.place, warp.memory.read(step.active, argument.bytes, [&](std::size_t) { return argument.offset; }),
        step.active, "goes into a call");
    if (argument.bytes != sizeof(std::uint64_t)) continue;
    const auto pointer = [&](std::size_t lane) {
      std::uint64_t address = 0;
      read_place(step.frame, argument, lane, reinterpret_cast<std::byte*>(&address), sizeof address);
      return address - local_window;  // elsewhere there are no undefined bytes
    };
    use(warp, step.place, warp.memory.read(step.active, max_printed, pointer), step.active, "goes into a call");
  }
}

/// A call's registers are new, and gone when it returns.
void UndefinedValues::forget_registers(OfWarp& warp, std::uint64_t function, std::uint32_t lanes) {
  for (auto each = warp.registers.begin(); each != warp.registers.end();) {
    if (each->first >> 32 == function) each->second.lanes &= ~lanes;
    each = each->second.lanes == 0 ? warp.registers.erase(each) : std::next(each);
  }
}

/// Arguments or results that are in memory, at fixed places.
void UndefinedValues::pass(OfWarp& warp, const std::vector<ValueLocation>& from, const std::vector<ValueLocation>& to,
                           std::uint32_t lanes) {
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    if (!to[i].in_memory || to[i].row != no_row) continue;
    for (std::uint64_t b = 0; b < to[i].bytes; ++b) {
      const bool known = from[i].in_memory && from[i].row == no_row && b < from[i].bytes;
      const auto there = [&](std::size_t) { return from[i].offset + b; };
      warp.memory.write(lanes, 1, known ? warp.memory.read(lanes, 1, there) : Undefined{},
                        [&](std::size_t) { return to[i].offset + b; });
    }
  }
}

void UndefinedValues::follow(const CheckedAccess& access) {
  OfWarp& warp = of(access.slot, access.warp);
  if (!warp.has_some()) return;
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, access.pc);
  if (instruction == nullptr) return;
  const std::uint64_t function = listing_.place(access.pc).function;
  const Decoded& decoded = access.instruction;
  const bool local = access.space == trace::MemorySpace::local, loads = decoded.kind == Kind::load;
  if ((!loads && decoded.kind != Kind::store) || instruction->opcode != (loads ? Opcode::ld : Opcode::st) || (loads && !local))
    return;
  const ptx::Operand& values = instruction->operands[loads ? 0 : 1];
  for (std::uint64_t i = 0; i < std::max<std::size_t>(1, values.elements.size()); ++i) {
    const ptx::Operand& value = values.elements.empty() ? values : values.elements[i];
    const auto offset_of = [&](std::size_t lane) { return access.offsets[lane] + i * decoded.bytes; };
    if (loads)
      write(warp, function, value, access.active, warp.memory.read(access.active, decoded.bytes, offset_of));
    else if (local)
      warp.memory.write(access.active, decoded.bytes, in(warp, function, value), offset_of);
    else
      use(warp, access.place, in(warp, function, value), access.active, "is stored");
  }
}

void UndefinedValues::uninitialised(const CheckedAccess& access, std::uint32_t lanes, std::uint32_t element) {
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, access.pc);
  if (instruction == nullptr || instruction->destinations == 0) return;
  some_ = true;
  OfWarp& warp = of(access.slot, access.warp);
  UninitialisedRead& read = warp.reads[{access.place, element}];
  read.lanes |= lanes;
  read.bytes = access.instruction.bytes;
  each_lane(lanes, [&](std::size_t lane) {
    read.offsets[lane] = access.offsets[lane] + std::uint64_t{element} * read.bytes;
    read.values[lane] = 0;
    std::memcpy(&read.values[lane], access.frame.local + lane * access.frame.local_stride + read.offsets[lane], read.bytes);
  });
  const ptx::Operand& values = instruction->operands[0];
  write(warp, listing_.place(access.pc).function, values.elements.empty() ? values : values.elements[element], lanes,
        {lanes, {.place = access.place, .loaded = true, .element = element}});
}

/// Fills in the lane from which each lane reads. Returns the lanes that read from one that takes no part.
std::uint32_t UndefinedValues::read_from_outside(OfWarp& warp, const WarpStep& step, LaneOffsets& sources) {
  const Decoded& decoded = program_.code[step.pc];
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, step.pc);
  std::uint32_t reading = 0;
  for (std::uint32_t rest = step.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t distance = word_of(step.frame, decoded.operands[3], lane),
                        limit = word_of(step.frame, decoded.operands[4], lane);
    const ShuffleSource source = source_of(instruction->modifiers.shuffle, static_cast<int>(lane), distance, limit);
    sources[lane] = static_cast<std::uint64_t>(source.lane);
    const auto from = static_cast<std::uint32_t>(source.lane);
    if ((step.active >> from & 1) != 0) continue;
    reading |= 1u << lane;
    const std::uint64_t threads = base::count(launch_.block), thread = std::uint64_t{step.warp} * warp_size + from;
    const auto why = thread >= threads              ? LaneRead::Why::no_thread
                     : (step.live >> from & 1) == 0 ? LaneRead::Why::exited
                                                    : LaneRead::Why::elsewhere;
    report_.undefined_read({{warp.first_thread + lane, step.place}, from, why});
  }
  return reading;
}

bool UndefinedValues::collective(const WarpStep& step) {
  OfWarp& warp = of(step.slot, step.warp);
  if (!warp.has_some() && step.active == all_lanes) return false;
  const ptx::Instruction* const instruction = listing_.instruction(*launch_.module, step.pc);
  if (instruction == nullptr) return warp.has_some();
  const std::uint64_t function = listing_.place(step.pc).function;
  const auto& operands = instruction->operands;
  Undefined result;
  if (instruction->opcode == Opcode::shfl) {
    LaneOffsets sources{};
    const std::uint32_t outside = read_from_outside(warp, step, sources);
    some_ = some_ || outside != 0;
    const Undefined handed_on = in(warp, function, operands[instruction->destinations]);
    result = outside != 0 ? Undefined{outside, {.place = step.place}} : Undefined{0, handed_on.origin};
    for (std::uint32_t rest = step.active & ~outside; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      result.lanes |= (handed_on.lanes >> sources[lane] & 1) << lane;
    }
    write(warp, function, operands[0], step.active, result);
    return warp.has_some();
  }
  if (!warp.has_some()) return false;
  for (std::size_t i = instruction->destinations; i < operands.size(); ++i)
    use(warp, step.place, in(warp, function, operands[i]), step.active, "goes to the other lanes");
  for (std::size_t d = 0; d < instruction->destinations; ++d) write(warp, function, operands[d], step.active, {});
  return warp.has_some();
}

}  // namespace warplens::simt
