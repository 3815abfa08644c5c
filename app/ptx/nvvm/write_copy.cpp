#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// memcpy, memmove and memset: a few accesses where the size is known and small, a loop else.

namespace warplens::ptx::nvvm {
namespace {

/// Bytes up to which every access is written out (LLVM: NVPTXLowerAggrCopies).
constexpr std::uint64_t written_out = 128;
constexpr std::uint64_t most_copied = std::uint64_t{1} << 16;  // of a structure that is passed

std::string place_plus(const std::string& place, std::uint64_t bytes) {
  return bytes == 0 ? place : fmt::format("{}+{}", place, bytes);
}

std::uint32_t alignment_of_argument(const Instruction& call, std::size_t argument) {
  return argument < call.attributes.size() ? std::max(call.attributes[argument].alignment, 1u) : 1u;
}

}  // namespace

/// Copy `bytes` bytes in pieces of at most 8. All pieces are loaded before the first is stored, so source and target may overlap.
void FunctionWriter::copy_bytes(std::string_view load, const std::string& from, std::string_view store, const std::string& to,
                                std::uint64_t bytes, std::uint32_t alignment) {
  struct Piece {
    std::uint64_t at, size;
    std::string value;
  };
  if (bytes > most_copied) return fail(fmt::format("a structure of {} bytes is passed", bytes));
  std::vector<Piece> pieces;
  for (std::uint64_t at = 0; at < bytes;) {
    std::uint64_t size = std::min(alignment, 8u);
    while (size > bytes - at) size /= 2;
    pieces.push_back({at, size, new_register(size == 8 ? RegisterKind::b64 : size == 4 ? RegisterKind::b32 : RegisterKind::b16)});
    emit("{}.u{} {}, [{}];", load, 8 * size, pieces.back().value, place_plus(from, at));
    at += size;
  }
  for (const Piece& piece : pieces) emit("{}.u{} [{}], {};", store, 8 * piece.size, place_plus(to, piece.at), piece.value);
}

/// memcpy, memmove: to, from, bytes.
void FunctionWriter::write_copy(const Instruction& instruction, bool may_overlap) {
  const Value &to = instruction.operands[0], &from = instruction.operands[1], &size = instruction.operands[2];
  const AddressSpace to_space = selection_.space_of(to), from_space = selection_.space_of(from);
  const std::string load = fmt::format("ld{}", space_suffix(from_space)), store = fmt::format("st{}", space_suffix(to_space));
  const std::uint32_t alignment = std::min(alignment_of_argument(instruction, 0), alignment_of_argument(instruction, 1));
  const auto known = constant_integer(module_, size);
  if (known && *known >= 0 && *known <= static_cast<std::int64_t>(written_out)) {
    const std::string source = in_register(pointer(from, from_space), RegisterKind::b64),
                      target = in_register(pointer(to, to_space), RegisterKind::b64);
    return copy_bytes(load, source, store, target, static_cast<std::uint64_t>(*known), alignment);
  }
  std::uint64_t step = 1;
  if (known)
    while (step < 8 && step < alignment && static_cast<std::uint64_t>(*known) % (2 * step) == 0) step *= 2;
  const std::string source = in_register(pointer(from, from_space), RegisterKind::b64),
                    target = in_register(pointer(to, to_space), RegisterKind::b64);
  const std::string bytes = number_of_bytes(size);
  if (!may_overlap) return copy_loop(load, source, store, target, bytes, step, false);
  // Backwards where the target lies behind the source.
  std::string x = source, y = target;
  if (from_space != to_space)
    x = converted(source, from_space, AddressSpace::generic), y = converted(target, to_space, AddressSpace::generic);
  const std::string behind = new_register(RegisterKind::predicate), backwards = new_label(), done = new_label();
  emit("setp.lt.u64 {}, {}, {};", behind, x, y);
  emit("@{} bra {};", behind, backwards);
  copy_loop(load, source, store, target, bytes, step, false);
  emit("bra.uni {};", done);
  label(backwards);
  copy_loop(load, source, store, target, bytes, step, true);
  label(done);
}

std::string FunctionWriter::number_of_bytes(const Value& size) {
  const Part part = parts(size.type)[0];
  if (part.kind == RegisterKind::b64) return in_register(size);
  const std::string bytes = new_register(RegisterKind::b64);
  cast_integer(Opcode::zext, part, {RegisterKind::b64, 64, 0}, bytes, in_register(size));
  return bytes;
}

void FunctionWriter::copy_loop(std::string_view load, const std::string& from, std::string_view store, const std::string& to,
                               const std::string& bytes, std::uint64_t step, bool backwards) {
  const std::string at = new_register(RegisterKind::b64), source = new_register(RegisterKind::b64),
                    target = new_register(RegisterKind::b64),
                    value = new_register(step == 8   ? RegisterKind::b64
                                         : step == 4 ? RegisterKind::b32
                                                     : RegisterKind::b16),
                    ends = new_register(RegisterKind::predicate), loop = new_label(), done = new_label();
  emit("mov.u64 {}, {};", at, backwards ? bytes : "0");
  label(loop);
  emit("setp.eq.s64 {}, {}, {};", ends, at, backwards ? "0" : bytes);
  emit("@{} bra {};", ends, done);
  if (backwards) emit("sub.s64 {}, {}, {};", at, at, step);
  emit("add.s64 {}, {}, {};", source, from, at);
  emit("add.s64 {}, {}, {};", target, to, at);
  emit("{}.u{} {}, [{}];", load, 8 * step, value, source);
  emit("{}.u{} [{}], {};", store, 8 * step, target, value);
  if (!backwards) emit("add.s64 {}, {}, {};", at, at, step);
  emit("bra.uni {};", loop);
  label(done);
}

/// memset: to, byte, bytes.
void FunctionWriter::write_fill(const Instruction& instruction) {
  const Value &to = instruction.operands[0], &value = instruction.operands[1], &size = instruction.operands[2];
  const AddressSpace space = selection_.space_of(to);
  const std::string store = fmt::format("st{}", space_suffix(space));
  const std::uint32_t alignment = alignment_of_argument(instruction, 0);
  const auto known = constant_integer(module_, size), filled = constant_integer(module_, value);
  const std::string target = in_register(pointer(to, space), RegisterKind::b64);
  if (known && filled && *known >= 0 && *known <= static_cast<std::int64_t>(written_out)) {
    const std::uint64_t pattern = (static_cast<std::uint64_t>(*filled) & 0xff) * 0x0101010101010101ull;
    for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(*known);) {
      std::uint64_t piece = std::min(alignment, 8u);
      while (piece > static_cast<std::uint64_t>(*known) - at) piece /= 2;
      const RegisterKind kind = piece == 8 ? RegisterKind::b64 : piece == 4 ? RegisterKind::b32 : RegisterKind::b16;
      const unsigned bits = static_cast<unsigned>(8 * piece);
      emit("{}.u{} [{}], {};", store, bits, place_plus(target, at), in_register(immediate(kind, pattern, bits), kind));
      at += piece;
    }
    return;
  }
  const std::string bytes = number_of_bytes(size), at = new_register(RegisterKind::b64), place = new_register(RegisterKind::b64),
                    ends = new_register(RegisterKind::predicate), loop = new_label(), done = new_label(),
                    byte = in_register(value);
  emit("mov.u64 {}, 0;", at);
  label(loop);
  emit("setp.eq.s64 {}, {}, {};", ends, at, bytes);
  emit("@{} bra {};", ends, done);
  emit("add.s64 {}, {}, {};", place, target, at);
  emit("{}.u8 [{}], {};", store, place, byte);
  emit("add.s64 {}, {}, 1;", at, at);
  emit("bra.uni {};", loop);
  label(done);
}

}  // namespace warplens::ptx::nvvm
