#include "ptx/flow/stack_variables.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace warplens::ptx {
namespace {

/// A place in local memory: `offset` bytes into a .local variable.
struct LocalPlace {
  std::uint32_t variable = no_index;
  std::int64_t offset = 0;
  bool operator<(const LocalPlace& other) const { return std::tie(variable, offset) < std::tie(other.variable, other.offset); }
};

/// What is known of the accesses that begin at one place.
struct Accessed {
  std::int64_t bytes = 0;
  bool alike = true;  ///< all of them access these bytes, as one element
  Type type = Type::none;
  std::vector<std::size_t> instructions;
};

class StackVariables {
 public:
  StackVariables(const Module& module, Function& function) : module_(module), function_(function) {}

  /// Whether there are any.
  bool replace() {
    find_pointers();
    find_accesses();
    leave_overlapping_in_memory();
    bool any = false;
    for (const auto& [place, accessed] : accessed_) {
      const auto escaped = escaped_.find(place.variable);
      if (!accessed.alike || (escaped != escaped_.end() && escaped->second <= place.offset)) continue;
      const auto in_register = static_cast<std::uint32_t>(function_.registers.size());
      function_.registers.push_back({"%stack" + std::to_string(place.offset), accessed.type});
      for (const std::size_t i : accessed.instructions) become_move(function_.instructions[i], in_register);
      any = true;
    }
    return any;
  }

 private:
  bool is_local(std::uint32_t variable) const { return module_.variables[variable].space == Space::local; }

  /// Where an operand, or the address that an access uses, points to.
  std::optional<LocalPlace> place_of(OperandKind kind, const Operand& operand) const {
    if (kind == OperandKind::variable && is_local(operand.index)) return LocalPlace{operand.index, operand.offset};
    if (kind != OperandKind::reg || operand.index >= pointers_.size() || !pointers_[operand.index]) return std::nullopt;
    return LocalPlace{pointers_[operand.index]->variable, pointers_[operand.index]->offset + operand.offset};
  }

  /// What a mov, cvta or add makes of a pointer into local memory.
  std::optional<LocalPlace> pointer_made_by(const Instruction& instruction) const {
    const auto& operands = instruction.operands;
    const bool adds = instruction.opcode == Opcode::add && operands.size() == 3 && operands[2].kind == OperandKind::immediate;
    const bool moves = (instruction.opcode == Opcode::mov || instruction.opcode == Opcode::cvta) && operands.size() == 2;
    if ((!adds && !moves) || operands[0].kind != OperandKind::reg || instruction.guard != no_index) return std::nullopt;
    auto place = place_of(operands[1].kind, operands[1]);
    if (place && adds) place->offset += static_cast<std::int64_t>(operands[2].bits);
    return place;
  }

  /// Registers that are written once and point to a place in local memory.
  void find_pointers() {
    std::vector<std::uint32_t> writes(function_.registers.size());
    for (const Instruction& instruction : function_.instructions) {
      for (std::size_t d = 0; d < instruction.destinations; ++d) count_writes(instruction.operands[d], writes);
    }
    pointers_.resize(function_.registers.size());
    for (const Instruction& instruction : function_.instructions) {
      if (const auto place = pointer_made_by(instruction)) {
        const std::uint32_t to = instruction.operands[0].index;
        if (writes[to] == 1) pointers_[to] = place;
      }
    }
  }

  static void count_writes(const Operand& operand, std::vector<std::uint32_t>& writes) {
    if (operand.kind == OperandKind::reg) ++writes[operand.index];
    for (const Operand& element : operand.elements) count_writes(element, writes);
  }

  void find_accesses() {
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      const Instruction& instruction = function_.instructions[i];
      const bool load = instruction.opcode == Opcode::ld, store = instruction.opcode == Opcode::st;
      const bool makes_pointer = pointer_made_by(instruction) && pointers_[instruction.operands[0].index];
      for (std::size_t o = makes_pointer ? instruction.operands.size() : instruction.destinations;
           o < instruction.operands.size(); ++o) {
        const Operand& operand = instruction.operands[o];
        const bool is_address = operand.kind == OperandKind::address && ((load && o == 1) || (store && o == 0));
        const auto place = is_address ? place_of(operand.base, operand) : std::nullopt;
        if (place)
          note_access(*place, i);
        else
          note_escapes(operand);
      }
    }
  }

  void note_access(const LocalPlace& place, std::size_t i) {
    const Instruction& instruction = function_.instructions[i];
    const std::int64_t bytes = std::int64_t{bits(instruction.type)} / 8 * instruction.vector;
    const auto [at, is_new] = accessed_.try_emplace(place, Accessed{bytes, instruction.vector == 1, instruction.type, {}});
    Accessed& accessed = at->second;
    accessed.alike = accessed.alike && instruction.vector == 1 && bytes == accessed.bytes;
    accessed.bytes = std::max(accessed.bytes, bytes);
    accessed.instructions.push_back(i);
  }

  void leave_overlapping_in_memory() {
    Accessed* before = nullptr;  // the one that reaches furthest so far
    LocalPlace place_before;
    for (auto& [place, accessed] : accessed_) {
      const bool same_variable = before != nullptr && place_before.variable == place.variable;
      if (same_variable && place.offset < place_before.offset + before->bytes) before->alike = accessed.alike = false;
      if (same_variable && place.offset + accessed.bytes <= place_before.offset + before->bytes) continue;
      before = &accessed;
      place_before = place;
    }
  }

  /// The address of a place is used in another way: what begins there, or after it, may be accessed through it.
  void note_escapes(const Operand& operand) {
    const OperandKind kind = operand.kind == OperandKind::address ? operand.base : operand.kind;
    if (const auto place = place_of(kind, operand)) {
      const auto [at, is_new] = escaped_.try_emplace(place->variable, place->offset);
      if (!is_new) at->second = std::min(at->second, place->offset);
    }
    for (const Operand& element : operand.elements) note_escapes(element);
  }

  static void become_move(Instruction& instruction, std::uint32_t variable) {
    Operand in_register;
    in_register.kind = OperandKind::reg;
    in_register.index = variable;
    instruction.operands[instruction.opcode == Opcode::ld ? 1 : 0] = in_register;
    instruction.opcode = Opcode::mov;
    instruction.destinations = 1;
    instruction.space = Space::generic;
    instruction.modifiers = {};
  }

  const Module& module_;
  Function& function_;
  std::vector<std::optional<LocalPlace>> pointers_;  ///< per register
  std::map<LocalPlace, Accessed> accessed_;
  std::map<std::uint32_t, std::int64_t> escaped_;  ///< per variable: the lowest offset whose address is used otherwise
};

}  // namespace

std::optional<Module> with_stack_variables_in_registers(const Module& module) {
  std::vector<bool> on_stack(module.functions.size());
  for (const Variable& variable : module.variables) {
    if (variable.space == Space::local && variable.function != no_index) on_stack[variable.function] = true;
  }
  if (std::ranges::find(on_stack, true) == on_stack.end()) return std::nullopt;
  Module changed = module;
  bool any = false;
  for (std::size_t f = 0; f < changed.functions.size(); ++f) {
    if (on_stack[f]) any = StackVariables(module, changed.functions[f]).replace() || any;
  }
  return any ? std::optional(std::move(changed)) : std::nullopt;
}

}  // namespace warplens::ptx
