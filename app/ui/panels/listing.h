#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "desk/pointer/pointer.h"
#include "desk/source/source_text.h"
#include "ui/widgets/text.h"

namespace warplens::ui {

inline constexpr float listing_row = 22, listing_gutter = 42;  // points

/// The colour of a token of source text.
view::Colour colour_of(const view::Theme& theme, desk::TokenKind kind);

/// Style of code: 80 columns fit into the right panel of a window 1920 points wide.
inline constexpr TextStyle code_style{view::Face::mono, 13};

/// The contents of a listing: its source, its lit lines, and marks and texts for each line.
struct Listing {
  const char* id;
  const desk::SourceText* source;
  std::function<bool(std::uint32_t)> lit;                          ///< by line number
  std::function<std::optional<view::Colour>(std::uint32_t)> mark;  ///< colour of a line that needs more emphasis than a lit one
  std::function<std::string(std::uint32_t)> at_right;              ///< short text, such as a count
  std::function<float(std::uint32_t)> cost;                        ///< share of the costliest line, a bar behind the line number
  std::function<std::string(std::uint32_t)> tooltip;
  std::function<std::uint64_t(std::uint32_t)> target;  ///< CUDA line that a line belongs to; Target::none for none
  std::uint32_t scroll_to = 0;                         ///< line to bring to the top; 0: leave it
  std::uint32_t keep_in_view = 0;                      ///< line to scroll to only if it is out of sight
};

/// Draw the bytes [row.begin, row.end) of a line in the colours of its tokens; `baseline` is their starting point, in pixels.
void draw_code(ImDrawList& list, const Look& look, TextStyle style, const desk::SourceLine& line, desk::Fold row,
               ImVec2 baseline);

/// The bar behind a line number: the line's share of the costliest line. `at`: top left of the row, pixels.
void draw_cost(ImDrawList& list, const Look& look, float share, ImVec2 at, float row);

/// A framed listing that scrolls, `height` pixels high; long lines are folded.
void show_listing(const Look& look, desk::Pointer& pointer, const Listing& listing, float width, float height);

}  // namespace warplens::ui
