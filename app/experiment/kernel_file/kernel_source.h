#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Read CUDA C++ text, and split it into words and characters, without preprocessing.

namespace warplens::experiment {

/// The text of a kernel's source or PTX, of at most 16 MiB. Errors: as of base::read_text.
base::Result<std::string> read_kernel(const std::filesystem::path& file);

/// The text of the user's headers that a source includes, each after the headers that it includes itself. Without a compiler's
/// headers. "" if there are none, or more than 4 MiB.
std::string headers_of(const std::filesystem::path& source);

/// A name, a number or a single other character of the source, without comments and literals.
struct Token {
  std::string_view text;   ///< part of the source, which must outlive the token
  std::uint32_t line = 1;  ///< from 1
};
using Tokens = std::vector<Token>;

/// Whether a character may be part of a name.
bool in_name(char c);

Tokens tokens_of(std::string_view text);

/// Index after the bracket, parenthesis or brace that closes the one at `open`; the end of the tokens if none does.
std::size_t after_closing(const Tokens& tokens, std::size_t open);

/// Whether the source defines main(), so that it is a whole program. Comments and literals do not count.
bool defines_main(std::string_view source);

/// Whether a file is a Python script or a notebook, which are whole programs.
bool is_python_file(const std::filesystem::path& file);

/// Finds the namespaces around the tokens of a source, in one pass from its beginning.
class Scopes {
 public:
  explicit Scopes(const Tokens& tokens) : tokens_(tokens) {}

  /// The namespaces around the token with index `at`, as a prefix of names there: "a::b::"; "" outside of all, and inside
  /// extern "C" { }, whose names have no namespace. Namespaces without a name are left out. `at` must not decrease from call to
  /// call.
  std::string prefix_at(std::size_t at);

 private:
  struct Scope {
    std::string prefix;      ///< "a::b::" for a namespace, else ""
    bool c_linkage = false;  ///< extern "C" { }
  };

  void directive();
  void open_brace();

  const Tokens& tokens_;
  std::size_t at_ = 0;
  std::vector<Scope> open_;
  std::vector<std::vector<Scope>> before_if_;  ///< `open_` at each #if without its #endif yet
};

/// Whether the declaration to which the token at `at` belongs begins with extern "C".
bool has_c_linkage(const Tokens& tokens, std::size_t at);

}  // namespace warplens::experiment
