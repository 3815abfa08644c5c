#include <algorithm>
#include <utility>

#include "ptx/nvvm/function_writer.h"

// Pointers that have 32 bits in memory and as numbers, as the host of a program in the page has them. Registers hold the
// machine's addresses of 64 bits, so what goes to memory or comes from it is converted, by functions of the machine.

namespace warplens::ptx::nvvm {
namespace {

constexpr Part half_part{RegisterKind::b32, 32, 0};

/// Arguments of the machine's functions that are a size_t in CUDA.
constexpr std::pair<std::string_view, std::size_t> machine_sizes[] = {
    {"malloc", 0}, {"__cuda_syscall_aligned_malloc", 0}, {"__cuda_syscall_aligned_malloc", 1}, {"__assertfail", 4}};

/// Addresses in these spaces are small numbers of their own.
bool is_small(AddressSpace space) {
  return space == AddressSpace::shared || space == AddressSpace::local || space == AddressSpace::parameter;
}

bool is_lifetime(const Module& module, const Instruction& call) {
  if (call.opcode != Opcode::call || call.callee.kind != ValueKind::constant) return false;
  const Constant& callee = module.constants[call.callee.index];
  return callee.kind == ConstantKind::function && module.functions[callee.symbol].name.starts_with("llvm.lifetime.");
}

}  // namespace

std::string_view machine_function(const Module& module, const Function& function) {
  const bool prints = module.narrow_pointers && function.declaration && function.name == "vprintf";
  return prints ? "__warplens_vprintf32" : std::string_view(function.name);
}

bool is_machine_size(const Module& module, const Function& function, std::size_t argument) {
  if (!module.narrow_pointers || !function.declaration) return false;
  const std::vector<std::uint32_t>& members = module.types[function.type].members;
  if (argument + 1 >= members.size()) return false;
  const Type& type = module.types[members[argument + 1]];
  if (type.kind != TypeKind::integer || type.bits > 64) return false;
  return std::ranges::find(machine_sizes, std::pair(std::string_view(function.name), argument)) != std::end(machine_sizes);
}

/// The stack variables that are a pointer, and of which nothing takes the address. They keep the whole address, so that code that
/// was not optimised converts nothing when it reads its variables.
std::set<std::uint32_t> FunctionWriter::find_whole_pointers(const Module& module, const Function& function) {
  std::set<std::uint32_t> found;
  if (!module.narrow_pointers) return found;
  const auto is_pointer = [&](std::uint32_t type) { return module.types[type].kind == TypeKind::pointer; };
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if (instruction.opcode == Opcode::alloca && is_pointer(instruction.element) &&
          constant_integer(module, instruction.operands[0]) == 1)
        found.insert(instruction.result);
  const auto keep_only = [&](const Instruction& instruction, std::size_t place, bool is_right) {
    for (std::size_t i = 0; i < instruction.operands.size(); ++i)
      if (instruction.operands[i].kind == ValueKind::local && !(is_right && i == place))
        found.erase(instruction.operands[i].index);
  };
  for (const Block& block : function.blocks) {
    for (const Instruction& instruction : block.instructions) {
      if (is_lifetime(module, instruction)) continue;
      const bool stores = instruction.opcode == Opcode::store, loads = instruction.opcode == Opcode::load;
      const bool plain = (stores || loads) && instruction.order == AtomicOrder::none;
      keep_only(instruction, stores ? 1 : 0, plain && is_pointer(stores ? instruction.operands[0].type : instruction.type));
    }
  }
  return found;
}

bool FunctionWriter::is_whole_pointer(const Value& place) const {
  return place.kind == ValueKind::local && whole_pointers_.contains(place.index);
}

std::vector<Part> FunctionWriter::passed_parts(std::uint32_t index) {
  std::vector<Part> all = memory_parts(index);
  if (type(index).kind == TypeKind::pointer) all[0].narrow = false;
  return all;
}

/// Make the address of a narrow pointer in a space.
void FunctionWriter::widen(AddressSpace space, const std::string& to, const std::string& narrow) {
  const std::string number = in_register(narrow, RegisterKind::b32);
  if (is_small(space)) return emit("cvt.u64.u32 {}, {};", to, number);
  writing_.widens = true;
  const std::string generic = space == AddressSpace::generic ? to : new_register(RegisterKind::b64);
  emit("call.uni ({}), {}, ({});", generic, widening_function, number);
  if (space != AddressSpace::generic) move(RegisterKind::b64, to, converted(generic, AddressSpace::generic, space));
}

/// The narrow pointer to an address in a space, as an operand of 32 bits.
std::string FunctionWriter::narrowed(AddressSpace space, const std::string& address) {
  if (address == "0") return address;
  const std::string narrow = new_register(RegisterKind::b32), whole = in_register(address, RegisterKind::b64);
  if (is_small(space)) {
    emit("cvt.u32.u64 {}, {};", narrow, whole);
    return narrow;
  }
  writing_.narrows = true;
  emit("call.uni ({}), {}, ({});", narrow, narrowing_function, converted(whole, space, AddressSpace::generic));
  return narrow;
}

/// ptrtoint, inttoptr: the numbers are those of narrow pointers.
void FunctionWriter::write_pointer_cast(const Instruction& instruction) {
  const Value& value = instruction.operands[0];
  if (is_wide(value.type) || is_wide(instruction.type))
    return fail("conversions between pointers and more than 64 bits are not supported");
  const Registers from = operands(value);
  const std::vector<Part> before = parts(value.type), after = parts(instruction.type);
  const bool is_number = instruction.opcode == Opcode::ptrtoint;
  if (is_number && after.size() == 1 && after[0].kind == RegisterKind::b32)
    return assign(instruction, {narrowed(before[0].space, from[0])});
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (is_number) {
      const Opcode how = after[i].bits > 32 ? Opcode::zext : Opcode::trunc;
      cast_integer(how, half_part, after[i], to[i], narrowed(before[i].space, from[i]));
      continue;
    }
    std::string narrow = from[i];
    if (before[i].kind != RegisterKind::b32 || before[i].bits != 32) {
      narrow = new_register(RegisterKind::b32);
      cast_integer(before[i].bits < 32 ? Opcode::zext : Opcode::trunc, before[i], half_part, narrow, from[i]);
    }
    widen(after[i].space, to[i], narrow);
  }
}

/// atomicrmw xchg of a pointer.
void FunctionWriter::write_pointer_exchange(const Instruction& instruction, const std::string& operation) {
  const Value &pointer = instruction.operands[0], &value = instruction.operands[1];
  const AddressSpace space = type(value.type).space;
  const std::string number = in_register(narrowed(space, operand(value)), RegisterKind::b32), place = address(pointer),
                    seen = new_register(RegisterKind::b32);
  if (selection_.space_of(pointer) == AddressSpace::local) {
    emit("ld.local.u32 {}, [{}];", seen, place);
    emit("st.local.u32 [{}], {};", place, number);
  } else {
    emit("{}.exch.b32 {}, [{}], {};", operation, seen, place, number);
  }
  widen(space, result(instruction)[0], seen);
}

/// A number that was made of a pointer, as an address for a statement of asm, which means the memory by it; "" for others.
std::string FunctionWriter::address_for_assembly(const Value& value) {
  if (!module_.narrow_pointers || value.kind != ValueKind::local || type(value.type).kind != TypeKind::integer) return "";
  const Instruction* made = definitions_[value.index];
  if (made != nullptr && made->opcode == Opcode::zext && made->operands[0].kind == ValueKind::local)
    made = definitions_[made->operands[0].index];
  if (made == nullptr || made->opcode != Opcode::ptrtoint) return "";
  const Type& pointer = type(made->operands[0].type);
  if (pointer.kind != TypeKind::pointer || is_small(pointer.space)) return "";
  const Part part = parts(value.type)[0];
  if (part.bits < 32 || is_wide(value.type)) return "";
  std::string narrow = in_register(value);
  if (part.kind == RegisterKind::b64) {
    const std::string low = new_register(RegisterKind::b32);
    cast_integer(Opcode::trunc, part, half_part, low, narrow);
    narrow = low;
  }
  const std::string to = new_register(RegisterKind::b64);
  widen(pointer.space, to, narrow);
  return to;
}

}  // namespace warplens::ptx::nvvm
