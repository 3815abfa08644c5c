#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::ptx {

/// What a text of C++ includes.
struct Includes {
  std::vector<std::string> names;  ///< as they are written
  bool by_macro = false;           ///< whether a macro names one, which may then be any file
  bool asks = false;               ///< whether it asks for headers by `__has_include`
};

/// The includes of a text, whoever wrote it: none is missing, however it is spelled. Conditional directives are not evaluated,
/// and what looks like a directive in a comment or in a string counts, too.
Includes includes_in(std::string_view text);

}  // namespace warplens::ptx
