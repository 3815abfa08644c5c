#pragma once

#include <string>
#include <vector>

#include "analysis/roofline.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

/// A launch as a point under the roof.
struct RooflineEntry {
  std::string label;  ///< entry of the experiment: "tiled"
  analysis::Roofline roofline;
  bool operator==(const RooflineEntry&) const = default;
};

struct RooflineInput {
  Subject subject;
  std::vector<RooflineEntry> entries;  ///< the shown one first; empty: nothing is modelled
  std::vector<RooflineEntry> beside;   ///< those of the run that is drawn beside this one: the axes reach to them, too
  bool operator==(const RooflineInput&) const = default;
};
RooflineInput roofline_input(const Material& material);

/// Draw operations per cycle over operations per byte of memory, both axes logarithmic: the roof of the card for the shown
/// launch's kind of operation, the launch, and the experiment's other entries that compute with the same kind.
Picture roofline_picture(const RooflineInput& input, const Theme& theme, float width, float height);

/// State the launch's operations per byte, and its share of the roof there.
Headline roofline_headline(const RooflineInput& input, const Theme& theme);

/// Three significant digits, or all digits of a larger number, grouped: "0.125", "12.5", "13,824".
std::string roofline_figure(double value);

}  // namespace warplens::view
