#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Loads and stores. PTX moves 1, 2, 4 or 8 bytes at an address that is a multiple of them, and up to four such numbers at once.

namespace warplens::ptx::nvvm {
namespace {

std::string place_at(const std::string& place, std::uint64_t bytes) {
  return bytes == 0 ? place : fmt::format("{}+{}", place, bytes);
}

/// "u32", "f64", …: how a number lies in memory.
std::string memory_type(const Part& part, std::uint64_t bytes) {
  if (part.kind == RegisterKind::f32 || part.kind == RegisterKind::f64) return std::string(type_name(part.kind));
  return fmt::format("u{}", bytes * 8);
}

/// The largest number of bytes that one access may move of so many, at an address with this alignment.
std::uint64_t largest_piece(std::uint64_t bytes, std::uint32_t alignment, std::uint64_t offset) {
  std::uint64_t piece = 8;
  while (piece > 1 && (piece > bytes || piece > alignment || offset % piece != 0)) piece /= 2;
  return piece;
}

}  // namespace

std::string_view space_suffix(AddressSpace space) {
  switch (space) {
    case AddressSpace::global:
      return ".global";
    case AddressSpace::shared:
      return ".shared";
    case AddressSpace::constant:
      return ".const";
    case AddressSpace::local:
      return ".local";
    case AddressSpace::parameter:
      return ".param";
    default:
      return "";
  }
}

std::string scope_suffix(std::string_view scope) {
  if (scope == "block" || scope == "singlethread") return ".cta";
  if (scope == "cluster") return ".cluster";
  return scope == "device" ? ".gpu" : ".sys";
}

/// "ld.volatile.global", "st.release.gpu.shared", …
std::string FunctionWriter::memory_operation(std::string_view name, const Instruction& instruction, const Value& pointer) {
  std::string ordering;
  switch (instruction.order) {
    case AtomicOrder::none:
    case AtomicOrder::unordered:
      if (instruction.is_volatile) ordering = ".volatile";
      break;
    case AtomicOrder::monotonic:
      ordering = instruction.is_volatile ? ".volatile" : ".relaxed" + scope_suffix(instruction.scope);
      break;
    case AtomicOrder::seq_cst:
      // PTX ISA, "Memory Consistency Model": a fence before orders it among all such accesses.
      emit("fence.sc{};", scope_suffix(instruction.scope));
      [[fallthrough]];
    default:
      ordering = (name == "ld" ? ".acquire" : ".release") + scope_suffix(instruction.scope);
  }
  const AddressSpace space = selection_.space_of(pointer);
  // Neither has orderings; nobody else writes them.
  if (space == AddressSpace::constant || space == AddressSpace::parameter) ordering.clear();
  if (space == AddressSpace::local && ordering != ".volatile") ordering.clear();
  return fmt::format("{}{}{}", name, ordering, space_suffix(space));
}

/// How many parts from `first` on one access may move: 4, 2 or 1.
std::size_t FunctionWriter::vector_of(std::span<const Part> all, std::size_t first, std::uint32_t alignment) const {
  const Part& part = all[first];
  const std::uint64_t bytes = stored_bytes(part);
  if (part.narrow) return 1;
  if (part.bits != 8 * bytes || (bytes & (bytes - 1)) != 0) return 1;
  for (const std::size_t count : {std::size_t{4}, std::size_t{2}}) {
    if (first + count > all.size() || count * bytes > 16 || alignment < count * bytes || part.offset % (count * bytes) != 0)
      continue;
    bool together = true;
    for (std::size_t i = 1; i < count; ++i)
      together = together && all[first + i].kind == part.kind && all[first + i].bits == part.bits &&
                 all[first + i].offset == part.offset + i * bytes;
    if (together) return count;
  }
  return 1;
}

void FunctionWriter::load_part(std::string_view operation, const Part& part, const std::string& to, const std::string& place,
                               std::uint32_t alignment) {
  if (part.narrow) {
    const std::string narrow = new_register(RegisterKind::b32);
    load_part(operation, {RegisterKind::b32, 32, part.offset}, narrow, place, alignment);
    return widen(part.space, to, narrow);
  }
  const std::uint64_t bytes = stored_bytes(part);
  if (part.kind == RegisterKind::predicate) {
    const std::string byte = new_register(RegisterKind::b16), bit = new_register(RegisterKind::b16);
    emit("{}.u8 {}, [{}];", operation, byte, place);
    emit("and.b16 {}, {}, 1;", bit, byte);
    return emit("setp.eq.s16 {}, {}, 1;", to, bit);
  }
  const std::uint64_t whole = largest_piece(bytes, alignment, 0);
  if (whole == bytes) {
    if (!shared_registers_.contains(to)) zero_extended_.insert(to);
    return emit("{}.{} {}, [{}];", operation, memory_type(part, bytes), to, place);
  }
  // Piece by piece, as an integer.
  const unsigned width = std::max(32u, register_bits(part.kind));
  const RegisterKind kind = width == 64 ? RegisterKind::b64 : RegisterKind::b32;
  std::string all;
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = largest_piece(bytes - done, alignment, done);
    const std::string some = new_register(kind);
    emit("{}.u{} {}, [{}];", operation, 8 * piece, some, place_at(place, done));
    if (done == 0) {
      all = some;
    } else {
      const std::string up = new_register(kind), both = new_register(kind);
      emit("shl.b{} {}, {}, {};", width, up, some, 8 * done);
      emit("or.b{} {}, {}, {};", width, both, all, up);
      all = both;
    }
    done += piece;
  }
  if (part.kind == RegisterKind::b16) return emit("cvt.u16.u32 {}, {};", to, all);
  emit("mov.b{} {}, {};", width, to, all);
}

void FunctionWriter::store_part(std::string_view operation, const Part& part, const std::string& value, const std::string& place,
                                std::uint32_t alignment) {
  if (part.narrow)
    return store_part(operation, {RegisterKind::b32, 32, part.offset}, narrowed(part.space, value), place, alignment);
  const std::uint64_t bytes = stored_bytes(part);
  if (part.kind == RegisterKind::predicate) {
    const std::string byte = new_register(RegisterKind::b16);
    emit("selp.b16 {}, 1, 0, {};", byte, in_register(value, part.kind));
    return emit("{}.u8 [{}], {};", operation, place, byte);
  }
  std::string number = in_register(value, part.kind);
  if (part.bits % 8 != 0) number = extended(number, part, false);
  const std::uint64_t whole = largest_piece(bytes, alignment, 0);
  if (whole == bytes) return emit("{}.{} [{}], {};", operation, memory_type(part, bytes), place, number);
  const unsigned width = std::max(32u, register_bits(part.kind));
  const RegisterKind kind = width == 64 ? RegisterKind::b64 : RegisterKind::b32;
  if (part.kind != kind) {
    const std::string integer = new_register(kind);
    emit("{} {}, {};", part.kind == RegisterKind::b16 ? "cvt.u32.u16" : fmt::format("mov.b{}", width), integer, number);
    number = integer;
  }
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = largest_piece(bytes - done, alignment, done);
    std::string some = number;
    if (done != 0) {
      some = new_register(kind);
      emit("shr.u{} {}, {}, {};", width, some, number, 8 * done);
    }
    emit("{}.u{} [{}], {};", operation, 8 * piece, place_at(place, done), some);
    done += piece;
  }
}

bool FunctionWriter::is_unchanging(const Instruction& load) const {
  return load.invariant || is_never_written(function_, definitions_, load.operands[0]);
}

void FunctionWriter::write_load(const Instruction& instruction, const Choice& choice) {
  const Value& pointer = instruction.operands[0];
  std::string operation = memory_operation("ld", instruction, pointer);
  if (operation == "ld.global" && is_unchanging(instruction)) operation = "ld.global.nc";
  if (choice.form == Form::extended_load) {
    const Part from = parts(instruction.type)[0];
    const Registers& to = result(*choice.extension);
    const std::uint64_t bytes = stored_bytes(from);
    const std::uint32_t alignment = instruction.alignment != 0 ? instruction.alignment : layout_.alignment(instruction.type);
    if (alignment >= bytes)
      return emit("{}.{}{} {}, [{}];", operation, choice.extension->opcode == Opcode::sext ? 's' : 'u', 8 * bytes, to[0],
                  address(pointer));
    const std::string some = new_register(from.kind);
    load_part(operation, from, some, address(pointer), alignment);
    return cast_integer(choice.extension->opcode, from, parts(choice.extension->type)[0], to[0], some);
  }
  const bool whole = is_whole_pointer(pointer);
  const std::uint32_t told = instruction.alignment != 0 ? instruction.alignment : layout_.alignment(instruction.type);
  const std::uint32_t alignment = whole ? 8 : told;
  const std::vector<Part> all = whole ? passed_parts(instruction.type) : memory_parts(instruction.type);
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t count = instruction.order == AtomicOrder::none ? vector_of(all, i, alignment) : 1;
    const std::string place = address(pointer, static_cast<std::int64_t>(all[i].offset));
    if (count > 1)
      emit("{}.v{}.{} {{{}}}, [{}];", operation, count, memory_type(all[i], stored_bytes(all[i])),
           fmt::join(to.begin() + static_cast<std::ptrdiff_t>(i), to.begin() + static_cast<std::ptrdiff_t>(i + count), ", "),
           place);
    else
      load_part(operation, all[i], to[i], place, alignment_at(alignment, all[i].offset));
    i += count;
  }
}

/// Several loads or stores side by side as one.
void FunctionWriter::write_merged(const Instruction& instruction, const Choice& choice) {
  const bool load = instruction.opcode == Opcode::load;
  const Instruction& first = *selection_.instructions()[choice.group[0]];
  const Value& pointer = first.operands[load ? 0 : 1];
  const Part part = parts(load ? first.type : first.operands[0].type)[0];
  std::string operation = memory_operation(load ? "ld" : "st", first, pointer);
  if (operation == "ld.global" && is_unchanging(first)) operation = "ld.global.nc";
  Registers all;
  for (const std::uint32_t member : choice.group) {
    const Instruction& one = *selection_.instructions()[member];
    all.push_back(load ? result(one)[0] : in_register(one.operands[0]));
  }
  const std::string place = address(pointer), type = fmt::format("v{}.{}", all.size(), memory_type(part, stored_bytes(part)));
  if (load)
    emit("{}.{} {{{}}}, [{}];", operation, type, fmt::join(all, ", "), place);
  else
    emit("{}.{} [{}], {{{}}};", operation, type, place, fmt::join(all, ", "));
}

/// The alignment of an address `offset` bytes after an aligned one.
std::uint32_t FunctionWriter::alignment_at(std::uint32_t alignment, std::uint64_t offset) {
  return offset == 0 ? alignment : std::min<std::uint32_t>(alignment, static_cast<std::uint32_t>(offset & (~offset + 1)));
}

void FunctionWriter::write_store(const Instruction& instruction) {
  const Value &value = instruction.operands[0], &pointer = instruction.operands[1];
  const std::string operation = memory_operation("st", instruction, pointer);
  const bool whole = is_whole_pointer(pointer);
  const std::uint32_t told = instruction.alignment != 0 ? instruction.alignment : layout_.alignment(value.type);
  const std::uint32_t alignment = whole ? 8 : told;
  const std::vector<Part> all = whole ? passed_parts(value.type) : memory_parts(value.type);
  if (value.kind == ValueKind::constant && module_.constants[value.index].kind == ConstantKind::undefined) return;
  const Registers from = operands(value);
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t count = instruction.order == AtomicOrder::none ? vector_of(all, i, alignment) : 1;
    const std::string place = address(pointer, static_cast<std::int64_t>(all[i].offset));
    if (count > 1) {
      Registers some;
      for (std::size_t j = i; j < i + count; ++j) some.push_back(in_register(from[j], all[j].kind));
      emit("{}.v{}.{} [{}], {{{}}};", operation, count, memory_type(all[i], stored_bytes(all[i])), place, fmt::join(some, ", "));
    } else {
      store_part(operation, all[i], from[i], place, alignment_at(alignment, all[i].offset));
    }
    i += count;
  }
}

}  // namespace warplens::ptx::nvvm
