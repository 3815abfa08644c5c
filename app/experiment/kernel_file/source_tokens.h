#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// Split CUDA C++ text into words and characters, without preprocessing.

namespace warplens::experiment {

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

}  // namespace warplens::experiment
