#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Calls of functions (PTX ISA, "Function Declarations and Definitions"; LLVM: NVPTXISelLowering, LowerCall).

namespace warplens::ptx::nvvm {

std::string parameter_declaration(const ModuleWriting& writing, std::uint32_t index, const ParameterAttributes& attributes,
                                  std::string_view name, bool of_kernel) {
  const Module& module = writing.module;
  const bool by_value = attributes.by_value != none;
  const std::uint32_t kept = by_value ? attributes.by_value : index;
  const Type& type = module.types[kept];
  const bool is_number = !by_value && type.kind != TypeKind::vector && type.kind != TypeKind::array &&
                         type.kind != TypeKind::structure && !(type.kind == TypeKind::integer && type.bits > 64);
  if (!is_number) {
    std::uint32_t alignment = writing.layout.alignment(kept);
    if (by_value) alignment = std::max(alignment, attributes.alignment);
    return fmt::format(".param .align {} .b8 {}[{}]", std::min(alignment, 128u), name, writing.layout.size(kept));
  }
  const std::vector<Part> parts = writing.layout.parts(kept);
  const Part part = parts.empty() ? Part() : parts[0];  // a declaration may have metadata, which is never passed
  if (!of_kernel) return fmt::format(".param .b{} {}", std::max(32u, register_bits(part.kind)), name);
  if (part.kind == RegisterKind::f32 || part.kind == RegisterKind::f64)
    return fmt::format(".param .{} {}", type_name(part.kind), name);
  // The runtime widens the host's pointers for these.
  const std::string_view pointer = part.narrow ? ".ptr .align 1 " : "";
  return fmt::format(".param .u{} {}{}", std::bit_ceil(std::max(part.bits, 8u)), pointer, name);
}

std::string parameter_list(const ModuleWriting& writing, std::uint32_t index) {
  const Module& module = writing.module;
  const Function& function = module.functions[index];
  const std::vector<std::uint32_t>& members = module.types[function.type].members;
  std::string text = "(";
  for (std::size_t i = 1; i < members.size(); ++i) {
    const ParameterAttributes attributes =
        i - 1 < function.parameters.size() ? function.parameters[i - 1] : ParameterAttributes{};
    const std::string name = fmt::format("{}_param_{}", writing.function_names[index], i - 1);
    const std::string declared = is_machine_size(module, function, i - 1)
                                     ? fmt::format(".param .b64 {}", name)
                                     : parameter_declaration(writing, members[i], attributes, name, writing.kernels[index]);
    text += fmt::format("{}\n\t{}", i == 1 ? "" : ",", declared);
  }
  return text + (members.size() > 1 ? "\n)" : ")");
}

std::string result_list(const ModuleWriting& writing, std::uint32_t type, std::string_view name) {
  if (writing.layout.part_count(type) == 0) return "";
  return "(" + parameter_declaration(writing, type, {}, name, false) + ") ";
}

/// The function that a call names; null if it goes through a pointer.
const Function* FunctionWriter::called_function(const Instruction& call) const {
  if (call.callee.kind != ValueKind::constant) return nullptr;
  const Constant& callee = module_.constants[call.callee.index];
  return callee.kind == ConstantKind::function ? &module_.functions[callee.symbol] : nullptr;
}

/// Put an argument in its .param.
void FunctionWriter::pass(const Instruction& instruction, std::size_t argument) {
  const Value& value = instruction.operands[argument];
  const ParameterAttributes attributes =
      argument < instruction.attributes.size() ? instruction.attributes[argument] : ParameterAttributes{};
  const std::string name = fmt::format("param{}", argument);
  const Function* const callee = called_function(instruction);
  const bool is_number = type(value.type).kind == TypeKind::integer && !is_wide(value.type);
  if (callee != nullptr && is_number && is_machine_size(module_, *callee, argument)) {
    const auto known = type(value.type).bits == 32 ? constant_integer(module_, value) : std::nullopt;
    const std::string bytes =
        known ? in_register(std::to_string(static_cast<std::uint32_t>(*known)), RegisterKind::b64) : number_of_bytes(value);
    emit(".param .b64 {};", name);
    return emit("st.param.b64 [{}+0], {};", name, bytes);
  }
  emit("{};", parameter_declaration(writing_, value.type, attributes, name, false));
  if (attributes.by_value != none) {
    const AddressSpace space = selection_.space_of(value);
    const std::string from = in_register(pointer(value, space), RegisterKind::b64);
    const std::uint32_t alignment = std::max(attributes.alignment, layout_.alignment(attributes.by_value));
    return copy_bytes(fmt::format("ld{}", space_suffix(space)), from, "st.param", name, layout_.size(attributes.by_value),
                      alignment);
  }
  const Registers from = operands(value);
  const std::vector<Part> all = passed_parts(value.type);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_signed = attributes.sign_extended;
    // A number of fewer than 32 bits fills its .param.
    if (all.size() == 1 && all[0].bits < 32 && !is_float(value.type)) {
      const std::string whole = new_register(RegisterKind::b32);
      cast_integer(is_signed ? Opcode::sext : Opcode::zext, all[0], {RegisterKind::b32, 32, 0}, whole, from[0]);
      emit("st.param.b32 [{}+0], {};", name, whole);
      continue;
    }
    store_part("st.param", all[i], from[i], fmt::format("{}+{}", name, all[i].offset), 16);
  }
}

void FunctionWriter::write_call(const Instruction& instruction) {
  if (instruction.assembly) return write_assembly(instruction);
  std::string callee;
  std::string prototype;
  const bool direct = called_function(instruction) != nullptr;
  const Type& called = type(instruction.callee_type);
  if (direct) {
    const std::uint32_t function = module_.constants[instruction.callee.index].symbol;
    const std::string& name = module_.functions[function].name;
    if (name.starts_with("llvm.")) {
      if (!write_intrinsic(instruction, std::string_view(name).substr(5))) fail(fmt::format("{} is not supported", name));
      return;
    }
    if (writing_.kernels[function]) return fail(fmt::format("a call of {}, which is a kernel", name));
    callee = writing_.function_names[function];
  } else {
    callee = in_register(operand(instruction.callee), RegisterKind::b64);
    prototype = fmt::format("prototype_{}_{}", function_index_, calls_++);
  }
  if (called.variadic) return fail("a call with a variable number of arguments");
  for (const Value& value : instruction.operands)
    if (value.kind == ValueKind::none) return fail("metadata as an argument of a function that is no intrinsic");
  std::vector<std::string> names;
  emit("{{");
  for (std::size_t argument = 0; argument < instruction.operands.size(); ++argument) {
    pass(instruction, argument);
    names.push_back(fmt::format("param{}", argument));
  }
  const std::uint32_t returned = instruction.type;
  const bool has_result = layout_.part_count(returned) != 0;
  if (has_result) emit("{};", parameter_declaration(writing_, returned, {}, "retval0", false));
  const std::string_view results = has_result ? "(retval0), " : "";
  if (!direct) {
    std::string parameters;
    for (std::size_t argument = 0; argument < instruction.operands.size(); ++argument) {
      const ParameterAttributes attributes =
          argument < instruction.attributes.size() ? instruction.attributes[argument] : ParameterAttributes{};
      parameters += (argument == 0 ? "" : ", ") +
                    parameter_declaration(writing_, instruction.operands[argument].type, attributes, "_", false);
    }
    emit("{}: .callprototype {}_ ({});", prototype, result_list(writing_, returned, "_"), parameters);
  }
  emit("call{} {}{}, ({}){};", direct ? ".uni" : "", results, callee, fmt::join(names, ", "), direct ? "" : ", " + prototype);
  if (has_result) {
    const Registers to = instruction.result == none ? new_registers(returned) : result(instruction);
    const std::vector<Part> all = passed_parts(returned);
    for (std::size_t i = 0; i < all.size(); ++i)
      load_part("ld.param", all[i], to[i], fmt::format("retval0+{}", all[i].offset), 16);
  }
  emit("}}");
}

}  // namespace warplens::ptx::nvvm
