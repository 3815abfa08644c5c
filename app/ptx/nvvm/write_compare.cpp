#include "ptx/nvvm/function_writer.h"

// Comparisons, and the choice between two values.

namespace warplens::ptx::nvvm {
namespace {

struct ComparisonName {
  std::string_view name;
  bool is_signed;
};

/// By Predicate, up to sle.
constexpr ComparisonName integer_comparisons[] = {{"eq", true},  {"ne", true}, {"gt", false}, {"ge", false}, {"lt", false},
                                                  {"le", false}, {"gt", true}, {"ge", true},  {"lt", true},  {"le", true}};
/// By Predicate, from oeq to uno.
constexpr std::string_view float_comparisons[] = {"eq",  "gt",  "ge",  "lt",  "le",  "ne",  "num",
                                                  "equ", "gtu", "geu", "ltu", "leu", "neu", "nan"};

}  // namespace

void FunctionWriter::compare_integers(Predicate predicate, const Part& part, const std::string& to, const std::string& a,
                                      const std::string& b) {
  const std::string_view name = integer_comparisons[static_cast<std::size_t>(predicate)].name;
  const bool is_signed = integer_comparisons[static_cast<std::size_t>(predicate)].is_signed;
  if (part.kind == RegisterKind::predicate) {
    // As numbers: true is 1, or -1 with a sign.
    const auto number = [&](const std::string& value) {
      const std::string as = new_register(RegisterKind::b32);
      emit("selp.b32 {}, {}, 0, {};", as, is_signed ? -1 : 1, in_register(value, RegisterKind::predicate));
      return as;
    };
    const std::string left = number(a), right = number(b);
    return emit("setp.{}.{}32 {}, {}, {};", name, is_signed ? 's' : 'u', to, left, right);
  }
  // Numbers are the same with or without their signs.
  const bool sign_counts = is_signed && predicate != Predicate::eq && predicate != Predicate::ne;
  const std::string left = extended(in_register(a, part.kind), part, sign_counts), right = extended(b, part, sign_counts);
  emit("setp.{}.{}{} {}, {}, {};", name, is_signed ? 's' : 'u', register_bits(part.kind), to, left, right);
}

void FunctionWriter::compare_floats(Predicate predicate, std::uint32_t index, const std::string& to, const std::string& a,
                                    const std::string& b) {
  if (predicate == Predicate::false_ || predicate == Predicate::true_)
    return move(RegisterKind::predicate, to, predicate == Predicate::true_ ? "-1" : "0");
  const std::string_view name = float_comparisons[static_cast<std::size_t>(predicate) - static_cast<std::size_t>(Predicate::oeq)];
  const TypeKind kind = type(index).kind;
  if (kind == TypeKind::half || kind == TypeKind::bfloat) {
    const std::string left = as_float(a, kind), right = as_float(b, kind);
    return emit("setp.{}.f32 {}, {}, {};", name, to, left, right);
  }
  const bool single = kind == TypeKind::float32;
  const std::string left = in_register(a, single ? RegisterKind::f32 : RegisterKind::f64);
  emit("setp.{}{}.{} {}, {}, {};", name, flush(index), single ? "f32" : "f64", to, left, b);
}

void FunctionWriter::write_comparison(const Instruction& instruction) {
  const std::uint32_t compared = instruction.operands[0].type, element = scalar_type(module_, compared);
  Registers a, b;
  if (type(compared).kind == TypeKind::pointer) {
    // Addresses of different spaces are compared as generic ones.
    const AddressSpace told = type(compared).space;
    const AddressSpace left = selection_.space_of(instruction.operands[0]), right = selection_.space_of(instruction.operands[1]);
    const AddressSpace space = left == right ? left : told;
    a = {pointer(instruction.operands[0], space)}, b = {pointer(instruction.operands[1], space)};
  } else {
    a = operands(instruction.operands[0]), b = operands(instruction.operands[1]);
  }
  const Registers& to = result(instruction);
  const std::vector<Part> all = parts(compared);
  const std::size_t words = is_wide(element) ? layout_.part_count(element) : 1;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (words > 1) {
      const auto some = [&](const Registers& from) {
        const Registers value(from.begin() + static_cast<std::ptrdiff_t>(i * words),
                              from.begin() + static_cast<std::ptrdiff_t>((i + 1) * words));
        return extended_wide(value, type(element).bits,
                             integer_comparisons[static_cast<std::size_t>(instruction.predicate)].is_signed);
      };
      compare_wide(instruction.predicate, to[i], some(a), some(b));
    } else if (is_float(element)) {
      compare_floats(instruction.predicate, element, to[i], a[i], b[i]);
    } else {
      compare_integers(instruction.predicate, all[i], to[i], a[i], b[i]);
    }
  }
}

void FunctionWriter::select(RegisterKind kind, const std::string& to, const std::string& condition, const std::string& yes,
                            const std::string& no) {
  if (kind != RegisterKind::predicate) {
    const std::string_view name = kind == RegisterKind::f32 ? "f32" : kind == RegisterKind::f64 ? "f64" : type_name(kind);
    return emit("selp.{} {}, {}, {}, {};", name, to, yes, no, condition);
  }
  const auto inverse = [&] {
    const std::string other = new_register(kind);
    emit("not.pred {}, {};", other, condition);
    return other;
  };
  if (yes == "-1") return emit("or.pred {}, {}, {};", to, condition, in_register(no, kind));
  if (no == "0") return emit("and.pred {}, {}, {};", to, condition, in_register(yes, kind));
  if (yes == "0") return emit("and.pred {}, {}, {};", to, inverse(), in_register(no, kind));
  if (no == "-1") return emit("or.pred {}, {}, {};", to, inverse(), in_register(yes, kind));
  const std::string a = new_register(kind), b = new_register(kind);
  emit("and.pred {}, {}, {};", a, condition, yes);
  emit("and.pred {}, {}, {};", b, inverse(), no);
  emit("or.pred {}, {}, {};", to, a, b);
}

void FunctionWriter::write_select(const Instruction& instruction) {
  const Registers conditions = operands(instruction.operands[0]);
  const bool is_pointer = type(instruction.type).kind == TypeKind::pointer;
  const auto taken = [&](const Value& value) {
    if (!is_pointer || instruction.result == none) return operands(value);
    const Value as_result{ValueKind::local, instruction.result, instruction.type};
    return Registers{pointer(value, selection_.space_of(as_result))};
  };
  const Registers yes = taken(instruction.operands[1]), no = taken(instruction.operands[2]);
  const Registers& to = result(instruction);
  const std::vector<Part> all = parts(instruction.type);
  const bool each = type(instruction.operands[0].type).kind == TypeKind::vector;
  const std::size_t words = each && !conditions.empty() ? all.size() / conditions.size() : 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string condition = in_register(conditions[each ? i / words : 0], RegisterKind::predicate);
    select(all[i].kind, to[i], condition, yes[i], no[i]);
  }
}

}  // namespace warplens::ptx::nvvm
