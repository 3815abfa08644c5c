#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// CUDA C++ text as words and characters. Nothing is preprocessed.

namespace warplens::experiment {

/// A name, a number or a single other character of the source, without comments and literals.
struct Token {
  std::string_view text;   ///< in the source, which must outlive it
  std::uint32_t line = 1;  ///< from 1
};
using Tokens = std::vector<Token>;

/// Whether a character may be part of a name.
bool in_name(char c);

Tokens tokens_of(std::string_view text);

/// Index after the bracket, parenthesis or brace that closes the one at `open`; the end if none does.
std::size_t after_closing(const Tokens& tokens, std::size_t open);

}  // namespace warplens::experiment
