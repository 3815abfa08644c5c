#include <string>

#include "ptx/nvvm/reader.h"

// What LLVM asks of the operands' types (Language Reference Manual, "Instruction Reference").

namespace warplens::ptx::nvvm {
namespace {

std::uint32_t floating_width(TypeKind kind) {
  switch (kind) {
    case TypeKind::half:
    case TypeKind::bfloat:
      return 16;
    case TypeKind::float32:
      return 32;
    case TypeKind::float64:
      return 64;
    default:
      return 0;
  }
}

}  // namespace

std::uint32_t Reader::operation_type(const Token& token, Opcode opcode, std::uint32_t operand) {
  const TypeKind element = kind(scalar(operand));
  const bool floating = (opcode >= Opcode::fadd && opcode <= Opcode::frem) || opcode == Opcode::fneg;
  if (floating ? floating_width(element) == 0 : element != TypeKind::integer) {
    cursor_.fail(token, std::string(token.text) + " needs " + (floating ? "floating-point" : "integer") + " operands, not " +
                            type_name(operand));
  }
  return operand;
}

std::uint32_t Reader::comparison_type(const Token& token, Opcode opcode, std::uint32_t operand) {
  const TypeKind element = kind(scalar(operand));
  const bool fits =
      opcode == Opcode::fcmp ? floating_width(element) != 0 : element == TypeKind::integer || element == TypeKind::pointer;
  if (!fits) cursor_.fail(token, std::string(token.text) + " cannot compare operands of type " + type_name(operand));
  return shaped(operand, integer_type(1));
}

std::uint32_t Reader::cast_type(const Token& token, Opcode opcode, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t inner_from = scalar(from), inner_to = scalar(to);
  const TypeKind kind_from = kind(inner_from), kind_to = kind(inner_to);
  const bool integer_from = kind_from == TypeKind::integer, integer_to = kind_to == TypeKind::integer;
  const bool pointer_from = kind_from == TypeKind::pointer, pointer_to = kind_to == TypeKind::pointer;
  const bool floating_from = floating_width(kind_from) != 0, floating_to = floating_width(kind_to) != 0;
  const std::uint64_t bits_from = integer_from ? type(inner_from).bits : floating_width(kind_from);
  const std::uint64_t bits_to = integer_to ? type(inner_to).bits : floating_width(kind_to);
  const std::uint64_t count_from = kind(from) == TypeKind::vector ? type(from).count : 0;
  const std::uint64_t count_to = kind(to) == TypeKind::vector ? type(to).count : 0;
  bool fits = count_from == count_to;
  switch (opcode) {
    case Opcode::trunc:
      fits = fits && integer_from && integer_to && bits_from > bits_to;
      break;
    case Opcode::zext:
    case Opcode::sext:
      fits = fits && integer_from && integer_to && bits_from < bits_to;
      break;
    case Opcode::fptrunc:
      fits = fits && floating_from && floating_to && bits_from > bits_to;
      break;
    case Opcode::fpext:
      fits = fits && floating_from && floating_to && bits_from < bits_to;
      break;
    case Opcode::fptoui:
    case Opcode::fptosi:
      fits = fits && floating_from && integer_to;
      break;
    case Opcode::uitofp:
    case Opcode::sitofp:
      fits = fits && integer_from && floating_to;
      break;
    case Opcode::ptrtoint:
      fits = fits && pointer_from && integer_to;
      break;
    case Opcode::inttoptr:
      fits = fits && integer_from && pointer_to;
      break;
    case Opcode::addrspacecast:
      fits = fits && pointer_from && pointer_to;
      break;
    default:
      if (pointer_from || pointer_to) {
        fits = fits && inner_from == inner_to;
      } else {
        fits = bits_from != 0 && bits_from * (count_from == 0 ? 1 : count_from) == bits_to * (count_to == 0 ? 1 : count_to);
      }
  }
  if (!fits) cursor_.fail(token, std::string(token.text) + " cannot convert " + type_name(from) + " to " + type_name(to));
  return to;
}

std::uint32_t Reader::select_type(const Token& token, std::uint32_t condition, std::uint32_t first, std::uint32_t second) {
  const bool one = condition == integer_type(1),
             each = kind(first) == TypeKind::vector && condition == shaped(first, integer_type(1));
  if (!one && !each) cursor_.fail(token, "a condition must be i1, but is " + type_name(condition));
  if (first != second)
    cursor_.fail(token, "select's values must have one type, not " + type_name(first) + " and " + type_name(second));
  return first;
}

/// Of extractelement and insertelement.
std::uint32_t Reader::element_type(const Token& token, Opcode opcode, std::span<const Value> operands) {
  const std::uint32_t vector = operands[0].type;
  if (kind(vector) != TypeKind::vector)
    cursor_.fail(token, std::string(token.text) + " needs a vector, not " + type_name(vector));
  if (kind(operands.back().type) != TypeKind::integer) cursor_.fail(token, "an element's number must be an integer");
  if (opcode == Opcode::extractelement) return scalar(vector);
  if (operands[1].type != scalar(vector)) {
    cursor_.fail(token, "the element must be " + type_name(scalar(vector)) + ", but is " + type_name(operands[1].type));
  }
  return vector;
}

std::uint32_t Reader::shuffle_type(const Token& token, std::span<const Value> operands) {
  const std::uint32_t vector = operands[0].type, mask = operands[2].type;
  if (kind(vector) != TypeKind::vector || operands[1].type != vector) {
    cursor_.fail(token, "shufflevector needs two vectors of one type");
  } else if (kind(mask) != TypeKind::vector || scalar(mask) != integer_type(32)) {
    cursor_.fail(token, "shufflevector's mask must be a vector of i32");
  } else {
    return shaped(mask, scalar(vector));
  }
  return 0;
}

/// Of getelementptr: operands are the pointer and the indices.
std::uint32_t Reader::address_type(const Token& token, std::uint32_t element, std::span<const Value> operands) {
  std::uint32_t vector = 0;  // if one of the operands is a vector, so is the result
  std::uint32_t current = element;
  for (std::size_t i = 0; i < operands.size() && !cursor_.error(); ++i) {
    const std::uint32_t given = operands[i].type;
    if (kind(scalar(given)) != (i == 0 ? TypeKind::pointer : TypeKind::integer)) {
      cursor_.fail(token, i == 0 ? "getelementptr needs a pointer" : "getelementptr's indices must be integers");
    }
    if (kind(given) == TypeKind::vector) {
      if (vector != 0 && type(vector).count != type(given).count)
        cursor_.fail(token, "getelementptr's vectors must have one length");
      vector = given;
    }
    if (i < 2) continue;  // the first index counts elements
    const Type& whole = type(current);
    if (whole.kind == TypeKind::array || whole.kind == TypeKind::vector) {
      current = whole.members[0];
    } else if (const auto member = small_integer(operands[i]); whole.kind != TypeKind::structure) {
      cursor_.fail(token, "getelementptr has an index into " + type_name(current));
    } else if (!member || *member >= whole.members.size()) {
      cursor_.fail(token, "getelementptr's index into a structure must be the number of one of its members");
    } else {
      current = whole.members[static_cast<std::size_t>(*member)];
    }
  }
  if (cursor_.error()) return 0;
  const std::uint32_t pointer = scalar(operands[0].type);
  return vector == 0 ? pointer : shaped(vector, pointer);
}

/// Of extractvalue, and what insertvalue inserts.
std::uint32_t Reader::member_type(const Token& token, std::uint32_t whole, std::span<const std::uint32_t> indices) {
  for (const std::uint32_t index : indices) {
    const Type& outer = type(whole);
    const bool array = outer.kind == TypeKind::array;
    const std::uint64_t count = array ? outer.count : outer.kind == TypeKind::structure ? outer.members.size() : 0;
    if (index >= count) {
      cursor_.fail(token, std::string(token.text) + " has an index out of range");
      return 0;
    }
    whole = outer.members[array ? 0 : index];
  }
  return whole;
}

}  // namespace warplens::ptx::nvvm
