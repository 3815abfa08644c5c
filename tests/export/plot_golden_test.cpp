#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/file.h"
#include "export/svg.h"
#include "view/sweep/plot_picture.h"

// The plot of a sweep as an SVG file, compared with tests/golden/plot.svg: text exactly, numbers to half a point.
// WARPLENS_UPDATE_GOLDEN=1 regenerates it: check it before committing.

namespace warplens::export_ {
namespace {

const std::string golden = std::string(WARPLENS_SOURCE_FOLDER) + "/tests/golden/plot.svg";

view::PlotPoint point(double x, double y, std::uint64_t row) { return {x, y, 0.9 * y, 1.2 * y, row}; }

/// Times of two machines that cross, and counts of two entries: two panels with logarithmic axes.
view::PlotInput sweep() {
  view::PlotInput plot;
  plot.x_label = "Elements n";
  plot.text = "Where does the second machine begin to pay?";
  plot.logarithmic_x = plot.logarithmic_y = true;
  view::PlotSeries first{"CPU, one thread", {}}, second{"GPU with copies", {}}, racy{"racy", {}}, atomic{"atomic", {}};
  std::uint64_t row = 0;
  for (const double n : {100.0, 1000.0, 10000.0, 100000.0, 1000000.0}) {
    first.points.push_back(point(n, n / 1e6, row++));
    second.points.push_back(point(n, 0.01 + n / 2e7, row++));
    racy.points.push_back({n, n / 32, n / 32, n / 32, row++});
    atomic.points.push_back({n, n, n, n, row++});
  }
  plot.panels = {{"time", "ms", launch::Origin::measured, {first, second}},
                 {"32-byte sectors", "", launch::Origin::counted, {racy, atomic}}};
  plot.notes = {"CPU: 2 threads."};
  return plot;
}

/// The numbers of a text, and the text with a # in place of each number.
struct Pieces {
  std::string words;
  std::vector<double> numbers;
};

Pieces pieces_of(const std::string& text) {
  Pieces pieces;
  for (std::size_t at = 0; at < text.size();) {
    // Digits within a colour or a word are not numbers.
    const bool inside = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '#');
    if (inside || (std::isdigit(static_cast<unsigned char>(text[at])) == 0 && text[at] != '-')) {
      pieces.words += text[at++];
      continue;
    }
    char* end = nullptr;
    const double number = std::strtod(text.c_str() + at, &end);
    const auto next = static_cast<std::size_t>(end - text.c_str());
    if (next == at) {
      pieces.words += text[at++];
      continue;
    }
    pieces.words += '#';
    pieces.numbers.push_back(number);
    at = next;
  }
  return pieces;
}

TEST(Golden, PlotOfASweepAsSvg) {
  const view::Theme& light = view::theme(view::ThemeName::light);
  const auto svg = svg_of(view::plot_picture(sweep(), light, 1000, 720).drawing, light.background, "crossover");
  ASSERT_TRUE(svg) << base::describe(svg.error());
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(base::write_file(golden, *svg));
    return;
  }
  const auto file = base::read_text(golden);
  ASSERT_TRUE(file) << base::describe(file.error());
  const Pieces is = pieces_of(*svg), was = pieces_of(*file);
  ASSERT_EQ(is.words, was.words);
  ASSERT_EQ(is.numbers.size(), was.numbers.size());
  EXPECT_GT(is.numbers.size(), 100u);
  for (std::size_t k = 0; k < is.numbers.size(); ++k) EXPECT_NEAR(is.numbers[k], was.numbers[k], 0.5) << "number " << k;
}

}  // namespace
}  // namespace warplens::export_
