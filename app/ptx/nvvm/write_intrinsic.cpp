#include <algorithm>
#include <charconv>
#include <span>

#include "ptx/nvvm/function_writer.h"
#include "ptx/nvvm/intrinsics.h"

// Calls of LLVM's intrinsic functions: those without a fixed text of PTX, then the table of the others.

namespace warplens::ptx::nvvm {
namespace {

/// What tells the compiler something and computes nothing.
constexpr std::string_view ignored[] = {"lifetime.",      "assume",      "dbg.",          "experimental.noalias.scope.decl",
                                        "donothing",      "prefetch.",   "invariant.end", "sideeffect",
                                        "var.annotation", "pseudoprobe", "stackrestore",  "fake.use"};
/// What is its first argument.
constexpr std::string_view first_argument[] = {
    "expect.",  "launder.invariant.group", "strip.invariant.group", "ptr.annotation", "annotation.",
    "ssa.copy", "arithmetic.fence",        "threadlocal.address"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view start) { return name.starts_with(start); });
}

/// Whether a call has at least so many arguments, and they are values.
bool has_values(const Instruction& call, std::size_t count) {
  const auto is_value = [](const Value& value) { return value.kind != ValueKind::none; };
  return call.operands.size() >= count && std::ranges::all_of(std::span(call.operands).first(count), is_value);
}

/// Whether halves have the operation in PTX as early as they have arithmetic.
bool is_direct_for_half(std::string_view name) {
  return name.starts_with("fma.") || name.starts_with("fmuladd.") || name.starts_with("fabs.") || name.starts_with("copysign.");
}

}  // namespace

/// False if nothing is known of the intrinsic, or if its arguments are not what they should be.
bool FunctionWriter::write_intrinsic(const Instruction& instruction, std::string_view name) {
  const auto kind = [&](std::size_t argument) { return type(instruction.operands[argument].type).kind; };
  const auto constant = [&](std::uint64_t bits) {
    if (layout_.part_count(instruction.type) != 1) return false;
    const Part part = parts(instruction.type)[0];
    assign(instruction, {immediate(part.kind, bits, part.bits)});
    return true;
  };
  if (is_one_of(name, ignored)) return true;
  if (is_one_of(name, first_argument)) {
    if (!has_values(instruction, 1) || instruction.operands[0].type != instruction.type) return false;
    return assign(instruction, operands(instruction.operands[0])), true;
  }
  const bool fills = name.starts_with("memset."), moves = name.starts_with("memmove.");
  if (fills || moves || name.starts_with("memcpy.")) {
    const TypeKind second = fills ? TypeKind::integer : TypeKind::pointer;
    if (!has_values(instruction, 3) || kind(0) != TypeKind::pointer || kind(1) != second || kind(2) != TypeKind::integer)
      return false;
    return fills ? write_fill(instruction) : write_copy(instruction, moves), true;
  }
  if (name.starts_with("is.constant.")) return constant(0);
  if (name.starts_with("stacksave")) return constant(0);
  if (name.starts_with("nvvm.reflect")) return constant(0);  // __CUDA_FTZ and the like: off, as without options
  if (name.starts_with("objectsize.")) {
    if (!has_values(instruction, 2)) return false;
    const auto least = constant_integer(module_, instruction.operands[1]);
    return constant(least && *least != 0 ? 0 : ~std::uint64_t{0});
  }
  if (name.starts_with("invariant.start")) return constant(0);
  const bool of_pointer = has_values(instruction, 1) && kind(0) == TypeKind::pointer;
  if (name.starts_with("nvvm.ptr.")) return of_pointer && write_pointer_conversion(instruction, name);
  if (name.starts_with("nvvm.ldg.global.") || name.starts_with("nvvm.ldu.global."))
    return of_pointer && (write_read_only_load(instruction), true);
  if (name.starts_with("vector.reduce.")) return write_reduction(instruction, name.substr(14));
  return write_integer_intrinsic(instruction, name) || write_floating_intrinsic(instruction, name) ||
         write_row(instruction, name);
}

/// nvvm.ptr.gen.to.shared and the like.
bool FunctionWriter::write_pointer_conversion(const Instruction& instruction, std::string_view name) {
  const auto named = [&](std::string_view space) {
    if (space == "global") return AddressSpace::global;
    if (space == "shared") return AddressSpace::shared;
    if (space == "constant") return AddressSpace::constant;
    return space == "local" ? AddressSpace::local : AddressSpace::generic;
  };
  std::string_view rest = name.substr(9);
  const std::string_view from = rest.substr(0, rest.find('.'));
  if (!rest.substr(from.size()).starts_with(".to.")) return false;
  rest.remove_prefix(from.size() + 4);
  const AddressSpace source = named(from), target = named(rest.substr(0, rest.find('.')));
  if (source == AddressSpace::generic && target == AddressSpace::generic) return false;
  if (type(instruction.type).kind != TypeKind::pointer) return false;
  // What is known of the pointer may be more than its type says; the conversion then goes from there.
  const std::string address = pointer(instruction.operands[0], source);
  const Value as_result{ValueKind::local, instruction.result, instruction.type};
  assign(instruction, {converted(converted(address, source, target), target, selection_.space_of(as_result))});
  return true;
}

void FunctionWriter::write_read_only_load(const Instruction& instruction) {
  const Value& from = instruction.operands[0];
  const auto told = instruction.operands.size() > 1 ? constant_integer(module_, instruction.operands[1]) : std::nullopt;
  const std::uint32_t alignment = told && *told > 0 ? static_cast<std::uint32_t>(*told) : layout_.alignment(instruction.type);
  const std::string place = in_register(pointer(from, AddressSpace::global), RegisterKind::b64);
  const std::vector<Part> all = memory_parts(instruction.type);
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t count = vector_of(all, i, alignment);
    const auto first = to.begin() + static_cast<std::ptrdiff_t>(i);
    if (count > 1)
      emit("ld.global.nc.v{}.b{} {{{}}}, [{}+{}];", count, all[i].bits,
           fmt::join(first, first + static_cast<std::ptrdiff_t>(count), ", "), place, all[i].offset);
    else
      load_part("ld.global.nc", all[i], to[i], fmt::format("{}+{}", place, all[i].offset),
                alignment_at(alignment, all[i].offset));
    i += count;
  }
}

/// The operands of a row: registers and constants, with their types and, of pointers, their spaces.
struct FunctionWriter::RowOperands {
  std::vector<std::string> texts;
  std::vector<Part> parts;
  std::vector<TypeKind> kinds;
  std::vector<AddressSpace> spaces;

  void add(std::string text, const Part& part, TypeKind kind, AddressSpace space = AddressSpace::generic) {
    texts.push_back(std::move(text));
    parts.push_back(part);
    kinds.push_back(kind);
    spaces.push_back(space);
  }
};

/// $0, $t0, $b0, $s0, $f: see intrinsics.inc.
bool FunctionWriter::write_row_text(std::string_view text, const RowOperands& row) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      made += text[i];
      continue;
    }
    char what = ' ';
    if (i + 1 < text.size() && text[i + 1] >= 'a' && text[i + 1] <= 'z') what = text[++i];
    if (what == 'f') {
      made += flush_of_function();
      continue;
    }
    std::size_t number = 0;
    const auto [end, code] = std::from_chars(text.data() + i + 1, text.data() + text.size(), number);
    if (code != std::errc() || number >= row.texts.size()) return false;
    i = static_cast<std::size_t>(end - text.data()) - 1;
    const Part& part = row.parts[number];
    if (what == 'b')
      made += std::to_string(part.bits);
    else if (what == 's')
      made += space_suffix(row.spaces[number]);
    else if (what == 't')
      made += row.kinds[number] == TypeKind::half ? "f16" : row.kinds[number] == TypeKind::bfloat ? "bf16" : type_name(part.kind);
    else
      made += row.texts[number];
  }
  emit("{}", made);
  return true;
}

/// Write the row of an intrinsic; false without one. Generic ones, for each element of vectors.
bool FunctionWriter::write_row(const Instruction& instruction, std::string_view name) {
  const std::string text = intrinsic_text(name);
  if (text.empty()) return false;
  if (!name.starts_with("nvvm.")) return write_row_for_elements(instruction, text);
  // <2 x half> is one register of 32 bits.
  const auto is_pair = [&](std::uint32_t index) {
    const TypeKind element = scalar(index).kind;
    return type(index).kind == TypeKind::vector && type(index).count == 2 &&
           (element == TypeKind::half || element == TypeKind::bfloat);
  };
  const Part pair{RegisterKind::b32, 32, 0};
  RowOperands row;
  std::vector<std::pair<std::string, Registers>> unpacked;
  if (const std::uint32_t returned = instruction.type; layout_.part_count(returned) != 0) {
    const Registers to = instruction.result == none ? new_registers(returned) : result(instruction);
    const std::vector<std::uint32_t> members =
        type(returned).kind == TypeKind::structure ? type(returned).members : std::vector<std::uint32_t>{returned};
    std::size_t at = 0;
    for (const std::uint32_t member : members) {
      if (is_pair(member)) {
        unpacked.emplace_back(new_register(RegisterKind::b32), Registers{to[at], to[at + 1]});
        row.add(unpacked.back().first, pair, TypeKind::vector);
        at += 2;
        continue;
      }
      for (const Part& part : parts(member)) row.add(to[at++], part, scalar(member).kind);
    }
  }
  for (const Value& value : instruction.operands) {
    if (value.kind == ValueKind::none) continue;  // metadata
    if (type(value.type).kind == TypeKind::pointer) {
      const AddressSpace space = selection_.space_of(value);
      row.add(in_register(pointer(value, space), RegisterKind::b64), {RegisterKind::b64, 64, 0}, TypeKind::pointer, space);
    } else if (is_pair(value.type)) {
      row.add(bits_of(operands(value), parts(value.type), RegisterKind::b32)[0], pair, TypeKind::vector);
    } else {
      const Registers all = operands(value);
      const std::vector<Part> shape = parts(value.type);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const bool plain = shape[i].kind != RegisterKind::predicate && !(shape[i].bits == 16 && is_float(value.type));
        row.add(plain ? all[i] : in_register(all[i], shape[i].kind), shape[i], scalar(value.type).kind);
      }
    }
  }
  if (!write_row_text(text, row)) return false;
  for (const auto& [whole, halves] : unpacked) emit("mov.b32 {{{}}}, {};", fmt::join(halves, ", "), whole);
  return true;
}

bool FunctionWriter::write_row_for_elements(const Instruction& instruction, std::string_view text) {
  const std::vector<Part> shape = parts(instruction.type);
  const std::size_t elements = std::max<std::size_t>(shape.size(), 1);
  std::vector<Registers> arguments;
  std::vector<std::uint32_t> types;
  for (const Value& value : instruction.operands) {
    if (value.kind == ValueKind::none) continue;
    const std::size_t count = layout_.part_count(value.type);
    if (count != 1 && (count != elements || type(value.type).kind != TypeKind::vector)) return false;
    arguments.push_back(operands(value));
    types.push_back(value.type);
  }
  const Registers to = shape.empty() || instruction.result != none ? (shape.empty() ? Registers{} : result(instruction))
                                                                   : new_registers(instruction.type);
  for (std::size_t i = 0; i < elements; ++i) {
    RowOperands row;
    if (!shape.empty()) row.add(to[i], shape[i], scalar(instruction.type).kind);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      const std::uint32_t of = types[a];
      const Part part = parts(of)[0];
      const std::string& value = arguments[a].size() > 1 ? arguments[a][i] : arguments[a][0];
      row.add(part.bits == 16 ? in_register(value, part.kind) : value, part, scalar(of).kind);
    }
    if (!write_row_text(text, row)) return false;
  }
  return true;
}

/// Intrinsics of floating point numbers that are more than a row: those of halves that PTX has not, and roundings of C.
bool FunctionWriter::write_floating_intrinsic(const Instruction& instruction, std::string_view name) {
  const std::uint32_t element = scalar_type(module_, instruction.type);
  const TypeKind kind = type(element).kind;
  const std::string_view base = name.substr(0, name.find('.'));
  const bool to_integer = base == "lround" || base == "llround" || base == "lrint" || base == "llrint";
  if (base == "round" || to_integer) return write_round(instruction, base);
  if (base == "fptosi" || base == "fptoui")
    return name.find(".sat.") != name.npos && write_saturated_cast(instruction, base == "fptosi");
  if (base == "is") return name.starts_with("is.fpclass") && write_class_test(instruction);
  if ((kind != TypeKind::half && kind != TypeKind::bfloat) || name.starts_with("nvvm.") || name.starts_with("convert."))
    return false;
  if (kind == TypeKind::half && is_direct_for_half(name)) return false;
  if (base == "fabs" || base == "copysign") return false;
  const std::string text = intrinsic_text(fmt::format("{}.f32", base));
  if (text.empty()) return false;
  const auto has_type = [&](const Value& value) { return value.kind != ValueKind::none && value.type == instruction.type; };
  if (!std::ranges::all_of(instruction.operands, has_type)) return false;
  std::vector<Registers> arguments;
  for (const Value& value : instruction.operands) arguments.push_back(operands(value));
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < to.size(); ++i) {
    RowOperands row;
    const Part single{RegisterKind::f32, 32, 0};
    row.add(new_register(RegisterKind::f32), single, TypeKind::float32);
    for (const Registers& argument : arguments) row.add(as_float(argument[i], kind), single, TypeKind::float32);
    if (!write_row_text(text, row)) return false;
    from_float(to[i], row.texts[0], kind);
  }
  return true;
}

/// Whether a call makes of each floating-point number of its first argument a number of its result.
bool FunctionWriter::converts_floats(const Instruction& instruction, bool to_integer) {
  if (!has_values(instruction, 1) || is_wide(instruction.type)) return false;
  const std::uint32_t from = instruction.operands[0].type;
  if (!is_float(from) || layout_.part_count(from) != layout_.part_count(instruction.type)) return false;
  return to_integer ? scalar(instruction.type).kind == TypeKind::integer : from == instruction.type;
}

/// round(): halves away from zero; also to an integer, and rint() to an integer (LLVM: NVPTXTargetLowering, LowerFROUND).
bool FunctionWriter::write_round(const Instruction& instruction, std::string_view base) {
  if (!converts_floats(instruction, base != "round")) return false;
  const Value& value = instruction.operands[0];
  const TypeKind kind = scalar(value.type).kind;
  const bool single = kind != TypeKind::float64, short_float = kind == TypeKind::half || kind == TypeKind::bfloat;
  const RegisterKind registers = single ? RegisterKind::f32 : RegisterKind::f64;
  const std::string_view name = type_name(registers);
  const Registers from = operands(value);
  const Registers& to = result(instruction);
  const std::vector<Part> shape = parts(instruction.type);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string x = short_float ? as_float(from[i], kind) : in_register(from[i], registers);
    if (base.ends_with("rint")) {
      emit("cvt.rni.s{}.{} {}, {};", register_bits(shape[i].kind), name, to[i], x);
      continue;
    }
    const std::string size = new_register(registers), up = new_register(registers), whole = new_register(registers),
                      rounded = new_register(registers), signed_one = new_register(registers);
    const std::string small = new_register(RegisterKind::predicate), large = new_register(RegisterKind::predicate);
    emit("abs.{} {}, {};", name, size, x);
    emit("add.rn.{} {}, {}, {};", name, up, size, single ? "0f3F000000" : "0d3FE0000000000000");
    emit("cvt.rzi.{}.{} {}, {};", name, name, whole, up);
    emit("setp.lt.{} {}, {}, {};", name, small, size, single ? "0f3F000000" : "0d3FE0000000000000");
    emit("selp.{} {}, {}, {}, {};", name, rounded, single ? "0f00000000" : "0d0000000000000000", whole, small);
    emit("copysign.{} {}, {}, {};", name, signed_one, x, rounded);
    // From there on every number is whole.
    emit("setp.gt.{} {}, {}, {};", name, large, size, single ? "0f4B000000" : "0d4330000000000000");
    const bool is_result = base == "round" && !short_float;
    const std::string made = is_result ? to[i] : new_register(registers);
    emit("selp.{} {}, {}, {}, {};", name, made, x, signed_one, large);
    if (base != "round")
      emit("cvt.rzi.s{}.{} {}, {};", register_bits(shape[i].kind), name, to[i], made);
    else if (short_float)
      from_float(to[i], made, kind);
  }
  return true;
}

/// Conversions that end at the integer's limits, as PTX's do, and give 0 for what is no number.
bool FunctionWriter::write_saturated_cast(const Instruction& instruction, bool is_signed) {
  if (!converts_floats(instruction, true)) return false;
  const Value& value = instruction.operands[0];
  const TypeKind kind = scalar(value.type).kind;
  const Registers from = operands(value);
  const Registers& to = result(instruction);
  const std::vector<Part> shape = parts(instruction.type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (shape[i].bits != register_bits(shape[i].kind) || shape[i].bits < 16) return false;
    const bool short_float = kind == TypeKind::half || kind == TypeKind::bfloat;
    const RegisterKind registers = kind == TypeKind::float64 ? RegisterKind::f64 : RegisterKind::f32;
    const std::string x = short_float ? as_float(from[i], kind) : in_register(from[i], registers);
    const std::string none_at_all = new_register(RegisterKind::predicate), number = new_register(shape[i].kind);
    emit("setp.nan.{} {}, {}, {};", type_name(registers), none_at_all, x, x);
    emit("cvt.rzi.{}{}.{} {}, {};", is_signed ? 's' : 'u', shape[i].bits, type_name(registers), number, x);
    emit("selp.b{} {}, 0, {}, {};", shape[i].bits, to[i], number, none_at_all);
  }
  return true;
}

/// llvm.is.fpclass: whether a number is one of the classes of a mask (LLVM Language Reference Manual, "llvm.is.fpclass").
bool FunctionWriter::write_class_test(const Instruction& instruction) {
  if (!has_values(instruction, 2) || !converts_floats(instruction, true) || scalar(instruction.type).bits != 1) return false;
  const Value& value = instruction.operands[0];
  const TypeKind kind = scalar(value.type).kind;
  const auto mask = constant_integer(module_, instruction.operands[1]);
  if (!mask || (kind != TypeKind::float32 && kind != TypeKind::float64)) return false;
  const bool single = kind == TypeKind::float32;
  const std::string_view name = single ? "f32" : "f64";
  const RegisterKind registers = single ? RegisterKind::f32 : RegisterKind::f64,
                     bits = single ? RegisterKind::b32 : RegisterKind::b64;
  struct Class {
    std::string_view property;
    int negative, positive;  ///< bits of the mask
  };
  constexpr Class classes[] = {{"infinite", 2, 9}, {"normal", 3, 8}, {"subnormal", 4, 7}, {"", 5, 6}};
  if (((*mask & 1) != 0) != ((*mask & 2) != 0)) return false;  // kinds of NaN, which nothing here tells apart
  const Registers from = operands(value);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::string x = in_register(from[i], registers), as_bits = new_register(bits);
    const std::string negative = new_register(RegisterKind::predicate), positive = new_register(RegisterKind::predicate);
    emit("mov.b{} {}, {};", single ? 32 : 64, as_bits, x);
    emit("setp.lt.s{} {}, {}, 0;", single ? 32 : 64, negative, as_bits);
    emit("not.pred {}, {};", positive, negative);
    std::string any = in_register("0", RegisterKind::predicate);
    const auto also = [&](const std::string& one) {
      const std::string both = new_register(RegisterKind::predicate);
      emit("or.pred {}, {}, {};", both, any, one);
      any = both;
    };
    if ((*mask & 3) != 0) {
      const std::string is = new_register(RegisterKind::predicate);
      emit("testp.notanumber.{} {}, {};", name, is, x);
      also(is);
    }
    for (const Class& of : classes) {
      const bool below = (*mask >> of.negative & 1) != 0, above = (*mask >> of.positive & 1) != 0;
      if (!below && !above) continue;
      const std::string is = new_register(RegisterKind::predicate);
      if (of.property.empty())
        emit("setp.eq.{} {}, {}, {};", name, is, x, single ? "0f00000000" : "0d0000000000000000");
      else
        emit("testp.{}.{} {}, {};", of.property, name, is, x);
      if (below && above) {
        also(is);
        continue;
      }
      const std::string one = new_register(RegisterKind::predicate);
      emit("and.pred {}, {}, {};", one, is, below ? negative : positive);
      also(one);
    }
    move(RegisterKind::predicate, result(instruction)[i], any);
  }
  return true;
}

}  // namespace warplens::ptx::nvvm
