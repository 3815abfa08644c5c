#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "view/drawing/drawing.h"
#include "view/drawing/picture.h"
#include "view/drawing/text_width.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"

namespace warplens::view {

inline const Theme& dark() { return theme(ThemeName::dark); }

/// Whether a text of the drawing has the words.
inline bool says(const Drawing& drawing, const std::string& words) {
  return std::ranges::any_of(drawing.shapes, [&](const Shape& shape) {
    const auto* text = std::get_if<Text>(&shape);
    return text != nullptr && plain(text->spans).find(words) != std::string::npos;
  });
}

inline bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Invariants of every picture at any size: texts of at least 14 points that do not overlap; texts and shapes inside the drawing.
inline void expect_tidy(const Drawing& drawing, const std::string& what) {
  std::vector<std::pair<Rectangle, std::string>> texts;
  const Rectangle whole{-0.6f, -0.6f, drawing.width + 1.2f, drawing.height + 1.2f};
  const auto inside = [&](const Rectangle& r) {
    return r.x >= whole.x && r.y >= whole.y && r.x + r.width <= whole.x + whole.width && r.y + r.height <= whole.y + whole.height;
  };
  for (const Shape& shape : drawing.shapes) {
    if (const auto* text = std::get_if<Text>(&shape)) {
      std::string words;
      for (const Span& span : text->spans) words += span.text;
      if (words.empty()) continue;
      EXPECT_GE(text->size, 14) << what << ": " << words;
      // Half a point of slack on each side: the width estimate is an upper bound.
      Rectangle box = text_box(*text);
      EXPECT_TRUE(inside(box)) << what << ": “" << words << "” at " << box.x << ", " << box.y << ", " << box.width
                               << " wide, is outside";
      box = {box.x + 0.5f, box.y + 0.5f, box.width - 1, box.height - 1};
      for (const auto& [other, other_words] : texts)
        EXPECT_FALSE(overlap(box, other)) << what << ": “" << words << "” lies over “" << other_words << "”";
      texts.emplace_back(box, words);
    } else if (const auto* box = std::get_if<Box>(&shape)) {
      EXPECT_TRUE(inside(box->at)) << what << ": a box at " << box->at.x << ", " << box->at.y << ", " << box->at.width << " × "
                                   << box->at.height;
      EXPECT_GE(box->at.width, 0) << what;
      EXPECT_GE(box->at.height, 0) << what;
    } else if (const auto* line = std::get_if<Line>(&shape)) {
      for (const Point& p : line->points) EXPECT_TRUE(inside({p.x, p.y, 0, 0})) << what << ": a line at " << p.x << ", " << p.y;
    } else if (const auto* disc = std::get_if<Disc>(&shape)) {
      EXPECT_TRUE(inside({disc->centre.x - disc->radius, disc->centre.y - disc->radius, 2 * disc->radius, 2 * disc->radius}))
          << what << ": a disc at " << disc->centre.x << ", " << disc->centre.y;
    } else if (const auto* image = std::get_if<Image>(&shape)) {
      EXPECT_TRUE(inside(image->at)) << what << ": an image " << image->at.width << " × " << image->at.height;
    }
  }
  for (const HotSpot& spot : drawing.hot_spots) EXPECT_TRUE(inside(spot.at)) << what << ": a hot spot at " << spot.at.x;
}

inline const std::vector<Size>& sizes() {
  static const std::vector<Size> all{{300, 300},  {300, 340},  {400, 300},  {480, 300},   {300, 600},
                                     {380, 560},  {500, 400},  {584, 420},  {640, 560},   {700, 400},
                                     {1054, 790}, {1110, 950}, {1600, 500}, {2600, 1800}, {3000, 1900}};
  return all;
}

/// All texts of a drawing, in its order.
inline std::vector<std::string> words(const Drawing& drawing) {
  std::vector<std::string> all;
  for (const Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) all.push_back(plain(text->spans));
  return all;
}

}  // namespace warplens::view
