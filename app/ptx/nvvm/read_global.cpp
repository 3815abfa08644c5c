#include <algorithm>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t largest_initial = 1ull << 26;  // bytes
constexpr std::uint32_t deepest_constant = 200;

}  // namespace

bool is_weak_linkage(const Attributes& words) {
  for (const char* const linkage :
       {"weak", "weak_odr", "linkonce", "linkonce_odr", "common", "extern_weak", "available_externally"}) {
    if (words.has(linkage)) return true;
  }
  return false;
}

std::string name_key(const Token& token) {
  std::string name = unescaped(token);
  const bool quoted = token.written.size() > token.text.size() + 1;
  if (!name.empty() && name[0] == '\1') name.erase(0, 1);  // LLVM's mark for a name that is not to be changed
  return quoted && !name.empty() && name[0] >= '0' && name[0] <= '9' ? '"' + name : name;
}

std::uint32_t Reader::symbol_number(const Token& token) {
  const auto [found, is_new] = symbol_numbers_.try_emplace(name_key(token), static_cast<std::uint32_t>(symbols_.size()));
  if (is_new) symbols_.push_back({.name = found->first, .place = token.place});
  return found->second;
}

std::uint32_t Reader::define_symbol(const Token& token, Symbol::Kind kind, std::uint32_t index) {
  const std::uint32_t number = symbol_number(token);
  Symbol& symbol = symbols_[number];
  if (symbol.kind != Symbol::Kind::unknown) cursor_.fail(token, std::string(token.written) + " is defined twice");
  symbol.kind = kind;
  symbol.place = token.place;
  symbol.index = index;
  return number;
}

/// The address of a symbol. Until resolve_symbols, it is that of a global with the symbol's number.
std::uint32_t Reader::symbol_constant(const Token& token, std::uint32_t type) {
  return add_constant({.kind = ConstantKind::global, .type = type, .bits = {}, .operands = {}, .symbol = symbol_number(token)});
}

/// @name = … global, constant or alias …
void Reader::read_symbol_definition() {
  const Token name = cursor_.take();
  cursor_.expect('=');
  Attributes words;
  while (cursor_.at(TokenKind::word) && !cursor_.at("global") && !cursor_.at("constant") && !cursor_.at("alias")) {
    if (cursor_.at("ifunc")) return cursor_.fail_expected("a global variable; ifunc is not supported");
    if (!cursor_.at("addrspace")) {
      read_attribute(words);
      continue;
    }
    cursor_.take();
    words.words["addrspace"] = std::to_string(static_cast<std::uint32_t>(read_address_space()));
  }
  if (cursor_.accept("alias")) return read_alias(define_symbol(name, Symbol::Kind::alias, none));
  Global global;
  global.name = name_key(name);
  global.line = name.place.line;
  global.constant = cursor_.at("constant");
  if (!cursor_.accept("constant")) cursor_.expect("global");
  const auto space = words.words.find("addrspace");
  global.space = space == words.words.end() ? AddressSpace::generic : static_cast<AddressSpace>(std::stoul(space->second));
  global.internal = words.has("internal") || words.has("private");
  global.weak = is_weak_linkage(words);
  global.external = words.has("external") || words.has("extern_weak");
  global.type = read_value_type();
  const Token after = cursor_.current();
  const std::uint32_t number = define_symbol(name, Symbol::Kind::global, static_cast<std::uint32_t>(module_.globals.size()));
  symbols_[number].space = global.space;
  if (!global.external) {
    const Value initial = read_value(global.type);
    if (initial.kind == ValueKind::local) cursor_.fail(after, "expected a constant");
    global.initial = initial.index;
    const bool written_out = !cursor_.error() && module_.constants[initial.index].kind == ConstantKind::aggregate;
    if (written_out && type_sizes_[global.type] > largest_initial) cursor_.fail(after, "this initial value is too large");
  }
  while (cursor_.accept(',')) {
    if (cursor_.accept("align")) {
      global.alignment = read_alignment();
    } else if (cursor_.accept(TokenKind::metadata)) {
      read_node();
    } else {
      cursor_.expect(TokenKind::word, "a property of a global variable");
      if (cursor_.at('(')) cursor_.skip_group();
      cursor_.accept(TokenKind::text);
    }
  }
  Attributes ignored;
  while (cursor_.at(TokenKind::group) || cursor_.at(TokenKind::text)) read_attribute(ignored);
  module_.globals.push_back(std::move(global));
}

/// … alias type, aliasee
void Reader::read_alias(std::uint32_t symbol) {
  read_type();
  cursor_.expect(',');
  const Token token = cursor_.current();
  Value aliasee;
  if (at_type()) {
    aliasee = read_typed_value();
  } else if (cursor_.at(TokenKind::word)) {  // LLVM writes expressions without their type here
    const std::uint32_t expression = read_expression(none);
    if (!cursor_.error()) aliasee = {ValueKind::constant, expression, module_.constants[expression].type};
  } else {
    cursor_.fail_expected("what the alias is for");
  }
  if (aliasee.kind != ValueKind::constant || kind(aliasee.type) != TypeKind::pointer) {
    cursor_.fail(token, "an alias must be a constant pointer");
  }
  while (cursor_.accept(',')) {
    cursor_.expect(TokenKind::word, "a property of an alias");
    cursor_.expect(TokenKind::text, "a name");
  }
  symbols_[symbol].index = aliasee.index;
}

/// Refer to functions and globals by their numbers, now that all are known, and to aliasees instead of aliases.
void Reader::resolve_symbols() {
  for (const Symbol& symbol : symbols_) {
    if (symbol.kind == Symbol::Kind::unknown) {
      return cursor_.fail(symbol.place, "@" + symbol.name + " is used, but never defined");
    }
  }
  bool aliases = false;
  std::vector<std::uint32_t> uses_of_aliases;
  for (std::uint32_t i = 0; i < module_.constants.size(); ++i) {
    Constant& constant = module_.constants[i];
    if (constant.kind != ConstantKind::global) continue;
    const Symbol& symbol = symbols_[constant.symbol];
    if (symbol.kind == Symbol::Kind::alias) {
      uses_of_aliases.push_back(i);
      continue;
    }
    if (type(constant.type).space != symbol.space) {
      return cursor_.fail(symbol.place, "@" + symbol.name + " is used as " + type_name(constant.type) +
                                            ", but is in address space " +
                                            std::to_string(static_cast<std::uint32_t>(symbol.space)));
    }
    if (symbol.kind == Symbol::Kind::function) constant.kind = ConstantKind::function;
    constant.symbol = symbol.index;
  }
  // A chain of aliases ends after as many steps as there are, or not at all.
  std::vector<bool> is_use(module_.constants.size());
  for (const std::uint32_t use : uses_of_aliases) is_use[use] = true;
  const std::vector<Constant> before = uses_of_aliases.empty() ? std::vector<Constant>() : module_.constants;
  const auto aliasee = [&](const Symbol& alias) {
    std::uint32_t target = alias.index;
    for (int steps = 0; is_use[target]; target = symbols_[before[target].symbol].index) {
      if (++steps > 100) {
        cursor_.fail(alias.place, "the alias @" + alias.name + " refers to itself, or is nested too deeply");
        return none;
      }
    }
    return target;
  };
  for (const std::uint32_t use : uses_of_aliases) {
    const Symbol& alias = symbols_[before[use].symbol];
    const std::uint32_t target = aliasee(alias);
    if (target == none) return;
    if (before[target].type != before[use].type) {
      return cursor_.fail(alias.place, "@" + alias.name + " is used as " + type_name(before[use].type));
    }
    module_.constants[use] = before[target];
    aliases = true;
  }
  for (const Symbol& symbol : symbols_) {
    if (symbol.kind != Symbol::Kind::alias) continue;
    const std::uint32_t target = aliasee(symbol);
    if (target == none) return;
    module_.aliases[symbol.name] = target;
  }
  if (!aliases) return;
  std::vector<std::uint32_t> heights(module_.constants.size(), 0);
  for (const std::uint32_t use : uses_of_aliases) {
    if (height(use, heights, 0) <= deepest_constant) continue;
    return cursor_.fail(symbols_[before[use].symbol].place,
                        "the alias @" + symbols_[before[use].symbol].name + " refers to itself, or is nested too deeply");
  }
}

/// How deep a constant nests, or more than the deepest may: an aliasee may be an expression of its alias.
std::uint32_t Reader::height(std::uint32_t constant, std::vector<std::uint32_t>& heights, std::uint32_t depth) {
  if (heights[constant] != 0) return heights[constant];
  std::uint32_t most = depth;
  if (depth <= deepest_constant) {
    most = 0;
    for (const std::uint32_t operand : module_.constants[constant].operands) {
      most = std::max(most, height(operand, heights, depth + 1));
      if (most > deepest_constant) return most;
    }
  }
  return heights[constant] = most + 1;
}

}  // namespace warplens::ptx::nvvm
