#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Intrinsics of integers of any width up to 64 bits, and reductions of vectors.

namespace warplens::ptx::nvvm {
namespace {

/// "sadd.with.overflow" → add, signed.
struct NamedArithmetic {
  Opcode opcode = Opcode::add;
  bool is_signed = false;
};

std::optional<NamedArithmetic> arithmetic_named(std::string_view name) {
  if (name.size() < 5 || (name[0] != 's' && name[0] != 'u') || name[4] != '.') return std::nullopt;
  const std::string_view operation = name.substr(1, 3);
  const bool is_signed = name[0] == 's';
  if (operation == "add") return NamedArithmetic{Opcode::add, is_signed};
  if (operation == "sub") return NamedArithmetic{Opcode::sub, is_signed};
  if (operation == "mul") return NamedArithmetic{Opcode::mul, is_signed};
  return std::nullopt;
}

}  // namespace

bool FunctionWriter::write_integer_intrinsic(const Instruction& instruction, std::string_view name) {
  if (name.starts_with("nvvm.") || instruction.operands.empty() || instruction.operands[0].kind == ValueKind::none) return false;
  const std::uint32_t of = instruction.operands[0].type;
  if (scalar(of).kind != TypeKind::integer || is_wide(of)) return false;
  const std::string_view base = name.substr(0, name.find('.'));
  const auto arithmetic = arithmetic_named(name);
  const bool overflow = arithmetic && name.substr(4).starts_with(".with.overflow");
  const bool saturated = arithmetic && name.substr(4).starts_with(".sat");
  constexpr std::string_view known[] = {"ctpop", "ctlz", "cttz", "bswap", "bitreverse", "fshl", "fshr",
                                        "smin",  "smax", "umin", "umax",  "abs",        "scmp", "ucmp"};
  if (!overflow && !saturated && std::ranges::find(known, base) == std::end(known)) return false;
  // How many arguments of one type, and whether the result fits them.
  constexpr std::string_view of_one[] = {"ctpop", "ctlz", "cttz", "bswap", "bitreverse", "abs"};
  const bool unary = std::ranges::find(of_one, base) != std::end(of_one);
  const std::size_t wanted = unary ? 1 : base.starts_with("fsh") ? 3 : 2;
  if (instruction.operands.size() < wanted) return false;
  for (std::size_t i = 0; i < wanted; ++i)
    if (instruction.operands[i].type != of || instruction.operands[i].kind == ValueKind::none) return false;
  const Type& made = scalar(instruction.type);
  const std::size_t numbers = layout_.part_count(instruction.type);
  if (overflow)
    if (made.kind != TypeKind::structure || numbers != 2 * layout_.part_count(of)) return false;
  if (base.ends_with("cmp"))
    if (made.kind != TypeKind::integer || made.bits == 1 || numbers != layout_.part_count(of)) return false;
  if (!overflow && !base.ends_with("cmp") && instruction.type != of) return false;
  if (base == "bswap" && scalar(of).bits % 16 != 0) return false;
  std::vector<Registers> arguments;
  for (std::size_t i = 0; i < wanted; ++i) arguments.push_back(operands(instruction.operands[i]));
  const std::vector<Part> shape = parts(of);
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const Part& part = shape[i];
    if (part.kind == RegisterKind::predicate) return false;
    const std::string a = in_register(arguments[0][i], part.kind);
    const auto other = [&](std::size_t n) { return n < wanted ? arguments[n][i] : std::string(); };
    if (overflow)
      write_overflow(arithmetic->opcode, arithmetic->is_signed, part, to[i], to[shape.size() + i], a, other(1));
    else if (saturated)
      write_saturated(arithmetic->opcode, arithmetic->is_signed, part, to[i], a, other(1));
    else if (base == "fshl" || base == "fshr")
      write_funnel(base == "fshl", part, to[i], a, in_register(other(1), part.kind), other(2));
    else if (base == "ctpop" || base == "ctlz" || base == "cttz" || base == "bitreverse")
      write_count(base, part, to[i], a);
    else if (base == "bswap")
      write_reversed_bytes(part, to[i], a);
    else
      write_ordered(base, part, to[i], a, other(1));
  }
  return true;
}

/// smin, umax, abs, scmp, …
void FunctionWriter::write_ordered(std::string_view base, const Part& part, const std::string& to, const std::string& a,
                                   const std::string& b) {
  const bool is_signed = base[0] != 'u';
  const unsigned bits = register_bits(part.kind);
  const std::string left = extended(a, part, is_signed);
  if (base == "abs") return emit("abs.s{} {}, {};", bits, to, left);
  const std::string right = extended(b, part, is_signed);
  if (base.ends_with("cmp")) {
    const std::string less = new_register(RegisterKind::predicate), more = new_register(RegisterKind::predicate),
                      one = new_register(RegisterKind::b16);
    const char sign = is_signed ? 's' : 'u';
    emit("setp.lt.{}{} {}, {}, {};", sign, bits, less, left, right);
    emit("setp.gt.{}{} {}, {}, {};", sign, bits, more, left, right);
    emit("selp.b16 {}, 1, 0, {};", one, more);
    const std::string both = new_register(RegisterKind::b16);
    emit("selp.b16 {}, -1, {}, {};", both, one, less);
    const std::string_view kind = to.starts_with("%rd") ? "64" : to.starts_with("%rs") ? "" : "32";
    if (kind.empty()) return move(RegisterKind::b16, to, both);
    return emit("cvt.s{}.s16 {}, {};", kind, to, both);
  }
  emit("{}.{}{} {}, {}, {};", base.substr(1), is_signed ? 's' : 'u', bits, to, left, right);
}

/// Population counts, zeros before and after, and bits in reverse: PTX has them for 32 and 64 bits.
void FunctionWriter::write_count(std::string_view base, const Part& part, const std::string& to, const std::string& a) {
  const bool is_long = part.bits > 32;
  const unsigned whole = is_long ? 64 : 32;
  const RegisterKind kind = is_long ? RegisterKind::b64 : RegisterKind::b32;
  std::string number = extended(a, part, false);
  if (part.kind == RegisterKind::b16) {
    const std::string longer = new_register(kind);
    emit("cvt.u32.u16 {}, {};", longer, number);
    number = longer;
  }
  const unsigned unused = whole - part.bits;
  std::string made = new_register(RegisterKind::b32);
  if (base == "bitreverse" || base == "cttz") {
    std::string reversed = new_register(kind);
    if (base == "cttz" && unused != 0) {
      // A bit beyond the number ends the count.
      const std::string ended = new_register(kind);
      emit("or.b{} {}, {}, {};", whole, ended, number, immediate(kind, std::uint64_t{1} << part.bits, whole));
      number = ended;
    }
    emit("brev.b{} {}, {};", whole, reversed, number);
    if (base == "bitreverse") {
      if (unused != 0) {
        const std::string down = new_register(kind);
        emit("shr.u{} {}, {}, {};", whole, down, reversed, unused);
        reversed = down;
      }
      return part.kind == kind ? move(kind, to, reversed) : emit("cvt.u16.u32 {}, {};", to, reversed);
    }
    emit("clz.b{} {}, {};", whole, made, reversed);
  } else {
    emit("{}.b{} {}, {};", base == "ctpop" ? "popc" : "clz", whole, made, number);
    if (base == "ctlz" && unused != 0) {
      const std::string fewer = new_register(RegisterKind::b32);
      emit("sub.s32 {}, {}, {};", fewer, made, unused);
      made = fewer;
    }
  }
  if (part.kind == RegisterKind::b32) return move(part.kind, to, made);
  emit("cvt.u{}.u32 {}, {};", register_bits(part.kind), to, made);
}

void FunctionWriter::write_reversed_bytes(const Part& part, const std::string& to, const std::string& a) {
  if (part.bits == 16) {
    const std::string up = new_register(part.kind), down = new_register(part.kind);
    emit("shl.b16 {}, {}, 8;", up, a);
    emit("shr.u16 {}, {}, 8;", down, a);
    return emit("or.b16 {}, {}, {};", to, up, down);
  }
  if (part.bits == 32) return emit("prmt.b32 {}, {}, 0, 291;", to, a);  // 0x0123: the bytes from the last to the first
  const std::string low = new_register(RegisterKind::b32), high = new_register(RegisterKind::b32),
                    first = new_register(RegisterKind::b32), last = new_register(RegisterKind::b32);
  emit("mov.b64 {{{}, {}}}, {};", low, high, a);
  emit("prmt.b32 {}, {}, 0, 291;", first, high);
  emit("prmt.b32 {}, {}, 0, 291;", last, low);
  const std::string whole = part.bits == 64 ? to : new_register(part.kind);
  emit("mov.b64 {}, {{{}, {}}};", whole, first, last);
  if (part.bits != 64) emit("shr.u64 {}, {}, {};", to, whole, 64 - part.bits);
}

/// The upper (left) or lower half of two numbers side by side, shifted by a number of places modulo the width.
void FunctionWriter::write_funnel(bool left, const Part& part, const std::string& to, const std::string& a, const std::string& b,
                                  const std::string& places) {
  if (part.bits == 32) return emit("shf.{}.wrap.b32 {}, {}, {}, {};", left ? 'l' : 'r', to, b, a, places);
  const unsigned whole = register_bits(part.kind);
  const std::string by = new_register(part.kind), rest = new_register(part.kind), near = new_register(part.kind),
                    half = new_register(part.kind), far = new_register(part.kind);
  emit("rem.u{} {}, {}, {};", whole, by, extended(in_register(places, part.kind), part, false), part.bits);
  emit("sub.s{} {}, {}, {};", whole, rest, part.bits - 1, by);
  write_shift(left ? Opcode::shl : Opcode::lshr, part, near, left ? a : b, by);
  // Shifted by one first: all places of the other number may go.
  write_shift(left ? Opcode::lshr : Opcode::shl, part, half, left ? b : a, "1");
  write_shift(left ? Opcode::lshr : Opcode::shl, part, far, half, rest);
  emit("or.b{} {}, {}, {};", whole, to, near, far);
}

/// The result, and whether it does not fit.
void FunctionWriter::write_overflow(Opcode opcode, bool is_signed, const Part& part, const std::string& to,
                                    const std::string& too_large, const std::string& a, const std::string& b) {
  const unsigned bits = register_bits(part.kind);
  const char sign = is_signed ? 's' : 'u';
  const std::string left = extended(a, part, is_signed), right = extended(in_register(b, part.kind), part, is_signed);
  const std::string made = new_register(part.kind);
  write_integer(opcode, {part.kind, bits, 0}, made, left, right);
  if (part.bits < bits && !(opcode == Opcode::mul && 2 * part.bits > bits)) {
    // The register holds the exact result.
    const std::string kept = extended(made, part, is_signed);
    emit("setp.ne.{}{} {}, {}, {};", sign, bits, too_large, kept, made);
  } else if (opcode == Opcode::mul) {
    const std::string high = new_register(part.kind);
    emit("mul.hi.{}{} {}, {}, {};", sign, bits, high, left, right);
    std::string expected = "0";
    if (is_signed) {
      expected = new_register(part.kind);
      emit("shr.s{} {}, {}, {};", bits, expected, made, bits - 1);
    }
    if (part.bits < bits) fail("a product with overflow of this width is not supported");
    emit("setp.ne.s{} {}, {}, {};", bits, too_large, high, expected);
  } else if (!is_signed) {
    if (opcode == Opcode::add)
      emit("setp.lt.u{} {}, {}, {};", bits, too_large, made, left);
    else
      emit("setp.lt.u{} {}, {}, {};", bits, too_large, left, right);
  } else {
    // The result's sign is wrong where the operands' are the same (add) or differ (sub).
    const std::string x = new_register(part.kind), y = new_register(part.kind), both = new_register(part.kind);
    emit("xor.b{} {}, {}, {};", bits, x, left, made);
    emit("xor.b{} {}, {}, {};", bits, y, opcode == Opcode::add ? right : left, opcode == Opcode::add ? made : right);
    emit("and.b{} {}, {}, {};", bits, both, x, y);
    emit("setp.lt.s{} {}, {}, 0;", bits, too_large, both);
  }
  move(part.kind, to, made);
}

/// The result, or the limit that it is beyond.
void FunctionWriter::write_saturated(Opcode opcode, bool is_signed, const Part& part, const std::string& to, const std::string& a,
                                     const std::string& b) {
  const unsigned bits = register_bits(part.kind);
  const std::string made = new_register(part.kind), beyond = new_register(RegisterKind::predicate);
  write_overflow(opcode, is_signed, part, made, beyond, a, b);
  const std::uint64_t ones = part.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << part.bits) - 1;
  std::string limit = immediate(part.kind, opcode == Opcode::sub ? 0 : ones, bits);
  if (is_signed) {
    // The largest for a first operand that is not negative, else the least.
    const std::string negative = new_register(RegisterKind::predicate);
    limit = new_register(part.kind);
    emit("setp.lt.s{} {}, {}, 0;", bits, negative, extended(a, part, true));
    emit("selp.b{} {}, {}, {}, {};", bits, limit, immediate(part.kind, std::uint64_t{1} << (part.bits - 1), part.bits),
         immediate(part.kind, ones >> 1, part.bits), negative);
  }
  emit("selp.b{} {}, {}, {}, {};", bits, to, limit, made, beyond);
}

/// vector.reduce.add and the like: element after element, from the first.
bool FunctionWriter::write_reduction(const Instruction& instruction, std::string_view name) {
  const std::string_view base = name.substr(0, name.find('.'));
  struct Reduction {
    std::string_view name;
    Opcode opcode;
  };
  constexpr Reduction arithmetic[] = {{"add", Opcode::add},  {"mul", Opcode::mul},   {"and", Opcode::and_}, {"or", Opcode::or_},
                                      {"xor", Opcode::xor_}, {"fadd", Opcode::fadd}, {"fmul", Opcode::fmul}};
  const bool starts = base == "fadd" || base == "fmul";
  for (const Value& argument : instruction.operands)
    if (argument.kind == ValueKind::none || scalar_type(module_, argument.type) != instruction.type) return false;
  if (instruction.operands.size() != (starts ? 2u : 1u) || (starts && instruction.operands[0].type != instruction.type))
    return false;
  const Value& value = instruction.operands[starts ? 1 : 0];
  if (type(value.type).kind != TypeKind::vector || is_wide(value.type)) return false;
  const std::uint32_t element = scalar_type(module_, value.type);
  const Registers all = operands(value);
  const Part part = parts(element)[0];
  std::string now = starts ? operand(instruction.operands[0]) : all[0];
  const auto found = std::ranges::find(arithmetic, base, &Reduction::name);
  for (std::size_t i = starts ? 0 : 1; i < all.size(); ++i) {
    const std::string next = new_register(part.kind);
    if (found != std::end(arithmetic)) {
      if (is_float(element))
        write_floating(found->opcode, element, next, now, all[i]);
      else
        write_integer(found->opcode, part, next, now, all[i]);
    } else if (!is_float(element) && (base == "smin" || base == "smax" || base == "umin" || base == "umax") &&
               part.kind != RegisterKind::predicate) {
      write_ordered(base, part, next, in_register(now, part.kind), all[i]);
    } else if ((base == "fmin" || base == "fmax") && part.kind != RegisterKind::b16) {
      emit("{}.{} {}, {}, {};", base == "fmin" ? "min" : "max", type_name(part.kind), next, now, all[i]);
    } else {
      return false;
    }
    now = next;
  }
  assign(instruction, {now});
  return true;
}

}  // namespace warplens::ptx::nvvm
