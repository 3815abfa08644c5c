#include <algorithm>

#include "ptx/parse/form.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt {
namespace {

/// The type of the elements that an access moves.
ptx::Type element_type(const ptx::Instruction& instruction) {
  return instruction.type == ptx::Type::b128 ? ptx::Type::b64 : instruction.type;
}

}  // namespace

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Space;

void Decoder::decode_address_conversion(const ptx::Instruction& instruction, Decoded& decoded) {
  const bool to = instruction.modifiers.to;
  const bool own = !to && decode_own_address(instruction, decoded);
  if (!own) decode_operation(instruction, decoded);
  const std::uint64_t base = instruction.space == Space::shared  ? shared_window
                             : instruction.space == Space::local ? local_window
                             : instruction.space == Space::param ? (function_.entry ? parameter_window : local_window)
                                                                 : 0;
  decoded.immediate = to ? std::uint64_t{0} - base : base + (own ? decoded.immediate : 0);
}

/// Generic addresses of global memory are above the windows of local and shared memory.
void Decoder::decode_space_test(const ptx::Instruction& instruction, Decoded& decoded) {
  constexpr std::uint64_t window = std::uint64_t{1} << slot_bits, first_constant = first_global_slot << slot_bits;
  const std::uint64_t first_global = first_constant + program_.variables.constants * window;
  decode_operation(instruction, decoded);
  switch (instruction.space) {
    case Space::shared:
    case Space::local:
    case Space::param:
      decoded.immediate = instruction.space == Space::shared                     ? shared_window
                          : instruction.space == Space::param && function_.entry ? parameter_window
                                                                                 : local_window;
      decoded.offset = static_cast<std::int64_t>(window);
      break;
    case Space::constant:
      decoded.immediate = first_constant;
      decoded.offset = static_cast<std::int64_t>(first_global - first_constant);
      break;
    case Space::global:
      decoded.immediate = first_global;
      decoded.offset = static_cast<std::int64_t>(~std::uint64_t{0} - first_global);
      break;
    default:
      fail("generic addresses tell shared, local, parameter, constant and global memory apart only");
      break;
  }
}

void Decoder::decode_address(const ptx::Operand& operand, Decoded& decoded) {
  if (operand.kind != OperandKind::address) return void(fail("no address"));
  decoded.offset = operand.offset;
  if (operand.base == OperandKind::reg) {
    decoded.address_wide = register_bits(operand.index) == 64;
    decoded.operands[address_slot] = register_row(operand.index, decoded.address_wide ? 8 : 4);
  } else if (operand.base == OperandKind::variable) {
    if (is_own(operand)) decoded.operands[address_slot] = frame_row_;
    decoded.offset += static_cast<std::int64_t>(program_.variables.address[operand.index]);
    const Space space = module_.variables[operand.index].space;
    if (decoded.space == Space::generic && space == Space::shared) decoded.offset += shared_window;
    if (decoded.space == Space::generic && space == Space::local) decoded.offset += local_window;
  } else if (operand.base == OperandKind::parameter) {
    decoded.offset += static_cast<std::int64_t>(function_.parameters[operand.index].offset);
  }
  if (decoded.space == Space::param && !function_.entry) decoded.space = Space::local;  // the space of its parameters
}

void Decoder::decode_memory(const ptx::Instruction& instruction, const ptx::Operand& address, Decoded& decoded) {
  decoded.bytes = static_cast<std::uint8_t>(ptx::bits(instruction.type) / 8);
  decoded.vector = instruction.vector;
  if (instruction.type == ptx::Type::b128) decoded.bytes = 8, decoded.vector = 2;  // two registers of 64 bits
  decoded.space = instruction.space;
  decoded.access = program_.accesses++;
  if (decoded.bytes == 0 || decoded.bytes > 8) return void(fail("this width is not supported"));
  decode_address(address, decoded);
}

std::uint8_t Decoder::decode_values(const ptx::Operand& operand, const ptx::Instruction& instruction, Decoded& decoded) {
  std::vector<const ptx::Operand*> elements;
  if (operand.kind == OperandKind::vector) {
    for (const ptx::Operand& element : operand.elements) elements.push_back(&element);
  } else {
    elements.push_back(&operand);
  }
  if (elements.size() != decoded.vector) return fail("as many registers as elements are needed"), 0;
  std::uint8_t bytes = ptx::bits(instruction.type) == 64 ? 8 : 4;
  for (const ptx::Operand* element : elements) {
    if (element->kind == OperandKind::reg) bytes = register_bits(element->index) == 64 ? 8 : 4;
  }
  decoded.values_wide = bytes == 8;
  std::vector<Row> rows;
  for (const ptx::Operand* element : elements) rows.push_back(element->kind == OperandKind::sink ? no_row : row(*element, bytes));
  if (rows.size() > max_values_in_slots)
    decoded.immediate = list(0, rows);
  else
    std::copy(rows.begin(), rows.end(), decoded.operands.begin());
  return bytes;
}

void Decoder::decode_load(const ptx::Instruction& instruction, Decoded& decoded) {
  if (ptx::operands_but_policy(instruction) != 2) return void(fail("two operands are needed"));
  const ptx::Operand& address = instruction.operands[1];
  if (instruction.space == Space::param && is_own(address)) {
    return decode_own_access(instruction, address, instruction.operands[0], decoded);
  }
  decode_memory(instruction, address, decoded);
  const std::uint8_t bytes = decode_values(instruction.operands[0], instruction, decoded);
  if (problem_) return;
  const bool parameter = decoded.space == Space::param && decoded.operands[address_slot] == no_row;
  if (parameter) {
    const std::uint64_t end = static_cast<std::uint64_t>(decoded.offset) + std::uint64_t{decoded.bytes} * decoded.vector;
    if (decoded.offset < 0 || end > function_.parameter_bytes) return void(fail("it reads outside the parameters"));
    decoded.execute = executor().select(instruction, function_).execute;
    if (decoded.execute == nullptr) fail("this form is not supported");
    return;
  }
  decoded.kind = Kind::load;
  decoded.polls = instruction.modifiers.ordering != ptx::Ordering::weak;
  // What other multiprocessors may change between two reads of it is read from L2 (PTX ISA, "Cache Operators").
  decoded.in_l1 = !decoded.polls && !instruction.modifiers.past_l1;
  decoded.load = executor().select_load(element_type(instruction), bytes);
  if (decoded.load == nullptr) fail("this form is not supported");
}

void Decoder::decode_store(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.copy = instruction.modifiers.copy;
  const bool later = decoded.copy == ptx::CopyStep::store;
  if (ptx::operands_but_policy(instruction) != (later ? 3 : 2))
    return void(fail(later ? "three operands are needed" : "two operands are needed"));
  if (instruction.space == Space::param && is_own(instruction.operands[0])) {
    return decode_own_access(instruction, instruction.operands[0], instruction.operands[1], decoded);
  }
  decode_memory(instruction, instruction.operands[0], decoded);
  decoded.kind = Kind::store;
  const std::uint8_t bytes = decode_values(instruction.operands[1], instruction, decoded);
  decoded.store = executor().select_store(element_type(instruction), bytes);
  if (decoded.store == nullptr || decoded.space == Space::param) fail("this form is not supported");
  if (!later) return;
  const Decoded object = mbarrier_address(instruction.operands[2], decoded);
  decoded.operands[store_mbarrier_slot] = object.operands[address_slot];
  decoded.destination_wide = object.address_wide;
}

void Decoder::decode_atomic(const ptx::Instruction& instruction, Decoded& decoded) {
  const std::size_t first = instruction.opcode == Opcode::atom ? 1 : 0;
  const std::size_t operands = ptx::operands_but_policy(instruction);
  if (operands < first + 2) return void(fail("operands are missing"));
  decode_memory(instruction, instruction.operands[first], decoded);
  decoded.kind = Kind::atomic;
  decoded.replaces = instruction.modifiers.atomic == ptx::AtomicOp::cas || instruction.modifiers.atomic == ptx::AtomicOp::exch;
  if (instruction.type == ptx::Type::b128) return decode_wide_swap(instruction, decoded);
  const std::uint8_t bytes = decoded.bytes == 8 ? 8 : 4;
  decoded.returns = first == 1 && instruction.operands[0].kind != OperandKind::sink;
  decoded.atomic = executor().select_atomic(instruction.modifiers.atomic, instruction.type, false);
  decoded.atomic_in_global = executor().select_atomic(instruction.modifiers.atomic, instruction.type, true);
  if (decoded.vector > 1) return decode_atomic_vector(instruction, decoded);
  if (decoded.returns) decoded.operands[0] = row(instruction.operands[0], bytes);
  for (std::size_t i = first + 1; i < operands && i < first + 3; ++i) {
    decoded.operands[i - first] = row(instruction.operands[i], bytes);
  }
  const bool possible = decoded.space == Space::global || decoded.space == Space::shared || decoded.space == Space::generic;
  if (decoded.atomic == nullptr || !possible) fail("this form is not supported");
}

/// One independent atomic per element (PTX ISA, "atom").
void Decoder::decode_atomic_vector(const ptx::Instruction& instruction, Decoded& decoded) {
  const auto add = [&](const ptx::Operand& vector) {
    for (const ptx::Operand& element : vector.elements)
      program_.vectors.push_back(element.kind == OperandKind::sink ? sink_ : row(element, 4));
  };
  const std::size_t first = instruction.opcode == Opcode::atom ? 1 : 0;
  const bool fits = instruction.operands[first + 1].elements.size() == instruction.vector &&
                    (first == 0 || instruction.operands[0].elements.size() == instruction.vector);
  if (!fits) return void(fail("as many registers as elements are needed"));
  decoded.immediate = program_.vectors.size();
  add(instruction.operands[first + 1]);
  if (first == 1) add(instruction.operands[0]);
  if (decoded.atomic == nullptr) fail("this form is not supported");
}

/// atom.exch.b128, atom.cas.b128: the two rows of each source, then of the destination.
void Decoder::decode_wide_swap(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.returns = instruction.operands[0].kind != OperandKind::sink;
  decoded.immediate = program_.vectors.size();
  const std::size_t sources = instruction.modifiers.atomic == ptx::AtomicOp::cas ? 2 : 1;
  const auto add = [&](const ptx::Operand& operand) {
    if (operand.elements.size() != decoded.vector) return void(fail("registers of 128 bits are needed"));
    for (const ptx::Operand& element : operand.elements) program_.vectors.push_back(row(element, decoded.bytes));
  };
  for (std::size_t i = 0; i < sources; ++i) add(instruction.operands[2 + i]);
  if (decoded.returns) add(instruction.operands[0]);
  decoded.operands[2] = sources == 2 && !problem_ ? program_.vectors[decoded.immediate + 2] : no_row;
}

/// Source and destination of copies of `size` bytes.
void Decoder::decode_copied(const ptx::Instruction& instruction, std::uint64_t size, Decoded& decoded) {
  Decoded destination;
  destination.space = Space::shared;
  decode_address(instruction.operands[0], destination);
  decoded.kind = Kind::load;
  decoded.space = Space::global;
  decoded.access = program_.accesses++;
  decoded.bytes = size == 4 ? 4 : 8;
  decoded.vector = static_cast<std::uint8_t>(size / decoded.bytes);
  decode_address(instruction.operands[1], decoded);
  decoded.operands[copy_destination_slot] = destination.operands[address_slot];
  decoded.destination_wide = destination.address_wide;
  decoded.immediate = static_cast<std::uint64_t>(destination.offset);
}

/// The address of the mbarrier at which bytes complete; Decoded::target is what is added to it.
Decoded Decoder::mbarrier_address(const ptx::Operand& operand, Decoded& decoded) {
  Decoded object;
  object.space = Space::shared;
  decode_address(operand, object);
  decoded.target = static_cast<std::uint32_t>(object.offset);
  return object;
}

/// cp.async.bulk [to], [from], size, [mbarrier]: a multiple of 16 bytes, copied in units of 16.
void Decoder::decode_bulk_copy(const ptx::Instruction& instruction, Decoded& decoded) {
  decode_copied(instruction, 16, decoded);
  decoded.operands[copy_size_slot] = row(instruction.operands[2], 4);
  const Decoded object = mbarrier_address(instruction.operands[3], decoded);
  if (object.operands[address_slot] != no_row && object.address_wide != decoded.destination_wide)
    return void(fail("its addresses in shared memory are of different widths"));
  decoded.operands[copy_mbarrier_slot] = object.operands[address_slot];
}

/// cp.async [to], [from], size{, source size or !read}; commit_group; wait_group n; wait_all.
void Decoder::decode_copy(const ptx::Instruction& instruction, Decoded& decoded) {
  decoded.copy = instruction.modifiers.copy;
  const bool by_16 = decoded.copy == ptx::CopyStep::copy_by_16;
  if (decoded.copy != ptx::CopyStep::copy && !by_16 && decoded.copy != ptx::CopyStep::bulk) {
    decoded.kind = Kind::copy_group;
    if (decoded.copy == ptx::CopyStep::wait_group) decoded.immediate = instruction.operands[0].bits;
    return;
  }
  if (decoded.copy == ptx::CopyStep::bulk) return decode_bulk_copy(instruction, decoded);
  const std::uint64_t size = instruction.operands[2].bits;
  if (size != 16 && (by_16 || (size != 4 && size != 8))) return void(fail("it copies 16 bytes, with .ca also 4 or 8"));
  decode_copied(instruction, size, decoded);
  if (ptx::operands_but_policy(instruction) <= 3) return;
  const ptx::Operand& source = instruction.operands[3];
  const bool ignored = source.kind == OperandKind::reg && register_bits(source.index) == 1;
  decoded.operands[ignored ? copy_ignored_slot : copy_size_slot] = row(source, ignored ? predicate_bytes : std::uint8_t{4});
}

}  // namespace warplens::simt
