#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "analysis/why/arithmetic.h"
#include "analysis/why/expression.h"
#include "analysis/why/lane_steps.h"
#include "analysis/why/signs.h"
#include "ptx/flow/registers.h"
#include "ptx/parse/demangle.h"

namespace warplens::analysis {
namespace {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Type;
using Kind = Expression::Kind;

Expression number(std::uint64_t bits, Type type) {
  Expression expression;
  expression.kind = Kind::number;
  expression.type = type;
  expression.bits = bits;
  return expression;
}

/// An operation of `type` on its operands, with its value where all of theirs are known.
Expression applied(std::string sign, Type type, std::vector<Expression> operands, Type result) {
  Expression expression;
  expression.kind = Kind::operation;
  expression.type = result;
  expression.text = std::move(sign);
  std::vector<std::uint64_t> bits;
  for (const Expression& operand : operands)
    if (operand.bits) bits.push_back(*operand.bits);
  if (bits.size() == operands.size()) expression.bits = computed(expression.text, type, bits);
  expression.operands = std::move(operands);
  return expression;
}

/// The type of a value as it is used: floating where it is used as such.
Type as_used(Type own, Type wanted) {
  const bool same_width = ptx::bits(own) == ptx::bits(wanted);
  return same_width && (ptx::kind(own) == ptx::TypeKind::bits || ptx::kind(wanted) == ptx::TypeKind::floating) ? wanted : own;
}

/// Whether an operation rounds to nearest, and does nothing else to its result.
bool is_plain(const ptx::Modifiers& modifiers) {
  const bool nearest = modifiers.rounding == ptx::Rounding::none || modifiers.rounding == ptx::Rounding::rn;
  return nearest && !modifiers.sat && !modifiers.ftz && !modifiers.cc && !modifiers.approx && !modifiers.full &&
         !modifiers.relu && !modifiers.nan && !modifiers.xorsign && !modifiers.magnitudes;
}

/// The type in which a loaded integer of type `own` is shown: with the sign of the elements where it is as wide as they are.
Type shown_type(launch::ElementType element, Type own) {
  if (static_cast<int>(launch::bytes(element)) * 8 != ptx::bits(own) || launch::is_floating(element)) return own;
  return ptx::type_named((launch::is_signed(element) ? "s" : "u") + std::to_string(ptx::bits(own))).value_or(own);
}

}  // namespace

Expression Slices::operand(std::uint32_t step, int lane, const ptx::Operand& operand, Type wanted) {
  switch (operand.kind) {
    case OperandKind::reg: {
      Expression value = of_register(step, lane, operand.index, wanted);
      return operand.negated ? negated(std::move(value)) : value;
    }
    case OperandKind::immediate:
      return number(operand.bits, wanted);
    case OperandKind::special:
      return of_special(step, lane, static_cast<ptx::SpecialRegister>(operand.index));
    case OperandKind::variable:
      return unknown_value("&" + ptx::variable_name(executed_.module().variables[operand.index].name), wanted);
    default:
      return unknown_value("…", wanted);
  }
}

std::optional<std::uint32_t> Slices::definition(std::uint32_t step, int lane, std::uint32_t reg) const {
  LaneSteps before(executed_, step, lane);
  while (const auto earlier = before.back()) {
    const ptx::Instruction* const instruction = executed_.instruction(*earlier);
    bool defines = false;
    if (instruction != nullptr) ptx::each_defined(*instruction, [&](std::uint32_t r) { defines = defines || r == reg; });
    if (defines) return earlier;
  }
  return std::nullopt;
}

Expression Slices::of_register(std::uint32_t step, int lane, std::uint32_t reg, Type wanted) {
  if (depth_ >= max_depth || ++nodes_ > max_nodes) {
    cut_ = true;
    return unknown_value("…", wanted);
  }
  const auto from = definition(step, lane, reg);
  if (!from) return unknown_value("…", wanted);
  ++depth_;
  Expression value = of_definition(*from, lane, reg, wanted);
  --depth_;
  return value;
}

Expression Slices::of_definition(std::uint32_t step, int lane, std::uint32_t reg, Type wanted) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  const std::vector<ptx::Operand>& operands = instruction.operands;
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::atom:
      return of_memory(step, lane, reg, wanted);
    case Opcode::mov:
      if (operands[0].kind != OperandKind::reg || operands[1].kind == OperandKind::vector) return unknown_value("…", wanted);
      return operand(step, lane, operands[1], as_used(instruction.type, wanted));
    case Opcode::cvta:
      return operand(step, lane, operands[1], wanted);
    case Opcode::cvt:
      return converted(step, lane);
    case Opcode::selp:
      return chosen(step, lane);
    case Opcode::setp:
      return operands[0].index == reg && instruction.destinations == 1 ? compared(step, lane) : unknown_value("…", wanted);
    case Opcode::shfl:
      return operands[0].index == reg ? of_shuffle(step, lane, wanted) : unknown_value("…", wanted);
    case Opcode::tex:
    case Opcode::tld4:
    case Opcode::txq:
    case Opcode::suld:
    case Opcode::suq:
      return unknown_value("what a texture gave", wanted);
    case Opcode::call:
      return unknown_value("what a function returned", wanted);
    default:
      return calculated(step, lane);
  }
}

Expression Slices::of_memory(std::uint32_t step, int lane, std::uint32_t reg, Type wanted) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  const ptx::Operand& destination = instruction.operands[0];
  const Type type = as_used(instruction.type, wanted);
  std::uint32_t element = 0;
  for (std::uint32_t k = 0; k < destination.elements.size(); ++k)
    if (destination.elements[k].kind == OperandKind::reg && destination.elements[k].index == reg) element = k;
  const ptx::Operand& address = instruction.operands[instruction.destinations];
  if (instruction.space == ptx::Space::param || address.base == OperandKind::parameter)
    return of_parameter(step, lane, address.base, address.index, address.offset + element * (ptx::bits(instruction.type) / 8),
                        type);
  const trace::Trace& trace = executed_.trace();
  const std::uint32_t first = trace.steps.access[step];
  if (first == trace::no_row || first + element >= trace.accesses.size() || trace.accesses.step[first + element] != step) {
    const bool has_name = address.base == OperandKind::variable;
    return unknown_value(has_name ? ptx::variable_name(executed_.module().variables[address.index].name) : "…", type);
  }
  Expression value;
  value.kind = Kind::loaded;
  value.type = type;
  value.load = executed_.lane_step(first + element, lane);
  value.bits = value.load.value;
  const Location location = executed_.location(first + element, lane);
  if (location.space == trace::MemorySpace::local && instruction.opcode == Opcode::ld)
    return of_local(location, step, lane, type);
  value.text = executed_.name(location);
  if (is_real(type)) return value;
  value.type = shown_type(executed_.element_type(location), type);
  if (ptx::bits(type) < ptx::bits(wanted) && !is_real(wanted)) {  // extended by the load
    value.bits = analysis::converted(*value.bits, instruction.type, wanted);
    value.type = wanted;
  }
  return value;
}

Expression Slices::of_local(const Location& location, std::uint32_t before, int lane, Type wanted) {
  const auto store = local_store(location, before, lane);
  if (!store) return unknown_value("a variable of its own that it had not written", wanted);
  Expression value = stored(*store);
  value.type = as_used(value.type, wanted);
  return value;
}

std::optional<LaneStep> Slices::local_store(const Location& location, std::uint32_t before, int lane) const {
  const trace::Trace& trace = executed_.trace();
  const std::vector<std::uint32_t>& steps = executed_.steps_of(trace.steps.warp[before]);
  for (auto at = std::ranges::lower_bound(steps, before); at != steps.begin();) {
    const std::uint32_t step = *--at;
    if ((trace.steps.active[step] >> lane & 1) == 0) continue;
    for (std::uint32_t row = trace.steps.access[step];
         row != trace::no_row && row < trace.accesses.size() && trace.accesses.step[row] == step; ++row)
      if (trace.accesses.kind[row] == trace::AccessKind::write && executed_.location(row, lane) == location)
        return executed_.lane_step(row, lane);
  }
  return std::nullopt;
}

Expression Slices::of_shuffle(std::uint32_t step, int lane, Type wanted) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  const ptx::Operand& from = instruction.operands[instruction.destinations];
  const Expression distance = operand(step, lane, instruction.operands[instruction.destinations + 1], Type::u32);
  const Expression limits = operand(step, lane, instruction.operands[instruction.destinations + 2], Type::u32);
  if (!distance.bits || !limits.bits) return unknown_value("what another lane had", wanted);
  // PTX ISA, "shfl": a lane reads within its segment, up to `last`; beyond that, it reads its own value.
  const int by = static_cast<int>(*distance.bits & 31), segment = static_cast<int>(*limits.bits >> 8 & 31);
  const int last = (lane & segment) | (static_cast<int>(*limits.bits & 31) & ~segment);
  const ptx::ShuffleMode mode = instruction.modifiers.shuffle;
  int source = mode == ptx::ShuffleMode::up     ? lane - by
               : mode == ptx::ShuffleMode::down ? lane + by
               : mode == ptx::ShuffleMode::bfly ? lane ^ by
                                                : (lane & segment) | (by & ~segment);
  if (mode == ptx::ShuffleMode::up ? source < last : source > last) source = lane;
  if ((executed_.trace().steps.active[step] >> source & 1) == 0) return unknown_value("what an inactive lane had", wanted);
  return operand(step, source, from, wanted);
}

Expression Slices::of_special(std::uint32_t step, int lane, ptx::SpecialRegister special) const {
  using enum ptx::SpecialRegister;
  const std::uint64_t thread = executed_.thread(step, lane);
  const base::Dim3 at = executed_.position(thread), block = executed_.block_of(thread);
  const base::Dim3 grid_size = executed_.launch().grid, block_size = executed_.launch().block;
  Expression value = unknown_value("…", Type::u32);
  const auto own = [&](const char* text, std::uint64_t bits) {
    value.kind = Kind::own;
    value.text = text;
    value.bits = bits;
  };
  switch (special) {
    case tid_x:
      own("threadIdx.x", at.x);
      break;
    case tid_y:
      own("threadIdx.y", at.y);
      break;
    case tid_z:
      own("threadIdx.z", at.z);
      break;
    case ntid_x:
      own("blockDim.x", block_size.x);
      break;
    case ntid_y:
      own("blockDim.y", block_size.y);
      break;
    case ntid_z:
      own("blockDim.z", block_size.z);
      break;
    case ctaid_x:
      own("blockIdx.x", block.x);
      break;
    case ctaid_y:
      own("blockIdx.y", block.y);
      break;
    case ctaid_z:
      own("blockIdx.z", block.z);
      break;
    case nctaid_x:
      own("gridDim.x", grid_size.x);
      break;
    case nctaid_y:
      own("gridDim.y", grid_size.y);
      break;
    case nctaid_z:
      own("gridDim.z", grid_size.z);
      break;
    case laneid:
      own("the lane", static_cast<std::uint64_t>(lane));
      break;
    default:
      value.text = "a special register";
      break;
  }
  return value;
}

Expression Slices::converted(std::uint32_t step, int lane) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  Expression value = operand(step, lane, instruction.operands[1], instruction.source_type);
  if (value.type == Type::pred && !is_real(instruction.type)) return value;
  if (ptx::bits(value.type) != ptx::bits(instruction.source_type) || !is_plain(instruction.modifiers)) value.bits.reset();
  if (value.bits) value.bits = analysis::converted(*value.bits, instruction.source_type, instruction.type);
  const bool is_load = value.kind == Kind::loaded && is_real(instruction.type) != is_real(instruction.source_type);
  if (is_load || (is_real(instruction.source_type) && !is_real(instruction.type))) {
    Expression call = applied(is_real(instruction.type) ? "float" : "int", instruction.type, {}, instruction.type);
    call.bits = value.bits;
    value.bits = value.kind == Kind::loaded ? std::optional(value.load.value) : std::nullopt;
    call.operands.push_back(std::move(value));
    return call;
  }
  value.type = instruction.type;
  return value;
}

Expression Slices::chosen(std::uint32_t step, int lane) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  Expression condition = operand(step, lane, instruction.operands[3], Type::pred);
  const auto is_number = [&](std::size_t k, std::uint64_t bits) {
    return instruction.operands[k].kind == OperandKind::immediate && instruction.operands[k].bits == bits;
  };
  if (is_number(1, 1) && is_number(2, 0)) return condition;  // a bool
  if (condition.bits) {
    const std::size_t taken = *condition.bits != 0 ? 1 : 2;
    choices_.push_back(std::move(condition));
    return operand(step, lane, instruction.operands[taken], instruction.type);
  }
  std::vector<Expression> operands{std::move(condition)};
  for (const std::size_t k : {1, 2}) operands.push_back(operand(step, lane, instruction.operands[k], instruction.type));
  return applied("select", instruction.type, std::move(operands), instruction.type);
}

Expression Slices::compared(std::uint32_t step, int lane) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  const std::size_t first = instruction.destinations;
  std::vector<Expression> operands;
  for (const std::size_t k : {first, first + 1})
    operands.push_back(operand(step, lane, instruction.operands[k], instruction.type));
  const std::string sign = sign_of(instruction.modifiers.comparison);
  const bool of_bool = operands[0].type == Type::pred && operands[1].kind == Kind::number && *operands[1].bits <= 1;
  if (of_bool && instruction.modifiers.boolean == ptx::BooleanOp::none && (sign == "==" || sign == "!="))
    return (sign == "==") == (*operands[1].bits == 1) ? std::move(operands[0]) : negated(std::move(operands[0]));
  Expression result = applied(sign, instruction.type, std::move(operands), Type::pred);
  // What a comparison with NaN gives depends on more than its sign (PTX ISA, "Floating Point Comparisons").
  const auto is_nan = [&](const Expression& operand) {
    const std::uint64_t bits = operand.bits.value_or(0);
    return ptx::bits(instruction.type) == 32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                             : std::isnan(std::bit_cast<double>(bits));
  };
  if (is_real(instruction.type) && std::ranges::any_of(result.operands, is_nan)) result.bits.reset();
  if (!is_plain(instruction.modifiers)) result.bits.reset();
  if (instruction.modifiers.boolean == ptx::BooleanOp::none || instruction.operands.size() < first + 3) return result;
  Expression other = operand(step, lane, instruction.operands[first + 2], Type::pred);
  const bool both = instruction.modifiers.boolean == ptx::BooleanOp::and_,
             either = instruction.modifiers.boolean == ptx::BooleanOp::or_;
  std::optional<std::uint64_t> bits;
  if (result.bits && other.bits)
    bits = both ? *result.bits & *other.bits : either ? *result.bits | *other.bits : *result.bits ^ *other.bits;
  Expression combined = applied(both     ? "&&"
                                : either ? "||"
                                         : "!=",
                                Type::pred, {std::move(result), std::move(other)}, Type::pred);
  combined.bits = bits;
  return combined;
}

/// The result of an arithmetic instruction. Its value stays unknown where the instruction saturates or rounds otherwise.
Expression Slices::calculated(std::uint32_t step, int lane) {
  Expression result = calculated_plainly(step, lane);
  if (!is_plain(executed_.instruction(step)->modifiers)) result.bits.reset();
  return result;
}

Expression Slices::calculated_plainly(std::uint32_t step, int lane) {
  const ptx::Instruction& instruction = *executed_.instruction(step);
  const bool wide = instruction.modifiers.part == ptx::MultiplyPart::wide;
  const Type type = instruction.type;
  const Type result = !wide                                              ? type
                      : ptx::kind(type) == ptx::TypeKind::signed_integer ? (ptx::bits(type) == 32 ? Type::s64 : Type::s32)
                                                                         : (ptx::bits(type) == 32 ? Type::u64 : Type::u32);
  std::vector<Expression> operands;
  for (std::size_t k = instruction.destinations; k < instruction.operands.size(); ++k) {
    const bool last_of_mad = k == 3 && wide;
    const bool shift = k == 2 && (instruction.opcode == Opcode::shl || instruction.opcode == Opcode::shr);
    operands.push_back(operand(step, lane, instruction.operands[k], last_of_mad ? result : shift ? Type::u32 : type));
  }
  if (wide) {  // the product of the extended operands
    for (std::size_t k = 0; k < 2 && k < operands.size(); ++k) {
      if (operands[k].bits) operands[k].bits = analysis::converted(*operands[k].bits, type, result);
      operands[k].type = result;
    }
  }
  const bool multiply_add = instruction.opcode == Opcode::mad || instruction.opcode == Opcode::fma;
  if (multiply_add && operands.size() == 3) {
    const std::string sign = instruction.modifiers.part == ptx::MultiplyPart::hi ? "mulhi" : "*";
    Expression product = applied(sign, result, {operands[0], operands[1]}, result);
    Expression total = applied("+", result, {std::move(product), operands[2]}, result);
    const bool known = operands[0].bits && operands[1].bits && operands[2].bits;
    if (type == Type::f32 && known) {  // rounded once
      const auto value = [&](std::size_t k) { return std::bit_cast<float>(static_cast<std::uint32_t>(*operands[k].bits)); };
      total.bits = std::bit_cast<std::uint32_t>(std::fma(value(0), value(1), value(2)));
    } else if (type == Type::f64 && known) {
      const auto value = [&](std::size_t k) { return std::bit_cast<double>(*operands[k].bits); };
      total.bits = std::bit_cast<std::uint64_t>(std::fma(value(0), value(1), value(2)));
    }
    return total;
  }
  // What the source multiplies by a power of two, compilers shift.
  if (instruction.opcode == Opcode::shl && operands.size() == 2 && operands[1].kind == Kind::number && *operands[1].bits < 31) {
    operands[1] = number(std::uint64_t{1} << *operands[1].bits, type);
    return applied("*", type, std::move(operands), type);
  }
  if (type == Type::pred && instruction.opcode == Opcode::not_) return negated(std::move(operands[0]));
  const bool with_constant = operands.size() == 2 && operands[1].kind == Kind::number;
  if (type == Type::pred && instruction.opcode == Opcode::xor_ && with_constant)
    return *operands[1].bits != 0 ? negated(std::move(operands[0])) : std::move(operands[0]);
  if (instruction.opcode == Opcode::and_ && with_constant && operands[0].type == Type::pred && *operands[1].bits == 1)
    return std::move(operands[0]);
  return applied(sign_of(instruction), wide ? result : type, std::move(operands), result);
}

Expression Slices::stored(const LaneStep& store) {
  const ptx::Instruction* const instruction = executed_.instruction(store.step);
  Expression value = unknown_value("…", Type::b32);
  if (instruction != nullptr &&
      (instruction->opcode == Opcode::st || instruction->opcode == Opcode::atom || instruction->opcode == Opcode::red)) {
    const ptx::Operand& source = instruction->operands[instruction->destinations + std::size_t{1}];
    const std::uint32_t element = store.row - executed_.trace().steps.access[store.step];
    const bool is_vector = source.kind == OperandKind::vector;
    if (!is_vector || element < source.elements.size())
      value = operand(store.step, store.lane, is_vector ? source.elements[element] : source, instruction->type);
  }
  return value;
}

}  // namespace warplens::analysis
