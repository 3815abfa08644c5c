#include <gtest/gtest.h>

#include <algorithm>

#include "tests/trace/scripted.h"
#include "tests/view/layout.h"
#include "view/matrix/matrix_layout.h"
#include "view/matrix/matrix_picture.h"

namespace warplens::view {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

/// c (2 × 4) = a (2 × 3) · b (3 × 4): a block of 8 threads, each of which reads a row of a and a column of b and writes its
/// element of c.
class Product {
 public:
  explicit Product(bool with_shared = false) {
    std::vector<trace::Scripted> script;
    std::uint64_t cycle = 0;
    const auto each = [&](auto element) {
      trace::Lanes offsets{};
      for (std::uint64_t lane = 0; lane < 8; ++lane) offsets[lane] = 4 * element(lane / 4, lane % 4);
      return offsets;
    };
    for (std::uint64_t k = 0; k < 3; ++k) {
      script.push_back({.cycle = cycle++,
                        .active = 0xff,
                        .offsets = each([&](std::uint64_t row, std::uint64_t) { return row * 3 + k; }),
                        .buffer = 0});
      script.push_back({.cycle = cycle++,
                        .active = 0xff,
                        .offsets = each([&](std::uint64_t, std::uint64_t column) { return k * 4 + column; }),
                        .buffer = 1});
    }
    if (with_shared) {
      const trace::Lanes values = trace::affine(7, 3);
      script.push_back({.cycle = cycle++, .active = 0xff, .offsets = trace::affine(0, 4), .values = values, .buffer = 1});
      script.push_back({.cycle = cycle++,
                        .active = 0xff,
                        .kind = AccessKind::write,
                        .offsets = trace::affine(0, 4),
                        .values = values,
                        .stored = values,
                        .buffer = trace::no_buffer,
                        .space = MemorySpace::shared});
    }
    script.push_back({.cycle = cycle++,
                      .active = 0xff,
                      .kind = AccessKind::write,
                      .offsets = each([](std::uint64_t row, std::uint64_t column) { return row * 4 + column; }),
                      .buffer = 2});
    result_.trace = trace::recorded(script, {1, 1, 1}, {8, 1, 1});
    result_.outputs = {launch::Bytes(24), launch::Bytes(48), launch::Bytes(32)};
    input_.subject.result = &result_;
    input_.subject.grid = {1, 1, 1};
    input_.subject.block = {8, 1, 1};
    input_.subject.buffers = {
        {"a", launch::ElementType::i32, 6, 3}, {"b", launch::ElementType::i32, 12, 4}, {"c", launch::ElementType::i32, 8, 4}};
    input_.subject.buffer = 2;
    input_.subject.elements = 8;
    at(~std::uint64_t{0});
  }
  Product(const Product&) = delete;
  launch::LaunchResult& result() { return result_; }

  MatrixInput& at(std::uint64_t steps) {
    auto maps = std::make_shared<std::vector<analysis::AccessMap>>();
    auto whole = std::make_shared<std::vector<analysis::AccessMap>>();
    const std::uint64_t elements[] = {6, 12, 8};
    for (std::uint32_t buffer = 0; buffer < 3; ++buffer) {
      maps->push_back(analysis::access_map(result_.trace, buffer, elements[buffer], 4, steps));
      whole->push_back(analysis::access_map(result_.trace, buffer, elements[buffer], 4));
    }
    input_.maps = maps;
    input_.whole = whole;
    input_.steps = steps;
    input_.max_reads = 4;
    shared_ = analysis::shared_contents(result_.trace, 0, steps);
    input_.shared = &shared_;
    return input_;
  }

 private:
  launch::LaunchResult result_;
  analysis::SharedContents shared_;
  MatrixInput input_;
};

Picture picture_of(const MatrixInput& input, float width = 1054, float height = 790) {
  const auto painter = make_raster_cell_painter();
  return matrix_picture(input, dark(), width, height, *painter);
}

TEST(MatrixHeadline, SaysHowOftenEachElementWasRead) {
  Product product;
  // Each element of a is needed by the 4 columns of c, each of b by its 2 rows.
  EXPECT_EQ(plain(matrix_headline(product.at(~std::uint64_t{0}), dark()).title),
            "Each element of a was read 4 times and of b 2 times.");
  EXPECT_EQ(plain(matrix_headline(product.at(~std::uint64_t{0}), dark()).detail),
            "48 reads from global memory by lanes, for 18 elements.");
  EXPECT_EQ(plain(matrix_headline(product.at(1), dark()).title),
            "So far, each element of a was read 0 to 4 times and of b 0 times.");
  EXPECT_EQ(plain(matrix_headline(product.at(0), dark()).title), "No element of a matrix has been read yet.");
}

TEST(MatrixHeadline, OfAFullRecordingSpeaksOfWhatWasRecorded) {
  Product product;
  product.result().trace.truncation = trace::Truncation::budget;
  const Headline headline = matrix_headline(product.at(~std::uint64_t{0}), dark());
  EXPECT_EQ(plain(headline.title), "As far as recorded, each element of a was read 4 times and of b 2 times.");
  EXPECT_TRUE(plain(headline.detail).ends_with("The recording was full before the end."));
  EXPECT_TRUE(says(picture_of(product.at(~std::uint64_t{0})).drawing, "RECORDED READS 4 ×"));
}

TEST(MatrixLayout, PutsAProductWhereRowsAndColumnsMeet) {
  Product product;
  const MatrixLayout layout = matrix_layout(product.at(~std::uint64_t{0}), 1054, 790, 30);
  ASSERT_TRUE(layout.product);
  const Rectangle a = layout.matrices[0].grid.at, b = layout.matrices[1].grid.at, c = layout.matrices[2].grid.at;
  EXPECT_FLOAT_EQ(a.y, c.y);
  EXPECT_FLOAT_EQ(a.height, c.height);
  EXPECT_FLOAT_EQ(b.x, c.x);
  EXPECT_FLOAT_EQ(b.width, c.width);
  EXPECT_LT(a.x + a.width, c.x);
  EXPECT_LT(b.y + b.height, c.y);
}

TEST(MatrixPicture, PointsAtElementsByBufferAndIndex) {
  Product product;
  const MatrixInput& input = product.at(~std::uint64_t{0});
  const MatrixLayout layout = matrix_layout(input, 1054, 790, 0);
  const Picture picture = picture_of(input);
  const Rectangle b = cell_at(layout.matrices[1].grid, 6);
  const HotSpot spot = picture.under({b.x + b.width / 2, b.y + b.height / 2});
  EXPECT_EQ(spot.target.buffer, 1u);
  EXPECT_EQ(spot.target.index, 6u);
  EXPECT_EQ(spot.target.element, Target::none) << "b is not the shown buffer";
  EXPECT_EQ(spot.tooltip, "b[1][2] · read 2 times");
}

TEST(MatrixPicture, LightsTheRowAndTheColumnOfAnElementOfTheProduct) {
  Product product;
  MatrixInput& input = product.at(~std::uint64_t{0});
  const std::size_t before = picture_of(input).drawing.shapes.size();
  input.hover.element = 5;  // c[1][1]
  const Drawing drawing = picture_of(input).drawing;
  const MatrixLayout layout = matrix_layout(input, 1054, 790, 0);
  const float cell = layout.matrices[0].grid.cell_width;
  EXPECT_EQ(drawing.shapes.size(), before + 6) << "a frame of two lines each round a row, a column and a cell";
  const auto has = [&](float x, float y, float width, float height) {
    return std::ranges::any_of(drawing.shapes, [&](const Shape& shape) {
      const auto* box = std::get_if<Box>(&shape);
      return box && std::abs(box->at.x - x) < 0.1f && std::abs(box->at.y - y) < 0.1f && std::abs(box->at.width - width) < 0.1f &&
             std::abs(box->at.height - height) < 0.1f;
    });
  };
  const Rectangle a = layout.matrices[0].grid.at, b = layout.matrices[1].grid.at;
  EXPECT_TRUE(has(a.x, a.y + cell, 3 * cell, cell)) << "row 1 of a";
  EXPECT_TRUE(has(b.x + cell, b.y, cell, 3 * cell)) << "column 1 of b";
}

TEST(MatrixPicture, ShowsWhatLiesInSharedMemory) {
  Product product(true);
  EXPECT_TRUE(says(picture_of(product.at(7)).drawing, "nothing in it"));
  const Drawing drawing = picture_of(product.at(8)).drawing;
  EXPECT_TRUE(says(drawing, "from b"));
  const bool tip = std::ranges::any_of(drawing.hot_spots, [](const HotSpot& spot) {
    return spot.tooltip == "Byte 16 of the block's shared memory: 19 from b, row 1, column 0" && spot.target.buffer == 1 &&
           spot.target.index == 4;
  });
  EXPECT_TRUE(tip) << "lane 4 read b[4], 7 + 4 · 3";
}

/// Shared memory with two tiles of 4 × 4 words at the edges of a (2 × 2) and of b (2 × 4): all other words are zeros without a
/// source. With `pad`, rows have one more word, which is never written.
class Edge {
 public:
  explicit Edge(std::uint64_t pad = 0) {
    result_.trace.level = trace::Level::full;
    result_.outputs = {launch::Bytes(16), launch::Bytes(32), launch::Bytes(32)};
    input_.subject.result = &result_;
    input_.subject.grid = input_.subject.block = {1, 1, 1};
    input_.subject.buffers = {
        {"a", launch::ElementType::i32, 4, 2}, {"b", launch::ElementType::i32, 8, 4}, {"c", launch::ElementType::i32, 8, 4}};
    std::vector<analysis::AccessMap> maps;
    for (std::uint32_t buffer = 0; buffer < 3; ++buffer)
      maps.push_back(analysis::access_map(result_.trace, buffer, input_.subject.buffers[buffer].elements, 4));
    input_.maps = input_.whole = std::make_shared<std::vector<analysis::AccessMap>>(std::move(maps));
    for (std::uint32_t buffer = 0; buffer < 2; ++buffer)
      for (std::uint64_t row = 0; row < 4; ++row)
        for (std::uint64_t column = 0; column < 4; ++column) {
          const std::uint64_t columns = buffer == 0 ? 2 : 4;
          const bool outside = row >= 2 || column >= columns;
          const std::uint64_t offset = 4 * ((4 * buffer + row) * (4 + pad) + column);
          shared_.words.push_back({offset, 4, 0, outside ? trace::no_buffer : buffer, outside ? 0 : row * columns + column, 0});
        }
    input_.shared = &shared_;
  }
  Edge(const Edge&) = delete;
  MatrixInput& input() { return input_; }

  /// The rectangle of the cell at a byte offset of shared memory.
  Rectangle cell(std::uint64_t offset) const {
    const Picture picture = picture_of(input_);
    for (const HotSpot& spot : picture.drawing.hot_spots)
      if (spot.tooltip.starts_with("Byte " + std::to_string(offset) + " of")) return spot.at;
    ADD_FAILURE() << "no cell for byte " << offset;
    return {};
  }

  /// Checks that both tiles have rows of `row` bytes, one below the other.
  void expect_rows(std::uint64_t row) const {
    for (const std::uint64_t tile : {std::uint64_t{0}, 4 * row}) {
      const Rectangle first = cell(tile), beside = cell(tile + 4), below = cell(tile + row), last = cell(tile + 3 * row + 12);
      EXPECT_FLOAT_EQ(first.y, beside.y) << tile;
      EXPECT_LT(first.x, beside.x) << tile;
      EXPECT_FLOAT_EQ(first.x, below.x) << tile;
      EXPECT_LT(first.y, below.y) << tile;
      EXPECT_NEAR(last.y - first.y, 3 * (below.y - first.y), 0.1) << tile;
      EXPECT_NEAR(last.x - first.x, 3 * (beside.x - first.x), 0.1) << tile;
    }
  }

 private:
  launch::LaunchResult result_;
  analysis::SharedContents shared_;
  MatrixInput input_;
};

TEST(MatrixPicture, RowsOfATileAtTheEdgeAreThoseOfItsArray) {
  for (const std::uint64_t pad : {0, 1}) {
    Edge edge(pad);
    edge.expect_rows(4 * (4 + pad));  // inferred from neighbours in the matrix
    edge.input().shared_columns = static_cast<std::uint32_t>(4 + pad);
    edge.expect_rows(4 * (4 + pad));  // as declared by the experiment
    const std::vector<launch::SharedArray> arrays{{"a_tile", 0, 16 * (4 + pad)}, {"b_tile", 16 * (4 + pad), 16 * (4 + pad)}};
    edge.input().arrays = arrays;
    edge.expect_rows(4 * (4 + pad));
    const Drawing drawing = picture_of(edge.input()).drawing;
    EXPECT_TRUE(says(drawing, "a_tile, from a"));
    EXPECT_TRUE(says(drawing, "b_tile, from b"));
    edge.input().shared_columns = 0;
    edge.expect_rows(4 * (4 + pad));
    expect_tidy(drawing, "tiles at the edge");
  }
}

TEST(MatrixPicture, IsTidyAtEverySize) {
  Product plain_product, with_shared(true);
  for (const Size size : sizes())
    for (const std::uint64_t steps : {std::uint64_t{0}, std::uint64_t{3}, ~std::uint64_t{0}})
      for (Product* product : {&plain_product, &with_shared}) {
        MatrixInput& input = product->at(steps);
        expect_tidy(picture_of(input, size.width, size.height).drawing, "matrix");
        input.subject.buffers[2].columns = 8;  // not a product: side by side
        expect_tidy(picture_of(input, size.width, size.height).drawing, "matrices");
        input.subject.buffers[2].columns = 4;
      }
}

TEST(MatrixPicture, SaysThatThereIsNone) {
  Product product;
  MatrixInput input = product.at(0);
  input.maps = std::make_shared<std::vector<analysis::AccessMap>>();
  EXPECT_TRUE(says(picture_of(input).drawing, "None of this experiment's buffers is a matrix."));
}

}  // namespace
}  // namespace warplens::view
