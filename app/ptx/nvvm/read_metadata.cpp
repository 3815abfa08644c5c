#include <charconv>
#include <system_error>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

bool is_metadata_number(const Token& token) {
  return token.kind == TokenKind::metadata && token.text[0] >= '0' && token.text[0] <= '9';
}

std::uint32_t metadata_number(std::string_view digits) {
  std::uint32_t number = none;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

/// Make room for the numbered nodes; nodes without a number are appended later. LLVM leaves no gaps between numbers. A number far
/// too large for the text is a mistake: it gets no room, and read_metadata_definition() reports it.
void Reader::size_metadata(std::string_view text) {
  const std::size_t limit = 1000 + text.size() / 8;
  std::size_t count = 0;
  for (std::size_t line = 0; line < text.size();) {
    std::size_t end = text.find('\n', line);
    if (end == std::string_view::npos) end = text.size();
    while (line < end && (text[line] == ' ' || text[line] == '\t')) ++line;
    if (line + 1 < end && text[line] == '!' && text[line + 1] >= '0' && text[line + 1] <= '9') {
      const std::size_t number = metadata_number(text.substr(line + 1, end - line - 1));
      if (number >= count && number < limit) count = number + 1;
    }
    line = end + 1;
  }
  module_.metadata.resize(count);
  metadata_uses_.resize(count);
}

/// !7 = distinct !{…}, or !name = !{…}
void Reader::read_metadata_definition() {
  const Token name = cursor_.take();
  cursor_.expect('=');
  if (!is_metadata_number(name)) {
    std::vector<std::uint32_t> nodes;
    if (cursor_.accept('!')) {
      cursor_.expect('{');
      while (!cursor_.at('}') && !cursor_.error()) {
        if (!nodes.empty()) cursor_.expect(',');
        nodes.push_back(read_node());
      }
      cursor_.expect('}');
    } else {
      cursor_.fail_expected("a list of nodes");
    }
    module_.named_metadata.insert_or_assign(unescaped(name), std::move(nodes));
    return;
  }
  const std::uint32_t number = metadata_number(name.text);
  if (number >= metadata_uses_.size()) {
    return cursor_.fail(name, "the number of " + std::string(name.written) + " is too large, or its line does not begin with it");
  }
  if (metadata_uses_[number].defined) return cursor_.fail(name, std::string(name.written) + " is defined twice");
  metadata_uses_[number].defined = true;
  MetadataNode node = read_node_body();
  module_.metadata[number] = std::move(node);
}

/// A node: !7, or one written in place. Returns its number.
std::uint32_t Reader::read_node() {
  if (!is_metadata_number(cursor_.current())) {
    MetadataNode node = read_node_body();
    module_.metadata.push_back(std::move(node));
    return static_cast<std::uint32_t>(module_.metadata.size() - 1);
  }
  const Token token = cursor_.take();
  const std::uint32_t number = metadata_number(token.text);
  if (number >= metadata_uses_.size()) {
    cursor_.fail(token, std::string(token.written) + " is used, but never defined");
    return 0;
  }
  if (!metadata_uses_[number].used) metadata_uses_[number] = {token.place, true, metadata_uses_[number].defined};
  return number;
}

/// !{…} or !DIName(…)
MetadataNode Reader::read_node_body() {
  const Nesting nesting(*this);
  cursor_.accept("distinct");
  MetadataNode node;
  const bool tuple = cursor_.accept('!');
  if (!tuple && (!cursor_.at(TokenKind::metadata) || is_metadata_number(cursor_.current()))) {
    cursor_.fail_expected("a metadata node");
    return node;
  }
  if (!tuple) node.kind = cursor_.take().text;
  cursor_.expect(tuple ? '{' : '(');
  const char close = tuple ? '}' : ')';
  while (!cursor_.at(close) && !cursor_.error()) {
    if (!node.fields.empty()) cursor_.expect(',');
    std::string name;
    const bool named = cursor_.at(TokenKind::label);
    if (named) name = cursor_.take().text;
    node.fields.push_back(read_field_value(named || !tuple));
    node.fields.back().name = std::move(name);
  }
  cursor_.expect(close);
  return node;
}

MetadataField Reader::read_field_value(bool named) {
  MetadataField field;
  const auto set_number = [&](std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    std::uint64_t unsigned_number = 0;
    field.kind = FieldKind::number;
    if (std::from_chars(digits.data(), end, field.number).ec == std::errc()) return;
    if (std::from_chars(digits.data(), end, unsigned_number).ec == std::errc()) {
      field.number = static_cast<std::int64_t>(unsigned_number);
    } else {
      field.kind = FieldKind::word;
      field.text = digits;
    }
  };
  if (cursor_.at('!') && cursor_.next().kind == TokenKind::text) cursor_.take();
  if (cursor_.at(TokenKind::text)) {
    field.kind = FieldKind::text;
    field.text = unescaped(cursor_.take());
  } else if (cursor_.at(TokenKind::metadata) || cursor_.at('!') || cursor_.at("distinct")) {
    field.kind = FieldKind::node;
    field.node = read_node();
  } else if (cursor_.at(TokenKind::integer)) {
    set_number(cursor_.take().text);
  } else if (cursor_.accept("null")) {
    field.kind = FieldKind::null;
  } else if (named && cursor_.at('{')) {
    cursor_.skip_group();  // operands of GenericDINode, which no compiler writes
  } else if (at_type()) {
    const Token token = cursor_.current();
    field.kind = FieldKind::value;
    field.value = read_typed_value();
    if (field.value.kind == ValueKind::local) cursor_.fail(token, "expected a constant");
    if (cursor_.error()) return field;
    const Constant& constant = module_.constants[field.value.index];
    if (constant.kind == ConstantKind::integer && constant.bits.size() == 1) {
      const std::uint32_t bits = type(constant.type).bits, unused = bits == 1 ? 0 : 64 - bits;
      field.kind = FieldKind::number;
      field.number = static_cast<std::int64_t>(constant.bits[0] << unused) >> unused;
    }
  } else if (cursor_.at(TokenKind::word)) {
    field.kind = FieldKind::word;
    field.text = cursor_.take().text;
    while (cursor_.accept('|')) field.text.append(" | ").append(cursor_.expect(TokenKind::word, "a flag").text);
  } else {
    cursor_.fail_expected("a metadata field");
  }
  return field;
}

/// An operand after the type metadata, of which nothing is kept.
void Reader::skip_metadata_operand() {
  if (cursor_.accept('!')) {
    if (!cursor_.accept(TokenKind::text)) cursor_.skip_group();
  } else if (cursor_.at(TokenKind::metadata)) {
    const bool number = is_metadata_number(cursor_.take());
    if (!number) cursor_.skip_group();
  } else {
    read_typed_value();
  }
}

}  // namespace warplens::ptx::nvvm
