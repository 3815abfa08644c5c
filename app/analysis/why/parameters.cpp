#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "analysis/why/arithmetic.h"
#include "analysis/why/expression.h"
#include "analysis/why/lane_steps.h"
#include "launch/arguments/parameters.h"
#include "launch/placement.h"
#include "ptx/parse/demangle.h"

namespace warplens::analysis {
namespace {

using ptx::OperandKind;
using ptx::Type;

/// A value of the launch with the type that its source declares.
void set_value(Expression& value, const launch::Scalar& scalar) {
  value.kind = Expression::Kind::own;
  value.bits = scalar.bits;
  if (scalar.type == launch::ElementType::f32) value.type = Type::f32;
  if (scalar.type == launch::ElementType::f64) value.type = Type::f64;
  if (launch::is_signed(scalar.type) && !is_real(value.type))
    value.type = launch::bytes(scalar.type) == 8 ? Type::s64 : Type::s32;
}

/// The number that a launch with a placement has at a place among the kernel's parameters.
Expression placed_argument(const launch::Launch& launch, std::uint32_t parameter, std::int64_t offset, Type wanted) {
  const launch::Placement& placement = *launch.placement;
  const auto number = std::ranges::find(placement.numbers, parameter, &launch::Placement::Number::parameter);
  if (number == placement.numbers.end() || offset != 0) return unknown_value("a parameter", wanted);
  Expression value = unknown_value(number->name.empty() ? "a parameter" : number->name, wanted);
  const std::uint64_t from = launch.module->functions[launch.entry].parameters[parameter].offset;
  launch::Scalar scalar{number->type, 0};
  if (from + launch::bytes(scalar.type) > placement.parameters.size()) return value;
  std::memcpy(&scalar.bits, placement.parameters.data() + from, launch::bytes(scalar.type));
  set_value(value, scalar);
  return value;
}

/// The argument of the launch at a place among the kernel's parameters.
Expression argument(const launch::Launch& launch, std::uint32_t parameter, std::int64_t offset, Type wanted) {
  if (launch.placement) return placed_argument(launch, parameter, offset, wanted);
  const std::vector<launch::ParameterPlace> places = launch::parameter_places(launch);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k].parameter != parameter || static_cast<std::int64_t>(places[k].offset) != offset) continue;
    Expression value = unknown_value("argument " + std::to_string(k), wanted);
    if (k < launch.argument_names.size() && !launch.argument_names[k].empty()) value.text = launch.argument_names[k];
    if (const auto* scalar = std::get_if<launch::Scalar>(&launch.arguments[k])) set_value(value, *scalar);
    return value;
  }
  return unknown_value("a parameter", wanted);
}

/// "what sqrt returned", of the call instruction of a step.
std::string returned_by(const Executed& executed, const ptx::Instruction& call) {
  const ptx::Operand& callee = call.operands[call.destinations];
  if (callee.kind != OperandKind::function) return "what a function returned";
  const ptx::Function& function = executed.module().functions[callee.index];
  return "what " + (function.demangled.empty() ? function.name : function.demangled) + " returned";
}

/// Return what an instruction stores at a place of parameter space; null if it does not store there.
const ptx::Operand* stored_there(const ptx::Instruction& instruction, OperandKind base, std::uint32_t index,
                                 std::int64_t offset) {
  if (instruction.opcode != ptx::Opcode::st || instruction.operands.size() < 2) return nullptr;
  const ptx::Operand &address = instruction.operands[0], &source = instruction.operands[1];
  if (address.kind != OperandKind::address || address.base != base || address.index != index) return nullptr;
  const std::int64_t bytes = ptx::bits(instruction.type) / 8, beyond = offset - address.offset;
  if (source.kind != OperandKind::vector) return beyond == 0 ? &source : nullptr;
  const bool inside =
      bytes > 0 && beyond >= 0 && beyond % bytes == 0 && beyond / bytes < static_cast<std::int64_t>(source.elements.size());
  return inside ? &source.elements[static_cast<std::size_t>(beyond / bytes)] : nullptr;
}

}  // namespace

Expression Slices::of_parameter(std::uint32_t step, int lane, OperandKind base, std::uint32_t index, std::int64_t offset,
                                Type wanted) {
  const ptx::Function& function = executed_.module().functions[executed_.function(step)];
  if (base == OperandKind::parameter && function.entry) return argument(executed_.launch(), index, offset, wanted);
  if (base != OperandKind::parameter && base != OperandKind::variable) return unknown_value("a parameter", wanted);
  if (depth_ >= max_depth || ++nodes_ > max_nodes) {
    cut_ = true;
    return unknown_value("…", wanted);
  }
  ++depth_;
  Expression value = of_passed(step, lane, base, index, offset, wanted);
  --depth_;
  return value;
}

/// What was last stored at a place of parameter space, by the function itself, by what it called, or by what called it.
Expression Slices::of_passed(std::uint32_t step, int lane, OperandKind base, std::uint32_t index, std::int64_t offset,
                             Type wanted) {
  LaneSteps steps(executed_, step, lane);
  while (const auto earlier = steps.back()) {
    const ptx::Instruction* const instruction = executed_.instruction(*earlier);
    if (instruction == nullptr) continue;
    if (const ptx::Operand* const source = stored_there(*instruction, base, index, offset))
      return operand(*earlier, lane, *source, wanted);
    if (instruction->opcode != ptx::Opcode::call || base != OperandKind::variable) continue;
    for (std::size_t k = 0; k < instruction->destinations; ++k) {
      const ptx::Operand& result = instruction->operands[k];
      if (result.kind != OperandKind::variable || result.index != index) continue;
      if (!steps.returned()) return unknown_value(returned_by(executed_, *instruction), wanted);
      return of_result(*steps.returned(), lane, k, offset, wanted);
    }
  }
  if (base != OperandKind::parameter || !steps.caller()) return unknown_value("a parameter", wanted);
  const ptx::Instruction& call = *executed_.instruction(*steps.caller());
  const std::size_t place = call.destinations + std::size_t{1} + index;
  if (place >= call.operands.size()) return unknown_value("a parameter", wanted);
  const ptx::Operand& passed = call.operands[place];
  if (passed.kind == OperandKind::variable || passed.kind == OperandKind::parameter)
    return of_parameter(*steps.caller(), lane, passed.kind, passed.index, offset, wanted);
  return operand(*steps.caller(), lane, passed, wanted);
}

Expression Slices::of_result(std::uint32_t end, int lane, std::size_t result, std::int64_t offset, Type wanted) {
  const std::vector<ptx::Parameter>& parameters = executed_.module().functions[executed_.function(end)].parameters;
  for (std::uint32_t k = 0; k < parameters.size(); ++k) {
    if (!parameters[k].result || result-- != 0) continue;
    if (parameters[k].in_register) return of_register(end, lane, parameters[k].reg, wanted);
    return of_parameter(end, lane, OperandKind::parameter, k, offset, wanted);
  }
  return unknown_value("what a function returned", wanted);
}

}  // namespace warplens::analysis
