#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/listing.h"

namespace warplens::desk {

/// The kind of a piece of source, which determines its colour.
enum class TokenKind : std::uint8_t { plain, keyword, builtin, number, text, comment, directive };

/// Bytes [begin, end) of a line. Tokens cover a line without gaps.
struct Token {
  std::size_t begin = 0, end = 0;
  TokenKind kind = TokenKind::plain;
  bool operator==(const Token&) const = default;
};

struct SourceLine {
  std::string text;
  std::vector<Token> tokens;
};

/// Lines to show; line k of the vector has number first_line + k.
struct SourceText {
  std::string title;
  std::uint32_t first_line = 1;
  std::vector<SourceLine> lines;
};

/// Its text, with empty lines before the first one, so that each line has its number.
std::string whole_text(const SourceText& source);

/// CUDA C++ syntax colouring: keywords, CUDA's own names, numbers, strings, comments (also multi-line), preprocessor directives.
SourceText cuda_source(std::string title, std::string_view text);

/// Python's: keywords, names of Numba's module `cuda`, numbers, strings (also of several lines), comments, decorators.
SourceText python_source(std::string title, std::string_view text);

/// A source of a whole program, in whichever of the two languages its name says.
SourceText program_source(const std::filesystem::path& file, std::string_view text);

/// Lines [first, last] of PTX, coloured: directives, opcodes, registers, numbers, comments. Lines count from 1.
SourceText ptx_source(std::string title, std::string_view text, std::uint32_t first, std::uint32_t last);

/// Breaks a line of `text` that is wider than `columns` into rows: bytes [begin, end) of each. Breaks after blanks, commas or
/// opening brackets if there are any. Rows after the first are `continuation` columns narrower. At least one row; letters of
/// several bytes stay whole.
struct Fold {
  std::size_t begin = 0, end = 0;
  bool operator==(const Fold&) const = default;
};
std::vector<Fold> fold(std::string_view text, std::size_t columns, std::size_t continuation);

/// Columns to indent the rows after the first of a folded line: the line's own indentation and four more, if that leaves
/// room.
std::size_t continuation_of(std::string_view text, std::size_t columns);

/// First line (1-based) of `text` that defines or declares the kernel `name`; 1 if not found.
std::uint32_t line_of_kernel(const SourceText& source, std::string_view name);

/// Links the PTX lines and CUDA lines of a kernel and the functions it calls.
struct SourceLink {
  std::vector<std::uint32_t> cuda_line;                 ///< per number of the listing: line in the experiment's source; 0: none
  std::map<std::uint32_t, std::uint32_t> by_ptx_line;   ///< CUDA line of each PTX line that holds an instruction
  std::uint32_t first_ptx_line = 1, last_ptx_line = 1;  ///< lines of the kernel and its functions
  /// CUDA line of a PTX line; 0 if there is none.
  std::uint32_t cuda_line_of(std::uint32_t line) const;
  /// First PTX line of a CUDA line; 0 if there is none.
  std::uint32_t first_ptx_line_of(std::uint32_t line) const;
};

SourceLink link_source(const ptx::Module& module, const ptx::Listing& listing, std::uint32_t file);

/// The part of the PTX with the kernel and its functions.
SourceText ptx_of(const ptx::Module& module, std::uint32_t entry);

}  // namespace warplens::desk
