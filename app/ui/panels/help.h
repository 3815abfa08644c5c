#pragma once

#include <cstddef>
#include <vector>

#include "ui/widgets/text.h"

namespace warplens::ui {

/// The help (F1): which of its pages is open. They are as many as the window's size asks for.
struct HelpState {
  bool show = false;
  std::size_t page = 0, pages = 1;
};

/// To the next page or the one before; from the last one to the first.
void turn_page(HelpState& state, int by);

/// A row of the help: a heading, or something in its first column and what it means.
struct HelpRow {
  const char* head = nullptr;                   ///< key, word or heading; nullptr: a sentence as wide as the column
  const char* text = nullptr;                   ///< nullptr: a heading
  view::Colour view::Theme::*colour = nullptr;  ///< in place of `head`
};

/// Where a row stands; pixels from the upper left corner of its page.
struct PlacedHelp {
  HelpRow row;
  std::size_t page = 0;
  ImVec2 at;
  TextStyle head_style;
  float text_at = 0;  ///< from `at` on
  std::vector<WrappedLine> lines;
  float height = 0;
};

/// All rows at full size, in two columns a page, on as many pages as it takes: first the keys, then the rest from a new page on.
struct HelpPages {
  std::vector<PlacedHelp> rows;
  std::vector<const char*> titles;  ///< of each page
  float width = 0, height = 0;      ///< of the largest page, pixels
};
HelpPages help_pages(const Look& look, ImVec2 room);

/// Over the window, until F1, Esc or a click outside of it.
void show_help(const Look& look, HelpState& state);

}  // namespace warplens::ui
