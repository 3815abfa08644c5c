#include <algorithm>
#include <numeric>
#include <set>

#include "ptx/parse/source_place.h"
#include "simt/code/builtins/builtin.h"
#include "simt/code/decode/decoder.h"

// Calls, function parameters, branch tables and the stack.

namespace warplens::simt {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Space;

/// Every function's registers have rows of their own, so that lanes in different functions do not interfere. Registers that a
/// recursive call would overwrite are saved at the call (place_saved_rows).
base::Status Decoder::place_function() {
  place_registers();
  if (program_.register_bytes > max_register_file) return error_of("its registers take too much memory");
  FunctionCode& function = program_.functions[place_];
  function.registers = rows_;
  function.frame_bytes = static_cast<std::uint32_t>(frame_.bytes);
  function.frame = frame_row_;
  function.elsewhere = ptx::is_elsewhere(module_.functions[program_.functions.front().function], function_);
  for (std::uint32_t i = 0; i < function_.parameters.size(); ++i) {
    (function_.parameters[i].result ? function.results : function.parameters).push_back(parameter_place(i));
  }
  return base::Nothing{};
}

ValueLocation Decoder::parameter_place(std::uint32_t index) const {
  const ptx::Parameter& parameter = function_.parameters[index];
  ValueLocation place;
  place.bytes = static_cast<std::uint32_t>(parameter.size);
  if (parameter.reg != ptx::no_index) {
    const int bits = register_bits(parameter.reg);
    place.row = rows_[parameter.reg];
    place.cell = bits == 64 ? 8 : bits == 1 ? predicate_bytes : 4;
  } else {
    place.in_memory = true;
    place.row = frame_row_;
    place.offset = frame_.parameters[index];
  }
  return place;
}

/// The place of a call's operand; for a literal, of `bytes` bytes.
ValueLocation Decoder::place_of(const Operand& operand, std::uint64_t bytes) {
  ValueLocation place;
  switch (operand.kind) {
    case OperandKind::reg: {
      const int bits = register_bits(operand.index);
      place.cell = bits == 64 ? 8 : bits == 1 ? predicate_bytes : 4;
      place.row = register_row(operand.index, static_cast<std::uint8_t>(place.cell));
      place.bytes = static_cast<std::uint32_t>(std::max(1, bits / 8));
      break;
    }
    case OperandKind::immediate:
      place.cell = bytes == 8 ? 8 : 4;
      place.row = constant(operand.bits, static_cast<std::uint8_t>(place.cell));
      place.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, 8));
      break;
    case OperandKind::variable:
      place.in_memory = true;
      place.row = frame_row_;
      place.offset = program_.variables.address[operand.index];
      place.bytes = static_cast<std::uint32_t>(module_.variables[operand.index].size);
      break;
    case OperandKind::parameter:
      return parameter_place(operand.index);
    default:
      break;  // discarded
  }
  return place;
}

void Decoder::decode_call(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.kind = Kind::call;
  decoded.target = static_cast<std::uint32_t>(program_.calls.size());
  CallSite site;
  site.pc = static_cast<std::uint32_t>(program_.code.size());
  const std::size_t results = instruction.destinations;
  const Operand& callee = instruction.operands[results];
  const FunctionCode* called = nullptr;
  if (callee.kind == OperandKind::function) {
    const ptx::Function& function = module_.functions[callee.index];
    site.callee = program_.function_at[callee.index];
    called = &program_.functions[site.callee];
    if (function.external && called->builtin == nullptr)
      return void(fail("function '" + function.name + "' is not defined in this module"));
  } else {
    site.pointer = register_row(callee.index, 8);
  }
  for (std::size_t i = 0; i < results; ++i) site.results.push_back(place_of(instruction.operands[i], 0));
  for (std::size_t i = results + 1; i < instruction.operands.size(); ++i) {
    const std::size_t k = i - results - 1;
    const std::uint64_t bytes = called != nullptr && k < called->parameters.size() ? called->parameters[k].bytes : 4;
    site.arguments.push_back(place_of(instruction.operands[i], bytes));
  }
  if (called != nullptr && called->builtin != nullptr) {
    const Builtin& builtin = *called->builtin;
    if (site.arguments.size() != builtin.arguments || site.results.size() > (builtin.returns ? 1u : 0u))
      return void(fail("function '" + std::string(builtin.name) + "' of the device has other parameters"));
  }
  program_.calls.push_back(std::move(site));
}

void Decoder::decode_return(Decoded& decoded) const { decoded.kind = function_.entry ? Kind::exit : Kind::ret; }

void Decoder::decode_table_branch(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.kind = Kind::table_branch;
  decoded.operands[0] = row(instruction.operands[0], 4);
  decoded.target = static_cast<std::uint32_t>(program_.targets.size());
  decoded.immediate = instruction.operands.size() - 1;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i)
    program_.targets.push_back(first_ + instruction.operands[i].index);
}

/// alloca, stacksave, stackrestore: the stack grows upwards, after the fixed frames.
void Decoder::decode_stack(const ptx::Instruction& instruction, Decoded& decoded) {
  if (ptx::bits(instruction.type) != 64) return void(fail("addresses have 64 bits here"));
  if (instruction.opcode == Opcode::alloca) {
    decoded.kind = Kind::stack;
    decoded.operands[0] = row(instruction.operands[0], 8);
    decoded.operands[1] = row(instruction.operands[1], 8);
    constexpr std::uint64_t least = 16, most = std::uint64_t{1} << 23;
    const std::uint64_t alignment = instruction.operands.size() > 2 ? instruction.operands[2].bits : least;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > most)
      return void(fail("an alignment is a power of two up to 2^23"));
    decoded.immediate = std::max(alignment, least);
    return;
  }
  // stacksave and stackrestore are a mov from or to the stack pointer.
  ptx::Instruction move;
  move.opcode = Opcode::mov;
  move.type = ptx::Type::u64;
  move.operands.resize(2);
  decoded.execute = executor().select(move, function_).execute;
  const bool saves = instruction.opcode == Opcode::stacksave;
  const Row other = row(instruction.operands[0], 8);
  decoded.operands[0] = saves ? other : program_.stack_pointer;
  decoded.operands[1] = saves ? program_.stack_pointer : other;
}

/// Whether an address is that of a .local or .param variable, or of a function's parameter, all of which are in local memory.
bool Decoder::is_own(const Operand& address) const {
  const OperandKind kind = address.kind == OperandKind::address ? address.base : address.kind;
  if (kind == OperandKind::parameter) return !function_.entry;
  if (kind != OperandKind::variable) return false;
  const ptx::Variable& variable = module_.variables[address.index];
  return variable.function != ptx::no_index && (variable.space == Space::local || variable.space == Space::param);
}

/// mov and cvta of an address that is relative to the function's frame. False if the address is fixed.
bool Decoder::decode_own_address(const ptx::Instruction& instruction, Decoded& decoded) {
  if (instruction.operands.size() != 2 || frame_row_ == no_row || !is_own(instruction.operands[1])) return false;
  const Operand& own = instruction.operands[1];
  if (ptx::bits(instruction.type) != 64) return fail("an address in a recursive function has 64 bits"), true;
  ptx::Instruction shift;
  shift.opcode = Opcode::cvta;
  shift.type = ptx::Type::u64;
  shift.operands.resize(2);
  decoded.execute = executor().select(shift, function_).execute;
  decoded.operands[0] = row(instruction.operands[0], 8);
  decoded.operands[1] = frame_row_;
  const std::uint64_t address =
      own.kind == OperandKind::parameter ? frame_.parameters[own.index] : program_.variables.address[own.index];
  decoded.immediate = address + static_cast<std::uint64_t>(own.offset);
  return true;
}

/// ld.param and st.param of a .param variable or a function's parameter.
void Decoder::decode_own_access(const ptx::Instruction& instruction, const Operand& address, const Operand& values,
                                Decoded& decoded) {
  const bool variable = address.base == OperandKind::variable;
  const std::uint64_t size = variable ? module_.variables[address.index].size : function_.parameters[address.index].size;
  decoded.bytes = static_cast<std::uint8_t>(ptx::bits(instruction.type) / 8);
  decoded.vector = instruction.vector;
  if (instruction.type == ptx::Type::b128) decoded.bytes = 8, decoded.vector = 2;  // two registers of 64 bits
  const std::uint8_t cell = decode_values(values, instruction, decoded);
  if (problem_) return;
  const auto offset = static_cast<std::uint64_t>(address.offset);
  const std::uint64_t bytes = std::uint64_t{decoded.bytes} * decoded.vector;
  if (bytes > size || offset > size - bytes) return void(fail("it goes outside of the parameter"));
  decoded.operands[address_slot] = frame_row_;
  decoded.offset = static_cast<std::int64_t>(
      offset + (variable ? program_.variables.address[address.index] : frame_.parameters[address.index]));
  decoded.execute = executor().select_own(instruction.type, cell, instruction.opcode != Opcode::st);
  if (decoded.execute == nullptr) fail("this form is not supported");
}

/// Registers that a possibly recursive call has to save: those live after it. Every call saves the stack pointer, if there is
/// one. Error: too many in the whole program.
base::Status Decoder::place_saved_rows(const ptx::Liveness& liveness) {
  const std::vector<ptx::Liveness::Range>& ranges = liveness.ranges;
  std::vector<std::uint32_t> by_first(rows_.size());
  std::iota(by_first.begin(), by_first.end(), 0u);
  std::ranges::stable_sort(by_first, {}, [&](std::uint32_t r) { return ranges[r].first; });
  std::set<std::uint32_t> live;  // of a call, and those that may be live at the next
  auto next = by_first.begin();
  for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) {
    if (code(i).kind != Kind::call) continue;
    CallSite& site = program_.calls[code(i).target];
    const auto keep = [&](Row row, std::uint32_t cell) {
      site.saved.push_back({row, cell});
      site.saved_bytes += cell;
    };
    const bool known = site.pointer == no_row;
    if (known && program_.functions[site.callee].builtin != nullptr) continue;
    if (program_.stack_pointer != no_row) keep(program_.stack_pointer, 8);
    if (!frame_.recursive || (known && linking_.frames.functions[site.callee].component != frame_.component)) continue;
    keep(frame_row_, 8);
    for (; next != by_first.end() && ranges[*next].first <= i; ++next) live.insert(*next);
    std::erase_if(live, [&](std::uint32_t r) { return ranges[r].last <= i; });
    for (const std::uint32_t r : live) {
      const int bits = register_bits(r);
      keep(rows_[r], bits == 64 ? 8 : bits <= 1 ? predicate_bytes : 4);
    }
    site.saved.shrink_to_fit();
    linking_.saved_rows += site.saved.size();
    if (linking_.saved_rows > max_saved_rows) {
      instruction_ = &function_.instructions[i];
      return error_of("the program's recursive calls save more than " + std::to_string(max_saved_rows) + " registers together");
    }
  }
  return base::Nothing{};
}

}  // namespace warplens::simt
