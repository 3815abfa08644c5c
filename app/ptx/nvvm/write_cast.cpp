#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Conversions between types.

namespace warplens::ptx::nvvm {
void FunctionWriter::move(RegisterKind kind, const std::string& to, const std::string& from) {
  if (to == from) return;
  emit("mov.{} {}, {};", type_name(kind), to, from);
}

void FunctionWriter::write_cast(const Instruction& instruction) {
  const Value& value = instruction.operands[0];
  const Opcode opcode = instruction.opcode;
  const std::uint32_t from = scalar_type(module_, value.type), to = scalar_type(module_, instruction.type);
  if (opcode == Opcode::addrspacecast) {
    const Value as_result{ValueKind::local, instruction.result, instruction.type};
    const AddressSpace space = instruction.result == none ? type(instruction.type).space : selection_.space_of(as_result);
    return assign(instruction, {pointer(value, space)});
  }
  if (module_.narrow_pointers && (opcode == Opcode::ptrtoint || opcode == Opcode::inttoptr))
    return write_pointer_cast(instruction);
  const Registers values = operands(value);
  const std::vector<Part> before = parts(value.type), after = parts(instruction.type);
  // Fewer bits of the same registers, or an address as a number.
  const bool same_registers = std::ranges::equal(before, after, {}, &Part::kind, &Part::kind);
  const bool keeps = opcode == Opcode::trunc || opcode == Opcode::ptrtoint || opcode == Opcode::inttoptr;
  if (keeps && same_registers && !before.empty() && (opcode == Opcode::trunc || before[0].bits >= after[0].bits))
    return assign(instruction, values);
  const Registers& results = result(instruction);
  const bool integers = !is_float(from) && !is_float(to);
  if (integers) {
    const std::size_t from_words = layout_.part_count(from), to_words = layout_.part_count(to);
    for (std::size_t i = 0, j = 0; i + to_words <= after.size(); i += to_words, j += from_words) {
      if (from_words == 1 && to_words == 1) {
        const Opcode how = opcode == Opcode::ptrtoint || opcode == Opcode::inttoptr
                               ? (before[j].bits < after[i].bits ? Opcode::zext : Opcode::trunc)
                               : opcode;
        cast_integer(how, before[j], after[i], results[i], values[j]);
        continue;
      }
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(j);
      Registers words(first, first + static_cast<std::ptrdiff_t>(from_words));
      const bool is_signed = opcode == Opcode::sext;
      if (from_words == 1 && before[j].kind != RegisterKind::b64) {
        const std::string word = new_register(RegisterKind::b64);
        cast_integer(is_signed ? Opcode::sext : Opcode::zext, before[j], {RegisterKind::b64, 64, 0}, word, words[0]);
        words[0] = word;
      } else if (opcode != Opcode::trunc) {
        words =
            extended_wide(words, static_cast<std::uint32_t>(64 * (from_words - 1)) + before[j + from_words - 1].bits, is_signed);
      }
      std::string fill = "0";
      if (is_signed && to_words > from_words) {
        fill = new_register(RegisterKind::b64);
        emit("shr.s64 {}, {}, 63;", fill, in_register(words.back(), RegisterKind::b64));
      }
      if (to_words == 1 && after[i].kind != RegisterKind::b64) {
        cast_integer(Opcode::trunc, {RegisterKind::b64, 64, 0}, after[i], results[i], words[0]);
        continue;
      }
      for (std::size_t word = 0; word < to_words; ++word)
        move(RegisterKind::b64, results[i + word], word < words.size() ? words[word] : fill);
    }
    return;
  }
  if (is_wide(from) || is_wide(to)) return fail("conversions between floating point and more than 64 bits are not supported");
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (is_float(from) && is_float(to)) {
      cast_floating(opcode, from, to, results[i], values[i]);
    } else if (is_float(to)) {
      // As the next wider integer that PTX converts; an i1 as 0 and 1, or 0 and -1.
      const bool is_signed = opcode == Opcode::sitofp;
      const Part& part = before[i];
      std::string number = part.kind == RegisterKind::predicate ? new_register(RegisterKind::b32)
                                                                : extended(in_register(values[i], part.kind), part, is_signed);
      if (part.kind == RegisterKind::predicate)
        emit("selp.b32 {}, {}, 0, {};", number, is_signed ? -1 : 1, in_register(values[i], part.kind));
      const unsigned bits = std::max(register_bits(part.kind), part.kind == RegisterKind::predicate ? 32u : 16u);
      const TypeKind kind = type(to).kind;
      const std::string wide = kind == TypeKind::bfloat ? new_register(RegisterKind::f32) : results[i];
      emit("cvt.rn.{}.{}{} {}, {};", float_name(kind == TypeKind::bfloat ? TypeKind::float32 : kind), is_signed ? 's' : 'u', bits,
           wide, number);
      if (kind == TypeKind::bfloat) from_float(results[i], wide, kind);
    } else {
      const TypeKind kind = type(from).kind;
      std::string number = in_register(values[i], before[i].kind);
      if (kind == TypeKind::bfloat) number = as_float(number, kind);
      const std::string_view name = float_name(kind == TypeKind::bfloat ? TypeKind::float32 : kind);
      const char sign = opcode == Opcode::fptosi ? 's' : 'u';
      const bool predicate = after[i].kind == RegisterKind::predicate;
      const std::string whole = predicate ? new_register(RegisterKind::b32) : results[i];
      emit("cvt.rzi.{}{}.{} {}, {};", sign, predicate ? 32 : register_bits(after[i].kind), name, whole, number);
      if (predicate) emit("setp.ne.s32 {}, {}, 0;", results[i], whole);
    }
  }
}

void FunctionWriter::cast_integer(Opcode opcode, const Part& from, const Part& to, const std::string& result,
                                  const std::string& value) {
  const unsigned before = register_bits(from.kind), after = register_bits(to.kind);
  if (from.kind == RegisterKind::predicate) {
    if (to.kind == RegisterKind::predicate) return move(from.kind, result, value);
    const std::string condition = in_register(value, from.kind);
    return emit("selp.b{} {}, {}, 0, {};", after, result, opcode == Opcode::sext ? -1 : 1, condition);
  }
  const std::string number = in_register(value, from.kind);
  if (to.kind == RegisterKind::predicate) {
    const std::string bit = new_register(from.kind);
    emit("and.b{} {}, {}, 1;", before, bit, number);
    return emit("setp.eq.u{} {}, {}, 1;", before, result, bit);
  }
  const bool is_signed = opcode == Opcode::sext;
  if (opcode == Opcode::trunc) {
    if (before == after) return move(to.kind, result, number);
    return emit("cvt.u{}.u{} {}, {};", after, before, result, number);
  }
  if (from.bits == 8 && is_signed && before < after) return emit("cvt.s{}.s8 {}, {};", after, result, number);
  const std::string exact = extended(number, from, is_signed);
  if (before == after) return move(to.kind, result, exact);
  emit("cvt.{}{}.{}{} {}, {};", is_signed ? 's' : 'u', after, is_signed ? 's' : 'u', before, result, exact);
}

void FunctionWriter::cast_floating(Opcode opcode, std::uint32_t from, std::uint32_t to, const std::string& result,
                                   const std::string& value) {
  const TypeKind before = type(from).kind, after = type(to).kind;
  const RegisterKind registers = parts(from)[0].kind;
  if (before == after) return move(registers, result, value);
  if (before == TypeKind::bfloat) {
    const std::string wide = as_float(value, before);
    if (after == TypeKind::float32) return move(RegisterKind::f32, result, wide);
    return emit("cvt{}.{}.f32 {}, {};", opcode == Opcode::fptrunc ? ".rn" : "", float_name(after), result, wide);
  }
  const std::string number = in_register(value, registers);
  if (after == TypeKind::bfloat && before == TypeKind::float64) {
    const std::string single = new_register(RegisterKind::f32);
    emit("cvt.rn.f32.f64 {}, {};", single, number);
    return from_float(result, single, after);
  }
  const std::string ftz =
      before == TypeKind::float64 || after == TypeKind::float64 ? flush(before == TypeKind::float32 ? from : to) : "";
  emit("cvt{}{}.{}.{} {}, {};", opcode == Opcode::fptrunc ? ".rn" : "", ftz, float_name(after), float_name(before), result,
       number);
}

/// The bits of a value in units of 16, 32 or 64 bits, the lowest first.
Registers FunctionWriter::bits_of(const Registers& from, const std::vector<Part>& shape, RegisterKind unit) {
  const unsigned width = register_bits(unit);
  Registers units;
  for (std::size_t i = 0; i < from.size();) {
    const unsigned bits = shape[i].bits;
    const std::string value = in_register(from[i], shape[i].kind);
    if (bits == width) {
      if (shape[i].kind == unit) {
        units.push_back(value);
      } else {
        units.push_back(new_register(unit));
        emit("mov.b{} {}, {};", width, units.back(), value);
      }
      ++i;
    } else if (bits > width) {
      Registers pieces;
      for (unsigned bit = 0; bit < bits; bit += width) pieces.push_back(new_register(unit));
      emit("mov.b{} {{{}}}, {};", bits, fmt::join(pieces, ", "), value);
      std::ranges::move(pieces, std::back_inserter(units));
      ++i;
    } else {
      // Several make a unit; numbers of 8 bits by shifts, since PTX packs registers of 16 and more.
      const std::size_t count = width / bits;
      if (bits < 16) {
        std::string all;
        for (std::size_t j = 0; j < count; ++j) {
          const std::string wide = new_register(unit);
          cast_integer(Opcode::zext, shape[i + j], {unit, width, 0}, wide, from[i + j]);
          if (j == 0) {
            all = wide;
            continue;
          }
          const std::string up = new_register(unit), both = new_register(unit);
          emit("shl.b{} {}, {}, {};", width, up, wide, j * bits);
          emit("or.b{} {}, {}, {};", width, both, all, up);
          all = both;
        }
        units.push_back(all);
      } else {
        Registers pieces;
        for (std::size_t j = 0; j < count; ++j) pieces.push_back(in_register(from[i + j], shape[i + j].kind));
        units.push_back(new_register(unit));
        emit("mov.b{} {}, {{{}}};", width, units.back(), fmt::join(pieces, ", "));
      }
      i += count;
    }
  }
  return units;
}

void FunctionWriter::write_bitcast(const Instruction& instruction) {
  const Value& value = instruction.operands[0];
  const bool is_pointer = type(instruction.type).kind == TypeKind::pointer && type(value.type).kind == TypeKind::pointer;
  const Value as_result{ValueKind::local, instruction.result, instruction.type};
  const Registers from =
      is_pointer && instruction.result != none ? Registers{pointer(value, selection_.space_of(as_result))} : operands(value);
  const std::vector<Part> before = parts(value.type), after = parts(instruction.type);
  const auto same = [](const Part& a, const Part& b) { return a.kind == b.kind && a.bits == b.bits; };
  if (std::ranges::equal(before, after, same)) return assign(instruction, from);
  const Registers& to = result(instruction);
  const auto narrow = [](const std::vector<Part>& all) {
    unsigned bits = 64;
    for (const Part& part : all) bits = std::min(bits, part.bits);
    return bits;
  };
  const unsigned smallest = std::min(narrow(before), narrow(after));
  if (smallest < 8) return write_bits_of_bits(from, before, to, after);
  const auto is_even = [](const Part& part) { return part.bits == 8 || part.bits == register_bits(part.kind); };
  if (!std::ranges::all_of(before, is_even) || !std::ranges::all_of(after, is_even)) return gather_bits(from, before, to, after);
  // Through units as wide as the wider of both sides, up to 64 bits.
  unsigned widest = 16;
  for (const auto* all : {&before, &after})
    for (const Part& part : *all) widest = std::max(widest, part.bits);
  const RegisterKind unit = widest == 64 ? RegisterKind::b64 : widest == 32 ? RegisterKind::b32 : RegisterKind::b16;
  const Registers units = bits_of(from, before, unit);
  std::size_t at = 0;
  for (const std::string& whole : units) {
    const unsigned bits = at < after.size() ? after[at].bits : 0;
    if (bits == 0) break;
    if (bits == widest) {
      emit("mov.b{} {}, {};", widest, to[at++], whole);
    } else if (bits >= 16) {
      const std::size_t count = widest / bits;
      const Registers pieces(to.begin() + static_cast<std::ptrdiff_t>(at), to.begin() + static_cast<std::ptrdiff_t>(at + count));
      emit("mov.b{} {{{}}}, {};", widest, fmt::join(pieces, ", "), whole);
      at += count;
    } else {
      for (unsigned bit = 0; bit < widest; bit += bits) {
        const std::string down = bit == 0 ? whole : new_register(unit);
        if (bit != 0) emit("shr.u{} {}, {}, {};", widest, down, whole, bit);
        cast_integer(Opcode::trunc, {unit, widest, 0}, after[at], to[at], down);
        ++at;
      }
    }
  }
}

/// Between any numbers: each is put together from the bits of those that it lies over.
void FunctionWriter::gather_bits(const Registers& from, const std::vector<Part>& before, const Registers& to,
                                 const std::vector<Part>& after) {
  const Part word{RegisterKind::b64, 64, 0};
  const auto is_float = [](const Part& part) { return part.kind == RegisterKind::f32 || part.kind == RegisterKind::f64; };
  const auto bits = [](const Part& part) { return part.kind == RegisterKind::f32 ? RegisterKind::b32 : RegisterKind::b64; };
  Registers words;
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::string value = in_register(from[i], before[i].kind);
    Part part = before[i];
    if (is_float(part)) {
      part.kind = bits(part);
      const std::string integer = new_register(part.kind);
      emit("mov.b{} {}, {};", part.bits, integer, value);
      value = integer;
    }
    words.push_back(new_register(RegisterKind::b64));
    cast_integer(Opcode::zext, part, word, words.back(), value);
  }
  std::size_t first = 0, first_bit = 0;  // of the numbers before: the first that is still needed, and where it begins
  std::size_t at = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::size_t end = at + after[i].bits;
    std::string all = in_register("0", RegisterKind::b64);
    while (first < before.size() && first_bit + before[first].bits <= at) first_bit += before[first++].bits;
    std::size_t bit = first_bit;
    for (std::size_t j = first; j < before.size() && bit < end; bit += before[j++].bits) {
      const std::string moved = new_register(RegisterKind::b64), both = new_register(RegisterKind::b64);
      if (bit >= at)
        emit("shl.b64 {}, {}, {};", moved, words[j], bit - at);
      else
        emit("shr.u64 {}, {}, {};", moved, words[j], at - bit);
      emit("or.b64 {}, {}, {};", both, all, moved);
      all = both;
    }
    at = end;
    if (!is_float(after[i])) {
      cast_integer(Opcode::trunc, word, after[i], to[i], all);
      continue;
    }
    const std::string integer = new_register(bits(after[i]));
    cast_integer(Opcode::trunc, word, {bits(after[i]), after[i].bits, 0}, integer, all);
    emit("mov.b{} {}, {};", after[i].bits, to[i], integer);
  }
}

/// Between integers and vectors of a few bits each, as i8 and <8 x i1>: bit by bit.
void FunctionWriter::write_bits_of_bits(const Registers& from, const std::vector<Part>& before, const Registers& to,
                                        const std::vector<Part>& after) {
  const bool packs = after.size() == 1 && before[0].bits == 1, unpacks = before.size() == 1 && after[0].bits == 1;
  const bool floating = (packs ? after : before)[0].kind >= RegisterKind::f32;
  if ((!packs && !unpacks) || floating) return gather_bits(from, before, to, after);
  const Part& whole = packs ? after[0] : before[0];
  const unsigned width = register_bits(whole.kind);
  if (packs) {
    std::string all = "0";
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::string bit = new_register(whole.kind), both = i + 1 == from.size() ? to[0] : new_register(whole.kind);
      emit("selp.b{} {}, {}, 0, {};", width, bit, immediate(whole.kind, std::uint64_t{1} << i, width),
           in_register(from[i], RegisterKind::predicate));
      emit("or.b{} {}, {}, {};", width, both, bit, all);
      all = both;
    }
    return;
  }
  const std::string value = in_register(from[0], whole.kind);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::string bit = new_register(whole.kind);
    emit("and.b{} {}, {}, {};", width, bit, value, immediate(whole.kind, std::uint64_t{1} << i, width));
    emit("setp.ne.s{} {}, {}, 0;", width, to[i], bit);
  }
}

}  // namespace warplens::ptx::nvvm
