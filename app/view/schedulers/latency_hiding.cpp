#include "view/schedulers/latency_hiding.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

constexpr float hiding_title_height = 26, hiding_bar_height = 16, hiding_bar_gap = 5, hiding_text_size = 15;

/// Longest first: "How latency hides: 1 warp per SM takes 7.9 × as long as 32".
std::vector<std::string> hiding_titles(const std::vector<Residency>& residencies) {
  const std::string title = "How latency hides";
  const Residency &fewest = residencies.front(), &shown = residencies.back();
  if (fewest.cycles == 0 || shown.cycles == 0) return {title};
  return {fmt::format("{}: {} per SM {} {:.1f} × as long as {}", title, base::counted(fewest.warps, "warp"),
                      fewest.warps == 1 ? "takes" : "take",
                      static_cast<double>(fewest.cycles) / static_cast<double>(shown.cycles), base::grouped(shown.warps)),
          title + ", warps per SM"};
}

std::string hiding_result(const Residency& residency, bool brief = false) {
  if (residency.failed) return brief ? "does not run" : "does not run with so few";
  if (residency.cycles == 0) return "is running";
  if (brief) return base::counted(residency.cycles, "cycle");
  return fmt::format("{} cycles, issue {:.{}f} %", base::grouped(residency.cycles), 100 * residency.issue,
                     residency.issue < 0.095 ? 1 : 0);
}

std::string hiding_tooltip(const Residency& residency) {
  return fmt::format("The same launch with at most {} ({}) on a multiprocessor at once: {}",
                     base::counted(residency.blocks, "block"), base::counted(residency.warps, "warp"), hiding_result(residency));
}

}  // namespace

float latency_hiding_height(const std::vector<Residency>& residencies) {
  if (residencies.size() < 2) return 0;
  return hiding_title_height + static_cast<float>(residencies.size()) * (hiding_bar_height + hiding_bar_gap);
}

void draw_latency_hiding(Canvas& canvas, const std::vector<Residency>& residencies, const Rectangle& at) {
  if (residencies.size() < 2) return;
  const Theme& theme = canvas.theme();
  canvas.fitting_section({0, at.y + 14}, hiding_titles(residencies), canvas.width());
  std::uint64_t longest = 1;
  for (const Residency& each : residencies) longest = std::max(longest, each.cycles);
  const auto bar_room = [&](bool in_brief) {  // the words follow the bar
    float widest = 0;
    for (const Residency& each : residencies)
      widest = std::max(widest, text_width(hiding_result(each, in_brief), hiding_text_size));
    return canvas.width() - at.x - widest - 10;
  };
  constexpr float wanted_bar = 100;
  const bool brief = bar_room(false) < wanted_bar;
  const float room = std::max(bar_room(brief), 20.0f);
  float y = at.y + hiding_title_height;
  for (const Residency& each : residencies) {
    const bool shown = &each == &residencies.back();
    const float share = static_cast<float>(static_cast<double>(each.cycles) / static_cast<double>(longest));
    const float baseline = y + hiding_bar_height / 2 + 5, wide = std::max(room * share, 2.0f);
    canvas.text({at.x - 10, baseline}, hiding_text_size, base::counted(each.warps, "warp"), shown ? theme.text : theme.soft,
                Anchor::end, shown ? Face::semibold : Face::regular);
    if (each.cycles != 0) canvas.box({at.x, y, wide, hiding_bar_height}, 2, shown ? theme.accent : theme.soft);
    canvas.text({at.x + (each.cycles != 0 ? wide + 10 : 0), baseline}, hiding_text_size, hiding_result(each, brief),
                shown ? theme.text : theme.muted);
    canvas.hot_spot({0, y, canvas.width(), hiding_bar_height + hiding_bar_gap}, {}, hiding_tooltip(each));
    y += hiding_bar_height + hiding_bar_gap;
  }
}

}  // namespace warplens::view
