#include <algorithm>
#include <array>
#include <utility>

#include "ptx/parse/function_parser.h"
#include "ptx/parse/refusal.h"

namespace warplens::ptx {
namespace {

/// Name of a required group of suffixes, for the message that it is missing.
std::string_view missing_group(SuffixGroups missing) {
  if (missing & groups(SuffixGroup::comparison)) return "a comparison such as .eq";
  if (missing & groups(SuffixGroup::atomic)) return "an operation such as .add";
  if (missing & groups(SuffixGroup::rounding)) return "a rounding such as .rn";
  if (missing & groups(SuffixGroup::part)) return "a part such as .lo";
  if (missing & groups(SuffixGroup::sync)) return ".sync";
  if (missing & groups(SuffixGroup::precision)) return ".approx";
  if (missing & groups(SuffixGroup::scope)) return "a scope such as .gpu";
  if (missing & groups(SuffixGroup::space)) return "a state space such as .global";
  return "its mode";
}

/// Whether an instruction cannot do without a type suffix of these types.
bool is_required(Types types) { return types != 0 && !(types & or_none); }

}  // namespace

/// [@[!]%p] mnemonic.suffix… operand, …; or label:
void FunctionParser::parse_instruction() {
  Instruction instruction;
  const Token first = cursor_.current();
  instruction.ptx_line = first.line;
  instruction.ptx_column = first.column;
  instruction.location = location_;
  if (!parse_guard(instruction)) return;

  const Token mnemonic = cursor_.expect_word("an instruction");
  if (cursor_.at(':') && instruction.guard == no_index) {
    cursor_.take();
    return parse_label(mnemonic);
  }
  std::string written(mnemonic.text);
  const auto opcode = opcode_named(mnemonic.text);
  if (!opcode) {
    while (cursor_.current().kind == TokenKind::dotted) written += "." + std::string(cursor_.take().text);
    if (!cursor_.error())
      cursor_.fail(mnemonic, "instruction '" + written + "' is not supported" + std::string(refusal(written)));
    return;
  }
  instruction.opcode = *opcode;
  const std::string problem = parse_suffixes(instruction, written);
  if (cursor_.error()) return;
  if (!problem.empty()) {
    const std::string reason(refusal(written));
    return cursor_.fail(mnemonic, "instruction '" + written + "' is not supported" + (reason.empty() ? ": " + problem : reason));
  }
  if (instruction.opcode == Opcode::call)
    parse_call(instruction);
  else if (instruction.opcode == Opcode::brx)
    parse_table_branch(instruction);
  else
    parse_operands(instruction, written);
  if (cursor_.error()) return;

  if (++parse_.instructions > max_instructions) {
    return cursor_.fail(first, "the module has more than " + std::to_string(max_instructions) + " instructions");
  }
  function_.instructions.push_back(std::move(instruction));
}

bool FunctionParser::parse_guard(Instruction& instruction) {
  if (!cursor_.accept('@')) return true;
  instruction.guard_negated = cursor_.accept('!');
  const Token name = cursor_.expect_word("a predicate register");
  if (cursor_.error()) return false;
  Symbol* symbol = find(name.text);
  if (!symbol || symbol->kind != Symbol::Kind::reg || symbol->type != Type::pred) {
    cursor_.fail(name, quoted(name) + " is not a predicate register");
    return false;
  }
  instruction.guard = use_register(*symbol, name.text);
  return true;
}

/// Store the suffixes in the instruction's fields and append them to `written`. Returns what is wrong, or nothing.
std::string FunctionParser::parse_suffixes(Instruction& instruction, std::string& written) {
  const Form& form = ptx::form(instruction.opcode);
  std::string problem;
  constexpr SuffixGroups repeatable = groups(SuffixGroup::cache);  // hints for several caches
  SuffixGroups seen = 0;
  int types_seen = 0;
  while (cursor_.current().kind == TokenKind::dotted) {
    const Token token = cursor_.take();
    written += "." + std::string(token.text);
    if (!problem.empty()) continue;
    if (const auto type = type_named(token.text)) {
      const Types allowed = types_seen == 0   ? form.first_types
                            : types_seen == 1 ? form.second_types
                            : types_seen == 2 ? form.third_types
                            : types_seen == 3 ? form.fourth_types
                                              : 0;
      if (!(allowed & types(*type))) problem = "type " + quoted(token) + " does not fit here";
      constexpr std::array fields{&Instruction::type, &Instruction::source_type, &Instruction::third_type,
                                  &Instruction::fourth_type};
      if (types_seen < static_cast<int>(fields.size())) instruction.*fields[static_cast<std::size_t>(types_seen)] = *type;
      ++types_seen;
    } else if (const Suffix* suffix = find_suffix(token.text, form.allowed & ~(seen & ~repeatable))) {
      seen |= groups(suffix->group);
      suffix->set(instruction);
    } else if (find_suffix(token.text, form.allowed)) {
      problem = quoted(token) + " contradicts an earlier suffix";
    } else {
      problem = quoted(token) + (is_suffix(token.text) ? " means nothing for it" : " is not known");
    }
  }
  if (!problem.empty()) return problem;
  if (types_seen == 0 && is_required(form.first_types)) return "its type is missing";
  if (types_seen == 1 && is_required(form.second_types)) return "its second type is missing";
  if (types_seen < 4 && is_required(form.fourth_types)) return "it names four types";
  if (form.required & ~seen) return std::string(missing_group(form.required & ~seen)) + " is missing";
  const char* contradiction = suffix_problem(instruction);
  return contradiction ? contradiction : "";
}

void FunctionParser::parse_operands(Instruction& instruction, const std::string& written) {
  const bool number_decides = form(instruction.opcode).operands.by_number != nullptr;
  const std::string roles = operand_roles(instruction, number_decides ? cursor_.operands_ahead() : 0);
  const Token start = cursor_.current();
  bool optional = false;
  std::size_t wanted = 0;
  const auto wrong_number = [&](const char* what) {
    const auto most = static_cast<std::size_t>(roles.size()) - (roles.find('?') != std::string::npos ? 1 : 0);
    cursor_.fail(cursor_.current(), std::string(what) + " operands for '" + written + "', which takes " + std::to_string(most));
  };
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i] == '?') continue;
    optional = optional || (i + 1 < roles.size() && roles[i + 1] == '?');
    if (cursor_.at(';')) {
      if (optional) break;
      return wrong_number("too few");
    }
    if (wanted++ > 0) cursor_.expect(',');
    if (instruction.opcode == Opcode::vmad && i > 0 && cursor_.accept('-')) instruction.modifiers.negative[i] = true;
    if (roles[i] == texture_place) {
      parse_texture_place(instruction);
      if (cursor_.error()) return;
      continue;
    }
    instruction.operands.push_back(parse_operand(instruction, roles[i]));
    if (is_video(instruction.opcode)) parse_parts(instruction, i);
    if (is_destination(roles[i])) ++instruction.destinations;
    if (roles[i] == address) take_space_of_variable(instruction, instruction.operands.back());
    const bool may_be_pair = roles[i] == pair_destination || roles[i] == shuffle_destination || roles[i] == word_and_predicate ||
                             (roles[i] == fetched && instruction.opcode == Opcode::tex);
    if (roles[i] == word_with_predicate && !cursor_.at('|')) cursor_.fail_expected("'|' and a predicate");
    if ((may_be_pair || roles[i] == word_with_predicate) && cursor_.accept('|')) {
      instruction.operands.push_back(parse_operand(instruction, pair_destination));
      ++instruction.destinations;
    }
    if (cursor_.error()) return;
  }
  if (cursor_.at(',')) return wrong_number("too many");
  cursor_.expect(';');
  if (is_video(instruction.opcode)) check_parts(instruction, start);
  const auto in_parts = [](const Operand& operand) { return operand.kind == OperandKind::vector; };
  if (instruction.opcode == Opcode::mov && instruction.vector == 1 && instruction.type != Type::b128 &&
      std::all_of(instruction.operands.begin(), instruction.operands.end(), in_parts))
    cursor_.fail(start, "a mov packs or unpacks, not both; .v2 and .v4 move elements");
}

}  // namespace warplens::ptx
