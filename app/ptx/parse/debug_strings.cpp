#include "ptx/parse/debug_strings.h"

#include <optional>
#include <string>

#include "ptx/parse/lexer.h"

namespace warplens::ptx {

void parse_debug_strings(ModuleParse& parse) {
  Cursor& cursor = parse.cursor;
  const Token opening = cursor.current();
  cursor.expect('{');
  std::string* name = nullptr;  // of the label that was last, up to the byte 0 that ends it
  while (!cursor.at('}')) {
    if (cursor.at_end()) return cursor.fail(opening, "this '{' is never closed");
    if (cursor.at('{')) {
      cursor.skip_braces();
      continue;
    }
    const Token token = cursor.take();
    if (token.kind == TokenKind::word) {
      const auto label = parse.inlined_functions.find(token.text);
      const bool is_new = label != parse.inlined_functions.end() && parse.module.inlined_functions[label->second].empty();
      name = is_new ? &parse.module.inlined_functions[label->second] : nullptr;
    } else if (token.kind == TokenKind::number && name != nullptr) {
      const std::optional<std::uint64_t> byte = integer_value(token.text);
      if (!byte || *byte == 0 || *byte > 0xff) {
        name = nullptr;
      } else {
        *name += static_cast<char>(*byte);
      }
    }
  }
  cursor.take();
}

}  // namespace warplens::ptx
