#include <algorithm>
#include <iterator>

#include "ptx/nvvm/function_writer.h"

// A function from its brace to its brace: parameters, stack, blocks.

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t most_stack_bytes = std::uint64_t{512} << 10;  // CUDA C++ Programming Guide: local memory per thread

std::uint64_t aligned(std::uint64_t bytes, std::uint64_t alignment) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

FunctionWriter::FunctionWriter(ModuleWriting& writing, std::uint32_t function)
    : writing_(writing),
      module_(writing.module),
      layout_(writing.layout),
      function_index_(function),
      function_(writing.module.functions[function]),
      blocks_(function_.blocks),
      definitions_(definitions(function_)),
      selection_(module_, layout_, function_, definitions_),
      shared_(module_, function_, selection_),
      whole_pointers_(find_whole_pointers(module_, function_)),
      order_(block_order(function_)) {}

base::Result<WrittenFunction> FunctionWriter::write() {
  described_.begin = fmt::format("$L__func_begin{}", function_index_);
  described_.end = fmt::format("$L__func_end{}", function_index_);
  described_.subprogram = function_.subprogram;
  body_ += writing_.lines.begin(function_.subprogram);
  label(described_.begin);
  const std::string start = std::exchange(body_, "");
  write_start();
  for (std::size_t i = 0; i < order_.size() && !error_; ++i) {
    next_block_ = i + 1 < order_.size() ? order_[i + 1] : none;
    write_block(order_[i]);
  }
  if (error_) return *error_;
  describe_variables();
  label(described_.end);
  std::string stack;
  if (stack_bytes_ != 0) {
    stack = fmt::format("\tmov.u64 %SPL, __local_depot{};\n", function_index_);
    if (needs_generic_stack_) stack += "\tcvta.local.u64 %SP, %SPL;\n";
  }
  return WrittenFunction{"{\n" + declarations() + start + stack + body_ + "}\n", std::move(described_)};
}

std::string FunctionWriter::declarations() const {
  std::string text;
  if (stack_bytes_ != 0) {
    text += fmt::format("\t.local .align {} .b8 __local_depot{}[{}];\n", stack_alignment_, function_index_, stack_bytes_);
    if (needs_generic_stack_) text += "\t.reg .b64 %SP;\n";
    text += "\t.reg .b64 %SPL;\n";
  }
  for (std::size_t index = 0; index < registers_used_.size(); ++index) {
    const auto kind = static_cast<RegisterKind>(index);
    if (registers_used_[index] != 0)
      text += fmt::format("\t.reg .{} {}<{}>;\n", type_name(kind), register_prefix(kind), registers_used_[index] + 1);
  }
  return text;
}

/// Give the stack's variables their places, and load the parameters that something reads.
void FunctionWriter::write_start() {
  const auto reserve = [&](std::uint32_t local, std::uint64_t bytes, std::uint32_t alignment) {
    stack_bytes_ = aligned(stack_bytes_, alignment);
    stack_places_[local] = stack_bytes_;
    stack_bytes_ += std::min(bytes, most_stack_bytes + 1);
    stack_alignment_ = std::max(stack_alignment_, alignment);
    if (stack_bytes_ > most_stack_bytes) fail("more than 512 KiB of local variables");
  };
  std::vector<std::uint32_t> reads;
  for (std::uint32_t number = 0; number < selection_.instructions().size(); ++number) {
    const Instruction& instruction = *selection_.instructions()[number];
    if (selection_.choice(number).form == Form::covered) continue;
    selection_.add_reads(number, reads);
    if (instruction.opcode == Opcode::phi)
      for (const Value& value : instruction.operands)
        if (value.kind == ValueKind::local) reads.push_back(value.index);
    if (instruction.opcode != Opcode::alloca) continue;
    current_ = &instruction;
    const auto count = constant_integer(module_, instruction.operands[0]);
    const bool whole = whole_pointers_.contains(instruction.result);
    const std::uint64_t size = whole ? 8 : layout_.size(instruction.element);
    if (!count || *count < 0) return fail("the size of a local array must be known when it is compiled");
    const auto elements = static_cast<std::uint64_t>(*count);
    const bool large = elements != 0 && size > most_stack_bytes / elements;
    reserve(instruction.result, large ? most_stack_bytes + 1 : size * elements,
            std::clamp(instruction.alignment, whole ? 8u : layout_.alignment(instruction.element), 4096u));
  }
  current_ = nullptr;
  std::ranges::sort(reads);
  for (std::uint32_t parameter = 0; parameter < function_.parameters.size(); ++parameter) {
    if (!std::ranges::binary_search(reads, parameter)) continue;
    const std::uint32_t by_value = function_.parameters[parameter].by_value;
    const Value value{ValueKind::local, parameter, function_.locals[parameter].type};
    if (by_value != none && selection_.space_of(value) == AddressSpace::local)
      reserve(parameter, layout_.size(by_value),
              std::clamp(function_.parameters[parameter].alignment, layout_.alignment(by_value), 128u));
    write_parameter(parameter);
  }
}

void FunctionWriter::write_parameter(std::uint32_t parameter) {
  const std::string name = fmt::format("{}_param_{}", writing_.function_names[function_index_], parameter);
  const ParameterAttributes& attributes = function_.parameters[parameter];
  const std::uint32_t kind = function_.locals[parameter].type;
  if (attributes.by_value != none) {
    const auto place = stack_places_.find(parameter);
    if (place == stack_places_.end()) return;  // read where it is
    const std::uint32_t alignment = std::max(attributes.alignment, layout_.alignment(attributes.by_value));
    return copy_bytes("ld.param", name, "st.local", fmt::format("%SPL+{}", place->second), layout_.size(attributes.by_value),
                      alignment);
  }
  const Registers& to = result(parameter);
  if (type(kind).kind == TypeKind::pointer && type(kind).space == AddressSpace::generic) {
    const Value value{ValueKind::local, parameter, kind};
    if (selection_.space_of(value) == AddressSpace::global) {
      const std::string generic = new_register(RegisterKind::b64);
      emit("ld.param.u64 {}, [{}];", generic, name);
      return emit("cvta.to.global.u64 {}, {};", to[0], generic);
    }
  }
  const std::vector<Part> all = passed_parts(kind);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string place = all[i].offset == 0 ? name : fmt::format("{}+{}", name, all[i].offset);
    load_part("ld.param", all[i], to[i], place, 16);
  }
}

void FunctionWriter::write_block(std::uint32_t block) {
  if (block != 0) label(block_label(block));
  const std::uint32_t first = selection_.first()[block], last = selection_.first()[block + 1];
  write_phis(block);
  bool starts = block != 0;
  for (std::uint32_t number = first; number < last && !error_; ++number) {
    const Instruction& instruction = *selection_.instructions()[number];
    if (selection_.choice(number).form == Form::covered || instruction.opcode == Opcode::phi) continue;
    current_ = &instruction;
    write_location(instruction, starts);
    starts = false;
    if (number + 1 == last) hand_over(block);
    if (instruction.opcode == Opcode::br)
      write_branch(instruction);
    else if (instruction.opcode == Opcode::switch_)
      write_switch(instruction);
    else
      write_instruction(number);
  }
  current_ = nullptr;
}

void FunctionWriter::write_location(const Instruction& instruction, bool starts_block) {
  const std::string lines =
      writing_.tells_lines ? writing_.lines.at(instruction.location, starts_block) : writing_.lines.at_own_line(instruction.line);
  if (lines.empty()) return;
  body_ += lines;
  if (!writing_.variables_described) return;
  described_.marks.push_back({fmt::format("$L__tmp{}_{}", function_index_, described_.marks.size()), instruction.location});
  label(described_.marks.back().label);
}

void FunctionWriter::write_instruction(std::uint32_t number) {
  const Instruction& instruction = *selection_.instructions()[number];
  const Choice& choice = selection_.choice(number);
  switch (choice.form) {
    case Form::covered:
      return;
    case Form::multiply_add:
      return write_multiply_add(instruction, choice);
    case Form::multiply_wide:
      return write_multiply_wide(instruction, choice);
    case Form::extended_load:
      return write_load(instruction, choice);
    case Form::merged:
      return write_merged(instruction, choice);
    case Form::plain:
      break;
  }
  if (instruction.opcode == Opcode::getelementptr) return write_getelementptr(instruction, choice);
  if (instruction.opcode == Opcode::load) return write_load(instruction, choice);
  write_plain(instruction);
}

/// An instruction of which nothing depends on the others around it; also one that stands for a constant expression.
void FunctionWriter::write_plain(const Instruction& instruction) {
  if (!has_few_numbers(instruction)) return;
  if (instruction.result != none && type(instruction.type).kind == TypeKind::vector &&
      scalar(instruction.type).kind == TypeKind::pointer && instruction.opcode != Opcode::insertelement)
    return fail("vectors of pointers are not supported");
  switch (instruction.opcode) {
    case Opcode::ret:
      return write_return(instruction);
    case Opcode::unreachable:
      return emit("trap;"), emit("exit;");
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::udiv:
    case Opcode::sdiv:
    case Opcode::urem:
    case Opcode::srem:
    case Opcode::shl:
    case Opcode::lshr:
    case Opcode::ashr:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::fadd:
    case Opcode::fsub:
    case Opcode::fmul:
    case Opcode::fdiv:
    case Opcode::frem:
      return write_binary(instruction);
    case Opcode::fneg:
      return write_negation(instruction);
    case Opcode::icmp:
    case Opcode::fcmp:
      return write_comparison(instruction);
    case Opcode::select:
      return write_select(instruction);
    case Opcode::bitcast:
    case Opcode::freeze:
      return write_bitcast(instruction);
    case Opcode::trunc:
    case Opcode::zext:
    case Opcode::sext:
    case Opcode::fptrunc:
    case Opcode::fpext:
    case Opcode::fptoui:
    case Opcode::fptosi:
    case Opcode::uitofp:
    case Opcode::sitofp:
    case Opcode::ptrtoint:
    case Opcode::inttoptr:
    case Opcode::addrspacecast:
      return write_cast(instruction);
    case Opcode::extractelement:
    case Opcode::insertelement:
    case Opcode::shufflevector:
    case Opcode::extractvalue:
    case Opcode::insertvalue:
      return write_elements(instruction);
    case Opcode::store:
      return write_store(instruction);
    case Opcode::fence:
      return write_fence(instruction);
    case Opcode::cmpxchg:
      return write_exchange(instruction);
    case Opcode::atomicrmw:
      return write_atomic(instruction);
    case Opcode::call:
      return write_call(instruction);
    case Opcode::br:
    case Opcode::switch_:
    case Opcode::alloca:  // write_start()
    case Opcode::phi:
    case Opcode::load:
    case Opcode::getelementptr:
      return;
  }
}

/// The bytes that a DIExpression adds to a variable's address; nothing if it is more than an addition.
std::optional<std::uint64_t> FunctionWriter::added_bytes(std::uint32_t expression) const {
  if (expression >= module_.metadata.size() || module_.metadata[expression].fields.empty()) return 0;
  const std::vector<MetadataField>& fields = module_.metadata[expression].fields;
  const bool adds = fields.size() == 2 && fields[0].text == "DW_OP_plus_uconst" && fields[1].kind == FieldKind::number;
  return adds ? std::optional(static_cast<std::uint64_t>(fields[1].number)) : std::nullopt;
}

/// Where the variables are that have memory: on the stack, or a structure among a kernel's parameters.
void FunctionWriter::describe_variables() {
  if (!writing_.variables_described) return;
  for (const DeclaredVariable& variable : function_.variables) {
    if (variable.address.kind != ValueKind::local) continue;
    const Address address = selection_.address_of(variable.address);
    const std::uint32_t local = address.base.kind == ValueKind::local ? address.base.index : none;
    DescribedVariable described{variable.variable, variable.location, "", 0, false, is_whole_pointer(variable.address)};
    const auto added = added_bytes(variable.expression);
    if (const auto place = stack_places_.find(local); place != stack_places_.end() && !address.without_offset) {
      described.symbol = fmt::format("__local_depot{}", function_index_);
      described.offset = place->second + static_cast<std::uint64_t>(address.offset);
    } else if (local < function_.parameters.size() && function_.parameters[local].by_value != none) {
      described.symbol = fmt::format("{}_param_{}", writing_.function_names[function_index_], local);
      described.offset = static_cast<std::uint64_t>(address.offset);
      described.in_parameter = true;
    }
    if (added)
      described.offset += *added;
    else
      described.symbol.clear();
    described_.variables.push_back(std::move(described));
  }
}

}  // namespace warplens::ptx::nvvm
