#include "ptx/flow/stack_variables.h"

#include <algorithm>
#include <map>
#include <vector>

#include "ptx/flow/local_pointers.h"

namespace warplens::ptx {
namespace {

/// What is known of the accesses that begin at one place.
struct Accessed {
  std::int64_t bytes = 0;
  bool alike = true;  ///< all of them access these bytes, as one element
  Type type = Type::none;
  std::vector<std::size_t> instructions;
};

class StackVariables {
 public:
  StackVariables(const Module& module, Function& function) : pointers_(module, function), function_(function) {}

  /// Whether there are any.
  bool replace() {
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
  void find_accesses() {
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      const Instruction& instruction = function_.instructions[i];
      for (std::size_t o = pointers_.makes_pointer(instruction) ? instruction.operands.size() : instruction.destinations;
           o < instruction.operands.size(); ++o) {
        const Operand& operand = instruction.operands[o];
        const auto place = pointers_.accessed(instruction, o);
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
    if (const auto place = pointers_.place_of(kind, operand)) {
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

  const LocalPointers pointers_;
  Function& function_;
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
