#include "simt/code/decode/units.h"

#include <algorithm>

#include "ptx/opcode.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {
namespace {

bool is_double(ptx::Type type) { return type == ptx::Type::f64; }

}  // namespace

ArithmeticCost arithmetic_cost(const ptx::Instruction& instruction, const DeviceSpec& spec) {
  using enum ptx::InstructionClass;
  const ptx::InstructionClass by_opcode = ptx::row(instruction.opcode).instruction_class;
  // add, mul, setp and others exist in both kinds: the type decides.
  const bool floats = ptx::kind(instruction.type) == ptx::TypeKind::floating;
  if (instruction.opcode == ptx::Opcode::div && floats) {
    if (!is_double(instruction.type)) return {spec.division_latency, Unit::special, spec.special_interval};
    // Dependent operations of a division by Newton's method: two steps for the reciprocal (two operations each, and one to
    // complete it), the quotient, its remainder, its correction.
    constexpr std::uint32_t operations = 8;
    return {operations * spec.double_latency, Unit::double_precision, operations * spec.double_interval};
  }
  if (by_opcode == special_function) return {spec.special_latency, Unit::special, spec.special_interval};
  if (by_opcode == convert && (is_double(instruction.type) || is_double(instruction.source_type)))
    return {spec.double_latency, Unit::double_precision, spec.double_interval};
  if (by_opcode != floating && (by_opcode != integer || !floats))
    return {spec.integer_latency, Unit::integer, spec.integer_interval};
  if (is_double(instruction.type)) return {spec.double_latency, Unit::double_precision, spec.double_interval};
  return {spec.floating_latency, Unit::floating, spec.floating_interval};
}

}  // namespace warplens::simt
