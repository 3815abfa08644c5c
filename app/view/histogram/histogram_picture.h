#pragma once

#include <optional>
#include <string>

#include "analysis/lost_updates.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct HistogramInput {
  Subject subject;                                     ///< the buffer of counts; `expected` is the reference outline
  const analysis::LostUpdates* lost = nullptr;         ///< from the trace; null: nothing was recorded
  std::optional<double> range_minimum, range_maximum;  ///< outer edges of the bins; bin numbers are shown without them
  std::string quantity;                                ///< axis label: "sample"; may be empty
  std::uint64_t samples = 0;                           ///< samples given to the kernel; 0: unknown
  bool apart = false;                                  ///< known: no two threads accessed the same element
  Target hover;                                        ///< element = bin
  float scale = 1;                                     ///< pixels per point of the bars
  bool operator==(const HistogramInput&) const = default;
};
HistogramInput histogram_input(const Material& material);

/// The range of a bin's values, "−0.0533 to 0", with enough decimals to tell neighbouring bins apart; "" if the edges are
/// unknown.
std::string bin_range(const HistogramInput& input, std::uint64_t bin);

/// Bars from the kernel's own buffer, the reference as an outline, missing counts marked. Minimum size 300 × 300 points.
Picture histogram_picture(const HistogramInput& input, const Theme& theme, float width, float height, CellPainter& painter);

/// State the actual and the expected number of counts, in total or of the hovered bin.
Headline histogram_headline(const HistogramInput& input, const Theme& theme);

}  // namespace warplens::view
