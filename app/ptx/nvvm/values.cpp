#include <algorithm>
#include <charconv>

#include "ptx/nvvm/function_writer.h"

// Registers, constants and addresses as operands.

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t most_expressions = std::uint64_t{1} << 18;
constexpr std::size_t few_numbers = 64;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 21;  // of values with more than a few

bool is_immediate(const std::string& operand) { return operand[0] == '-' || (operand[0] >= '0' && operand[0] <= '9'); }

std::uint64_t low_bits(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

}  // namespace

std::string immediate(RegisterKind kind, std::uint64_t bits, unsigned width) {
  switch (kind) {
    case RegisterKind::predicate:
      return (bits & 1) != 0 ? "-1" : "0";
    case RegisterKind::f32:
      return fmt::format("0f{:08X}", bits);
    case RegisterKind::f64:
      return fmt::format("0d{:016X}", bits);
    default: {
      const unsigned unused = 64 - width;
      return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
    }
  }
}

void FunctionWriter::fail(std::string message) {
  if (error_) return;
  error_ =
      base::Error{module_.path, static_cast<int>(current_ != nullptr ? current_->line : function_.line), 0, std::move(message)};
}

void FunctionWriter::fail_length() { fail(fmt::format("this would be more than {} MiB of PTX", most_bytes >> 20)); }

/// Whether all values of an instruction are of at most max_parts numbers; an error if not.
bool FunctionWriter::has_few_numbers(const Instruction& instruction) {
  bool few = layout_.part_count(instruction.type) <= max_parts;
  for (const Value& value : instruction.operands) few = few && layout_.part_count(value.type) <= max_parts;
  if (!few) fail(fmt::format("a value of more than {} numbers", max_parts));
  return few;
}

std::string FunctionWriter::new_register(RegisterKind kind) {
  return fmt::format("{}{}", register_prefix(kind), ++registers_used_[static_cast<std::size_t>(kind)]);
}

std::vector<Part> FunctionWriter::parts(std::uint32_t type) {
  if (layout_.part_count(type) > max_parts) fail(fmt::format("a value of more than {} numbers", max_parts));
  if (layout_.part_count(type) > few_numbers) writing_.numbers += layout_.part_count(type);
  if (writing_.numbers > most_numbers) fail("the values of this module consist of too many numbers");
  return layout_.parts(type);
}

std::vector<Part> FunctionWriter::memory_parts(std::uint32_t type) {
  if (layout_.lies_in_bits(type)) fail("vectors of single bits in memory are not supported");
  return parts(type);
}

Registers FunctionWriter::new_registers(std::uint32_t type) {
  Registers registers;
  for (const Part& part : parts(type)) registers.push_back(new_register(part.kind));
  return registers;
}

const Registers& FunctionWriter::result(std::uint32_t local) {
  const std::uint32_t shared = shared_.of(local);
  const auto found = registers_.find(shared);
  if (found != registers_.end()) return found->second;
  const Registers& made = registers_.emplace(shared, new_registers(function_.locals[local].type)).first->second;
  if (shared_.is_shared(local)) shared_registers_.insert(made.begin(), made.end());
  return made;
}

const Registers& FunctionWriter::result(const Instruction& instruction) {
  return instruction.result == none ? expression_ : result(instruction.result);
}

Registers FunctionWriter::operands(const Value& value) {
  if (value.kind == ValueKind::none) {
    fail("an operand that is no value");
    return {"0"};
  }
  if (type(value.type).kind == TypeKind::pointer) return {pointer(value, type(value.type).space)};
  return value.kind == ValueKind::local ? result(value.index) : constant_operands(value.index);
}

std::string FunctionWriter::operand(const Value& value) {
  const Registers all = operands(value);
  return all.empty() ? "0" : all[0];
}

std::string FunctionWriter::in_register(const std::string& operand, RegisterKind kind) {
  if (!is_immediate(operand)) return operand;
  const std::string to = new_register(kind);
  emit("mov.{} {}, {};", type_name(kind), to, operand);
  return to;
}

std::string FunctionWriter::in_register(const Value& value) {
  const std::vector<Part> all = parts(value.type);
  return all.empty() ? "0" : in_register(operand(value), all[0].kind);
}

std::string FunctionWriter::converted(const std::string& address, AddressSpace from, AddressSpace to) {
  if (from == to) return address;
  std::string now = in_register(address, RegisterKind::b64);
  if (from != AddressSpace::generic) {
    const std::string generic = new_register(RegisterKind::b64);
    emit("cvta{}.u64 {}, {};", space_suffix(from), generic, now);
    now = generic;
  }
  if (to == AddressSpace::generic) return now;
  const std::string there = new_register(RegisterKind::b64);
  emit("cvta.to{}.u64 {}, {};", space_suffix(to), there, now);
  return there;
}

std::string FunctionWriter::pointer(const Value& value, AddressSpace space) {
  const AddressSpace has = selection_.space_of(value);
  if (value.kind == ValueKind::constant) {
    const Constant& constant = module_.constants[value.index];
    const bool computed = constant.kind == ConstantKind::expression || constant.kind == ConstantKind::global;
    return converted(computed ? expression(value)[0] : constant_operands(value.index)[0], has, space);
  }
  const auto place = stack_places_.find(value.index);
  if (place != stack_places_.end()) {
    // The address of the stack is the same in both spaces for as long as the function runs.
    const bool generic = space == AddressSpace::generic;
    const std::string to = new_register(RegisterKind::b64);
    needs_generic_stack_ = needs_generic_stack_ || generic;
    emit("add.u64 {}, {}, {};", to, generic ? "%SP" : "%SPL", place->second);
    return generic ? to : converted(to, AddressSpace::local, space);
  }
  if (has == AddressSpace::parameter && value.index < function_.parameters.size() &&
      function_.parameters[value.index].by_value != none)
    return converted(parameter_address(value.index), has, space);
  return converted(result(value.index)[0], has, space);
}

std::string FunctionWriter::parameter_address(std::uint32_t parameter) {
  const std::string to = new_register(RegisterKind::b64);
  emit("mov.b64 {}, {}_param_{};", to, writing_.function_names[function_index_], parameter);
  return to;
}

std::string FunctionWriter::address(const Value& pointer, std::int64_t further) {
  Address address = selection_.address_of(pointer);
  std::string base;
  std::int64_t offset = address.offset + further;
  const std::uint32_t local = address.base.kind == ValueKind::local ? address.base.index : none;
  const auto place = local == none ? stack_places_.end() : stack_places_.find(local);
  if (place != stack_places_.end()) {
    base = "%SPL";
    offset += static_cast<std::int64_t>(place->second);
  } else if (local != none && local < function_.parameters.size() && function_.parameters[local].by_value != none) {
    base = fmt::format("{}_param_{}", writing_.function_names[function_index_], local);
  } else {
    base = address_base(address);
  }
  return offset == 0 ? base : fmt::format("{}{:+}", base, offset);
}

std::string FunctionWriter::address_base(const Address& address) {
  if (address.base.kind == ValueKind::local) {
    if (stack_places_.contains(address.base.index) || address.base.index < function_.parameters.size())
      return pointer(address.base, selection_.space_of(address.base));
    if (!address.without_offset) return in_register(result(address.base.index)[0], RegisterKind::b64);
    const auto found = bases_.find(address.base.index);
    if (found != bases_.end()) return found->second;
    return bases_.emplace(address.base.index, new_register(RegisterKind::b64)).first->second;
  }
  const Constant& constant = module_.constants[address.base.index];
  if (constant.kind == ConstantKind::global) return writing_.global_names[constant.symbol];
  return in_register(pointer(address.base, selection_.space_of(address.base)), RegisterKind::b64);
}

/// The base in a register.
std::string FunctionWriter::address_of_base(const Address& address) {
  if (address.base.kind == ValueKind::local && address.without_offset) return address_base(address);
  return in_register(pointer(address.base, selection_.space_of(address.base)), RegisterKind::b64);
}

std::string FunctionWriter::symbol_address(const Constant& symbol, std::int64_t offset) {
  const std::string to = new_register(RegisterKind::b64);
  const bool function = symbol.kind == ConstantKind::function;
  const std::string& name = (function ? writing_.function_names : writing_.global_names)[symbol.symbol];
  if (offset == 0)
    emit("mov.u64 {}, {};", to, name);
  else
    emit("mov.u64 {}, {}{:+};", to, name, offset);
  return to;
}

Registers FunctionWriter::constant_operands(std::uint32_t index) {
  const Constant& constant = module_.constants[index];
  switch (constant.kind) {
    case ConstantKind::function:
      return {symbol_address(constant, 0)};
    case ConstantKind::global:
    case ConstantKind::expression:
      return expression({ValueKind::constant, index, constant.type});
    case ConstantKind::aggregate: {
      Registers all;
      for (const std::uint32_t operand : constant.operands) {
        const Value element{ValueKind::constant, operand, module_.constants[operand].type};
        std::ranges::move(operands(element), std::back_inserter(all));
      }
      return all;
    }
    default: {
      Registers all;
      std::size_t word = 0;
      for (const Part& part : parts(constant.type)) {
        const std::uint64_t bits = word < constant.bits.size() ? constant.bits[word++] : 0;
        all.push_back(immediate(part.kind, bits, part.bits));
      }
      return all;
    }
  }
}

/// A constant that instructions compute. Addresses are in their symbol's space.
Registers FunctionWriter::expression(const Value& value) {
  const Constant& constant = module_.constants[value.index];
  const bool is_address = type(value.type).kind == TypeKind::pointer;
  // An alias may name another one twice, and that again: the text is short, but what it says is not.
  if (++writing_.expressions > most_expressions) fail("the constant expressions of this module are too large");
  if (error_) return Registers(layout_.parts(value.type).size(), "0");
  if (is_address) {
    const Address address = selection_.address_of(value);
    const Constant& base = module_.constants[address.base.index];
    if (base.kind == ConstantKind::global) return {symbol_address(base, address.offset)};
  }
  const auto operand_value = [&](std::size_t i) {
    return Value{ValueKind::constant, constant.operands[i], module_.constants[constant.operands[i]].type};
  };
  if (is_address && constant.opcode == Opcode::getelementptr) {
    const AddressSum sum = sum_of(module_, layout_, constant);
    std::string address = pointer(sum.base, selection_.space_of(sum.base));
    const std::string to = new_register(RegisterKind::b64);
    emit("add.s64 {}, {}, {};", to, address, sum.offset);
    address = to;
    add_terms(sum, address);
    return {address};
  }
  if (is_address && (constant.opcode == Opcode::bitcast || constant.opcode == Opcode::addrspacecast))
    return {pointer(operand_value(0), selection_.space_of(value))};
  if (scalar(value.type).kind == TypeKind::pointer && !is_address) fail("vectors of pointers are not supported");
  if (constant.opcode == Opcode::shufflevector) fail("shufflevector of constants is not supported");
  if (error_) return Registers(layout_.parts(value.type).size(), "0");
  Instruction instruction;
  instruction.opcode = constant.opcode;
  instruction.type = constant.type;
  instruction.predicate = constant.predicate;
  for (std::size_t i = 0; i < constant.operands.size(); ++i) instruction.operands.push_back(operand_value(i));
  Registers outer = std::exchange(expression_, new_registers(constant.type));
  write_plain(instruction);
  return std::exchange(expression_, std::move(outer));
}

std::string FunctionWriter::extended(const std::string& operand, const Part& part, bool is_signed) {
  const unsigned whole = register_bits(part.kind);
  if (part.bits == whole || part.kind == RegisterKind::predicate) return operand;
  if (is_immediate(operand)) {
    std::int64_t number = 0;
    std::from_chars(operand.data(), operand.data() + operand.size(), number);
    if (is_signed) return operand;  // constants are written with their sign
    return std::to_string(static_cast<std::uint64_t>(number) & low_bits(part.bits));
  }
  if (!is_signed && zero_extended_.contains(operand)) return operand;
  const std::string to = new_register(part.kind);
  if (!is_signed) {
    emit("and.b{} {}, {}, {};", whole, to, operand, static_cast<std::int64_t>(low_bits(part.bits)));
  } else {
    const std::string up = new_register(part.kind);
    emit("shl.b{} {}, {}, {};", whole, up, operand, whole - part.bits);
    emit("shr.s{} {}, {}, {};", whole, to, up, whole - part.bits);
  }
  return to;
}

bool FunctionWriter::is_float(std::uint32_t index) const {
  switch (scalar(index).kind) {
    case TypeKind::half:
    case TypeKind::bfloat:
    case TypeKind::float32:
    case TypeKind::float64:
      return true;
    default:
      return false;
  }
}

}  // namespace warplens::ptx::nvvm
