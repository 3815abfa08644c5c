#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/number_format.h"
#include "launch/value.h"
#include "view/matrix_layout.h"
#include "view/text_width.h"

namespace warplens::view {
namespace {

using Word = analysis::SharedContents::Word;

constexpr float space = 18;
constexpr Colour none{0, 0, 0, 0};

/// Rows of words that mostly came from one buffer.
struct Tile {
  std::uint32_t buffer = trace::no_buffer;
  std::vector<std::vector<const Word*>> rows;
};

/// Words in a row: how many came from one row of their matrix, one after the other, before the next row begins. 32 where that
/// cannot be told, as many as there are banks.
std::size_t words_a_row(const MatrixInput& input) {
  const std::vector<Word>& words = input.shared->words;
  std::size_t run = 1;
  std::map<std::size_t, std::size_t> runs;
  for (std::size_t k = 1; k < words.size(); ++k) {
    const bool next = words[k].buffer == words[k - 1].buffer && words[k].element == words[k - 1].element + 1 &&
                      words[k].offset == words[k - 1].offset + words[k - 1].bytes;
    if (next) {
      ++run;
      continue;
    }
    if (words[k - 1].buffer != trace::no_buffer) ++runs[run];
    run = 1;
  }
  if (!words.empty() && words.back().buffer != trace::no_buffer) ++runs[run];
  std::size_t usual = 0, times = 0;
  for (const auto& [length, count] : runs)
    if (length > 1 && count * length > times) {
      usual = length;
      times = count * length;
    }
  return usual > 1 && usual <= 64 ? usual : 32;
}

/// The buffer that most words of a row came from.
std::uint32_t source_of(const std::vector<const Word*>& row) {
  std::map<std::uint32_t, int> votes;
  for (const Word* word : row)
    if (word->buffer != trace::no_buffer) ++votes[word->buffer];
  const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? trace::no_buffer : most->first;
}

std::vector<Tile> tiles_of(const MatrixInput& input) {
  const std::vector<Word>& words = input.shared->words;
  const std::size_t columns = words_a_row(input);
  std::vector<Tile> tiles;
  for (std::size_t first = 0; first < words.size(); first += columns) {
    std::vector<const Word*> row;
    for (std::size_t k = first; k < std::min(first + columns, words.size()); ++k) row.push_back(&words[k]);
    const std::uint32_t source = source_of(row);
    if (tiles.empty() || (source != trace::no_buffer && tiles.back().buffer != trace::no_buffer && source != tiles.back().buffer))
      tiles.push_back({source, {}});
    if (tiles.back().buffer == trace::no_buffer) tiles.back().buffer = source;
    tiles.back().rows.push_back(std::move(row));
  }
  return tiles;
}

void draw_tile(Canvas& canvas, const MatrixInput& input, const Tile& tile, Point at, float cell, float room) {
  const Theme& theme = canvas.theme();
  const bool known = tile.buffer < input.subject.buffers.size();
  const BufferShape shape = known ? input.subject.buffers[tile.buffer] : BufferShape{};
  const std::string source = known ? "from " + shape.name : "computed";
  canvas.text({at.x, at.y + 12}, smallest_text, fit_text(source, smallest_text, room), theme.soft);
  for (std::size_t row = 0; row < tile.rows.size(); ++row)
    for (std::size_t column = 0; column < tile.rows[row].size(); ++column) {
      const Word& word = *tile.rows[row][column];
      const bool from_matrix = word.buffer < input.subject.buffers.size();
      const Rectangle box{at.x + cell * static_cast<float>(column), at.y + 18 + cell * static_cast<float>(row),
                          std::max(cell - (cell >= 5 ? 1.0f : 0.0f), 0.5f), std::max(cell - (cell >= 5 ? 1.0f : 0.0f), 0.5f)};
      const bool lit = from_matrix && input.hover.buffer == word.buffer && input.hover.index == word.element;
      canvas.box(box, cell >= 8 ? 2.0f : 0.0f, from_matrix ? theme.read : theme.idle, lit ? theme.text : none, lit ? 2.0f : 0.0f);
      std::string what = fmt::format("Byte {} of the block's shared memory", base::grouped(word.offset));
      Target target;
      target.step = word.step;
      if (from_matrix) {
        const BufferShape& of = input.subject.buffers[word.buffer];
        const std::uint64_t columns = std::max<std::uint64_t>(of.columns, 1);
        const std::string value = number(launch::to_double(launch::Scalar{of.type, word.bits}));
        what += fmt::format(": {} from {}, row {}, column {}", value, of.name, word.element / columns, word.element % columns);
        target.buffer = word.buffer;
        target.index = word.element;
        if (cell >= 18 && text_width(value, smallest_text, Face::mono) < cell)
          canvas.text({box.x + box.width / 2, box.y + box.height / 2 + 5}, smallest_text, value,
                      is_dark(theme) ? Colour{0, 0, 0, 255} : Colour{255, 255, 255, 255}, Anchor::middle, Face::mono);
      }
      canvas.hot_spot(box, target, what);
    }
}

}  // namespace

void draw_shared_words(Canvas& canvas, const MatrixInput& input, const MatrixLayout& layout) {
  const Rectangle& at = layout.shared;
  if (at.height < 60 || input.shared == nullptr) return;
  const Theme& theme = canvas.theme();
  const std::string title =
      fitting({"Shared memory, " + block_name(input.subject, input.shared->block), "Shared memory"}, at.width);
  canvas.section({at.x, at.y - 12}, title, at.width);
  if (input.shared->words.empty()) {
    canvas.text({at.x, at.y + 16}, 15, fit_text("nothing in it", 15, at.width), theme.muted);
    return;
  }
  const std::vector<Tile> tiles = tiles_of(input);
  // Side by side or one above the other, whichever leaves larger cells.
  std::size_t across = 0, down = 0, widest = 0, highest = 0;
  for (const Tile& tile : tiles) {
    across += tile.rows.front().size();
    widest = std::max(widest, tile.rows.front().size());
    down += tile.rows.size();
    highest = std::max(highest, tile.rows.size());
  }
  const auto count = static_cast<float>(tiles.size());
  const auto real = [](std::size_t n) { return static_cast<float>(std::max<std::size_t>(n, 1)); };
  const float label = std::min(text_width("from a matrix", smallest_text), at.width);
  const bool labels_fit = (label + space) * count <= at.width + space;
  const float beside =
      !labels_fit ? 0 : std::min((at.width - space * (count - 1)) / real(across), (at.height - 18) / real(highest));
  const float stacked = std::min(at.width / real(widest), (at.height - 24 * count) / real(down));
  const float cell = std::clamp(std::max(beside, stacked), 0.5f, 26.0f);
  float x = at.x, y = at.y;
  for (const Tile& tile : tiles) {
    const float wide = cell * real(tile.rows.front().size()), high = 18 + cell * real(tile.rows.size());
    if (x + std::max(wide, label) > at.x + at.width + 1 || y + high > at.y + at.height + 1) break;
    draw_tile(canvas, input, tile, {x, y}, cell, std::max(wide, label));
    if (beside >= stacked)
      x += std::max(wide, label) + space;
    else
      y += high + 6;
  }
}

}  // namespace warplens::view
