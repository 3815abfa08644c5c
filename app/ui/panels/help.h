#pragma once

#include <cstddef>
#include <vector>

#include "ui/widgets/text.h"

namespace warplens::ui {

/// The help (F1): its open page, and the number of pages, which depends on the window's size.
struct HelpState {
  bool show = false;
  std::size_t page = 0, pages = 1;
};

/// Turn to the next or the previous page, from the last page to the first.
void turn_page(HelpState& state, int by);

/// A row of the help: a heading, or an entry in the first column with its meaning.
struct HelpRow {
  const char* head = nullptr;                   ///< key, word or heading; nullptr: a sentence as wide as the column
  const char* text = nullptr;                   ///< nullptr: a heading
  view::Colour view::Theme::*colour = nullptr;  ///< a swatch instead of `head`
};

/// A row with its position; pixels from the upper left corner of its page.
struct PlacedHelp {
  HelpRow row;
  std::size_t page = 0;
  ImVec2 at;
  TextStyle head_style;
  float text_at = 0;  ///< x of the text, from `at`
  std::vector<WrappedLine> lines;
  float height = 0;
};

/// All rows at full size, in two columns a page, on as many pages as needed: first the keys, then the rest on new pages.
struct HelpPages {
  std::vector<PlacedHelp> rows;
  std::vector<const char*> titles;  ///< title of each page
  float width = 0, height = 0;      ///< of the largest page, pixels
};
HelpPages help_pages(const Look& look, ImVec2 room);

/// Show the help over the window, until F1, Esc or a click outside.
void show_help(const Look& look, HelpState& state);

}  // namespace warplens::ui
