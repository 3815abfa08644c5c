#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

constexpr std::string_view operation_flags[] = {"nuw",  "nsw",  "exact", "disjoint", "nneg",     "samesign", "reassoc",
                                                "nnan", "ninf", "nsz",   "arcp",     "contract", "afn",      "fast"};
constexpr std::string_view unsupported_words[] = {"indirectbr", "invoke",     "landingpad",  "resume",   "callbr",    "va_arg",
                                                  "catchpad",   "cleanuppad", "catchswitch", "catchret", "cleanupret"};

}  // namespace

void Reader::read_instruction() {
  std::optional<Token> name;
  if (cursor_.at(TokenKind::local)) {
    name = cursor_.take();
    cursor_.expect('=');
  }
  const Token word = cursor_.expect(TokenKind::word, "an instruction");
  Instruction read;
  read.line = word.place.line;
  read.type = 0;
  if (!read_operation(read, word) && !read_memory(read, word)) read_other(read, word);
  read_tail(read);
  if (cursor_.error()) return;
  if (read.opcode == Opcode::call && read.callee_type == none) return;  // of a debugger
  for (const Value& operand : read.operands) movable(operand.type, word.place);
  if (kind(read.type) != TypeKind::void_) {
    if (movable(read.type, word.place)) read.result = define_local(name, name ? *name : word, read.type);
  } else if (name) {
    return cursor_.fail(*name, std::string(word.text) + " has no result");
  }
  std::vector<Instruction>& block = scope_->function.blocks.back().instructions;
  if (read.opcode == Opcode::phi && !block.empty() && block.back().opcode != Opcode::phi) {
    return cursor_.fail(word, "phi must be at the beginning of its block");
  }
  block.push_back(std::move(read));
}

/// Operations on numbers; false if the word is not one.
bool Reader::read_operation(Instruction& into, const Token& word) {
  if (const auto cast = cast_opcode(word.text)) {
    into.opcode = *cast;
    read_flags(into);
    into.operands = {read_typed_value()};
    cursor_.expect("to");
    into.type = cast_type(word, *cast, into.operands[0].type, read_value_type());
    return true;
  }
  const auto binary = binary_opcode(word.text);
  const bool integers = word.text == "icmp", floats = word.text == "fcmp";
  if (!binary && !integers && !floats && word.text != "fneg") return false;
  into.opcode = binary ? *binary : integers ? Opcode::icmp : floats ? Opcode::fcmp : Opcode::fneg;
  read_flags(into);
  if (integers || floats) {
    const Token comparison = cursor_.expect(TokenKind::word, "a comparison");
    const auto predicate = predicate_of(into.opcode, comparison.text);
    if (!predicate) cursor_.fail(comparison, "expected a comparison, found '" + std::string(comparison.text) + "'");
    into.predicate = predicate.value_or(Predicate::eq);
  }
  into.operands = {read_typed_value()};
  const std::uint32_t operand = into.operands[0].type;
  if (into.opcode != Opcode::fneg) {
    cursor_.expect(',');
    into.operands.push_back(read_value(operand));
  }
  into.type = integers || floats ? comparison_type(word, into.opcode, operand) : operation_type(word, into.opcode, operand);
  return true;
}

void Reader::read_other(Instruction& into, const Token& word) {
  const std::string_view text = word.text;
  if (text == "ret") return read_return(into);
  if (text == "br") return read_branch(into);
  if (text == "switch") return read_switch(into);
  if (text == "unreachable") {
    into.opcode = Opcode::unreachable;
    return;
  }
  if (text == "phi") return read_phi(into);
  if (text == "extractelement" || text == "insertelement" || text == "shufflevector") return read_element(into, word);
  if (text == "extractvalue" || text == "insertvalue") return read_member(into, word);
  if (text == "freeze") {
    into.opcode = Opcode::freeze;
    into.operands = {read_typed_value()};
    into.type = into.operands[0].type;
    return;
  }
  if (text == "select") {
    into.opcode = Opcode::select;
    read_flags(into);
    into.operands = {read_typed_value()};
    for (int i = 0; i < 2; ++i) {
      cursor_.expect(',');
      into.operands.push_back(read_typed_value());
    }
    into.type = select_type(word, into.operands[0].type, into.operands[1].type, into.operands[2].type);
    return;
  }
  if (text == "call" || text == "tail" || text == "musttail" || text == "notail") {
    if (text != "call") cursor_.expect("call");
    return read_call(into);
  }
  for (const std::string_view known : unsupported_words) {
    if (known == text) return cursor_.fail(word, "the instruction " + std::string(text) + " is not supported");
  }
  cursor_.fail(word, "expected an instruction, found '" + std::string(text) + "'");
}

/// Flags that allow an operation to be optimized.
void Reader::read_flags(Instruction& into) {
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view flag : operation_flags) {
      if (!cursor_.accept(flag)) continue;
      found = true;
      into.contract = into.contract || flag == "contract" || flag == "fast";
    }
  }
}

/// Whether a comma and one more operand follow, and not an alignment, address space or metadata.
bool Reader::at_further_operand() const {
  if (!cursor_.at(',')) return false;
  const Token next = cursor_.next();
  return next.kind != TokenKind::metadata && next.text != "align" && next.text != "addrspace";
}

/// What ends an instruction: , align 4, !dbg !5
void Reader::read_tail(Instruction& into) {
  while (cursor_.accept(',')) {
    if (cursor_.accept("align")) {
      into.alignment = read_alignment();
    } else {
      read_attachment(into);
    }
  }
}

void Reader::read_attachment(Instruction& into) {
  const Token kind = cursor_.expect(TokenKind::metadata, "metadata");
  const std::uint32_t node = read_node();
  if (kind.text == "dbg") into.location = node;
  if (kind.text == "invariant.load") into.invariant = true;
}

void Reader::read_return(Instruction& into) {
  into.opcode = Opcode::ret;
  const Token place = cursor_.current();
  const std::uint32_t result = type(scope_->function.type).members[0];
  if (!cursor_.accept("void")) {
    into.operands = {read_typed_value(result, "the result")};
  } else if (kind(result) != TypeKind::void_) {
    cursor_.fail(place, "the result must be " + type_name(result));
  }
}

void Reader::read_branch(Instruction& into) {
  into.opcode = Opcode::br;
  if (!cursor_.at("label")) {
    into.operands = {read_typed_value(integer_type(1), "a condition")};
    cursor_.expect(',');
    into.blocks = {read_block_reference()};
    cursor_.expect(',');
  }
  into.blocks.push_back(read_block_reference());
}

void Reader::read_switch(Instruction& into) {
  into.opcode = Opcode::switch_;
  const Token place = cursor_.current();
  into.operands = {read_typed_value()};
  const std::uint32_t type = into.operands[0].type;
  if (kind(type) != TypeKind::integer) cursor_.fail(place, "switch needs an integer, not " + type_name(type));
  cursor_.expect(',');
  into.blocks = {read_block_reference()};
  cursor_.expect('[');
  while (!cursor_.at(']') && !cursor_.error()) {
    const Token token = cursor_.current();
    into.operands.push_back(read_typed_value(type, "a case"));
    const Value& value = into.operands.back();
    const bool integer = value.kind == ValueKind::constant && module_.constants[value.index].kind == ConstantKind::integer;
    if (!integer) cursor_.fail(token, "a case must be a constant");
    cursor_.expect(',');
    into.blocks.push_back(read_block_reference());
  }
  cursor_.expect(']');
}

void Reader::read_phi(Instruction& into) {
  into.opcode = Opcode::phi;
  read_flags(into);
  into.type = read_value_type();
  do {
    cursor_.expect('[');
    into.operands.push_back(read_value(into.type));
    cursor_.expect(',');
    const Token block = cursor_.expect(TokenKind::local, "a block");
    if (cursor_.error()) return;
    into.blocks.push_back(block_number(name_key(block), block));
    cursor_.expect(']');
  } while (at_further_operand() && cursor_.accept(','));
}

void Reader::read_element(Instruction& into, const Token& word) {
  into.opcode = *other_expression(word.text);
  const std::size_t count = into.opcode == Opcode::extractelement ? 2 : 3;
  into.operands = {read_typed_value()};
  while (into.operands.size() < count) {
    cursor_.expect(',');
    into.operands.push_back(read_typed_value());
  }
  if (cursor_.error()) return;
  if (into.opcode != Opcode::shufflevector) {
    into.type = element_type(word, into.opcode, into.operands);
    return;
  }
  into.type = shuffle_type(word, into.operands);
  if (!cursor_.error()) read_shuffle_mask(into);
}

/// Turn shufflevector's last operand into indices.
void Reader::read_shuffle_mask(Instruction& into) {
  const Value mask = into.operands.back();
  const Place place{into.line, 0};
  into.operands.pop_back();
  if (mask.kind != ValueKind::constant) return cursor_.fail(place, "shufflevector's mask must be a constant");
  const Constant& constant = module_.constants[mask.index];
  const auto count = static_cast<std::size_t>(type(mask.type).count);
  const std::uint64_t elements = 2 * type(into.operands[0].type).count;
  into.indices.assign(count, constant.kind == ConstantKind::zero ? 0 : none);
  if (constant.kind != ConstantKind::zero && constant.kind != ConstantKind::undefined &&
      constant.kind != ConstantKind::aggregate) {
    return cursor_.fail(place, "shufflevector's mask must be written out");
  }
  for (std::size_t i = 0; i < constant.operands.size() && !cursor_.error(); ++i) {
    const Constant& element = module_.constants[constant.operands[i]];
    if (element.kind == ConstantKind::undefined) continue;
    if (element.kind != ConstantKind::integer || element.bits[0] >= elements) {
      return cursor_.fail(place, "shufflevector's mask must have numbers of elements of its operands");
    }
    into.indices[i] = static_cast<std::uint32_t>(element.bits[0]);
  }
}

void Reader::read_member(Instruction& into, const Token& word) {
  const bool insert = word.text == "insertvalue";
  into.opcode = insert ? Opcode::insertvalue : Opcode::extractvalue;
  const Token place = cursor_.current();
  into.operands = {read_typed_value()};
  const std::uint32_t whole = into.operands[0].type;
  if (insert) {
    cursor_.expect(',');
    into.operands.push_back(read_typed_value());
  }
  do {
    cursor_.expect(',');
    into.indices.push_back(static_cast<std::uint32_t>(cursor_.expect_number("an index", none - 1)));
  } while (at_further_operand());
  if (cursor_.error()) return;
  const std::uint32_t member = member_type(word, whole, into.indices);
  if (insert && into.operands[1].type != member) {
    cursor_.fail(place, "the inserted value must be " + type_name(member) + ", but is " + type_name(into.operands[1].type));
  }
  into.type = insert ? whole : member;
}

}  // namespace warplens::ptx::nvvm
