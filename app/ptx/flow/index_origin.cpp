#include "ptx/flow/index_origin.h"

#include <algorithm>
#include <map>
#include <vector>

#include "ptx/flow/registers.h"

namespace warplens::ptx {
namespace {

bool scales(Opcode opcode) { return opcode == Opcode::mul || opcode == Opcode::mad || opcode == Opcode::shl; }

class Tracer {
 public:
  explicit Tracer(const Function& function) : function_(function), writers_(function.registers.size()) {
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      each_defined(function.instructions[i], [&](std::uint32_t reg) { writers_[reg].push_back(i); });
    }
  }

  /// Everything that an operand is computed from. A register that gets one of several values, by branches or guards, is unknown:
  /// what decides between them is not looked at.
  IndexOrigin of(const Operand& operand) const {
    IndexOrigin origin;
    std::vector<bool> seen(function_.registers.size(), false);
    std::vector<std::uint32_t> left;
    const auto look_at = [&](const Operand& from) {
      if (from.kind == OperandKind::special) look_at_special(origin, static_cast<SpecialRegister>(from.index));
      each_register(from, [&](std::uint32_t reg) { left.push_back(reg); });
    };
    look_at(operand);
    while (!left.empty()) {
      const std::uint32_t reg = left.back();
      left.pop_back();
      if (seen[reg]) continue;
      seen[reg] = true;
      if (!start_of(reg)) origin.unknown = true;
      for (const std::uint32_t i : writers_[reg]) {
        const Instruction& writer = function_.instructions[i];
        if (writer.guard == no_index && writer.opcode == Opcode::ld && writer.space == Space::param) continue;
        if (writer.guard != no_index || !is_pure(writer)) {
          origin.unknown = true;
          continue;
        }
        for (std::size_t k = writer.destinations; k < writer.operands.size(); ++k) look_at(writer.operands[k]);
      }
    }
    return origin;
  }

  /// Find a register on the way to an address that walks (IndexOrigin::walks).
  std::optional<IndexStep> walk(const Operand& address) {
    struct Way {
      std::uint32_t reg;
      bool scaled;  ///< a number of elements
    };
    std::vector<bool> seen(function_.registers.size(), false);
    std::vector<Way> left;
    each_register(address, [&](std::uint32_t reg) { left.push_back({reg, false}); });
    while (!left.empty()) {
      const Way at = left.back();
      left.pop_back();
      if (seen[at.reg]) continue;
      seen[at.reg] = true;
      if (auto step = step_of(at.reg)) {
        step->in_bytes = !at.scaled;
        return step;
      }
      for (const std::uint32_t i : writers_[at.reg]) {
        const Instruction& writer = function_.instructions[i];
        if (!is_pure(writer)) continue;
        for (std::size_t k = writer.destinations; k < writer.operands.size(); ++k)
          each_register(writer.operands[k], [&](std::uint32_t reg) {
            // What mad adds is not scaled by it.
            left.push_back({reg, at.scaled || (scales(writer.opcode) && k < 3)});
          });
      }
    }
    return std::nullopt;
  }

 private:
  static void look_at_special(IndexOrigin& origin, SpecialRegister special) {
    using enum SpecialRegister;
    if ((special >= tid_x && special <= tid_z) || special == laneid || special == warpid)
      origin.thread = true;
    else if (special >= ctaid_x && special <= ctaid_z)
      origin.block = true;
    else if (!is_dimension(special))
      origin.unknown = true;
  }

  /// The step, if one definition of a register adds it to the register itself, and another gives it a start that depends on the
  /// thread.
  std::optional<IndexStep> step_of(std::uint32_t reg) {
    if (writers_[reg].size() < 2) return std::nullopt;
    std::optional<IndexStep> found;
    for (const std::uint32_t i : writers_[reg])
      if (const Operand* const step = added_to(reg, i)) found = IndexStep{.step = *step};
    if (!found) return std::nullopt;
    Operand itself;
    itself.kind = OperandKind::reg;
    itself.index = reg;
    const IndexOrigin all = of(itself), by = of(found->step);  // without the step, the rest is the start
    if (!all.thread || all.unknown || by.thread || by.block || by.unknown) return std::nullopt;
    found->of_block = all.block;
    found->apart = apart(itself);
    return found;
  }

  /// By how much an operand differs between neighbouring threads.
  std::optional<std::uint64_t> apart(const Operand& operand) {
    if (operand.kind == OperandKind::special) {
      if (static_cast<SpecialRegister>(operand.index) == SpecialRegister::tid_x) return 1;
      IndexOrigin origin;
      look_at_special(origin, static_cast<SpecialRegister>(operand.index));
      return origin.thread || origin.unknown ? std::nullopt : std::optional<std::uint64_t>(0);
    }
    if (operand.kind == OperandKind::vector) return std::nullopt;
    if (operand.kind != OperandKind::reg) return 0;
    const auto [known, is_new] = apart_.try_emplace(operand.index, std::nullopt);
    if (!is_new) return known->second;
    if (const auto start = start_of(operand.index)) known->second = apart_in(function_.instructions[*start]);
    return known->second;
  }

  /// The same of the result of an instruction.
  std::optional<std::uint64_t> apart_in(const Instruction& writer) {
    const auto of_operand = [&](std::size_t k) { return apart(writer.operands[k]); };
    const auto product = [&]() -> std::optional<std::uint64_t> {
      const auto one = of_operand(1), other = of_operand(2);
      if (one == 0 && other == 0) return 0;
      const Operand& by = writer.operands[other == 0 ? 2 : 1];
      const auto moving = other == 0 ? one : other;
      if (by.kind != OperandKind::immediate || !moving) return std::nullopt;
      return writer.opcode == Opcode::shl ? *moving << (by.bits & 63) : *moving * by.bits;
    };
    const auto sum = [](std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
      return a && b ? std::optional(*a + *b) : std::nullopt;
    };
    switch (writer.opcode) {
      case Opcode::ld:
        return writer.space == Space::param ? std::optional<std::uint64_t>(0) : std::nullopt;
      case Opcode::mov:
      case Opcode::cvta:
      case Opcode::cvt:
        return of_operand(1);
      case Opcode::add:
        return sum(of_operand(1), of_operand(2));
      case Opcode::mul:
      case Opcode::shl:
        return product();
      case Opcode::mad:
        return sum(product(), of_operand(3));
      default:
        return std::nullopt;
    }
  }

  /// The only instruction that writes a register, but for those that add a step to it.
  std::optional<std::uint32_t> start_of(std::uint32_t reg) const {
    std::optional<std::uint32_t> start;
    for (const std::uint32_t i : writers_[reg]) {
      if (writers_[reg].size() > 1 && added_to(reg, i) != nullptr) continue;
      if (start) return std::nullopt;
      start = i;
    }
    return start;
  }

  /// What instruction `i` adds to a register to make its next value, directly or through moves and further additions of the
  /// same; null if it does not.
  const Operand* added_to(std::uint32_t reg, std::uint32_t i) const {
    constexpr int most = 40;
    const Operand* step = nullptr;
    for (int k = 0; k < most; ++k) {
      const Instruction& writer = function_.instructions[i];
      std::uint32_t from = no_index;
      if (writer.opcode == Opcode::mov && writer.operands[1].kind == OperandKind::reg) {
        from = writer.operands[1].index;
      } else if (writer.opcode == Opcode::add) {
        const Operand &a = writer.operands[1], &b = writer.operands[2];
        const auto is_register = [](const Operand& operand) { return operand.kind == OperandKind::reg; };
        const bool steps = is_register(b) || b.kind == OperandKind::immediate;
        if (!is_register(a) || !steps) return nullptr;
        const bool first = !is_register(b) || !leads_back(b.index, reg);
        from = first ? a.index : b.index;
        if (step == nullptr) step = first ? &b : &a;
      } else {
        return nullptr;
      }
      if (from == reg) return step;
      if (writers_[from].size() != 1) return nullptr;
      i = writers_[from][0];
    }
    return nullptr;
  }

  /// Whether a register is another one, or a sum with it.
  bool leads_back(std::uint32_t from, std::uint32_t reg) const {
    constexpr int most = 40;
    for (int k = 0; k < most; ++k) {
      if (from == reg) return true;
      if (writers_[from].size() != 1) return false;
      const Instruction& writer = function_.instructions[writers_[from][0]];
      if (writer.opcode != Opcode::mov && writer.opcode != Opcode::add) return false;
      if (writer.operands[1].kind != OperandKind::reg) return false;
      from = writer.operands[1].index;
    }
    return false;
  }

  const Function& function_;
  std::vector<std::vector<std::uint32_t>> writers_;  ///< per register: instructions
  /// Per register: apart(), as far as it has been asked for.
  std::map<std::uint32_t, std::optional<std::uint64_t>> apart_;
};

}  // namespace

IndexOrigin index_origin(const Function& function, std::uint32_t instruction) {
  const Instruction& access = function.instructions[instruction];
  const auto place = std::ranges::find(access.operands, OperandKind::address, &Operand::kind);
  if (place == access.operands.end()) return {.unknown = true};
  Tracer tracer(function);
  IndexOrigin origin = tracer.of(*place);
  if (!origin.unknown) origin.walks = tracer.walk(*place);
  return origin;
}

}  // namespace warplens::ptx
