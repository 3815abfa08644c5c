#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

bool is_debugger_intrinsic(const Token& token) { return token.kind == TokenKind::global && token.text.starts_with("llvm.dbg."); }

}  // namespace

/// After the word call. Calls for a debugger are not kept: callee_type stays none.
void Reader::read_call(Instruction& into) {
  into.opcode = Opcode::call;
  const Token begin = cursor_.current();
  const Attributes words = read_words_before_type();
  into.contract = words.has("contract") || words.has("fast");
  const Token place = cursor_.current();
  const std::uint32_t given = read_type();
  const bool whole = kind(given) == TypeKind::function;
  const std::uint32_t result = whole ? type(given).members[0] : given;
  if (kind(result) != TypeKind::void_) sized(result, place.place);
  if (is_debugger_intrinsic(cursor_.current())) {
    const Token name = cursor_.take();
    symbol_number(name);  // so that its declaration is asked for, as for any other
    return read_variable(name.text.substr(9), false);
  }
  if (cursor_.accept("asm")) {
    read_assembly(into);
  } else {
    into.callee = read_value(pointer_type(AddressSpace::generic));
  }
  const Place close = read_arguments(into);
  if (cursor_.error()) return;
  if (whole) {
    const std::vector<std::uint32_t>& wanted = type(given).members;
    const std::size_t parameters = wanted.size() - 1, arguments = into.operands.size();
    if (arguments < parameters || (arguments > parameters && !type(given).variadic)) {
      return cursor_.fail(
          begin, "this call has " + std::to_string(arguments) + " arguments for " + std::to_string(parameters) + " parameters");
    }
    for (std::size_t i = 0; i < parameters; ++i) {
      if (into.operands[i].type != wanted[i + 1]) cursor_.fail(begin, "an argument must be " + type_name(wanted[i + 1]));
    }
    into.callee_type = given;
  } else {
    Type signature{.kind = TypeKind::function, .members = {result}};
    for (const Value& argument : into.operands) signature.members.push_back(argument.type);
    into.callee_type = add_type(std::move(signature));
  }
  into.type = result;
  read_call_tail(close);
}

/// After asm: flags, text and constraints.
void Reader::read_assembly(Instruction& into) {
  while (cursor_.accept(TokenKind::word)) {
  }
  const Token text = cursor_.expect(TokenKind::text, "assembly");
  cursor_.expect(',');
  const Token constraints = cursor_.expect(TokenKind::text, "constraints of assembly");
  into.assembly = InlineAssembly{unescaped(text), unescaped(constraints)};
}

/// The arguments in parentheses. Returns the place of the closing one.
Place Reader::read_arguments(Instruction& into) {
  cursor_.expect('(');
  while (!cursor_.at(')') && !cursor_.error()) {
    if (!into.operands.empty()) cursor_.expect(',');
    const Token place = cursor_.current();
    const std::uint32_t given = read_type();
    if (kind(given) == TypeKind::metadata) {
      skip_metadata_operand();
      into.operands.push_back({ValueKind::none, none, given});
      into.attributes.emplace_back();
      continue;
    }
    if (!sized(given, place.place)) break;
    into.attributes.push_back(read_argument_attributes().parameter);
    check_by_value(into.attributes.back(), given, place);
    into.operands.push_back(read_value(given));
  }
  const Place close = cursor_.current().place;
  cursor_.expect(')');
  return close;
}

/// Attributes and operand bundles, of which nothing is kept. A word on the next line begins the next instruction.
void Reader::read_call_tail(Place close) {
  Attributes ignored;
  const auto at_word = [&] { return cursor_.at(TokenKind::word) && cursor_.current().place.line == close.line; };
  while (cursor_.at(TokenKind::group) || cursor_.at(TokenKind::text) || at_word()) read_attribute(ignored);
  if (cursor_.at('[')) cursor_.skip_group();
}

/// #dbg_declare(ptr %x, !12, !DIExpression(), !30) and others.
void Reader::read_debug_record() {
  const Token token = cursor_.take();
  if (!token.text.starts_with("dbg_"))
    return cursor_.fail(token, "expected an instruction, found '" + std::string(token.written) + "'");
  read_variable(token.text.substr(4), true);
}

/// The operands of a debugger's call or record, in parentheses, and what follows them. A declared variable is kept.
void Reader::read_variable(std::string_view kind, bool record) {
  if (!cursor_.at('(')) return cursor_.fail_expected("'('");
  DeclaredVariable variable;
  const auto next_operand = [&] {
    cursor_.expect(',');
    if (!record) cursor_.expect("metadata");
  };
  const auto at_node = [&] { return cursor_.at('!') || cursor_.at(TokenKind::metadata); };
  if (kind != "declare") {
    cursor_.skip_group();
  } else {
    cursor_.take();
    if (!record) cursor_.expect("metadata");
    if (at_node()) {
      skip_metadata_operand();  // its memory was removed
    } else {
      variable.address = read_typed_value();
    }
    next_operand();
    variable.variable = read_node();
    next_operand();
    variable.expression = read_node();
    if (record) {
      next_operand();
      variable.location = read_node();
    }
    cursor_.expect(')');
  }
  if (!record) {
    Attributes ignored;
    while (cursor_.at(TokenKind::group)) read_attribute(ignored);
    Instruction tail;
    read_tail(tail);
    variable.location = tail.location;
  }
  const bool kept =
      variable.address.kind == ValueKind::local ||
      (variable.address.kind == ValueKind::constant && module_.constants[variable.address.index].kind != ConstantKind::undefined);
  if (!cursor_.error() && kept) scope_->function.variables.push_back(variable);
}

}  // namespace warplens::ptx::nvvm
