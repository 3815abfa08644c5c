#include "simt/machine/wrapped_index.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "base/number_format.h"
#include "ptx/flow/registers.h"
#include "ptx/parse/source_place.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

using ptx::Instruction, ptx::Opcode, ptx::Operand, ptx::OperandKind;

/// "65,536 × 40,000".
std::string numbers_text(std::int64_t a, std::int64_t b, char sign) {
  if (sign == '*') return base::grouped(a) + " × " + base::grouped(b);
  const bool minus = b < 0 && b != std::numeric_limits<std::int64_t>::min();  // "3 - 5", not "3 + -5"
  return base::grouped(a) + ((sign == '-') != minus ? " - " : " + ") + base::grouped(minus ? -b : b);
}

/// A computation of 32 bits whose exact result they do not hold.
struct Wrapped {
  std::string numbers;  ///< "65,536 × 40,000"
  std::int64_t exact = 0;
  std::uint32_t instruction = 0;  ///< index in the function
  bool is_signed = true;          ///< its result was taken for an int; else for an unsigned
};

/// An integer in a register.
struct Value {
  std::uint64_t bits = 0;
  std::optional<std::int64_t> exact{};   ///< what it would be if nothing wrapped; nothing if that has more than 64 bits
  std::optional<Wrapped> no_int{};       ///< of 32 bits: the first computation that left the range of an int
  std::optional<Wrapped> no_unsigned{};  ///< and that of an unsigned
  std::optional<Wrapped> wrapped{};      ///< of 64 bits: the computation before it was widened, if `exact` differs
};

std::uint64_t cut(std::uint64_t bits, int width) { return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1); }

std::int64_t as_signed(std::uint64_t bits, int width) {
  if (width == 32) return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  return static_cast<std::int64_t>(bits);
}

/// Computes a lane's registers once more, from special registers, parameters and loaded values on.
class Computation {
 public:
  /// `pc`: an instruction of the function whose registers these are.
  Computation(const LaunchContext& context, const Frame& frame, std::uint32_t lane, std::uint32_t pc)
      : context_(context), frame_(frame), lane_(lane) {
    const ptx::Listing::Position position = context.listing.place(pc);
    function_ = &context.launch.module->functions[position.function];
    code_ = &context.program.functions[context.program.function_at[position.function]];
    definitions_ = ptx::single_definitions(*function_);
  }

  std::uint32_t first_instruction() const { return code_->first; }

  Value of(const Operand& operand, int width, int depth = 0) {
    if (operand.kind == OperandKind::immediate) return leaf(cut(operand.bits, width), width);
    if (operand.kind == OperandKind::special) return of_special(static_cast<ptx::SpecialRegister>(operand.index));
    return operand.kind == OperandKind::reg ? of_register(operand.index, depth) : Value{};
  }

  Value of_register(std::uint32_t index, int depth = 0) {
    if (const auto known = known_.find(index); known != known_.end()) return known->second;
    const std::uint32_t definition = definitions_[index];
    std::optional<Value> value;
    if (definition != ptx::no_index && depth < max_depth) value = of_instruction(definition, depth + 1);
    if (!value) value = in_frame(index);
    known_[index] = *value;
    return *value;
  }

  /// How a register that holds `element` was computed (index_terms).
  std::string terms(std::uint32_t address, std::int64_t element) {
    std::vector<std::uint32_t> left{address};
    std::vector<bool> seen(definitions_.size(), false);
    while (!left.empty()) {
      const std::uint32_t reg = left.back();
      left.pop_back();
      if (seen[reg] || definitions_[reg] == ptx::no_index) continue;
      seen[reg] = true;
      const int width = ptx::bits(function_->registers[reg].type);
      if (width >= 32 && as_signed(of_register(reg).bits, width) == element) {
        Terms found;
        add_terms(found, reg, max_terms);
        if (found.has_product) return found.text;
      }
      for (const Operand& operand : function_->instructions[definitions_[reg]].operands)
        ptx::each_register(operand, [&](std::uint32_t from) { left.push_back(from); });
    }
    return "";
  }

 private:
  static constexpr int max_depth = 200, max_terms = 12;

  /// A sum: "24 × 40 + 4".
  struct Terms {
    std::string text;
    bool has_product = false;
    void add(const std::string& term) { text += (text.empty() ? "" : " + ") + term; }
  };

  /// Whether an operand is a special register, or a copy of one.
  bool is_special(const Operand& operand) const {
    if (operand.kind == OperandKind::special) return true;
    if (operand.kind != OperandKind::reg || definitions_[operand.index] == ptx::no_index) return false;
    const Instruction& writer = function_->instructions[definitions_[operand.index]];
    return writer.opcode == Opcode::mov && writer.operands[1].kind == OperandKind::special;
  }

  void add_terms(Terms& terms, const Operand& operand, int width, int depth) {
    if (operand.kind == OperandKind::reg && depth > 0) return add_terms(terms, operand.index, depth - 1);
    terms.add(base::grouped(as_signed(of(operand, width).bits, width)));
  }

  void add_terms(Terms& terms, std::uint32_t reg, int depth) {
    const std::uint32_t definition = definitions_[reg];
    const int width = ptx::bits(function_->registers[reg].type);
    const auto whole = [&] { terms.add(base::grouped(as_signed(of_register(reg).bits, width))); };
    if (definition == ptx::no_index || width < 32) return whole();
    const Instruction& writer = function_->instructions[definition];
    const int from = ptx::bits(writer.type);
    const bool multiplies = writer.opcode == Opcode::mul || writer.opcode == Opcode::mad;
    if (multiplies && is_special(writer.operands[1]) && is_special(writer.operands[2])) return whole();
    switch (writer.opcode) {
      case Opcode::mov:
        return writer.operands[1].kind == OperandKind::reg ? add_terms(terms, writer.operands[1].index, depth) : whole();
      case Opcode::cvt:
        return add_terms(terms, writer.operands[1], ptx::bits(writer.source_type), depth);
      case Opcode::add:
        add_terms(terms, writer.operands[1], from, depth);
        return add_terms(terms, writer.operands[2], from, depth);
      case Opcode::mul:
      case Opcode::mad:
        terms.has_product = true;
        terms.add(numbers_text(as_signed(of(writer.operands[1], from).bits, from),
                               as_signed(of(writer.operands[2], from).bits, from), '*'));
        if (writer.opcode == Opcode::mad) add_terms(terms, writer.operands[3], width, depth);
        return;
      default:
        return whole();
    }
  }

  static Value leaf(std::uint64_t bits, int width) { return {bits, as_signed(bits, width)}; }

  Value in_frame(std::uint32_t index) const {
    const ptx::Type type = function_->registers[index].type;
    const int width = std::max(ptx::bits(type), 32);
    if (type == ptx::Type::pred || width > 64 || code_->registers[index] == no_row) return {};
    return leaf(read_cell(frame_, code_->registers[index], width == 64 ? 8 : 4, lane_), width);
  }

  Value of_special(ptx::SpecialRegister special) const {
    const auto row = std::ranges::find(context_.program.specials, special, &SpecialRow::special);
    return row != context_.program.specials.end() ? leaf(read_cell(frame_, row->row, 4, lane_), 32) : Value{};
  }

  std::optional<Value> of_parameter(const Instruction& load) const {
    const Operand& from = load.operands[1];
    const int width = ptx::bits(load.type);
    const bool known = function_ == &context_.function && from.base == OperandKind::parameter && load.vector == 1 &&
                       width >= 32 && from.index < function_->parameters.size();
    if (!known) return std::nullopt;
    const std::uint64_t at = function_->parameters[from.index].offset + static_cast<std::uint64_t>(from.offset);
    const auto bytes = static_cast<std::size_t>(width / 8);
    if (at > context_.parameters.size() || bytes > context_.parameters.size() - at) return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, context_.parameters.data() + at, bytes);
    return leaf(bits, width);
  }

  /// Recompute the result of an instruction. Nothing for instructions that do not occur in the arithmetic of indices.
  std::optional<Value> of_instruction(std::uint32_t index, int depth) {
    const Instruction& instruction = function_->instructions[index];
    const int width = ptx::bits(instruction.type);
    if ((width != 32 && width != 64) || ptx::kind(instruction.type) == ptx::TypeKind::floating) return std::nullopt;
    const auto operand = [&](std::size_t k) { return of(instruction.operands[k], width, depth); };
    switch (instruction.opcode) {
      case Opcode::ld:
        return instruction.space == ptx::Space::param ? of_parameter(instruction) : std::nullopt;
      case Opcode::mov:
      case Opcode::cvta:
        return instruction.operands[1].kind == OperandKind::vector ? std::nullopt : std::optional(operand(1));
      case Opcode::cvt:
        return converted(instruction, depth);
      case Opcode::add:
        return combined(index, operand(1), operand(2), '+', width);
      case Opcode::sub:
        return combined(index, operand(1), operand(2), '-', width);
      case Opcode::or_: {
        const Value a = operand(1), b = operand(2);
        return (a.bits & b.bits) == 0 ? std::optional(combined(index, a, b, '+', width)) : std::nullopt;
      }
      case Opcode::shl: {
        const std::uint64_t places = of(instruction.operands[2], 32, depth).bits;
        if (places >= 31) return std::nullopt;
        return combined(index, operand(1), leaf(std::uint64_t{1} << places, width), '*', width);
      }
      case Opcode::mul:
        return product(index, depth);
      case Opcode::mad: {
        const int result = instruction.modifiers.part == ptx::MultiplyPart::wide ? 2 * width : width;
        const std::optional<Value> factors = product(index, depth);
        if (!factors) return std::nullopt;
        return combined(index, *factors, of(instruction.operands[3], result, depth), '+', result);
      }
      case Opcode::div:
      case Opcode::rem:
      case Opcode::shr:
        return consumed(instruction, operand(1),
                        instruction.opcode == Opcode::shr ? of(instruction.operands[2], 32, depth) : operand(2));
      default:
        return std::nullopt;
    }
  }

  /// A quotient, a remainder or a shift to the right: what has wrapped by then is lost.
  static std::optional<Value> consumed(const Instruction& instruction, const Value& a, const Value& b) {
    const int width = ptx::bits(instruction.type);
    const bool is_signed = ptx::kind(instruction.type) == ptx::TypeKind::signed_integer;
    const std::int64_t left = as_signed(a.bits, width), right = as_signed(b.bits, width);
    const bool shifts = instruction.opcode == Opcode::shr;
    if (shifts ? b.bits >= static_cast<std::uint64_t>(width) : b.bits == 0 || (is_signed && right == -1)) return std::nullopt;
    std::uint64_t bits = 0;
    if (shifts)
      bits = is_signed ? static_cast<std::uint64_t>(left >> b.bits) : a.bits >> b.bits;
    else if (instruction.opcode == Opcode::div)
      bits = is_signed ? static_cast<std::uint64_t>(left / right) : a.bits / b.bits;
    else
      bits = is_signed ? static_cast<std::uint64_t>(left % right) : a.bits % b.bits;
    Value result = leaf(cut(bits, width), width);
    result.wrapped = a.wrapped ? a.wrapped : b.wrapped;
    if (width != 32 || result.wrapped) return result;
    result.wrapped = widened(a, is_signed).wrapped;
    if (!result.wrapped && !shifts) result.wrapped = widened(b, is_signed).wrapped;
    return result;
  }

  std::optional<Value> product(std::uint32_t index, int depth) {
    const Instruction& instruction = function_->instructions[index];
    const int width = ptx::bits(instruction.type);
    const Value a = of(instruction.operands[1], width, depth), b = of(instruction.operands[2], width, depth);
    if (instruction.modifiers.part == ptx::MultiplyPart::lo) return combined(index, a, b, '*', width);
    if (width != 32) return std::nullopt;
    const bool is_signed = ptx::kind(instruction.type) == ptx::TypeKind::signed_integer;
    Value result = combined(index, widened(a, is_signed), widened(b, is_signed), '*', 64);
    if (instruction.modifiers.part == ptx::MultiplyPart::wide) return result;
    const std::optional<Wrapped> wrapped = result.wrapped;  // of mul.hi
    result = leaf(result.bits >> 32, 32);
    result.wrapped = wrapped;
    return result;
  }

  std::optional<Value> converted(const Instruction& instruction, int depth) {
    const int to = ptx::bits(instruction.type), from = ptx::bits(instruction.source_type);
    if (ptx::kind(instruction.source_type) == ptx::TypeKind::floating || from < 32) return std::nullopt;
    Value value = of(instruction.operands[1], from, depth);
    if (to > from) return widened(value, ptx::kind(instruction.source_type) == ptx::TypeKind::signed_integer);
    value.bits = cut(value.bits, to);
    return value;
  }

  /// A value of 32 bits as one of 64: what has wrapped by then is lost.
  static Value widened(const Value& value, bool is_signed) {
    Value result{.bits = is_signed ? static_cast<std::uint64_t>(as_signed(value.bits, 32)) : cut(value.bits, 32),
                 .exact = value.exact,
                 .wrapped = value.wrapped};
    if (value.wrapped || !value.exact || static_cast<std::uint64_t>(*value.exact) == result.bits) return result;
    result.wrapped = is_signed ? value.no_int : value.no_unsigned;
    if (result.wrapped) result.wrapped->is_signed = is_signed;
    return result;
  }

  Value combined(std::uint32_t index, const Value& a, const Value& b, char sign, int width) const {
    Value result;
    const std::uint64_t bits = sign == '+' ? a.bits + b.bits : sign == '-' ? a.bits - b.bits : a.bits * b.bits;
    result.bits = cut(bits, width);
    result.wrapped = a.wrapped ? a.wrapped : b.wrapped;
    result.no_int = a.no_int ? a.no_int : b.no_int;
    result.no_unsigned = a.no_unsigned ? a.no_unsigned : b.no_unsigned;
    if (!a.exact || !b.exact) return result;
    std::int64_t exact = 0;
    const bool too_large = sign == '+'   ? __builtin_add_overflow(*a.exact, *b.exact, &exact)
                           : sign == '-' ? __builtin_sub_overflow(*a.exact, *b.exact, &exact)
                                         : __builtin_mul_overflow(*a.exact, *b.exact, &exact);
    if (too_large) return result;
    result.exact = exact;
    if (width != 32) return result;
    const Wrapped wrapped{numbers_text(*a.exact, *b.exact, sign), exact, index};
    const bool in_int = exact >= std::numeric_limits<std::int32_t>::min() && exact <= std::numeric_limits<std::int32_t>::max();
    const bool in_unsigned = exact >= 0 && exact <= std::numeric_limits<std::uint32_t>::max();
    if (!in_int && !result.no_int) result.no_int = wrapped;
    if (!in_unsigned && !result.no_unsigned) result.no_unsigned = wrapped;
    return result;
  }

  const LaunchContext& context_;
  const Frame& frame_;
  std::uint32_t lane_;
  const ptx::Function* function_ = nullptr;
  const FunctionCode* code_ = nullptr;
  std::vector<std::uint32_t> definitions_;  ///< ptx::single_definitions
  std::map<std::uint32_t, Value> known_;
};

/// The operand of the access at `pc` that is its address, if that is in a register; else null.
const Operand* address_of(const LaunchContext& context, std::uint32_t pc) {
  const Instruction* const access = context.listing.instruction(*context.launch.module, pc);
  if (access == nullptr) return nullptr;
  const auto place = std::ranges::find(access->operands, OperandKind::address, &Operand::kind);
  return place != access->operands.end() && place->base == OperandKind::reg ? &*place : nullptr;
}

}  // namespace

std::string wrapped_index(const LaunchContext& context, const Frame& frame, std::uint32_t lane, std::uint32_t pc,
                          std::uint64_t address) {
  const Operand* const place = address_of(context, pc);
  if (place == nullptr) return "";
  Computation computation(context, frame, lane, pc);
  const Value value = computation.of_register(place->index);
  if (value.bits + static_cast<std::uint64_t>(place->offset) != address || !value.wrapped) return "";
  const Wrapped& wrapped = *value.wrapped;
  const ptx::Module& module = *context.launch.module;
  const ptx::SourcePlace there =
      ptx::source_place(module, context.listing, computation.first_instruction() + wrapped.instruction);
  const bool elsewhere = there.line != ptx::source_place(module, context.listing, pc).line;
  const std::uint64_t bits = cut(static_cast<std::uint64_t>(wrapped.exact), 32);
  return "; its index is computed in 32 bits, where " + wrapped.numbers + " = " + base::grouped(wrapped.exact) +
         (elsewhere ? " (line " + std::to_string(there.line) + ")" : std::string()) + " wraps to " +
         (wrapped.is_signed ? base::grouped(as_signed(bits, 32)) : base::grouped(bits)) +
         (wrapped.exact < 0 ? "" : ": make one of the two a size_t or long long first");
}

std::string index_terms(const LaunchContext& context, const Frame& frame, std::uint32_t lane, std::uint32_t pc,
                        std::int64_t element) {
  const Operand* const place = address_of(context, pc);
  if (place == nullptr || place->offset != 0) return "";
  const std::string terms = Computation(context, frame, lane, pc).terms(place->index, element);
  return terms.empty() ? "" : "; its index is " + terms;
}

}  // namespace warplens::simt
