#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::ptx {

/// The includes of a C++ text.
struct Includes {
  std::vector<std::string> names;  ///< as written
  bool by_macro = false;           ///< a macro names an included file, so it may be any file
  bool asks = false;               ///< the text asks for headers by `__has_include`
};

/// Find the includes of an untrusted text: finds all, however they are spelled. Does not evaluate conditional directives; text
/// that looks like a directive in a comment or in a string counts, too.
Includes includes_in(std::string_view text);

}  // namespace warplens::ptx
