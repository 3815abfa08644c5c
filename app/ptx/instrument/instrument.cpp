#include "ptx/instrument/instrument.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ptx/instrument/record_text.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {
namespace {

/// A part of the text and its replacement.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// Offsets of the lines of a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : starts_{0} {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) starts_.push_back(at + 1);
  }
  /// Offset of a token's position: 1-based, columns in bytes.
  std::size_t offset(std::uint32_t line, std::uint32_t column) const { return starts_[line - 1] + column - 1; }

 private:
  std::vector<std::size_t> starts_;
};

/// The statement at `begin`, including its semicolon.
std::size_t statement_end(std::string_view text, std::size_t begin) {
  Lexer lexer(text.substr(begin));
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    if (token.kind == TokenKind::punctuation && token.text == ";")
      return static_cast<std::size_t>(token.text.data() + token.text.size() - text.data());
  }
  return text.size();
}

/// The place after the brace that opens a function's body.
std::size_t body_begin(std::string_view text, const Lines& lines, const Function& function) {
  Lexer lexer(text.substr(lines.offset(function.ptx_line, function.ptx_column)));
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    if (token.kind == TokenKind::punctuation && token.text == "{")
      return static_cast<std::size_t>(token.text.data() + token.text.size() - text.data());
  }
  return text.size();
}

/// Insert the prologue after .version, .target and .address_size; `activemask` requires PTX ISA 6.2.
void add_prelude(const Module& module, std::uint64_t own_bytes, std::vector<Edit>& edits) {
  const std::string_view text = module.text;
  const auto place = [&](const Token& token) { return static_cast<std::size_t>(token.text.data() - text.data()); };
  const auto is_directive = [](const Token& token, std::string_view name) {
    return token.kind == TokenKind::dotted && token.text == name;
  };
  constexpr std::pair oldest{6, 2};
  Lexer lexer(text);
  Token token = lexer.next();
  for (bool raise = false; token.kind != TokenKind::end; token = lexer.next()) {
    const bool head = is_directive(token, "version") || is_directive(token, "target") || is_directive(token, "address_size");
    if (token.kind == TokenKind::dotted && !head) break;
    if (raise) edits.push_back({place(token), place(token) + token.text.size(), "6.2"});
    raise = is_directive(token, "version") && std::pair{module.version_major, module.version_minor} < oldest;
  }
  const std::size_t dot = token.kind == TokenKind::end ? text.size() : place(token) - 1;
  edits.push_back({dot, dot, record_prelude(own_bytes)});
}

/// Whether an instruction with visible effects is not recorded.
bool is_missed(const Instruction& instruction) {
  if (instruction.opcode == Opcode::mbarrier || instruction.modifiers.copy == CopyStep::store) return true;
  if (instruction.type == Type::b128 && instruction.opcode != Opcode::mov) return true;
  const CopyStep copy = instruction.modifiers.copy;
  const bool of_groups = copy == CopyStep::commit_group || copy == CopyStep::wait_group || copy == CopyStep::wait_all;
  return instruction.opcode == Opcode::cp && !of_groups && !is_recorded(instruction);
}

std::string edited(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  std::size_t done = 0;
  for (const Edit& edit : edits) {
    result.append(text, done, edit.begin - done).append(edit.text);
    done = edit.end;
  }
  return result.append(text, done);
}

}  // namespace

base::Result<Instrumented> instrument(const Module& module, std::uint64_t own_bytes) {
  const auto taken = [](const Variable& variable) { return variable.name == record_buffer_name; };
  if (std::any_of(module.variables.begin(), module.variables.end(), taken))
    return base::Error{module.path, 0, 0, "this PTX is instrumented already"};

  Instrumented result;
  const Lines lines(module.text);
  std::vector<Edit> edits;
  add_prelude(module, own_bytes, edits);
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    const std::size_t sites_before = result.sites.size();
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const Instruction& instruction = function.instructions[i];
      result.unrecorded += is_missed(instruction);
      if (!is_recorded(instruction)) continue;
      const std::size_t begin = lines.offset(instruction.ptx_line, instruction.ptx_column);
      const std::size_t end = statement_end(module.text, begin);
      const auto site = static_cast<std::uint32_t>(result.sites.size());
      edits.push_back(
          {begin, end,
           recorded_statement(module, function, instruction, site, std::string_view(module.text).substr(begin, end - begin))});
      result.sites.push_back({f, i});
    }
    if (result.sites.size() == sites_before) continue;
    const std::size_t begin = body_begin(module.text, lines, function);
    edits.push_back({begin, begin, chunk_registers()});
  }
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  result.text = edited(module.text, edits);
  return result;
}

}  // namespace warplens::ptx
