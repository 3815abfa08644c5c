#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

constexpr std::string_view atomic_order_words[] = {"unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"};
constexpr std::string_view atomic_operation_words[] = {"xchg", "add",  "sub",  "and",       "nand",     "or",
                                                       "xor",  "max",  "min",  "umax",      "umin",     "fadd",
                                                       "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap"};

}  // namespace

/// Instructions that access memory or compute addresses; false if the word is not one.
bool Reader::read_memory(Instruction& into, const Token& word) {
  if (word.text == "alloca") {
    read_alloca(into);
  } else if (word.text == "load") {
    read_load(into);
  } else if (word.text == "store") {
    read_store(into);
  } else if (word.text == "getelementptr") {
    read_address(into, word);
  } else if (word.text == "cmpxchg") {
    read_cmpxchg(into);
  } else if (word.text == "atomicrmw") {
    read_atomicrmw(into);
  } else if (word.text == "fence") {
    into.opcode = Opcode::fence;
    read_scope(into);
    into.order = read_order();
  } else {
    return false;
  }
  return true;
}

void Reader::read_alloca(Instruction& into) {
  into.opcode = Opcode::alloca;
  cursor_.accept("inalloca");
  cursor_.accept("swifterror");
  into.element = read_value_type();
  Value count{ValueKind::constant, integer_constant(integer_type(32), 1), integer_type(32)};
  AddressSpace space = AddressSpace::generic;
  if (at_further_operand()) {
    cursor_.expect(',');
    const Token place = cursor_.current();
    count = read_typed_value();
    if (kind(count.type) != TypeKind::integer) cursor_.fail(place, "a number of elements must be an integer");
  }
  while (cursor_.at(',') && cursor_.next().kind == TokenKind::word) {
    cursor_.expect(',');
    if (cursor_.accept("addrspace")) {
      space = read_address_space();
    } else {
      cursor_.expect("align");
      into.alignment = read_alignment();
    }
  }
  into.operands = {count};
  into.type = pointer_type(space);
}

/// An operand that is a pointer.
void Reader::read_pointer(Instruction& into) {
  const Token place = cursor_.current();
  into.operands.push_back(read_typed_value());
  const std::uint32_t given = into.operands.back().type;
  if (kind(given) != TypeKind::pointer) cursor_.fail(place, "an address must be a pointer, but is " + type_name(given));
}

/// syncscope("device"), if there is one.
void Reader::read_scope(Instruction& into) {
  if (!cursor_.accept("syncscope")) return;
  cursor_.expect('(');
  into.scope = unescaped(cursor_.expect(TokenKind::text, "a scope's name"));
  cursor_.expect(')');
}

AtomicOrder Reader::read_order() {
  std::uint8_t number = 0;
  for (const std::string_view order : atomic_order_words) {
    ++number;
    if (cursor_.accept(order)) return static_cast<AtomicOrder>(number);
  }
  cursor_.fail_expected("an order of memory accesses");
  return AtomicOrder::none;
}

void Reader::read_load(Instruction& into) {
  into.opcode = Opcode::load;
  const bool atomic = cursor_.accept("atomic");
  into.is_volatile = cursor_.accept("volatile");
  into.type = into.element = read_value_type();
  cursor_.expect(',');
  read_pointer(into);
  if (!atomic) return;
  read_scope(into);
  into.order = read_order();
}

void Reader::read_store(Instruction& into) {
  into.opcode = Opcode::store;
  const bool atomic = cursor_.accept("atomic");
  into.is_volatile = cursor_.accept("volatile");
  into.operands = {read_typed_value()};
  into.element = into.operands[0].type;
  cursor_.expect(',');
  read_pointer(into);
  if (!atomic) return;
  read_scope(into);
  into.order = read_order();
}

void Reader::read_address(Instruction& into, const Token& word) {
  into.opcode = Opcode::getelementptr;
  while (cursor_.accept("inbounds") || cursor_.accept("nusw") || cursor_.accept("nuw")) {
  }
  into.element = read_value_type();
  do {
    cursor_.expect(',');
    into.operands.push_back(read_typed_value());
  } while (at_further_operand());
  into.type = cursor_.error() ? 0 : address_type(word, into.element, into.operands);
}

void Reader::read_cmpxchg(Instruction& into) {
  into.opcode = Opcode::cmpxchg;
  cursor_.accept("weak");
  into.is_volatile = cursor_.accept("volatile");
  read_pointer(into);
  cursor_.expect(',');
  const Token place = cursor_.current();
  into.operands.push_back(read_typed_value());
  into.element = into.operands.back().type;
  if (kind(into.element) != TypeKind::integer && kind(into.element) != TypeKind::pointer) {
    cursor_.fail(place, "cmpxchg needs an integer or a pointer, not " + type_name(into.element));
  }
  cursor_.expect(',');
  into.operands.push_back(read_typed_value(into.element, "the new value"));
  read_scope(into);
  into.order = read_order();
  read_order();
  into.type = add_type({.kind = TypeKind::structure, .members = {into.element, integer_type(1)}});
}

void Reader::read_atomicrmw(Instruction& into) {
  into.opcode = Opcode::atomicrmw;
  into.is_volatile = cursor_.accept("volatile");
  const Token operation = cursor_.expect(TokenKind::word, "an operation");
  std::size_t number = 0;
  while (number < std::size(atomic_operation_words) && atomic_operation_words[number] != operation.text) ++number;
  if (number == std::size(atomic_operation_words)) {
    return cursor_.fail(operation, "the operation atomicrmw " + std::string(operation.text) + " is not supported");
  }
  into.atomic = static_cast<AtomicOperation>(number);
  read_pointer(into);
  cursor_.expect(',');
  const Token place = cursor_.current();
  into.operands.push_back(read_typed_value());
  into.type = into.element = into.operands.back().type;
  const TypeKind wanted = kind(scalar(into.element));
  const bool floating = wanted >= TypeKind::half && wanted <= TypeKind::float64, exchange = into.atomic == AtomicOperation::xchg;
  const bool for_floats = into.atomic >= AtomicOperation::fadd && into.atomic <= AtomicOperation::fmin;
  const bool fits = for_floats ? floating
                               : kind(into.element) == TypeKind::integer || (exchange && kind(into.element) != TypeKind::vector &&
                                                                             (floating || wanted == TypeKind::pointer));
  if (!fits) cursor_.fail(place, "atomicrmw " + std::string(operation.text) + " cannot use " + type_name(into.element));
  read_scope(into);
  into.order = read_order();
}

}  // namespace warplens::ptx::nvvm
