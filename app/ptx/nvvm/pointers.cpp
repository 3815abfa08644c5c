#include "ptx/nvvm/pointers.h"

#include <algorithm>

namespace warplens::ptx::nvvm {
namespace {

constexpr int deepest_expression = 200;  // the reader allows fewer

/// What a pointer may point to: an unknown thing, null, or a space. Values only go down: unknown, null, a space, generic.
enum class PointeeKind : std::uint8_t { unknown, null, space };
struct Pointee {
  PointeeKind kind = PointeeKind::unknown;
  AddressSpace space = AddressSpace::generic;
  bool operator==(const Pointee&) const = default;
};

/// What a pointer that is one or the other may point to. Null is the same number in generic and in global memory only.
Pointee either(Pointee a, Pointee b) {
  if (a.kind == PointeeKind::unknown) return b;
  if (b.kind == PointeeKind::unknown || a == b) return a;
  const Pointee generic{PointeeKind::space, AddressSpace::generic};
  if (a.kind == PointeeKind::null) std::swap(a, b);
  if (b.kind == PointeeKind::null) return a.space == AddressSpace::global ? a : generic;
  return generic;
}

bool is_pointer(const Module& module, std::uint32_t type) { return module.types[type].kind == TypeKind::pointer; }

/// Instructions whose result points where their first operand does.
bool keeps_pointer(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::getelementptr:
    case Opcode::bitcast:
    case Opcode::addrspacecast:
    case Opcode::freeze:
      return true;
    default:
      return false;
  }
}

/// The name of a called function, without "llvm."; "" if it is no intrinsic.
std::string intrinsic_called(const Module& module, const Instruction& call) {
  if (call.callee.kind != ValueKind::constant) return "";
  const Constant& callee = module.constants[call.callee.index];
  if (callee.kind != ConstantKind::function) return "";
  const std::string& name = module.functions[callee.symbol].name;
  return name.starts_with("llvm.") ? name.substr(5) : "";
}

/// Whether a structure given by value is only read: through pointers made from it, by loads and as the source of copies.
bool is_only_read(const Module& module, const std::vector<std::vector<const Instruction*>>& users, std::uint32_t parameter) {
  std::vector<std::uint32_t> waiting{parameter};
  std::vector<bool> seen(users.size());
  while (!waiting.empty()) {
    const std::uint32_t local = waiting.back();
    waiting.pop_back();
    if (seen[local]) continue;
    seen[local] = true;
    for (const Instruction* user : users[local]) {
      if (user->opcode == Opcode::load) continue;
      if (keeps_pointer(*user) && is_pointer(module, user->type)) {
        waiting.push_back(user->result);
        continue;
      }
      if (user->opcode != Opcode::call) return false;
      const std::string name = intrinsic_called(module, *user);
      if (name.starts_with("lifetime.")) continue;
      const bool copied = name.starts_with("memcpy.") && user->operands[0].index != local;
      if (!copied) return false;
    }
  }
  return true;
}

class SpaceFinder {
 public:
  SpaceFinder(const Module& module, const Function& function, const std::vector<const Instruction*>& definitions)
      : module_(module), function_(function), definitions_(definitions), known_(definitions.size()), users_(definitions.size()) {
    for (const Block& block : function.blocks)
      for (const Instruction& instruction : block.instructions)
        for (const Value& operand : instruction.operands)
          if (operand.kind == ValueKind::local) users_[operand.index].push_back(&instruction);
  }

  std::vector<AddressSpace> find() {
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t local = 0; local < known_.size(); ++local)
      if (is_pointer(module_, function_.locals[local].type)) waiting.push_back(local);
    while (!waiting.empty()) {
      const std::uint32_t local = waiting.back();
      waiting.pop_back();
      const Pointee found = either(known_[local], look(local));
      if (found == known_[local]) continue;
      known_[local] = found;
      for (const Instruction* user : users_[local])
        if (user->result != none && is_pointer(module_, user->type)) waiting.push_back(user->result);
    }
    std::vector<AddressSpace> spaces(known_.size(), AddressSpace::generic);
    for (std::size_t local = 0; local < known_.size(); ++local)
      if (known_[local].kind == PointeeKind::space) spaces[local] = known_[local].space;
    return spaces;
  }

 private:
  Pointee of(const Value& value) const {
    if (value.kind == ValueKind::local) return known_[value.index];
    if (value.kind != ValueKind::constant) return {};
    const ConstantKind kind = module_.constants[value.index].kind;
    if (kind == ConstantKind::undefined) return {};
    if (kind == ConstantKind::zero && module_.types[value.type].space == AddressSpace::generic) return {PointeeKind::null, {}};
    return {PointeeKind::space, constant_space(module_, value.index)};
  }

  Pointee look(std::uint32_t local) const {
    const AddressSpace told = module_.types[function_.locals[local].type].space;
    if (told != AddressSpace::generic) return {PointeeKind::space, told};
    const Instruction* const made = definitions_[local];
    if (made == nullptr) return {PointeeKind::space, parameter_space(local)};
    if (keeps_pointer(*made) && is_pointer(module_, made->operands[0].type)) return of(made->operands[0]);
    switch (made->opcode) {
      case Opcode::alloca:
        return {PointeeKind::space, AddressSpace::local};
      case Opcode::phi: {
        Pointee all;
        for (const Value& value : made->operands) all = either(all, of(value));
        return all;
      }
      case Opcode::select:
        return either(of(made->operands[1]), of(made->operands[2]));
      case Opcode::load: {
        const Pointee from = of(made->operands[0]);
        if (from.kind == PointeeKind::unknown) return {};
        return {PointeeKind::space, from.space == AddressSpace::parameter ? AddressSpace::global : AddressSpace::generic};
      }
      default:
        return {PointeeKind::space, AddressSpace::generic};
    }
  }

  AddressSpace parameter_space(std::uint32_t parameter) const {
    if (function_.parameters[parameter].by_value != none) {
      const bool read = function_.kernel && is_only_read(module_, users_, parameter);
      return read ? AddressSpace::parameter : AddressSpace::local;
    }
    return function_.kernel ? AddressSpace::global : AddressSpace::generic;
  }

  const Module& module_;
  const Function& function_;
  const std::vector<const Instruction*>& definitions_;
  std::vector<Pointee> known_;
  std::vector<std::vector<const Instruction*>> users_;
};

template <typename Operands>
AddressSum sum_of_indices(const Module& module, const Layout& layout, std::uint32_t element, const Operands& operands) {
  AddressSum sum{operands[0], {}, 0};
  std::uint32_t type = element;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    auto constant = constant_integer(module, operands[i]);
    // An index has as many bits as a pointer in memory.
    if (constant && module.narrow_pointers) constant = static_cast<std::int32_t>(*constant);
    if (i > 1) {
      const Type& whole = module.types[type];
      if (whole.kind == TypeKind::structure) {
        const auto member = static_cast<std::size_t>(constant.value_or(0));
        sum.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.offset) + layout.member_offset(type, member));
        type = whole.members[member];
        continue;
      }
      type = whole.members[0];
    }
    const auto bytes = static_cast<std::int64_t>(layout.size(type));
    if (constant)
      sum.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.offset) +
                                             static_cast<std::uint64_t>(*constant) * static_cast<std::uint64_t>(bytes));
    else
      sum.terms.emplace_back(operands[i], bytes);
  }
  return sum;
}

}  // namespace

std::vector<const Instruction*> definitions(const Function& function) {
  std::vector<const Instruction*> made(function.locals.size(), nullptr);
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if (instruction.result != none) made[instruction.result] = &instruction;
  return made;
}

std::vector<AddressSpace> pointer_spaces(const Module& module, const Function& function,
                                         const std::vector<const Instruction*>& definitions) {
  return SpaceFinder(module, function, definitions).find();
}

bool is_never_written(const Function& function, const std::vector<const Instruction*>& definitions, Value pointer) {
  for (int depth = 0; function.kernel && depth < deepest_expression && pointer.kind == ValueKind::local; ++depth) {
    const Instruction* const made = definitions[pointer.index];
    if (made == nullptr) {
      const ParameterAttributes& parameter = function.parameters[pointer.index];
      return parameter.read_only && parameter.no_alias && parameter.by_value == none;
    }
    if (!keeps_pointer(*made)) return false;
    pointer = made->operands[0];
  }
  return false;
}

AddressSum sum_of(const Module& module, const Layout& layout, const Instruction& getelementptr) {
  return sum_of_indices(module, layout, getelementptr.element, getelementptr.operands);
}

AddressSum sum_of(const Module& module, const Layout& layout, const Constant& getelementptr) {
  std::vector<Value> operands;
  for (const std::uint32_t operand : getelementptr.operands)
    operands.push_back({ValueKind::constant, operand, module.constants[operand].type});
  return sum_of_indices(module, layout, getelementptr.element, operands);
}

std::optional<std::int64_t> constant_integer(const Module& module, const Value& value) {
  if (value.kind != ValueKind::constant || module.types[value.type].kind != TypeKind::integer) return std::nullopt;
  const Constant& constant = module.constants[value.index];
  const std::uint32_t bits = module.types[value.type].bits;
  if (constant.kind == ConstantKind::zero || constant.kind == ConstantKind::undefined) return 0;
  if (constant.kind != ConstantKind::integer || bits > 64 || constant.bits.empty()) return std::nullopt;
  const std::uint32_t unused = 64 - bits;
  return static_cast<std::int64_t>(constant.bits[0] << unused) >> unused;
}

AddressSpace constant_space(const Module& module, std::uint32_t index) {
  for (int depth = 0; depth < deepest_expression; ++depth) {
    const Constant& constant = module.constants[index];
    if (constant.kind == ConstantKind::global) return module.globals[constant.symbol].space;
    if (constant.kind != ConstantKind::expression) break;
    const bool through = constant.opcode == Opcode::getelementptr || constant.opcode == Opcode::bitcast ||
                         constant.opcode == Opcode::addrspacecast;
    if (!through) break;
    index = constant.operands[0];
  }
  const Type& type = module.types[module.constants[index].type];
  return type.kind == TypeKind::pointer ? type.space : AddressSpace::generic;
}

}  // namespace warplens::ptx::nvvm
