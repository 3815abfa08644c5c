#include "ptx/flow/register_names.h"

#include <algorithm>
#include <optional>

#include "ptx/flow/source_values.h"
#include "ptx/flow/symbolic_value.h"

namespace warplens::ptx {
namespace {

/// Where a register is written and read.
struct Uses {
  std::vector<std::uint32_t> writes, reads;  ///< instructions
};

template <typename Visit>
void visit_registers(const Operand& operand, const Visit& visit) {
  const bool named =
      operand.kind == OperandKind::reg || (operand.kind == OperandKind::address && operand.base == OperandKind::reg);
  if (named) visit(operand.index);
  for (const Operand& element : operand.elements) visit_registers(element, visit);
}

std::vector<Uses> uses_of(const Function& function) {
  std::vector<Uses> all(function.registers.size());
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
      const Operand& operand = instruction.operands[k];
      const bool written = k < instruction.destinations && operand.kind != OperandKind::address;
      visit_registers(operand, [&](std::uint32_t r) { (written ? all[r].writes : all[r].reads).push_back(i); });
    }
    if (instruction.guard != no_index) all[instruction.guard].reads.push_back(i);
  }
  return all;
}

std::string special_name(std::uint32_t index) {
  constexpr const char* names[] = {"tid.x",   "tid.y",   "tid.z",   "ntid.x",   "ntid.y",   "ntid.z",
                                   "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z"};
  return index < std::size(names) ? names[index] : "special " + std::to_string(index);
}

/// What registers hold, followed back to indices, sizes, parameters and constants.
class Values {
 public:
  Values(const Function& function, const std::vector<Uses>& uses)
      : function_(function), uses_(uses), known_(function.registers.size()) {}

  /// Of a register that is written once; else, and where it is not looked into, itself.
  SymbolicValue of(std::uint32_t reg) {
    if (known_[reg]) return *known_[reg];
    constexpr int deepest = 100;
    const SymbolicValue itself = leaf_value(function_.registers[reg].name);
    if (uses_[reg].writes.size() != 1 || depth_ >= deepest) return itself;
    known_[reg] = itself;  // for a register that is computed from itself
    ++depth_;
    const SymbolicValue value = written(function_.instructions[uses_[reg].writes.front()]);
    --depth_;
    known_[reg] = value.known() ? value : itself;
    return *known_[reg];
  }

  /// What an instruction writes into its only destination; unknown where it is not looked into.
  SymbolicValue written(const Instruction& instruction) {
    const std::vector<Operand>& operands = instruction.operands;
    if (instruction.guard != no_index || instruction.destinations != 1 || operands.size() < 2 || operands.size() > 4) return {};
    if (operands[0].kind != OperandKind::reg) return {};
    const Modifiers& m = instruction.modifiers;
    const bool word = bits(instruction.type) == 32 && instruction.type != Type::f32;
    const bool is_signed = instruction.type == Type::s32;
    const auto value = [&](std::size_t k) { return k < operands.size() ? operand(operands[k]) : SymbolicValue{}; };
    switch (instruction.opcode) {
      case Opcode::mov:
        return value(1);
      case Opcode::cvta:
        return value(1);
      case Opcode::ld:
        return loads(instruction);
      case Opcode::add:
        if (m.cc || m.sat || instruction.type == Type::f32) return {};
        if (bits(instruction.type) == 64) return operation("add64", value(1), value(2), true);
        return word ? sum(value(1), value(2)) : SymbolicValue{};
      case Opcode::sub:
        return word && !m.cc && !m.sat ? difference(value(1), value(2)) : SymbolicValue{};
      case Opcode::mul:
        if (m.part == MultiplyPart::wide && word) return operation(is_signed ? "wide.s" : "wide.u", value(1), value(2), false);
        return word && m.part == MultiplyPart::lo ? product(value(1), value(2)) : SymbolicValue{};
      case Opcode::mad:
        if (m.part == MultiplyPart::wide && word)
          return operation("add64", operation(is_signed ? "wide.s" : "wide.u", value(1), value(2), false), value(3), true);
        return word && m.part == MultiplyPart::lo && !m.cc && !m.sat ? sum(product(value(1), value(2)), value(3))
                                                                     : SymbolicValue{};
      case Opcode::div:
        return word ? quotient(value(1), value(2), is_signed) : SymbolicValue{};
      case Opcode::rem:
        return word ? remainder(value(1), value(2), is_signed) : SymbolicValue{};
      case Opcode::and_:
        return word ? operation("and", value(1), value(2), true) : SymbolicValue{};
      case Opcode::or_:
        return word ? operation("or", value(1), value(2), true) : SymbolicValue{};
      case Opcode::xor_:
        return word ? operation("xor", value(1), value(2), true) : SymbolicValue{};
      case Opcode::shl:
      case Opcode::shr: {
        const SymbolicValue places = value(2);
        if (!word || places.kind != SymbolicValue::Kind::constant || places.number > 31) return {};
        if (instruction.opcode == Opcode::shl) return product(value(1), constant_value(1u << places.number));
        return is_signed ? operation("shr.s", value(1), places, false)
                         : quotient(value(1), constant_value(1u << places.number), false);
      }
      default:
        return {};
    }
  }

 private:
  SymbolicValue loads(const Instruction& instruction) {
    const Operand& from = instruction.operands[1];
    if (instruction.vector != 1 || from.kind != OperandKind::address || from.offset != 0) return {};
    if (from.base == OperandKind::parameter) {
      const bool whole = from.index < function_.parameters.size() &&
                         function_.parameters[from.index].size == static_cast<std::uint64_t>(bits(instruction.type)) / 8;
      return whole && function_.entry ? leaf_value("param " + std::to_string(from.index)) : SymbolicValue{};
    }
    const bool data = instruction.space == Space::global || instruction.space == Space::generic;
    return data && from.base == OperandKind::reg && bits(instruction.type) == 32 ? loaded_value(of(from.index)) : SymbolicValue{};
  }
  SymbolicValue operand(const Operand& operand) {
    if (operand.kind == OperandKind::reg && !operand.negated) return of(operand.index);
    if (operand.kind == OperandKind::special) return leaf_value(special_name(operand.index));
    if (operand.kind == OperandKind::immediate) return constant_value(static_cast<std::uint32_t>(operand.bits));
    return {};
  }

  const Function& function_;
  const std::vector<Uses>& uses_;
  std::vector<std::optional<SymbolicValue>> known_;
  int depth_ = 0;
};

/// The entry's name as the source has it: without the arguments of a template, and without its namespace.
std::string name_in_source(const Function& function) {
  std::string name = function.demangled.substr(0, function.demangled.find_first_of("<("));
  if (const std::size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
  return name;
}

}  // namespace

std::vector<RegisterName> register_names(const Function& function, std::string_view source, std::uint32_t file) {
  std::vector<RegisterName> names(function.registers.size());
  const std::vector<SourceAssignment> assignments = source_assignments(source, name_in_source(function));
  if (assignments.empty()) return names;
  const std::vector<Uses> uses = uses_of(function);
  Values values(function, uses);
  const auto line_of = [&](std::uint32_t instruction) -> std::uint32_t {
    const std::uint32_t at = function.instructions[instruction].location;
    if (at >= function.locations.size()) return 0;
    const SourceLocation& location = function.locations[at];
    return location.file == file && location.inlined_at == no_index ? location.line : 0;
  };
  /// Whether instruction `i` is on the assignment's line and computes its value, for a variable in register `r`.
  const auto computes = [&](const SourceAssignment& wanted, std::uint32_t i, std::uint32_t r) {
    if (line_of(i) != wanted.line) return false;
    const SymbolicValue value = values.written(function.instructions[i]);
    return value == (wanted.adds ? sum(leaf_value(function.registers[r].name), wanted.value) : wanted.value);
  };
  for (std::size_t k = 0; k < assignments.size(); ++k) {
    const SourceAssignment& first = assignments[k];
    const SourceAssignment* then = k + 1 < assignments.size() && assignments[k + 1].adds ? &assignments[++k] : nullptr;
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t r = 0; r < function.registers.size(); ++r) {
      const std::vector<std::uint32_t>& writes = uses[r].writes;
      if (writes.size() != (then != nullptr ? 2u : 1u) || bits(function.registers[r].type) != 32) continue;
      const bool read = std::ranges::any_of(uses[r].reads, [&](std::uint32_t i) { return line_of(i) != first.line; });
      const bool in_order = computes(first, writes.front(), r) && (then == nullptr || computes(*then, writes.back(), r));
      if (read && in_order) candidates.push_back(r);
    }
    if (candidates.size() == 1) names[candidates.front()] = {first.variable, std::string(first.type), first.line};
  }
  return names;
}

}  // namespace warplens::ptx
