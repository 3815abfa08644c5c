#include "lesson/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "base/file.h"

namespace warplens::lesson {
namespace {

constexpr std::size_t longest_link = 500;  // bounds the output: a reference can be used any number of times
constexpr std::size_t max_blocks = 10000;

/// The character of an entity; the entity itself if it is not in the table.
std::string_view character_of(std::string_view entity) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {{"&amp;", "&"},   {"&lt;", "<"},        {"&gt;", ">"},
                                                                     {"&quot;", "\""}, {"&nbsp;", "\u00a0"}, {"&times;", "×"}};
  for (const auto& [name, character] : known) {
    if (name == entity) return character;
  }
  return entity;
}

/// Receives md4c's events in document order; a negative return value of a callback aborts the parse.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        lists_.push_back(0);
        break;
      case MD_BLOCK_OL:
        lists_.push_back(std::max(1u, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
        break;
      case MD_BLOCK_LI:
        begin(BlockKind::item).marker = lists_.back() == 0 ? "•" : std::to_string(lists_.back()++) + ".";
        break;
      case MD_BLOCK_H:
        begin(BlockKind::heading).level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_P:
        if (!begins_an_item()) begin(BlockKind::paragraph);
        break;
      case MD_BLOCK_CODE: {
        const MD_ATTRIBUTE& language = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
        begin(BlockKind::code).language.assign(language.text, language.size);
        break;
      }
      case MD_BLOCK_HR:
        return refuse("a rule (---) has no place in a lesson");
      default:
        break;
    }
    return blocks.size() > max_blocks ? refuse("this text has too many parts") : 0;
  }

  int leave_block(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_QUOTE) --quotes_;
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    return 0;
  }

  int enter_span(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_IMG) return refuse("a lesson has no images: its pictures are runs");
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) ++strong_;
    if (type == MD_SPAN_CODE) ++code_;
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE& target = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      if (target.size > longest_link) return refuse("a link is too long");
      link_.assign(target.text, target.size);
    }
    return 0;
  }

  int leave_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) --strong_;
    if (type == MD_SPAN_CODE) --code_;
    if (type == MD_SPAN_A) link_.clear();
    return 0;
  }

  int text(MD_TEXTTYPE type, const MD_CHAR* characters, MD_SIZE size) {
    const bool known = note_place(characters);
    if (blocks.empty()) return 0;
    Block& block = blocks.back();
    // md4c also passes newlines of its own at the start of code: subtract them.
    if (known && block.line == 0) block.line = line_ - static_cast<int>(std::count(block.code.begin(), block.code.end(), '\n'));
    const std::string_view words(characters, size);
    if (block.kind == BlockKind::code) {
      block.code += words;
    } else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
      add(block, " ");
    } else if (type == MD_TEXT_NULLCHAR) {
      add(block, "\uFFFD");
    } else {
      add(block, type == MD_TEXT_ENTITY ? character_of(words) : words);
    }
    return 0;
  }

  std::vector<Block> blocks;
  std::string problem;
  int line() const { return std::max(line_, 1); }

 private:
  int refuse(const char* why) {
    if (problem.empty()) problem = why;
    return -1;
  }

  Block& begin(BlockKind kind) {
    Block& block = blocks.emplace_back();
    block.kind = kind;
    block.level = static_cast<int>(lists_.size());
    block.quoted = quotes_ > 0;
    return block;
  }

  /// Whether a paragraph is the first of a list item, and therefore the item's own text.
  bool begins_an_item() const {
    return !blocks.empty() && blocks.back().kind == BlockKind::item && blocks.back().pieces.empty() && blocks.back().line == 0;
  }

  void add(Block& block, std::string_view words) {
    const Setting setting = code_ > 0 ? Setting::code : strong_ > 0 ? Setting::strong : Setting::plain;
    if (!block.pieces.empty() && block.pieces.back().setting == setting && block.pieces.back().link == link_) {
      block.pieces.back().text += words;
    } else {
      block.pieces.push_back({std::string(words), setting, link_});
    }
  }

  /// Set `line_` to the line of these characters and return true; false if they are not part of the source text. (For a newline
  /// in code, md4c passes a string constant of its own.)
  bool note_place(const char* characters) {
    const std::less_equal<const char*> not_after;
    if (!not_after(text_.data() + counted_, characters) || !not_after(characters, text_.data() + text_.size())) return false;
    const auto place = static_cast<std::size_t>(characters - text_.data());
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    counted_ = place;
    return true;
  }

  std::string_view text_;
  std::size_t counted_ = 0;  ///< characters whose lines `line_` has counted
  int line_ = 1;
  int quotes_ = 0, strong_ = 0, code_ = 0;
  std::vector<unsigned> lists_;  ///< next number of each enclosing list; 0 for a bullet list
  std::string link_;
};

Reader& reader(void* user) { return *static_cast<Reader*>(user); }

}  // namespace

std::string plain(const Block& block) {
  std::string words;
  for (const Piece& piece : block.pieces) words += piece.text;
  return words;
}

base::Result<std::vector<Block>> parse_markdown(std::string_view text, const std::string& path) {
  if (text.size() > std::numeric_limits<MD_SIZE>::max()) return base::Error{path, 0, 0, "too large a text"};
  Reader all(text);
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) { return reader(user).enter_block(type, detail); };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) { return reader(user).leave_block(type); };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) { return reader(user).enter_span(type, detail); };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* user) { return reader(user).leave_span(type); };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* words, MD_SIZE size, void* user) {
    return reader(user).text(type, words, size);
  };
  if (md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &all) != 0)
    return base::Error{path, all.line(), 0, all.problem.empty() ? "this text cannot be read" : all.problem};
  int line = 1;
  for (Block& block : all.blocks) {  // a block without text takes the line of the block before it
    if (block.line == 0) block.line = line;
    line = block.line;
  }
  return std::move(all.blocks);
}

base::Result<std::string> read_lesson_text(const std::filesystem::path& file) {
  return base::read_text(file, std::uintmax_t{256} << 10, "a lesson");
}

}  // namespace warplens::lesson
