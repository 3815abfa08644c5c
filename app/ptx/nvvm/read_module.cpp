#include "ptx/nvvm/read_module.h"

#include <algorithm>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {

namespace {

/// Whether a data layout, as "e-p:32:32-i64:64", has pointers of 32 bits where it names no address space.
bool has_narrow_pointers(std::string_view layout) {
  for (std::size_t at = 0; at < layout.size(); at = std::min(layout.find('-', at), layout.size()) + 1) {
    const std::string_view rest = layout.substr(at);
    if (rest.starts_with("p:32:") || rest.starts_with("p0:32:")) return true;
  }
  return false;
}

}  // namespace

base::Result<Module> read_module(std::string_view text, std::string path) { return Reader(text, std::move(path)).read(); }

Reader::Reader(std::string_view text, std::string path) : cursor_(text, path) {
  module_.path = std::move(path);
  add_type({.kind = TypeKind::void_, .members = {}});  // number 0, so that any 0 is safe
  size_metadata(text);
}

base::Result<Module> Reader::read() {
  while (!cursor_.at(TokenKind::end)) read_top_level();
  if (!cursor_.error()) check_structures();
  if (!cursor_.error()) resolve_symbols();
  for (std::size_t i = 0; i < metadata_uses_.size() && !cursor_.error(); ++i) {
    const MetadataUse& use = metadata_uses_[i];
    if (use.used && !use.defined) cursor_.fail(use.place, "!" + std::to_string(i) + " is used, but never defined");
  }
  if (!cursor_.error()) finish_functions();
  if (cursor_.error()) return *cursor_.error();
  return std::move(module_);
}

void Reader::read_top_level() {
  const Token token = cursor_.current();
  if (token.kind == TokenKind::local) {
    read_type_definition();
  } else if (token.kind == TokenKind::global) {
    read_symbol_definition();
  } else if (token.kind == TokenKind::metadata) {
    read_metadata_definition();
  } else if (token.kind == TokenKind::comdat || token.kind == TokenKind::summary) {
    skip_top_level();
  } else if (cursor_.at("define") || cursor_.at("declare")) {
    read_function(token.text == "declare");
  } else if (cursor_.at("attributes")) {
    read_attribute_group();
  } else if (cursor_.accept("source_filename")) {
    cursor_.expect('=');
    cursor_.expect(TokenKind::text, "a file's name");
  } else if (cursor_.accept("target")) {
    const bool triple = cursor_.accept("triple");
    if (!triple) cursor_.expect("datalayout");
    cursor_.expect('=');
    const Token value = cursor_.expect(TokenKind::text, "a description of the target");
    if (triple) module_.target = unescaped(value);
    const bool narrow = triple ? module_.target.starts_with("nvptx-") : has_narrow_pointers(unescaped(value));
    module_.narrow_pointers = module_.narrow_pointers || narrow;
  } else if (cursor_.accept("module")) {
    cursor_.expect("asm");
    module_.assembly += unescaped(cursor_.expect(TokenKind::text, "assembly")) + "\n";
  } else if (cursor_.at("uselistorder") || cursor_.at("uselistorder_bb")) {
    skip_use_list();
  } else {
    cursor_.fail_expected("a definition");
  }
}

/// $name = comdat any, or ^5 = module: (…): nothing of them matters.
void Reader::skip_top_level() {
  cursor_.take();
  cursor_.expect('=');
  cursor_.take();
  if (cursor_.at('(')) {
    cursor_.skip_group();
  } else if (!cursor_.accept(TokenKind::integer)) {
    cursor_.expect(TokenKind::word, "a kind of comdat");
  }
}

/// uselistorder ptr @f, { 1, 0 }
void Reader::skip_use_list() {
  while (!cursor_.at('{') && !cursor_.at(TokenKind::end)) cursor_.take();
  cursor_.skip_group();
}

/// Add the attributes of groups, and check the nodes of debug information: both follow the functions.
void Reader::finish_functions() {
  for (std::size_t i = 0; i < module_.functions.size() && !cursor_.error(); ++i) {
    check_debug_nodes(module_.functions[i]);
    if (function_groups_[i].size() > 2)
      cursor_.fail(Place{module_.functions[i].line, 0}, "a function has at most two groups of attributes");
    for (const std::uint32_t group : function_groups_[i]) {
      const auto found = attribute_groups_.find(group);
      if (found == attribute_groups_.end()) continue;
      for (const auto& [name, value] : found->second) module_.functions[i].attributes.insert_or_assign(name, value);
    }
  }
}

/// What a function says of its source is in nodes of the right kinds.
void Reader::check_debug_nodes(const Function& function) {
  const auto check = [&](std::uint32_t node, std::string_view kind, std::uint32_t line) {
    if (node == none || module_.metadata[node].kind == kind) return;
    cursor_.fail(Place{line, 0}, "expected a node of kind " + std::string(kind) + ", found !" + std::to_string(node));
  };
  check(function.subprogram, "DISubprogram", function.line);
  for (const DeclaredVariable& variable : function.variables) {
    check(variable.variable, "DILocalVariable", function.line);
    check(variable.location, "DILocation", function.line);
  }
  for (const Block& block : function.blocks) {
    for (const Instruction& instruction : block.instructions) check(instruction.location, "DILocation", instruction.line);
  }
}

}  // namespace warplens::ptx::nvvm
