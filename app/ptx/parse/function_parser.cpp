#include "ptx/parse/function_parser.h"

#include <charconv>
#include <utility>

namespace warplens::ptx {

bool Block::declare(std::string_view name, Symbol symbol) { return symbols_.emplace(name, symbol).second; }

bool Block::declare_range(std::string_view prefix, std::uint64_t count, Type type, std::uint8_t lanes) {
  return ranges_.emplace(prefix, Range{count, type, lanes}).second;
}

Symbol* Block::find(std::string_view name) {
  const auto found = symbols_.find(name);
  if (found != symbols_.end()) return &found->second;
  if (ranges_.empty()) return nullptr;

  // %r12 is number 12 of %r<…>, or number 2 of %r1<…>. A number has no leading zeros.
  constexpr std::size_t max_digits = 10;
  for (std::size_t digits = 1; digits <= max_digits && digits < name.size(); ++digits) {
    const std::string_view prefix = name.substr(0, name.size() - digits), number = name.substr(name.size() - digits);
    if (number[0] < '0' || number[0] > '9') break;
    if (number[0] == '0' && digits > 1) continue;
    const auto range = ranges_.find(prefix);
    if (range == ranges_.end()) continue;
    std::uint64_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    if (value < range->second.count)
      return &symbols_.emplace(name, Symbol{Symbol::Kind::reg, no_index, range->second.type, range->second.lanes}).first->second;
  }
  return nullptr;
}

FunctionParser::FunctionParser(ModuleParse& parse, Function& function, std::uint32_t index)
    : parse_(parse), module_(parse.module), cursor_(parse.cursor), function_(function), function_index_(index) {
  scopes_.emplace_back();
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (parameter.lanes == 0) continue;  // an element of the vector before
    Symbol symbol{Symbol::Kind::parameter, i, parameter.type};
    if (parameter.in_register) {
      symbol = {Symbol::Kind::reg, no_index, parameter.type, parameter.lanes};
      const std::uint32_t first = use_register(symbol, parameter.name);
      for (std::uint32_t lane = 0; lane < parameter.lanes; ++lane) function.parameters[i + lane].reg = first + lane;
    }
    scopes_.back().names.declare(parameter.name, symbol);
  }
}

void FunctionParser::parse_body() {
  const Cursor beginning = cursor_;
  if (!function_.refusal) parse_statements();
  if (!function_.refusal && !cursor_.error()) return;
  Cursor behind = beginning;
  behind.expect('{');
  behind.skip_braces(1);
  if (!function_.refusal) function_.refusal = cursor_.error();
  if (!cursor_.error() || !behind.error()) cursor_ = behind;  // else the first error says it all
  function_.instructions.clear();
  function_.registers.clear();
  function_.locations.clear();
}

void FunctionParser::parse_statements() {
  const Token opening = cursor_.current();
  cursor_.expect('{');
  open_scope();
  while (scopes_.size() > 1) {
    if (cursor_.at_end()) return cursor_.fail(opening, "the body of '" + function_.name + "' is never closed");
    parse_statement();
  }
  for (const PendingLabel& pending : scopes_.front().pending) {
    return cursor_.fail(pending.label, "there is no label " + quoted(pending.label) + " here");
  }
}

void FunctionParser::parse_statement() {
  const Token& token = cursor_.current();
  if (token.kind == TokenKind::dotted) return parse_directive();
  if (token.kind == TokenKind::word || cursor_.at('@')) return parse_instruction();
  if (cursor_.accept(';')) return;
  if (cursor_.accept('{')) return open_scope();
  if (cursor_.accept('}')) return close_scope();
  cursor_.fail_expected("an instruction");
}

void FunctionParser::parse_directive() {
  const Token directive = cursor_.current();
  if (cursor_.at_dotted("local") || cursor_.at_dotted("shared") || cursor_.at_dotted("global") || cursor_.at_dotted("const") ||
      cursor_.at_dotted("param")) {
    return parse_variables(parse_, scopes_.back().names, function_index_, false);
  }
  cursor_.take();
  if (directive.text == "reg") return parse_registers();
  if (directive.text == "loc") return parse_location();
  if (directive.text == "pragma") return cursor_.skip_statement();
  if (directive.text == "callprototype" || directive.text == "calltargets") return cursor_.skip_statement();
  if (directive.text == "branchtargets") return parse_branch_targets(directive);
  cursor_.fail(directive, "directive " + quoted(directive) + " is not supported");
}

/// .reg .b32 %r<6>; or .reg .pred %p, %q; or .reg .v4 .f32 %v;
void FunctionParser::parse_registers() {
  std::uint8_t lanes = cursor_.accept_dotted("v2") ? 2 : cursor_.accept_dotted("v4") ? 4 : 1;
  const Token type_token = cursor_.current();
  const Type type = parse_type(cursor_);
  if (cursor_.error()) return;
  if (lanes > 1 && (type == Type::pred || lanes * bits(type) > 128))
    return cursor_.fail(type_token, "a vector register has at most 128 bits, and no predicates");
  if (type == Type::b128) lanes = 2;
  do {
    const Token name = cursor_.expect_word("a register name");
    bool fresh = false;
    if (cursor_.accept('<')) {
      const std::uint64_t count = cursor_.expect_integer("a number of registers", 0xffffffffu);
      cursor_.expect('>');
      fresh = scopes_.back().names.declare_range(name.text, count, type, lanes);
    } else {
      fresh = scopes_.back().names.declare(name.text, {Symbol::Kind::reg, no_index, type, lanes});
    }
    if (!fresh) return cursor_.fail(name, quoted(name) + " is declared twice");
  } while (cursor_.accept(','));
  cursor_.expect(';');
}

/// table: .branchtargets L0, L1, L2;
void FunctionParser::parse_branch_targets(const Token& directive) {
  if (last_label_.text.empty()) return cursor_.fail(directive, "a list of branch targets needs a label before it");
  std::vector<Token> labels;
  do {
    labels.push_back(cursor_.expect_word("a label"));
  } while (!cursor_.error() && cursor_.accept(','));
  cursor_.expect(';');
  scopes_.back().target_tables[last_label_.text] = std::move(labels);
}

/// .loc FILE LINE COLUMN [, function_name LABEL[+N], inlined_at FILE LINE COLUMN]
void FunctionParser::parse_location() {
  constexpr std::uint64_t most = 0x7fffffff;
  const auto place = [&] {
    SourceLocation location;
    location.file = static_cast<std::uint32_t>(cursor_.expect_integer("a file number", max_files));
    location.line = static_cast<std::uint32_t>(cursor_.expect_integer("a line", most));
    location.column = static_cast<std::uint32_t>(cursor_.expect_integer("a column", most));
    if (location.file >= module_.files.size()) module_.files.resize(location.file + 1);
    return location;
  };
  const auto known = [&](const SourceLocation& location) {
    const auto [entry, fresh] = known_locations_.try_emplace({location.file, location.line, location.column, location.inlined_at},
                                                             static_cast<std::uint32_t>(function_.locations.size()));
    if (fresh) function_.locations.push_back(location);
    latest_locations_[{location.file, location.line, location.column}] = entry->second;
    return entry->second;
  };

  SourceLocation location = place();
  while (cursor_.accept(',')) {
    const Token attribute = cursor_.expect_word("function_name or inlined_at");
    if (attribute.text == "function_name") {
      const Token label = cursor_.expect_word("a label");
      if (cursor_.accept('+')) {
        cursor_.expect_integer("an offset", most);  // names within a longer string are not read
      } else {
        location.inlined = parse_.inlined_function(label.text);
      }
    } else if (attribute.text == "inlined_at") {
      // The call may itself have been inlined: an earlier .loc with the same file, line and column then gives its position.
      const SourceLocation call = place();
      const auto earlier = latest_locations_.find({call.file, call.line, call.column});
      location.inlined_at = earlier != latest_locations_.end() ? earlier->second : known(call);
    } else {
      return cursor_.fail(attribute, "expected function_name or inlined_at, found " + quoted(attribute));
    }
  }
  location_ = known(location);
}

void FunctionParser::parse_label(const Token& name) {
  last_label_ = name;
  const auto here = static_cast<std::uint32_t>(function_.instructions.size());
  if (!scopes_.back().labels.emplace(name.text, here).second) cursor_.fail(name, "label " + quoted(name) + " is defined twice");
}

void FunctionParser::open_scope() {
  if (scopes_.size() > max_nested_blocks) {
    return cursor_.fail(cursor_.current(), "blocks are nested more than " + std::to_string(max_nested_blocks) + " deep");
  }
  scopes_.emplace_back();
}

/// Resolve branches to labels of this block; the others are left for the enclosing block.
void FunctionParser::close_scope() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  for (const PendingLabel& pending : scope.pending) {
    const auto label = scope.labels.find(pending.label.text);
    if (label == scope.labels.end()) {
      scopes_.back().pending.push_back(pending);
    } else {
      function_.instructions[pending.instruction].operands[pending.operand].index = label->second;
    }
  }
}

Symbol* FunctionParser::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (Symbol* symbol = scope->names.find(name)) return symbol;
  }
  return parse_.globals.find(name);
}

}  // namespace warplens::ptx
