#pragma once

#include <string>
#include <vector>

#include "ui/widgets/shown.h"

// Finds the text visible on the screen: the texts painted by ImGui, except those that are painted over.

namespace warplens::stories {

inline view::Point middle(const view::Rectangle& at) { return {at.x + at.width / 2, at.y + at.height / 2}; }

/// Texts on one line that follow each other without a gap.
struct Line {
  std::string text;
  view::Rectangle at;              ///< visible part, pixels
  const ImDrawList* list{};        ///< list with the texts
  std::vector<std::size_t> texts;  ///< index in Shown::texts
};

/// The last frame, in painting order.
class Screen {
 public:
  /// Construct right after the frame, while its draw data is current. `points`: pixels per point.
  Screen(const ui::Shown& shown, float points);

  const std::vector<Line>& lines() const { return lines_; }
  /// All legible text, with one blank at each line end, so that words wrapped over lines can be searched for.
  const std::string& prose() const { return prose_; }
  /// All legible text in a rectangle.
  std::string prose_in(const view::Rectangle& room) const;
  /// Texts that overlap, and texts that are cut off where nothing can be scrolled. A text that ends in an ellipsis was shortened
  /// on purpose.
  std::vector<std::string> flaws() const;

 private:
  struct Seen {
    std::size_t text = 0;
    view::Rectangle at;
    int layer = 0;
  };
  struct Cover {
    view::Rectangle at;
    int layer = 0;
    std::size_t texts_before = 0;
  };
  bool covered(view::Point point, int layer, std::size_t text, std::size_t before) const;
  void join_lines(const ui::Shown& shown);

  const ui::Shown& shown_;
  float points_;
  std::vector<Cover> covers_;
  std::vector<Seen> seen_;
  std::vector<std::string> cut_;
  std::vector<Line> lines_;
  std::string prose_;
};

}  // namespace warplens::stories
