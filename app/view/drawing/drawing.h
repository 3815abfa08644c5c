#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

// A picture as a list of shapes: views make it from tables, the window paints it, the SVG export writes it. Units are points of
// the design (17 is a line of text); the painter scales them to pixels. y runs down.

namespace warplens::view {

struct Point {
  float x = 0, y = 0;
};
struct Rectangle {
  float x = 0, y = 0, width = 0, height = 0;
  bool contains(Point p) const { return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height; }
};
struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Colour&) const = default;
};
inline constexpr Colour transparent{0, 0, 0, 0};

enum class Face : std::uint8_t { regular, semibold, mono };
enum class Anchor : std::uint8_t { start, middle, end };

struct Box {
  Rectangle at;
  float radius = 0;
  Colour fill = transparent, stroke = transparent;
  float stroke_width = 0;
};
struct Line {
  std::vector<Point> points;
  Colour colour;
  float width = 1;
  float dash = 0;  ///< length of dash and gap; 0: solid
};
struct Disc {
  Point centre;
  float radius = 4;
  Colour fill = transparent, stroke = transparent;
  float stroke_width = 0;
};
struct Span {
  std::string text;
  Colour colour;
  Face face = Face::regular;
};
/// One line of text; `at`: its start, middle or end on the baseline.
struct Text {
  Point at;
  float size = 17;
  Anchor anchor = Anchor::start;
  std::vector<Span> spans;
};
/// RGBA pixels, row by row from the top. Painted by a fragment shader (cells, bars), or on the CPU for export; stretched to the
/// rectangle.
struct Raster {
  std::uint32_t width = 0, height = 0;
  std::vector<Colour> pixels;
};
struct Image {
  Rectangle at;
  std::uint32_t texture = 0;  ///< GL name; 0: `raster` holds the pixels
  std::shared_ptr<const Raster> raster;
};

using Shape = std::variant<Box, Line, Disc, Text, Image>;

/// The hovered target, highlighted in every view. Absent parts are `none`.
struct Target {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t thread = none;                ///< linear thread of the grid
  std::uint64_t element = none;               ///< of the shown buffer
  std::uint64_t step = none;                  ///< row in Trace::steps
  std::uint64_t line = none;                  ///< CUDA source line
  std::uint64_t point = none;                 ///< point of a sweep
  std::uint64_t buffer = none, index = none;  ///< element of any buffer of the launch; in the shown buffer also in `element`
  std::uint64_t warp = none, lane = none;     ///< in the steps view: linear warp of the grid, and a lane of it
  std::uint64_t value = none;                 ///< beside these: a row of the lane's variables, and behind them its registers
  std::uint64_t cycle = none;                 ///< beside `thread`: of a wait of its warp
  std::uint64_t call = none;                  ///< in the program view: call of the host, index in ProgramRecording::calls
  bool empty() const {
    return index == none && warp == none && thread == none && element == none && step == none && line == none && point == none &&
           call == none;
  }
  bool operator==(const Target&) const = default;
};

/// A region that answers the pointer.
struct HotSpot {
  Rectangle at;
  Target target;
  std::string tooltip;
};

struct Drawing {
  float width = 0, height = 0;
  std::vector<Shape> shapes;
  std::vector<HotSpot> hot_spots;  ///< the last that contains the pointer wins
};

}  // namespace warplens::view
