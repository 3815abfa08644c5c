#include <gtest/gtest.h>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"
#include "view/mapping/index_formula.h"
#include "view/mapping/mapping_cells.h"
#include "view/mapping/mapping_layout.h"
#include "view/mapping/mapping_picture.h"

#include <cmath>

namespace warplens::view {
namespace {

/// Every thread with a linear number below `limit` writes the element of that number; with `loop`, a grid-stride loop.
MadeRun one_to_one(base::Dim3 grid, base::Dim3 block, std::uint64_t elements, std::uint64_t limit, bool loop = false) {
  MadeRun run(grid, block, std::vector<std::int32_t>(elements, 1));
  const std::uint64_t per_block = base::count(block), warps = (per_block + 31) / 32, threads = base::count(grid) * per_block;
  std::uint64_t cycle = 0;
  for (std::uint64_t from = 0; from == 0 || (loop && from < elements); from += threads)
    for (std::uint64_t warp = 0; warp < base::count(grid) * warps; ++warp) {
      std::uint32_t active = 0;
      std::vector<std::uint64_t> at(32, 0);
      for (std::uint64_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t in_block = warp % warps * 32 + lane, thread = warp / warps * per_block + in_block;
        if (in_block >= per_block || thread >= limit || from + thread >= elements) continue;
        active |= 1u << lane;
        at[lane] = from + thread;
      }
      if (active == 0) continue;
      ++cycle;
      run.access(trace::AccessKind::write, cycle, cycle + 100, static_cast<std::uint32_t>(warp), active, at,
                 std::vector<std::uint64_t>(32, 1));
    }
  run.finish(cycle + 200);
  return run;
}

MappingInput input_of(const MadeRun& run, const analysis::AccessMap& map) {
  MappingInput input;
  input.subject = run.subject();
  input.map = &map;
  return input;
}

/// A warp with one thread is drawn with its empty lanes while they can be seen; many of them as threads only.
TEST(MappingThreads, OfBlocksOfOneAreSeen) {
  for (const std::uint32_t blocks : {1u, 1024u}) {
    const MadeRun run = one_to_one({blocks, 1, 1}, {1, 1, 1}, 1024, blocks);
    const analysis::AccessMap map = run.map();
    const MappingInput input = input_of(run, map);
    const CellGrid threads = mapping_layout(input, 612, 446, mapping_legend_height(input, 612)).threads;
    EXPECT_EQ(threads.tile_cells, blocks == 1 ? 1u : 0u) << blocks;
    EXPECT_GE(threads.cell_width, 4) << blocks;
    EXPECT_GE(threads.cell_height, 3) << blocks;
  }
}

TEST(MappingColours, TellWhichElementsAreWrong) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 64, 64);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  std::vector<double> expected(64);
  for (std::uint64_t k = 0; k < 64; ++k) expected[k] = final_value(input.subject, k).value();
  expected[5] += 1;
  expected[40] += 1e-9;
  input.subject.expected = expected;
  input.tolerance = 1e-6;
  input.colour = ColourMode::result;
  const Cells cells = element_cells(input);
  for (std::uint64_t k = 0; k < 64; ++k) EXPECT_EQ(cells[k].kind() == Cell::Kind::marked, k == 5) << k;
  EXPECT_TRUE(cell_look(input, dark(), false).marks);

  input.subject.wrong = 1;
  EXPECT_EQ(telling_colours(input.subject), ColourMode::result);
  input.subject.wrong = 0;
  EXPECT_EQ(telling_colours(input.subject), ColourMode::block);
}

TEST(MappingPicture, DrawsLanesWithoutAThread) {
  const auto outlines = [&](std::uint32_t block) {
    const MadeRun run = one_to_one({2, 1, 1}, {block, 1, 1}, 2 * block, 2 * block);
    const analysis::AccessMap map = run.map();
    const auto painter = make_raster_cell_painter();
    std::size_t count = 0;
    for (const Shape& shape : mapping_picture(input_of(run, map), dark(), 900, 600, *painter).drawing.shapes)
      if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->stroke == dark().untouched_line && box->at.width > 1)
        ++count;
    return count;
  };
  EXPECT_EQ(outlines(64), 0u);
  EXPECT_EQ(outlines(40), 2u * 24 + 1) << "24 in each block, and one in the legend";
}

TEST(MappingPicture, FewElementsStandInRowsAsTheirThreads) {
  const MadeRun run = one_to_one({1, 1, 1}, {32, 1, 1}, 32, 32);
  const analysis::AccessMap map = run.map();
  const auto painter = make_raster_cell_painter();
  const auto all = words(mapping_picture(input_of(run, map), dark(), 584, 430, *painter).drawing);
  EXPECT_TRUE(std::ranges::any_of(all, [](const auto& each) { return each.find("8 THREADS A ROW") != std::string::npos; }));
  EXPECT_TRUE(std::ranges::any_of(all, [](const auto& each) { return each.ends_with(", 8 A ROW"); }));
}

TEST(MappingPicture, MarksTheThreadThatStoppedTheRun) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 64, 64);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  launch::LaunchResult faulted = *input.subject.result;
  faulted.outcome = launch::Outcome::faulted;
  launch::Fault fault;
  fault.kind = launch::FaultKind::out_of_bounds;
  fault.block = {1, 0, 0};
  fault.thread = {7, 0, 0};
  fault.access = trace::AccessKind::read;
  fault.buffer = "another";
  const auto painter = make_raster_cell_painter();
  const auto rings = [&](const Picture& picture) {
    std::vector<Rectangle> all;
    for (const Shape& shape : picture.drawing.shapes)
      if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->stroke == dark().wrong) all.push_back(box->at);
    return all;
  };
  EXPECT_TRUE(rings(mapping_picture(input, dark(), 900, 600, *painter)).empty());
  faulted.fault = fault;
  input.subject.result = &faulted;
  const Picture picture = mapping_picture(input, dark(), 900, 600, *painter);
  const std::vector<Rectangle> ringed = rings(picture);
  ASSERT_FALSE(ringed.empty());
  const Rectangle at = ringed.front();
  EXPECT_EQ(picture.under({at.x + at.width / 2, at.y + at.height / 2}).target.thread, 32u + 7);
}

TEST(MappingHeadline, CountsThreadsElementsAndThoseThatTouchNone) {
  const MadeRun run = one_to_one({8, 1, 1}, {256, 1, 1}, 2000, 2000);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "2,000 threads touched 2,000 elements; 48 touched none.");
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "No two threads touched the same element.");
  input.subject.wrong = 1200;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "1,200 elements hold a wrong value.") << "the worst leads";
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail),
            "2,000 threads touched 2,000 elements; 48 touched none. No two threads touched the same element.");
  input.subject.wrong = 0;
  launch::LaunchResult half_idle = *input.subject.result;
  half_idle.counters.warp_instructions = 100;
  half_idle.counters.thread_instructions = 1600;
  input.subject.result = &half_idle;
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "No two threads touched the same element. SIMT efficiency: 50 %.");
}

TEST(MappingHeadline, NamesWhatIsLeftOut) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 100, 100);
  const analysis::AccessMap map = run.map();
  EXPECT_EQ(plain(mapping_headline(input_of(run, map), dark()).title), "64 threads touched 64 of 100 elements.");
  EXPECT_EQ(plain(mapping_headline(input_of(run, map), dark()).detail),
            "36 elements were left untouched. No two threads touched the same element.");
}

TEST(MappingHeadline, ThreadUnderThePointerWithItsFormula) {
  const MadeRun run = one_to_one({8, 1, 1}, {256, 1, 1}, 2000, 2000);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.hover.thread = 785;
  Headline headline = mapping_headline(input, dark());
  EXPECT_EQ(plain(headline.title), "Thread 17 of block 3 touched element 785.");
  EXPECT_EQ(plain(headline.detail), "i = blockIdx.x × blockDim.x + threadIdx.x = 3 × 256 + 17 = 785");
  input.hover = {};
  input.hover.element = 785;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "Element 785 was touched by thread 17 of block 3.");
  input.hover = {};
  input.hover.thread = 2001;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "Thread 209 of block 7 touched no element of counter.");
  input.hover.thread = 1u << 30;  // a stale hover from a larger launch
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "2,000 threads touched 2,000 elements; 48 touched none.");
}

TEST(MappingHeadline, SaysOfAThreadWithoutAnElementWhetherItDidAnythingElse) {
  MadeRun run({1, 1, 1}, {3, 1, 1}, {1});
  run.write(0, 100, 0, 0, 1);
  // Lane 1 reads beyond the shown buffer, lane 2 nothing.
  run.access(trace::AccessKind::read, 1, 100, 0, 2, {0, 7}, {0, 1});
  run.finish();
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.hover.thread = 1;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "Thread 1 of block 0 touched no element of counter.");
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "");
  input.hover.thread = 2;
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "It read and wrote no global memory at all.");
}

TEST(MappingHeadline, UntouchedElementsAlarmOnlyWhereTheyAreWrong) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 100, 100);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  EXPECT_EQ(mapping_headline(input, dark()).detail.front().colour, dark().muted);
  input.subject.wrong = 40;  // 36 were never touched, and 4 were touched and are wrong
  input.subject.wrong_untouched = 36;
  const Headline headline = mapping_headline(input, dark());
  EXPECT_EQ(plain(headline.title), "4 elements hold a wrong value.");
  EXPECT_EQ(plain(headline.detail),
            "64 threads touched 64 of 100 elements. 36 elements were left untouched. No two threads touched the same element.");
  EXPECT_EQ(headline.detail[1].colour, dark().wrong);
  input.subject.wrong_untouched = 0;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "40 elements hold a wrong value.") << "all of them were touched";
  EXPECT_EQ(mapping_headline(input, dark()).detail[1].colour, dark().muted);
}

TEST(MappingHeadline, SaysThatAnElementIsUninitialisedMemory) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {-842150451, 5});  // 0xcdcdcdcd
  run.write(0, 100, 0, 0, 0xcdcdcdcd);
  run.finish();
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.hover.element = 0;
  input.subject.block = {2, 1, 1};  // the formula would not give the element
  EXPECT_NE(plain(mapping_headline(input, dark()).detail).find("i = "), std::string::npos);
  EXPECT_TRUE(is_uninitialised(input.subject, 0));
  EXPECT_FALSE(is_uninitialised(input.subject, 1));
  EXPECT_FALSE(is_uninitialised(input.subject, 2)) << "there is none";
  const std::vector<double> expected{1, 5};
  input.subject.expected = expected;
  EXPECT_TRUE(
      plain(mapping_headline(input, dark()).detail).ends_with("it ended as -842,150,451, what uninitialised memory holds, not 1"))
      << plain(mapping_headline(input, dark()).detail);
}

TEST(MappingHeadline, GridStrideListsTheElements) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 300, 64, true);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.hover.thread = 33;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "Thread 1 of block 1 touched 5 elements.");
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail),
            "i = blockIdx.x × blockDim.x + threadIdx.x = 1 × 32 + 1 = 33, then 97, 161, 225, 289");
}

TEST(MappingHeadline, ScrubbedShowsOnlyThePast) {
  const MadeRun run = one_to_one({2, 1, 1}, {32, 1, 1}, 64, 64);
  const analysis::AccessMap map = run.map(1);
  MappingInput input = input_of(run, map);
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "So far 32 threads have touched 32 of 64 elements.");
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "");
  const analysis::AccessMap whole = run.map();
  input.whole = &whole;
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "32 more threads will touch some.");
  input.whole = &map;
  EXPECT_EQ(plain(mapping_headline(input, dark()).detail), "No other thread will touch one.");
  input.hover.thread = 40;
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "Thread 8 of block 1 has touched no element of counter yet.");
}

TEST(IndexFormula, OnlyWhereItGivesTheElement) {
  const MadeRun flat = one_to_one({4, 1, 1}, {64, 1, 1}, 256, 256);
  EXPECT_FALSE(index_formula(flat.subject(), 100, 101, dark()).has_value());
  EXPECT_EQ(plain(*index_formula(flat.subject(), 100, 100, dark())),
            "i = blockIdx.x × blockDim.x + threadIdx.x = 1 × 64 + 36 = 100");
  EXPECT_EQ(plain(*index_formula(flat.subject(), 100, 36, dark())), "i = threadIdx.x = 36");
  EXPECT_FALSE(index_formula(flat.subject(), 1000, 1000, dark()).has_value());

  // A 4 × 3 grid of 8 × 2 threads: block (1,2), thread (5,1) is at x = 13, y = 5; row-major over 32 columns: 5 · 32 + 13 = 173.
  MadeRun plane({4, 3, 1}, {8, 2, 1}, std::vector<std::int32_t>(192, 0));
  plane.finish();
  const std::uint64_t thread = (1 + 4 * 2) * 16 + 5 + 8 * 1;
  EXPECT_EQ(plain(*index_formula(plane.subject(), thread, 173, dark())),
            "x = 1 × 8 + 5 = 13, y = 2 × 2 + 1 = 5, i = y × 32 + x = 173");
  EXPECT_EQ(plain(*index_formula(plane.subject(), thread, thread, dark())), "i = block × 16 + thread = 9 × 16 + 13 = 157");
  EXPECT_FALSE(index_formula(plane.subject(), thread, 5, dark()).has_value());
}

TEST(ElementList, SaysTheStep) {
  EXPECT_EQ(element_list(std::vector<std::uint64_t>{785}), "785");
  EXPECT_EQ(element_list(std::vector<std::uint64_t>{1, 2, 5}), "1, 2, 5");
  EXPECT_EQ(element_list(std::vector<std::uint64_t>{785, 7185, 13585, 19985, 26385}),
            "785, 7,185, 13,585, 19,985, … (step 6,400)");
  EXPECT_EQ(element_list(std::vector<std::uint64_t>{9, 7, 5, 3, 1}), "9, 7, 5, 3, … (step -2)");
  EXPECT_EQ(element_list(std::vector<std::uint64_t>{1, 2, 4, 8, 16}), "1, 2, 4, 8, …");
}

TEST(MappingCells, KindsAreToldApart) {
  MadeRun run({1, 1, 1}, {3, 1, 1}, {0, 0, 0});
  run.access(trace::AccessKind::write, 1, 2, 0, 0b011, {0, 0}, {1, 1});  // two threads, one element
  run.access(trace::AccessKind::write, 3, 4, 0, 0b001, {1}, {1});
  run.finish();
  const analysis::AccessMap map = run.map();
  const MappingInput input = input_of(run, map);
  const Cells elements = element_cells(input), threads = thread_cells(input);
  EXPECT_EQ(elements[0].kind(), Cell::Kind::marked);
  EXPECT_EQ(elements[1].kind(), Cell::Kind::shown);
  EXPECT_EQ(elements[2].kind(), Cell::Kind::empty);
  EXPECT_EQ(threads[0].kind(), Cell::Kind::shown);
  EXPECT_EQ(threads[2].kind(), Cell::Kind::empty);
  const ThreadTouches touches = thread_touches(input);
  EXPECT_EQ(touches.count, (std::vector<std::uint32_t>{2, 1, 0}));
  EXPECT_EQ(touches.first_step, (std::vector<std::uint32_t>{0, 0, trace::no_row}));
}

TEST(MappingCells, ThreadsOfAWarpShareAHueAlsoInAPartialWarp) {
  const MadeRun run = one_to_one({2, 1, 1}, {33, 1, 1}, 66, 66);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.colour = ColourMode::warp;
  const CellLook look = cell_look(input, dark(), true);
  EXPECT_EQ(look.groups, 4u);
  for (const Cells& cells : {thread_cells(input), element_cells(input)}) {
    const auto warp_of = [&](std::size_t thread) { return cells[thread].key() / look.group; };
    EXPECT_EQ(warp_of(0), 0u);
    EXPECT_EQ(warp_of(31), 0u);
    EXPECT_EQ(warp_of(32), 1u) << "the 33rd thread of a block is alone in its second warp";
    EXPECT_EQ(warp_of(33), 2u);
    EXPECT_EQ(warp_of(64), 2u);
    EXPECT_EQ(warp_of(65), 3u);
  }
}

TEST(MappingPicture, PointerFindsEveryCell) {
  const std::unique_ptr<CellPainter> painter = make_raster_cell_painter();
  for (const auto& [grid, block, elements] : {std::tuple{base::Dim3{8, 1, 1}, base::Dim3{256, 1, 1}, 2000u},
                                              {{1, 1, 1}, {1, 1, 1}, 1u},
                                              {{3, 2, 1}, {5, 3, 2}, 77u},
                                              {{32, 1, 1}, {32, 1, 1}, 1u}}) {
    const MadeRun run = one_to_one(grid, block, elements, elements);
    const analysis::AccessMap map = run.map();
    const MappingInput input = input_of(run, map);
    const Picture picture = mapping_picture(input, dark(), 1054, 790, *painter);
    const MappingLayout layout = mapping_layout(input, 1054, 790, mapping_legend_height(input, 1054));
    for (std::uint64_t thread = 0; thread < input.subject.threads(); ++thread) {
      const Rectangle at = cell_at(layout.threads, thread);
      EXPECT_EQ(picture.under({at.x + at.width / 2, at.y + at.height / 2}).target.thread, thread);
    }
    for (std::uint64_t element = 0; element < elements; ++element) {
      const Rectangle at = cell_at(layout.elements, element);
      EXPECT_EQ(picture.under({at.x + at.width / 2, at.y + at.height / 2}).target.element, element);
    }
    EXPECT_TRUE(picture.under({1e6f, -3}).target.empty());
  }
}

TEST(MappingPicture, TidyAtEverySize) {
  const std::unique_ptr<CellPainter> painter = make_raster_cell_painter();
  std::uint64_t version = 0;
  for (const auto& [grid, block, elements] : {std::tuple{base::Dim3{1, 1, 1}, base::Dim3{1, 1, 1}, 1u},
                                              {{1, 1, 1}, {1024, 1, 1}, 3u},
                                              {{32, 1, 1}, {32, 1, 1}, 1u},
                                              {{8, 1, 1}, {256, 1, 1}, 2000u},
                                              {{100, 1, 1}, {64, 1, 1}, 100000u},
                                              {{7, 5, 2}, {4, 4, 3}, 3000u},
                                              {{391, 1, 1}, {256, 1, 1}, 100000u},
                                              {{65535, 1, 1}, {1, 1, 1}, 65535u}}) {
    const MadeRun run = one_to_one(grid, block, elements, elements);
    const analysis::AccessMap map = run.map();
    for (const Size& size : sizes())
      for (const bool hovered : {false, true})
        for (const float zoom : {1.0f, 9.0f}) {
          MappingInput input = input_of(run, map);
          input.subject.version = ++version;
          input.scale = 0.5f;  // fewer pixels are faster, and this test ignores them
          input.zoom = zoom;
          input.camera_x = input.camera_y = 0.3f;
          if (hovered) input.hover.element = elements / 3;
          const Picture picture = mapping_picture(input, dark(), size.width, size.height, *painter);
          expect_tidy(picture.drawing, std::to_string(grid.x) + " blocks of " + std::to_string(block.x) + " on " +
                                           std::to_string(elements) + " at " + std::to_string(size.width) + "×" +
                                           std::to_string(size.height));
          if (testing::Test::HasFailure()) return;
        }
  }
}

TEST(MappingPicture, WithoutATraceItSaysSo) {
  launch::LaunchResult result;
  result.outputs.assign(1, launch::Bytes(40));
  analysis::AccessMap map;
  map.elements = 10;
  MappingInput input;
  input.subject.result = &result;
  input.subject.elements = 10;
  input.subject.kernel = "k";
  input.map = &map;
  const std::unique_ptr<CellPainter> painter = make_raster_cell_painter();
  const Picture picture = mapping_picture(input, dark(), 800, 600, *painter);
  expect_tidy(picture.drawing, "not recorded");
  EXPECT_TRUE(picture.under({100, 100}).target.empty());
  EXPECT_EQ(plain(mapping_headline(input, dark()).title), "1 thread ran k.");
}

TEST(Camera, StaysInsideAndKeepsThePointInPlace) {
  const MadeRun run = one_to_one({391, 1, 1}, {256, 1, 1}, 100000, 100000);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  float x = -1, y = 7, zoom = 1e9f;
  clamp_camera(input, x, y, zoom);
  EXPECT_FLOAT_EQ(x, 0);
  EXPECT_FLOAT_EQ(zoom, std::sqrt(100000.0f) / 4);
  EXPECT_FLOAT_EQ(y, 1 - 1 / zoom);

  x = y = 0, zoom = 1;
  const Point point{300, 500};
  const auto under = [&] {
    MappingInput now = input;
    now.camera_x = x;
    now.camera_y = y;
    now.zoom = zoom;
    const MappingLayout layout = mapping_layout(now, 1054, 790, mapping_legend_height(now, 1054));
    return cell_under(layout.elements, point);
  };
  const auto before = under();
  ASSERT_TRUE(before.has_value());
  zoom_camera(input, 1054, 790, point, 8, x, y, zoom);
  EXPECT_FLOAT_EQ(zoom, 8);
  const auto after = under();
  ASSERT_TRUE(after.has_value());
  MappingInput now = input;
  const MappingLayout layout = mapping_layout(now, 1054, 790, mapping_legend_height(now, 1054));
  const auto row = [&](std::uint64_t cell) { return static_cast<double>(cell / layout.elements.columns); };
  const auto column = [&](std::uint64_t cell) { return static_cast<double>(cell % layout.elements.columns); };
  EXPECT_NEAR(row(*before), row(*after), 1.01);
  EXPECT_NEAR(column(*before), column(*after), 1.01);
  pan_camera(input, 1054, 790, {1e6f, 1e6f}, x, y, zoom);
  EXPECT_FLOAT_EQ(x, 0);
  EXPECT_FLOAT_EQ(y, 0);
}

TEST(Camera, GoesToAnElementOfMillions) {
  launch::LaunchResult result;
  analysis::AccessMap map;
  MappingInput input;
  input.subject.result = &result;
  input.subject.elements = map.elements = 16'777'216;
  input.subject.grid = {65536, 1, 1};
  input.subject.block = {256, 1, 1};
  input.map = &map;
  Navigation navigation;
  for (const Size size : {Size{600, 560}, Size{1054, 790}}) {
    for (const std::uint64_t element :
         {std::uint64_t{0}, std::uint64_t{785}, std::uint64_t{8'388'608}, std::uint64_t{16'777'215}}) {
      input.wanted = navigation.timeline.element_wanted = element;
      follow_mapping(input, dark(), size, navigation);
      EXPECT_FALSE(navigation.timeline.element_wanted) << "once";
      input.camera_x = navigation.camera.x;
      input.camera_y = navigation.camera.y;
      input.zoom = navigation.camera.zoom;
      const CellGrid grid = mapping_layout(input, size.width, size.height, mapping_legend_height(input, size.width)).elements;
      EXPECT_TRUE(visible(grid, element)) << element;
      const Rectangle at = cell_at(grid, element);
      EXPECT_GE(std::min(at.width, at.height), 10) << element;
      EXPECT_EQ(cell_under(grid, {at.x + at.width / 2, at.y + at.height / 2}), element);
    }
  }
}

TEST(Camera, StaysWhereTheElementIsSeen) {
  const MadeRun run = one_to_one({4, 1, 1}, {32, 1, 1}, 100, 100);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.wanted = 17;
  Navigation navigation;
  follow_mapping(input, dark(), {1054, 790}, navigation);
  EXPECT_EQ(navigation.camera, Camera{});
}

TEST(MappingLayout, BlocksOfThreeDimensionsAreTilesWithTheirLayers) {
  // Blocks of 4 × 4 × 4: in a low picture a tile has a row for each z, in a high one lines between the layers.
  const MadeRun run = one_to_one({4, 4, 4}, {4, 4, 4}, 4096, 4096);
  const analysis::AccessMap map = run.map();
  const MappingInput input = input_of(run, map);
  for (const Size& size : {Size{584, 420}, Size{1054, 790}}) {
    const MappingLayout layout = mapping_layout(input, size.width, size.height, mapping_legend_height(input, size.width));
    ASSERT_EQ(layout.threads.tile_cells, 64u) << size.height;
    EXPECT_TRUE(layout.threads.columns == 4 || layout.threads.columns == 16) << layout.threads.columns;
    const auto painter = make_raster_cell_painter();
    const Drawing drawing = mapping_picture(input, dark(), size.width, size.height, *painter).drawing;
    EXPECT_TRUE(says(drawing, layout.threads.columns == 4 ? "A LINE BETWEEN LAYERS OF Z" : "A ROW FOR EACH Z")) << size.height;
  }
}

TEST(MappingLayout, ManyElementsOfAGridStrideLoopHaveItsTurnsAsRows) {
  const MadeRun run = one_to_one({100, 1, 1}, {64, 1, 1}, 6400, 6400);
  const analysis::AccessMap map = run.map();
  MappingInput input = input_of(run, map);
  input.subject.elements = 1 << 24;
  for (const Size& size : {Size{584, 420}, Size{1054, 790}}) {
    const MappingLayout layout = mapping_layout(input, size.width, size.height, 40);
    EXPECT_EQ(layout.elements.columns % 6400, 0u) << "the elements of a thread lie one below the other";
  }
}

TEST(MappingLayout, BlocksKeepTheirNumbersWhereTheirNamesDoNotFit) {
  const MadeRun run = one_to_one({32, 1, 1}, {32, 1, 1}, 1024, 1024);
  const analysis::AccessMap map = run.map();
  const MappingInput input = input_of(run, map);
  const MappingLayout layout = mapping_layout(input, 500, 400, mapping_legend_height(input, 500));
  EXPECT_GT(layout.threads.label_height, 0);
}

}  // namespace
}  // namespace warplens::view
