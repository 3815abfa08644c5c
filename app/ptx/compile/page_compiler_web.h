#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplens::ptx {

/// Sources for the compiler of the page.
struct PageRequest {
  /// Run one after the other, until one fails: each the name of a program of LLVM and its arguments. clang's end with the source.
  std::vector<std::vector<std::string>> commands;
  std::string output;  ///< path of the file that is to be made
  /// Path and content of every file that is not the compiler's own.
  std::vector<std::pair<std::filesystem::path, std::string>> files;
};

/// What the compiler made of sources.
struct PageAnswer {
  std::optional<std::string> made;  ///< the output; nothing: a command failed
  std::string said;                 ///< messages, or why there is no compiler
};

/// Ask the compiler of the page (assets/web/compiler.js), which is fetched first if need be. Throws base::NotYet while there is
/// no answer: a thread waits a moment before, the page's own thread does not. The caller asks again with the same request. The
/// last few answers are kept, so that a job of several requests can begin anew.
PageAnswer ask_page_compiler(const PageRequest& request);

}  // namespace warplens::ptx
