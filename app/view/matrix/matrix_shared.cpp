#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "base/number_format.h"
#include "launch/arguments/value.h"
#include "view/drawing/text_width.h"
#include "view/matrix/matrix_layout.h"

namespace warplens::view {
namespace {

using Word = analysis::SharedContents::Word;

constexpr float space = 18;
constexpr std::uint64_t max_empty_rows = 32;  ///< larger gaps between written rows are not drawn

/// Rows of words that mostly came from one buffer; null for words never written.
struct Tile {
  std::string name;  ///< of the array; "" if unknown
  std::uint32_t buffer = trace::no_buffer;
  std::vector<std::vector<const Word*>> rows;
};

/// The most frequent distance, the smallest of equally frequent ones; nullopt if there are none.
std::optional<std::uint64_t> max_usual(const std::map<std::uint64_t, int>& times) {
  const auto most = std::ranges::max_element(times, {}, [](const auto& each) { return each.second; });
  return most == times.end() ? std::nullopt : std::optional(most->first);
}

/// Infers the words per row: vertical neighbours in the matrix are one row apart in shared memory (horizontal ones if it was
/// stored transposed). 32, the number of banks, if that is not conclusive.
std::uint64_t words_a_row(const MatrixInput& input, std::span<const Word> words) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> offsets;  // of a matrix's element
  for (const Word& word : words)
    if (word.buffer < input.subject.buffers.size()) offsets.emplace(std::pair(word.buffer, word.element), word.offset);
  std::map<std::uint64_t, int> down, across;
  const auto measure = [&](std::map<std::uint64_t, int>& distances, std::uint32_t buffer, std::uint64_t element,
                           std::uint64_t offset) {
    const auto other = offsets.find({buffer, element});
    if (other == offsets.end()) return;
    const std::uint64_t bytes = std::max(other->second, offset) - std::min(other->second, offset);
    if (bytes > 0) ++distances[bytes / std::max(words.front().bytes, 1u)];
  };
  for (const auto& [place, offset] : offsets) {
    const std::uint64_t columns = std::max<std::uint64_t>(input.subject.buffers[place.first].columns, 1);
    measure(down, place.first, place.second + columns, offset);
    if ((place.second + 1) % columns != 0) measure(across, place.first, place.second + 1, offset);
  }
  const auto below = max_usual(down), to_the_right = max_usual(across);
  const std::uint64_t row = std::max(below.value_or(0), to_the_right.value_or(0));
  return row > 1 && row <= 64 ? row : 32;
}

/// The buffer from which most words of a row came.
std::uint32_t source_of(const std::vector<const Word*>& row) {
  std::map<std::uint32_t, int> votes;
  for (const Word* word : row)
    if (word != nullptr && word->buffer != trace::no_buffer) ++votes[word->buffer];
  const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most == votes.end() ? trace::no_buffer : most->first;
}

/// Appends the rows of one array, which begins at byte `begin`; consecutive rows from the same buffer share a tile.
void add_tiles(std::vector<Tile>& tiles, const MatrixInput& input, std::span<const Word> words, std::uint64_t begin,
               const std::string& name) {
  const std::uint64_t columns = input.shared_columns > 0 ? input.shared_columns : words_a_row(input, words);
  const std::uint64_t row_bytes = columns * std::max(words.front().bytes, 1u);
  const std::size_t first = tiles.size();
  std::uint64_t next_row = 0;
  for (std::size_t k = 0; k < words.size();) {
    const std::uint64_t row_number = (words[k].offset - begin) / row_bytes, row_begin = begin + row_number * row_bytes;
    std::vector<const Word*> row(columns, nullptr);
    for (; k < words.size() && words[k].offset < row_begin + row_bytes; ++k)
      row[(words[k].offset - row_begin) * columns / row_bytes] = &words[k];
    const std::uint32_t source = source_of(row);
    if (tiles.size() == first ||
        (source != trace::no_buffer && tiles.back().buffer != trace::no_buffer && source != tiles.back().buffer))
      tiles.push_back({name, source, {}});
    else if (row_number - next_row < max_empty_rows)
      tiles.back().rows.resize(tiles.back().rows.size() + (row_number - next_row), std::vector<const Word*>(columns, nullptr));
    next_row = row_number + 1;
    if (tiles.back().buffer == trace::no_buffer) tiles.back().buffer = source;
    tiles.back().rows.push_back(std::move(row));
  }
}

/// Tiles array by array; words outside the known arrays form tiles of their own.
std::vector<Tile> tiles_of(const MatrixInput& input) {
  const std::span<const Word> words = input.shared->words;
  std::vector<Tile> tiles;
  std::size_t k = 0;
  const auto until = [&](std::uint64_t end) {
    const std::size_t begin = k;
    while (k < words.size() && words[k].offset < end) ++k;
    return words.subspan(begin, k - begin);
  };
  std::uint64_t end = 0;
  for (const launch::SharedArray& array : input.arrays) {
    if (const auto before = until(array.offset); !before.empty()) add_tiles(tiles, input, before, end, "");
    end = array.offset + array.bytes;
    if (const auto inside = until(end); !inside.empty()) add_tiles(tiles, input, inside, array.offset, array.name);
  }
  if (k < words.size()) add_tiles(tiles, input, words.subspan(k), end, "");
  return tiles;
}

/// Title of a tile, shortened to fit.
std::string title_of(const Tile& tile, const MatrixInput& input, float room) {
  const bool known = tile.buffer < input.subject.buffers.size();
  const std::string source = known ? "from " + input.subject.buffers[tile.buffer].name : "computed";
  const std::string whole = tile.name.empty() ? source : tile.name + ", " + source;
  return text_width(whole, smallest_text) <= room ? whole : fit_text(source, smallest_text, room);
}

void draw_tile(Canvas& canvas, const MatrixInput& input, const Tile& tile, Point at, float cell, float room) {
  const Theme& theme = canvas.theme();
  canvas.text({at.x, at.y + 12}, smallest_text, title_of(tile, input, room), theme.soft);
  for (std::size_t row = 0; row < tile.rows.size(); ++row)
    for (std::size_t column = 0; column < tile.rows[row].size(); ++column) {
      if (tile.rows[row][column] == nullptr) continue;
      const Word& word = *tile.rows[row][column];
      const bool from_matrix = word.buffer < input.subject.buffers.size();
      const Rectangle box{at.x + cell * static_cast<float>(column), at.y + 18 + cell * static_cast<float>(row),
                          std::max(cell - (cell >= 5 ? 1.0f : 0.0f), 0.5f), std::max(cell - (cell >= 5 ? 1.0f : 0.0f), 0.5f)};
      const bool lit = from_matrix && input.hover.buffer == word.buffer && input.hover.index == word.element;
      canvas.box(box, cell >= 8 ? 2.0f : 0.0f, from_matrix ? theme.read : theme.idle, lit ? theme.text : transparent,
                 lit ? 2.0f : 0.0f);
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
      fitting({"Shared memory, " + block_name(input.subject, input.shared->block), "Shared memory", "Shared"}, at.width);
  canvas.section({at.x, at.y - 12}, title, at.width);
  if (input.shared->words.empty()) {
    canvas.text({at.x, at.y + 16}, 15, fit_text("nothing in it", 15, at.width), theme.muted);
    return;
  }
  const std::vector<Tile> tiles = tiles_of(input);
  // Side by side or stacked, whichever allows larger cells.
  std::size_t across = 0, down = 0, widest = 0, highest = 0;
  for (const Tile& tile : tiles) {
    across += tile.rows.front().size();
    widest = std::max(widest, tile.rows.front().size());
    down += tile.rows.size();
    highest = std::max(highest, tile.rows.size());
  }
  const auto count = static_cast<float>(tiles.size());
  const auto real = [](std::size_t n) { return static_cast<float>(std::max<std::size_t>(n, 1)); };
  const float label = std::min(text_width("a_tile, from A", smallest_text), at.width);
  const bool labels_fit = (label + space) * count <= at.width + space;
  const float in_a_row =
      !labels_fit ? 0 : std::min((at.width - space * (count - 1)) / real(across), (at.height - 18) / real(highest));
  const float stacked = std::min(at.width / real(widest), (at.height - 24 * count) / real(down));
  const float cell = std::clamp(std::max(in_a_row, stacked), 0.5f, 26.0f);
  float x = at.x, y = at.y;
  for (const Tile& tile : tiles) {
    const float wide = cell * real(tile.rows.front().size()), high = 18 + cell * real(tile.rows.size());
    if (x + std::max(wide, label) > at.x + at.width + 1 || y + high > at.y + at.height + 1) break;
    draw_tile(canvas, input, tile, {x, y}, cell, std::max(wide, label));
    if (in_a_row >= stacked)
      x += std::max(wide, label) + space;
    else
      y += high + 6;
  }
}

}  // namespace warplens::view
