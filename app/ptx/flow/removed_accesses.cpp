#include "ptx/flow/removed_accesses.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ptx/listing.h"

namespace warplens::ptx {
namespace {

bool accesses_memory(const Instruction& instruction) {
  const bool opcode = instruction.opcode == Opcode::ld || instruction.opcode == Opcode::st ||
                      instruction.opcode == Opcode::atom || instruction.opcode == Opcode::red;
  return opcode &&
         (instruction.space == Space::global || instruction.space == Space::shared || instruction.space == Space::generic);
}

std::uint32_t entry_named(const Module& module, const std::string& name) {
  for (std::uint32_t f = 0; f < module.functions.size(); ++f)
    if (module.functions[f].entry && module.functions[f].name == name) return f;
  return no_index;
}

/// For each register of a function: whether it holds an address in one of the `wanted` variables, or computed from one.
std::vector<bool> addresses_in(const Function& function, const std::vector<bool>& wanted) {
  std::vector<bool> holds(function.registers.size());
  const auto does = [&](const Operand& operand) {
    if (operand.kind == OperandKind::reg) return static_cast<bool>(holds[operand.index]);
    return operand.kind == OperandKind::variable && wanted[operand.index];
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const Instruction& instruction : function.instructions) {
      const bool moves = instruction.opcode == Opcode::mov || instruction.opcode == Opcode::add ||
                         instruction.opcode == Opcode::cvta || instruction.opcode == Opcode::cvt;
      const auto& operands = instruction.operands;
      if (!moves || operands.empty() || operands[0].kind != OperandKind::reg || holds[operands[0].index]) continue;
      if (std::any_of(operands.begin() + 1, operands.end(), does)) holds[operands[0].index] = grown = true;
    }
  }
  return holds;
}

bool is_in(const Instruction& access, const std::vector<bool>& holds, const std::vector<bool>& wanted) {
  const auto address = std::find_if(access.operands.begin(), access.operands.end(),
                                    [](const Operand& operand) { return operand.kind == OperandKind::address; });
  if (address == access.operands.end()) return false;
  return (address->base == OperandKind::reg && holds[address->index]) ||
         (address->base == OperandKind::variable && wanted[address->index]);
}

/// The line of an instruction that is not of an inlined call, in the file `file`; 0 if it is another one.
std::uint32_t own_line(const Function& function, const Instruction& instruction, std::uint32_t file) {
  if (instruction.location >= function.locations.size()) return 0;
  const SourceLocation& location = function.locations[instruction.location];
  return location.file == file && location.inlined_at == no_index ? location.line : 0;
}

/// The lines with accesses of straight-line code, if each access has a line and is of one element.
std::optional<std::set<std::uint32_t>> lines_of_straight_code(const Module& module, std::uint32_t entry) {
  std::set<std::uint32_t> lines;
  for (const std::uint32_t f : reached_functions(module, entry)) {
    const Function& function = module.functions[f];
    for (const Instruction& instruction : function.instructions) {
      if (instruction.opcode == Opcode::bra || instruction.opcode == Opcode::brx || instruction.opcode == Opcode::call)
        return std::nullopt;
      if (!accesses_memory(instruction)) continue;
      if (instruction.location >= function.locations.size() || instruction.vector > 1) return std::nullopt;
      // Of inlined calls, each line may be meant.
      for (std::uint32_t at = instruction.location; at < function.locations.size(); at = function.locations[at].inlined_at) {
        if (function.locations[at].line == 0) return std::nullopt;
        if (!lines.insert(function.locations[at].line).second && at != instruction.location) break;
      }
    }
  }
  return lines;
}

}  // namespace

std::vector<std::uint32_t> lines_of_removed_accesses(const Module& optimised, const Module& plain, const std::string& entry) {
  const std::uint32_t before = entry_named(plain, entry), after = entry_named(optimised, entry);
  if (before == no_index || after == no_index) return {};
  const Function& function = plain.functions[before];
  std::set<std::string> left;
  const std::vector<bool> reached = reached_variables(optimised, after);
  for (std::size_t v = 0; v < optimised.variables.size(); ++v)
    if (reached[v]) left.insert(optimised.variables[v].name);
  std::vector<bool> gone(plain.variables.size()), local(plain.variables.size());
  for (std::size_t v = 0; v < plain.variables.size(); ++v) {
    gone[v] = plain.variables[v].space == Space::shared && !left.contains(plain.variables[v].name);
    local[v] = plain.variables[v].space == Space::local;
  }
  const std::vector<bool> of_gone = addresses_in(function, gone), of_local = addresses_in(function, local);
  const auto straight = lines_of_straight_code(optimised, after);
  const auto placed = std::find_if(function.locations.begin(), function.locations.end(),
                                   [](const SourceLocation& at) { return at.inlined_at == no_index && at.line != 0; });
  if (placed == function.locations.end()) return {};
  std::set<std::uint32_t> lines;
  for (const Instruction& instruction : function.instructions) {
    if (!accesses_memory(instruction) || is_in(instruction, of_local, local)) continue;
    const std::uint32_t line = own_line(function, instruction, placed->file);
    if (line != 0 && (is_in(instruction, of_gone, gone) || (straight && !straight->contains(line)))) lines.insert(line);
  }
  return {lines.begin(), lines.end()};
}

}  // namespace warplens::ptx
