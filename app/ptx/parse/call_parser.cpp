#include <algorithm>
#include <iterator>
#include <utility>

#include "ptx/parse/function_parser.h"

// call and brx.idx (PTX ISA, "Control Flow Instructions").

namespace warplens::ptx {
namespace {

/// The k-th parameter of a called function, without its results; null if it does not exist.
const Parameter* formal(const Function* function, std::size_t k) {
  if (function == nullptr || k >= function->parameters.size() || function->parameters[k].result) return nullptr;
  return &function->parameters[k];
}

/// Numbers of a function's parameters and of its results, which follow them.
std::pair<std::size_t, std::size_t> parameter_counts(const Function& function) {
  const std::vector<Parameter>& all = function.parameters;
  const auto results = std::partition_point(all.begin(), all.end(), [](const Parameter& each) { return !each.result; });
  return {static_cast<std::size_t>(results - all.begin()), static_cast<std::size_t>(all.end() - results)};
}

}  // namespace

/// The callee: a function, or a register with a function's address.
void FunctionParser::parse_callee(Instruction& instruction) {
  const Token name = cursor_.expect_word("a function");
  if (cursor_.error()) return;
  Operand callee;
  if (Symbol* symbol = find(name.text)) {
    if (symbol->kind != Symbol::Kind::reg || bits(symbol->type) != 64 || kind(symbol->type) == TypeKind::floating)
      return cursor_.fail(name, quoted(name) + " is neither a function nor a register that can hold a function's address");
    callee.kind = OperandKind::reg;
    callee.index = use_register(*symbol, name.text);
  } else {
    const auto function = parse_.functions.find(name.text);
    if (function == parse_.functions.end()) return cursor_.fail(name, "function " + quoted(name) + " is not declared");
    if (module_.functions[function->second].entry) return cursor_.fail(name, quoted(name) + " is an entry: it cannot be called");
    callee.kind = OperandKind::function;
    callee.index = function->second;
  }
  instruction.operands.push_back(callee);
}

/// A .param variable, a register, a vector of registers, or (if `formal` gives its type) a literal.
Operand FunctionParser::parse_argument(const Parameter* formal) {
  const Token token = cursor_.current();
  Operand operand;
  if (at_constant(cursor_)) {
    if (formal == nullptr) {
      cursor_.fail(token, "a literal does not fit here");
      return operand;
    }
    return parse_immediate(formal->type);
  }
  const Token name = cursor_.expect_word("an argument");
  if (cursor_.error()) return operand;
  if (name.text == "_") {
    operand.kind = OperandKind::sink;
    return operand;
  }
  Symbol* symbol = find(name.text);
  if (!symbol) {
    cursor_.fail(name, quoted(name) + " is not declared");
  } else if (symbol->kind == Symbol::Kind::reg && symbol->type == Type::b128) {
    cursor_.fail(name, quoted(name) + " has 128 bits, which do not fit here");
  } else if (symbol->kind == Symbol::Kind::reg && formal != nullptr && formal->lanes != symbol->lanes) {
    cursor_.fail(name, quoted(name) + " has another number of elements than the parameter");
  } else if (symbol->kind == Symbol::Kind::reg && symbol->lanes > 1) {
    operand = elements_of(*symbol, use_register(*symbol, name.text));
  } else if (symbol->kind == Symbol::Kind::reg) {
    operand.kind = OperandKind::reg;
    operand.index = use_register(*symbol, name.text);
  } else if (symbol->kind == Symbol::Kind::parameter && !function_.entry) {
    operand.kind = OperandKind::parameter;
    operand.index = symbol->index;
  } else if (symbol->kind == Symbol::Kind::variable && module_.variables[symbol->index].space == Space::param) {
    operand.kind = OperandKind::variable;
    operand.index = symbol->index;
  } else {
    cursor_.fail(name, quoted(name) + " cannot be an argument of a call");
  }
  return operand;
}

/// call{.uni} (results), function, (arguments){, prototype or targets}; The operands: results, function, arguments, each element
/// of a vector by itself.
void FunctionParser::parse_call(Instruction& instruction) {
  const auto list = [&](const Function* function, bool results) {
    const std::size_t before = instruction.operands.size();
    const auto count = [&] { return instruction.operands.size() - before; };
    if (cursor_.accept(')')) return count();
    do {
      Operand argument = parse_argument(results ? nullptr : formal(function, count()));
      if (argument.kind == OperandKind::vector)
        std::ranges::move(argument.elements, std::back_inserter(instruction.operands));
      else
        instruction.operands.push_back(std::move(argument));
    } while (!cursor_.error() && cursor_.accept(','));
    cursor_.expect(')');
    return count();
  };
  const Token start = cursor_.current();
  if (cursor_.accept('(')) {
    instruction.destinations = static_cast<std::uint8_t>(std::min<std::size_t>(list(nullptr, true), 255));
    cursor_.expect(',');
  }
  parse_callee(instruction);
  if (cursor_.error()) return;
  const Operand callee = instruction.operands.back();
  const Function* function = callee.kind == OperandKind::function ? &module_.functions[callee.index] : nullptr;
  if (function != nullptr && function->refusal) {
    function_.refusal = function->refusal;
    return cursor_.fail(start, "function '" + function->name + "' cannot be called");
  }
  std::size_t arguments = 0;
  if (cursor_.accept(',')) {
    if (cursor_.accept('(')) {
      arguments = list(function, false);
      if (cursor_.accept(',')) cursor_.expect_word("a prototype or a list of targets");
    } else {
      cursor_.expect_word("a prototype or a list of targets");
    }
  }
  cursor_.expect(';');
  if (cursor_.error() || function == nullptr) return;
  const auto [wanted, results] = parameter_counts(*function);
  if (arguments != wanted) {
    cursor_.fail(start, "function '" + function->name + "' takes " + std::to_string(wanted) + " arguments, not " +
                            std::to_string(arguments));
  } else if (instruction.destinations != results && instruction.destinations != 0) {
    cursor_.fail(start, "function '" + function->name + "' returns " + std::to_string(results) + " values, not " +
                            std::to_string(instruction.destinations));
  }
}

/// brx.idx{.uni} index, table; The operands: index, then the labels of the table.
void FunctionParser::parse_table_branch(Instruction& instruction) {
  instruction.type = Type::u32;
  instruction.operands.push_back(parse_operand(instruction, source));
  instruction.type = Type::none;
  cursor_.expect(',');
  const Token name = cursor_.expect_word("a list of branch targets");
  cursor_.expect(';');
  if (cursor_.error()) return;
  const std::vector<Token>* labels = nullptr;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend() && labels == nullptr; ++scope) {
    const auto found = scope->target_tables.find(name.text);
    if (found != scope->target_tables.end()) labels = &found->second;
  }
  if (labels == nullptr) return cursor_.fail(name, "there is no .branchtargets " + quoted(name) + " before this");
  parse_.table_targets += labels->size();
  if (parse_.table_targets > max_table_targets)
    return cursor_.fail(
        name, "the module's branches by tables have more than " + std::to_string(max_table_targets) + " targets together");
  for (const Token& label : *labels) {
    scopes_.back().pending.push_back(
        {static_cast<std::uint32_t>(function_.instructions.size()), instruction.operands.size(), label});
    Operand operand;
    operand.kind = OperandKind::label;
    instruction.operands.push_back(operand);
  }
}

}  // namespace warplens::ptx
