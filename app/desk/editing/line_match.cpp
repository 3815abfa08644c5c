#include "desk/editing/line_match.h"

#include <algorithm>

namespace warplens::desk {
namespace {

constexpr std::size_t max_compared = 2000;  // lines of either text: the table has their product

/// Lengths of the longest common subsequences of the texts from line `first` + row of `ran` and `first` + column of `now` on.
class Lengths {
 public:
  Lengths(const SourceText& ran, const SourceText& now, std::size_t first, std::size_t rows, std::size_t columns)
      : columns_(columns), lengths_((rows + 1) * (columns + 1)) {
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        const bool same = ran.lines[first + row].text == now.lines[first + column].text;
        at(row, column) = same ? at(row + 1, column + 1) + 1 : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
  }
  std::uint16_t& at(std::size_t row, std::size_t column) { return lengths_[row * (columns_ + 1) + column]; }

 private:
  std::size_t columns_;
  std::vector<std::uint16_t> lengths_;
};

/// Lines without a partner between two that have one: as many on both sides replace each other.
void match_replaced(std::vector<MatchedLine>& matches, std::size_t ran_begin, std::size_t ran_end, std::size_t now_begin,
                    std::size_t now_end) {
  if (ran_end - ran_begin != now_end - now_begin) return;
  for (std::size_t k = 0; now_begin + k < now_end; ++k)
    matches[now_begin + k] = {static_cast<std::uint32_t>(ran_begin + k + 1), true};
}

}  // namespace

std::vector<MatchedLine> match_lines(const SourceText& ran, const SourceText& now) {
  std::vector<MatchedLine> matches(now.lines.size());
  const std::size_t shorter = std::min(ran.lines.size(), now.lines.size());
  std::size_t first = 0;
  while (first < shorter && ran.lines[first].text == now.lines[first].text) {
    matches[first] = {static_cast<std::uint32_t>(first + 1), false};
    ++first;
  }
  std::size_t last = 0;  // lines that are the same at the end
  while (last < shorter - first && ran.lines[ran.lines.size() - 1 - last].text == now.lines[now.lines.size() - 1 - last].text) {
    matches[now.lines.size() - 1 - last] = {static_cast<std::uint32_t>(ran.lines.size() - last), false};
    ++last;
  }
  const std::size_t rows = ran.lines.size() - first - last, columns = now.lines.size() - first - last;
  if (rows > max_compared || columns > max_compared) return matches;
  Lengths lengths(ran, now, first, rows, columns);
  std::size_t row = 0, column = 0, open_row = 0, open_column = 0;
  while (row < rows && column < columns) {
    if (ran.lines[first + row].text == now.lines[first + column].text) {
      match_replaced(matches, first + open_row, first + row, first + open_column, first + column);
      matches[first + column] = {static_cast<std::uint32_t>(first + row + 1), false};
      open_row = ++row;
      open_column = ++column;
    } else if (lengths.at(row + 1, column) >= lengths.at(row, column + 1)) {
      ++row;
    } else {
      ++column;
    }
  }
  match_replaced(matches, first + open_row, first + rows, first + open_column, first + columns);
  return matches;
}

std::uint32_t line_now(const std::vector<MatchedLine>& matches, std::uint32_t ran) {
  const auto found = std::ranges::find(matches, ran, &MatchedLine::line);
  return ran == 0 || found == matches.end() ? 0 : static_cast<std::uint32_t>(found - matches.begin()) + 1;
}

}  // namespace warplens::desk
