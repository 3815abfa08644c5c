#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace warplens::lesson {

/// Typeface of a piece of text.
enum class Setting : std::uint8_t { plain, strong, code };

/// Text in one typeface, with the target of its link.
struct Piece {
  std::string text;
  Setting setting = Setting::plain;
  std::string link;  ///< as written in the file; "" for none
};

enum class BlockKind : std::uint8_t { heading, paragraph, item, code };

/// A block of text. Lists and quotes are flat: a block has its nesting depth in lists and whether it is quoted.
struct Block {
  BlockKind kind = BlockKind::paragraph;
  int level = 0;              ///< of a heading: 1 … 6; else the number of lists around it
  bool quoted = false;        ///< in a `>` quote
  std::string marker;         ///< of an item: "•" or "3."
  std::string language;       ///< of code: text after the opening fence
  std::vector<Piece> pieces;  ///< of all kinds but code
  std::string code;           ///< of code, each line ended by a newline
  int line = 0;               ///< 1-based, of its first text
};

/// The text of a block without its typefaces.
std::string plain(const Block& block);

/// Parse CommonMark (by md4c). A lesson may have headings, paragraphs, lists, fenced code, quotes, **strong**, *emphasis* (set
/// like strong), `code` and links. Images and rules are errors, with their line; HTML is text.
base::Result<std::vector<Block>> parse_markdown(std::string_view text, const std::string& path);

/// Content of a regular file of at most 256 KiB. Errors name the path.
base::Result<std::string> read_lesson_text(const std::filesystem::path& file);

}  // namespace warplens::lesson
