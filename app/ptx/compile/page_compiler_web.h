#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplens::ptx {

/// A source for the compiler of the page.
struct PageRequest {
  std::vector<std::string> arguments;  ///< of `clang -cc1`
  /// Path and text of every file that is not the compiler's own.
  std::vector<std::pair<std::filesystem::path, std::string>> files;
};

/// What the compiler made of a source.
struct PageAnswer {
  std::optional<std::string> ir;  ///< LLVM's textual IR; nothing: it was refused
  std::string said;               ///< messages, or why there is no compiler
};

/// Ask the compiler of the page (assets/web/compiler.js), which is fetched first if need be. Throws base::NotYet as long as there
/// is no answer: after a moment on a thread, at once on the page's own thread. Ask again with the same request then.
PageAnswer ask_page_compiler(const PageRequest& request);

}  // namespace warplens::ptx
