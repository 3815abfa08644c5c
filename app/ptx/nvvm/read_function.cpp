#include <charconv>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

bool is_unnamed(const Token& token) {
  return token.written[token.kind == TokenKind::label ? 0 : 1] != '"' && token.text[0] >= '0' && token.text[0] <= '9' &&
         token.text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool ends_block(const Function& function) {
  if (function.blocks.empty() || function.blocks.back().instructions.empty()) return false;
  return function.blocks.back().instructions.back().opcode <= Opcode::unreachable;
}

}  // namespace

/// declare or define, and what follows.
void Reader::read_function(bool declaration) {
  const Token keyword = cursor_.take();
  scope_.emplace();
  Function& function = scope_->function;
  function.declaration = declaration;
  function.line = keyword.place.line;
  while (cursor_.at(TokenKind::metadata)) read_function_attachment();
  const Attributes words = read_words_before_type();
  function.kernel = words.has("ptx_kernel") || words.has("cc71");
  function.internal = words.has("internal") || words.has("private");
  function.weak = is_weak_linkage(words);
  const Token result_place = cursor_.current();
  const std::uint32_t result = read_type();
  if (kind(result) != TypeKind::void_) movable(result, result_place.place);
  const Token name = cursor_.expect(TokenKind::global, "a function's name");
  if (cursor_.error()) return;
  function.name = name_key(name);
  const auto number = static_cast<std::uint32_t>(module_.functions.size());
  define_symbol(name, Symbol::Kind::function, number);
  const Place close = read_parameters(result);
  Attributes attributes;
  read_function_tail(attributes, close);
  function.attributes = std::move(attributes.words);
  if (!declaration) read_body();
  module_.functions.push_back(std::move(function));
  function_groups_.push_back(std::move(attributes.groups));
  scope_.reset();
}

/// Returns the place of the closing parenthesis.
Place Reader::read_parameters(std::uint32_t result) {
  Function& function = scope_->function;
  Type signature{.kind = TypeKind::function, .members = {result}};
  cursor_.expect('(');
  while (!cursor_.at(')') && !cursor_.error()) {
    if (!function.parameters.empty()) cursor_.expect(',');
    if (cursor_.accept('.')) {
      signature.variadic = true;
      break;
    }
    const Token place = cursor_.current();
    const std::uint32_t parameter = read_type();
    if (!function.declaration || kind(parameter) != TypeKind::metadata) movable(parameter, place.place);
    signature.members.push_back(parameter);
    function.parameters.push_back(read_argument_attributes().parameter);
    check_by_value(function.parameters.back(), parameter, place);
    std::optional<Token> name;
    if (cursor_.at(TokenKind::local)) name = cursor_.take();
    define_local(name, place, parameter);
  }
  const Place close = cursor_.current().place;
  cursor_.expect(')');
  function.type = add_type(std::move(signature));
  return close;
}

/// !dbg !5
void Reader::read_function_attachment() {
  const bool subprogram = cursor_.take().text == "dbg";
  const std::uint32_t node = read_node();
  if (subprogram) scope_->function.subprogram = node;
}

/// Read the attributes after the parameters, which come in any order. A declaration's attributes end with the line of the closing
/// parenthesis: the first word of the next line may belong to whatever comes next.
void Reader::read_function_tail(Attributes& attributes, Place close) {
  for (;;) {
    if (scope_->function.declaration && cursor_.current().place.line != close.line) return;
    if (cursor_.accept("section") || cursor_.accept("partition") || cursor_.accept("gc")) {
      cursor_.expect(TokenKind::text, "a name");
    } else if (cursor_.accept("prefix") || cursor_.accept("prologue") || cursor_.accept("personality")) {
      read_typed_value();
    } else if (cursor_.at(TokenKind::metadata)) {
      read_function_attachment();
    } else if (cursor_.at(TokenKind::group) || cursor_.at(TokenKind::text) || cursor_.at(TokenKind::word)) {
      read_attribute(attributes);
    } else {
      return;
    }
  }
}

void Reader::read_body() {
  Function& function = scope_->function;
  cursor_.expect('{');
  while (!cursor_.at('}') && !cursor_.error()) {
    if (cursor_.at(TokenKind::label)) {
      read_block_label();
    } else if (cursor_.at(TokenKind::record)) {
      read_debug_record();
    } else if (cursor_.at("uselistorder")) {
      skip_use_list();
    } else {
      if (function.blocks.empty() || ends_block(function)) begin_block(std::to_string(scope_->next_number++), cursor_.current());
      read_instruction();
    }
  }
  if (!ends_block(function)) {
    cursor_.fail(cursor_.current(), "the last block of @" + function.name + " has no ret, br, switch or unreachable");
  }
  cursor_.expect('}');
  if (!cursor_.error()) finish_body();
}

/// A number as LLVM gives it to what has no name: the next or a later one.
std::string Reader::take_number(const Token& token) {
  std::uint32_t number = none;
  std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
  if (number < scope_->next_number || number == none) {
    cursor_.fail(token, "expected the number " + std::to_string(scope_->next_number) + " or a later one, found " +
                            std::string(token.text));
  } else {
    scope_->next_number = number + 1;
  }
  return std::to_string(number);
}

void Reader::read_block_label() {
  const Token label = cursor_.take();
  const Function& function = scope_->function;
  if (!function.blocks.empty() && !ends_block(function)) {
    return cursor_.fail(label, "the block before this label has no ret, br, switch or unreachable");
  }
  begin_block(is_unnamed(label) ? take_number(label) : name_key(label), label);
}

void Reader::begin_block(const std::string& name, const Token& token) {
  const std::uint32_t number = block_number(name, token);
  Scope::Use& use = scope_->blocks[number];
  if (use.position != none) return cursor_.fail(token, "the block %" + name + " is defined twice");
  use.position = static_cast<std::uint32_t>(scope_->function.blocks.size());
  scope_->function.blocks.push_back({.name = name, .instructions = {}});
}

std::uint32_t Reader::block_number(const std::string& name, const Token& token) {
  const auto [found, is_new] = scope_->block_numbers.try_emplace(name, static_cast<std::uint32_t>(scope_->blocks.size()));
  if (is_new) scope_->blocks.push_back({name, token.place});
  return found->second;
}

/// label %x. Returns the block's number in the scope; finish_body knows its position.
std::uint32_t Reader::read_block_reference() {
  cursor_.expect("label");
  const Token token = cursor_.expect(TokenKind::local, "a block");
  return cursor_.error() ? 0 : block_number(name_key(token), token);
}

/// A use of %x with this type, before or after its definition.
std::uint32_t Reader::local_number(const Token& token, std::uint32_t type) {
  if (!scope_) {
    cursor_.fail(token, std::string(token.written) + " is used outside of a function");
    return 0;
  }
  std::vector<Local>& locals = scope_->function.locals;
  const auto [found, is_new] = scope_->local_numbers.try_emplace(name_key(token), static_cast<std::uint32_t>(locals.size()));
  if (is_new) {
    locals.push_back({found->first, type});
    scope_->locals.push_back({found->first, token.place});
  } else if (locals[found->second].type != type) {
    cursor_.fail(token, std::string(token.written) + " is " + type_name(locals[found->second].type) + ", not " + type_name(type));
  }
  return found->second;
}

std::uint32_t Reader::define_local(const std::optional<Token>& name, const Token& place, std::uint32_t type) {
  std::string key = !name ? std::to_string(scope_->next_number++) : is_unnamed(*name) ? take_number(*name) : name_key(*name);
  std::vector<Local>& locals = scope_->function.locals;
  const auto [found, is_new] = scope_->local_numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(locals.size()));
  if (is_new) {
    locals.push_back({found->first, type});
    scope_->locals.push_back({found->first, place.place});
  }
  Scope::Use& use = scope_->locals[found->second];
  if (use.defined) {
    cursor_.fail(place, "%" + found->first + " is defined twice");
  } else if (locals[found->second].type != type) {
    cursor_.fail(use.place,
                 "%" + found->first + " is used as " + type_name(locals[found->second].type) + ", but is " + type_name(type));
  }
  use.defined = true;
  return found->second;
}

/// Check that everything used is defined, and number the blocks as they are in the text.
void Reader::finish_body() {
  for (const Scope::Use& use : scope_->locals) {
    if (!use.defined) return cursor_.fail(use.place, "%" + use.written + " is used, but never defined");
  }
  for (const Scope::Use& use : scope_->blocks) {
    if (use.position == none) return cursor_.fail(use.place, "the block %" + use.written + " is used, but never defined");
  }
  for (Block& block : scope_->function.blocks) {
    for (Instruction& instruction : block.instructions) {
      for (std::uint32_t& target : instruction.blocks) {
        target = scope_->blocks[target].position;
        if (target == 0 && instruction.opcode != Opcode::phi) {
          return cursor_.fail(Place{instruction.line, 0}, "the first block of a function cannot be branched to");
        }
      }
    }
  }
}

}  // namespace warplens::ptx::nvvm
