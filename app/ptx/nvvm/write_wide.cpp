#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Integers of more than 64 bits: words of 64 bits, the lowest first. The bits of the last word beyond the value's may be
// anything.

namespace warplens::ptx::nvvm {

/// The value with the last word's other bits zero, or copies of the sign.
Registers FunctionWriter::extended_wide(const Registers& value, std::uint32_t bits, bool is_signed) {
  Registers all = value;
  const std::uint32_t last = bits % 64;
  if (last != 0) all.back() = extended(in_register(all.back(), RegisterKind::b64), {RegisterKind::b64, last, 0}, is_signed);
  return all;
}

void FunctionWriter::write_wide(Opcode opcode, std::uint32_t bits, const Registers& to, const Registers& a, const Registers& b) {
  const auto each = [&](std::string_view operation) {
    for (std::size_t i = 0; i < to.size(); ++i) emit("{} {}, {}, {};", operation, to[i], a[i], b[i]);
  };
  switch (opcode) {
    case Opcode::and_:
      return each("and.b64");
    case Opcode::or_:
      return each("or.b64");
    case Opcode::xor_:
      return each("xor.b64");
    case Opcode::add:
    case Opcode::sub: {
      const std::string_view name = opcode == Opcode::add ? "add" : "sub";
      for (std::size_t i = 0; i < to.size(); ++i)
        emit("{}{}{}.u64 {}, {}, {};", name, i == 0 ? "" : "c", i + 1 == to.size() ? "" : ".cc", to[i], a[i], b[i]);
      return;
    }
    case Opcode::mul:
      return multiply_words(to, a, b);
    case Opcode::shl:
    case Opcode::lshr:
    case Opcode::ashr:
      return shift_wide(opcode, to, opcode == Opcode::shl ? a : extended_wide(a, bits, opcode == Opcode::ashr), b[0]);
    case Opcode::udiv:
    case Opcode::urem:
    case Opcode::sdiv:
    case Opcode::srem:
      return divide_wide(opcode, bits, to, a, b);
    default:
      fail("this operation on an integer of more than 64 bits is not supported");
  }
}

/// As by hand: every word with every other, the carries onwards.
void FunctionWriter::multiply_words(const Registers& to, const Registers& a, const Registers& b) {
  const std::size_t words = to.size();
  Registers sum(words);
  for (std::string& word : sum) word = in_register("0", RegisterKind::b64);
  for (std::size_t i = 0; i < words; ++i) {
    for (std::size_t j = 0; i + j < words; ++j) {
      const std::size_t at = i + j;
      const std::string x = in_register(a[i], RegisterKind::b64);
      // The upper half first: the carry of the lower one then goes on through all words above.
      if (at + 1 < words) {
        const std::string high = new_register(RegisterKind::b64);
        emit("mul.hi.u64 {}, {}, {};", high, x, b[j]);
        add_onwards(sum, at + 1, high);
      }
      const std::string low = new_register(RegisterKind::b64);
      emit("mul.lo.u64 {}, {}, {};", low, x, b[j]);
      add_onwards(sum, at, low);
    }
  }
  for (std::size_t i = 0; i < words; ++i) move(RegisterKind::b64, to[i], sum[i]);
}

/// Add a word to a sum from word `at` on, with its carry.
void FunctionWriter::add_onwards(const Registers& sum, std::size_t at, const std::string& word) {
  for (std::size_t i = at; i < sum.size(); ++i)
    emit("add{}{}.u64 {}, {}, {};", i == at ? "" : "c", i + 1 == sum.size() ? "" : ".cc", sum[i], sum[i], i == at ? word : "0");
}

/// Shift by a known number of places: whole words, and the rest of each from two.
void FunctionWriter::shift_wide_by(Opcode opcode, const Registers& to, const Registers& a, std::uint64_t places) {
  const std::size_t words = to.size(), whole = std::min<std::uint64_t>(places / 64, words);
  const unsigned rest = places % 64;
  std::string fill = "0";
  if (opcode == Opcode::ashr) {
    fill = new_register(RegisterKind::b64);
    emit("shr.s64 {}, {}, 63;", fill, in_register(a.back(), RegisterKind::b64));
  }
  const auto word = [&](std::ptrdiff_t index) {
    return index < 0 ? std::string("0") : static_cast<std::size_t>(index) < words ? a[static_cast<std::size_t>(index)] : fill;
  };
  Registers made(words);
  for (std::size_t i = 0; i < words; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i), by = static_cast<std::ptrdiff_t>(whole);
    const bool left = opcode == Opcode::shl;
    const std::string near = word(left ? at - by : at + by), far = word(left ? at - by - 1 : at + by + 1);
    made[i] = new_register(RegisterKind::b64);
    if (rest == 0) {
      move(RegisterKind::b64, made[i], near);
      continue;
    }
    const std::string one = new_register(RegisterKind::b64), other = new_register(RegisterKind::b64);
    emit("{} {}, {}, {};", left ? "shl.b64" : "shr.u64", one, in_register(near, RegisterKind::b64), rest);
    emit("{} {}, {}, {};", left ? "shr.u64" : "shl.b64", other, in_register(far, RegisterKind::b64), 64 - rest);
    emit("or.b64 {}, {}, {};", made[i], one, other);
  }
  for (std::size_t i = 0; i < words; ++i) move(RegisterKind::b64, to[i], made[i]);
}

/// Shift by any number of places: by each power of two that is in it.
void FunctionWriter::shift_wide(Opcode opcode, const Registers& to, const Registers& a, const std::string& places) {
  if (!places.starts_with('%')) return shift_wide_by(opcode, to, a, std::stoull(places[0] == '-' ? "0" : places));
  Registers now = a;
  for (std::uint64_t step = 1; step < to.size() * 64; step *= 2) {
    Registers shifted(to.size()), next(to.size());
    for (std::string& word : shifted) word = new_register(RegisterKind::b64);
    shift_wide_by(opcode, shifted, now, step);
    const std::string bit = new_register(RegisterKind::b64), taken = new_register(RegisterKind::predicate);
    emit("and.b64 {}, {}, {};", bit, places, step);
    emit("setp.ne.s64 {}, {}, 0;", taken, bit);
    for (std::size_t i = 0; i < to.size(); ++i) {
      next[i] = new_register(RegisterKind::b64);
      emit("selp.b64 {}, {}, {}, {};", next[i], shifted[i], now[i], taken);
    }
    now = next;
  }
  for (std::size_t i = 0; i < to.size(); ++i) move(RegisterKind::b64, to[i], now[i]);
}

Registers FunctionWriter::negated_if(const std::string& condition, const Registers& value) {
  Registers other(value.size()), chosen(value.size()), zero(value.size(), "0");
  for (std::string& word : other) word = new_register(RegisterKind::b64);
  write_wide(Opcode::sub, static_cast<std::uint32_t>(64 * value.size()), other, zero, value);
  for (std::size_t i = 0; i < value.size(); ++i) {
    chosen[i] = new_register(RegisterKind::b64);
    emit("selp.b64 {}, {}, {}, {};", chosen[i], other[i], value[i], condition);
  }
  return chosen;
}

/// Long division, a bit at a time, of the numbers without their signs.
void FunctionWriter::divide_wide(Opcode opcode, std::uint32_t bits, const Registers& to, const Registers& a, const Registers& b) {
  const bool is_signed = opcode == Opcode::sdiv || opcode == Opcode::srem;
  const std::size_t words = to.size();
  const auto whole = static_cast<std::uint32_t>(64 * words);
  Registers dividend = extended_wide(a, bits, is_signed), divisor = extended_wide(b, bits, is_signed);
  const std::string negative = new_register(RegisterKind::predicate), other = new_register(RegisterKind::predicate);
  if (is_signed) {
    emit("setp.lt.s64 {}, {}, 0;", negative, in_register(dividend.back(), RegisterKind::b64));
    emit("setp.lt.s64 {}, {}, 0;", other, in_register(divisor.back(), RegisterKind::b64));
    dividend = negated_if(negative, dividend);
    divisor = negated_if(other, divisor);
  }
  Registers quotient(words), remainder(words), next(words), less(words);
  for (std::size_t i = 0; i < words; ++i) {
    quotient[i] = new_register(RegisterKind::b64), remainder[i] = new_register(RegisterKind::b64);
    next[i] = new_register(RegisterKind::b64), less[i] = new_register(RegisterKind::b64);
    emit("mov.b64 {}, {};", quotient[i], dividend[i]);
    emit("mov.b64 {}, 0;", remainder[i]);
  }
  // The dividend leaves its word at the top as the quotient comes in at the bottom.
  const std::string count = new_register(RegisterKind::b32), top = new_register(RegisterKind::b64);
  const std::string fits = new_register(RegisterKind::predicate), more = new_register(RegisterKind::predicate);
  emit("mov.u32 {}, {};", count, whole);
  const std::string loop = new_label();
  label(loop);
  emit("shr.u64 {}, {}, 63;", top, quotient.back());
  shift_wide_by(Opcode::shl, quotient, quotient, 1);
  shift_wide_by(Opcode::shl, next, remainder, 1);
  emit("or.b64 {}, {}, {};", next[0], next[0], top);
  write_wide(Opcode::sub, whole, less, next, divisor);
  compare_wide(Predicate::uge, fits, next, divisor);
  for (std::size_t i = 0; i < words; ++i) emit("selp.b64 {}, {}, {}, {};", remainder[i], less[i], next[i], fits);
  emit("selp.b64 {}, 1, 0, {};", top, fits);
  emit("or.b64 {}, {}, {};", quotient[0], quotient[0], top);
  emit("sub.s32 {}, {}, 1;", count, count);
  emit("setp.ne.s32 {}, {}, 0;", more, count);
  emit("@{} bra {};", more, loop);
  const bool is_quotient = opcode == Opcode::udiv || opcode == Opcode::sdiv;
  Registers answer = is_quotient ? quotient : remainder;
  if (is_signed) {
    // A remainder has the dividend's sign.
    if (is_quotient) emit("xor.pred {}, {}, {};", negative, negative, other);
    answer = negated_if(negative, answer);
  }
  for (std::size_t i = 0; i < words; ++i) move(RegisterKind::b64, to[i], answer[i]);
}

/// Compare values that fill their words: the highest words that differ decide.
void FunctionWriter::compare_wide(Predicate predicate, const std::string& to, const Registers& a, const Registers& b) {
  if (predicate == Predicate::eq || predicate == Predicate::ne) {
    std::string all = "0";
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::string differs = new_register(RegisterKind::b64), both = new_register(RegisterKind::b64);
      emit("xor.b64 {}, {}, {};", differs, a[i], b[i]);
      emit("or.b64 {}, {}, {};", both, differs, all);
      all = both;
    }
    return emit("setp.{}.s64 {}, {}, 0;", predicate == Predicate::eq ? "eq" : "ne", to, all);
  }
  const bool greater =
      predicate == Predicate::ugt || predicate == Predicate::uge || predicate == Predicate::sgt || predicate == Predicate::sge;
  const bool or_equal =
      predicate == Predicate::uge || predicate == Predicate::ule || predicate == Predicate::sge || predicate == Predicate::sle;
  const bool is_signed = predicate >= Predicate::sgt;
  std::string so_far;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool highest = i + 1 == a.size();
    const std::string_view sign = highest && is_signed ? "s64" : "u64", name = greater ? "gt" : "lt";
    const std::string beyond = new_register(RegisterKind::predicate);
    const std::string x = in_register(a[i], RegisterKind::b64);
    if (i == 0) {
      emit("setp.{}{}.{} {}, {}, {};", greater ? "g" : "l", or_equal ? "e" : "t", sign, beyond, x, b[i]);
      so_far = beyond;
      continue;
    }
    const std::string same = new_register(RegisterKind::predicate), below = new_register(RegisterKind::predicate),
                      now = new_register(RegisterKind::predicate);
    emit("setp.{}.{} {}, {}, {};", name, sign, beyond, x, b[i]);
    emit("setp.eq.u64 {}, {}, {};", same, x, b[i]);
    emit("and.pred {}, {}, {};", below, same, so_far);
    emit("or.pred {}, {}, {};", now, beyond, below);
    so_far = now;
  }
  move(RegisterKind::predicate, to, so_far);
}

}  // namespace warplens::ptx::nvvm
