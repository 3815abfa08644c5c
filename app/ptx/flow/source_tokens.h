#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace warplens::ptx {

/// A word, a number or an operator of CUDA C++; a string literal becomes a lone ".
struct SourceToken {
  std::string_view text;
  std::uint32_t line = 0;  ///< 1-based
  bool word() const;
};
using SourceTokens = std::span<const SourceToken>;

/// Source without comments and preprocessor lines. The tokens refer to the original text.
struct TokenisedSource {
  std::vector<SourceToken> tokens;
  std::set<std::string_view> macros;  ///< names defined by #define
};
TokenisedSource tokenised(std::string_view source);

}  // namespace warplens::ptx
