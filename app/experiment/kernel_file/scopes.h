#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/kernel_file/source_tokens.h"

namespace warplens::experiment {

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
