#include "view/memory/memory_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/memory/memory_layout.h"
#include "view/outcome.h"

namespace warplens::view {
namespace {

double per_request(const analysis::TrafficSum& sum) {
  return sum.requests > 0 ? static_cast<double>(sum.cost) / static_cast<double>(sum.requests) : 0;
}

/// Requested bytes over transferred bytes; above 1 if several lanes request the same bytes.
double used_share(const analysis::TrafficSum& sum) {
  return sum.moved_bytes() > 0 ? static_cast<double>(sum.asked) / static_cast<double>(sum.moved_bytes()) : 1;
}

std::string decimal(double value) { return fmt::format("{:.3g}", value); }

/// "1 sector", "2.5 sectors"; "just over 1 sector" where an average only rounds to 1.
std::string average(const analysis::TrafficSum& sum, const std::string& noun) {
  if (sum.cost == sum.requests) return "1 " + noun;
  const std::string each = decimal(per_request(sum));
  return each == "1" ? "just over 1 " + noun : each + " " + noun + (noun == "pass" ? "es" : "s");
}

/// "12.5 %"; a share that only rounds to all is said to be "nearly all".
std::string share_words(double share) {
  const std::string percent = decimal(share * 100);
  return percent == "100" ? "nearly all" : percent + " %";
}

constexpr float inset = 8;  // padding of the table's text

struct Column {
  const char* title;
  float share;  ///< of the width, at its right edge
};
constexpr Column columns[] = {{"requests", 0.36f}, {"bytes asked", 0.55f}, {"bytes moved", 0.74f}, {"a request", 1.0f}};
constexpr const char* short_titles[] = {"requests", "asked", "moved", "a request"};  ///< where the others would meet
constexpr float table_text = 15;

}  // namespace

void draw_memory_table(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const Rectangle& at = layout.table;
  if (at.height <= 0) return;
  const Theme& theme = canvas.theme();
  const bool narrow = text_width(columns[2].title, table_text) + inset > at.width * (columns[2].share - columns[1].share);
  canvas.section({0, at.y - 12}, narrow ? "Bytes asked for and moved, by memory" : "What was asked for and what moved, by memory",
                 at.width);
  const auto cell = [&](std::size_t column, float y, const std::string& words, Colour colour, Face face) {
    canvas.text({at.x - inset + at.width * columns[column].share, y}, table_text, words, colour, Anchor::end, face);
  };
  float y = at.y + 17;
  for (std::size_t column = 0; column < std::size(columns); ++column)
    cell(column, y, narrow ? short_titles[column] : columns[column].title, theme.muted, Face::regular);
  for (std::size_t k = 0; k < input.traffic.size(); ++k) {
    const analysis::MemoryTraffic& traffic = input.traffic[k];
    const std::size_t happened = analysis::requests_before(traffic, input.subject.result->trace, input.steps);
    const analysis::TrafficSum sum = analysis::sum(traffic, happened);
    const Rectangle row{at.x, at.y + memory_table_row * static_cast<float>(k + 1), at.width, memory_table_row};
    if (k == input.chosen) canvas.box(row, 5, theme.selected);
    y = row.y + 18;
    canvas.text({row.x + inset, y}, table_text,
                fit_text(memory_name(input.subject, traffic), table_text, at.width * 0.24f, Face::mono), theme.text,
                Anchor::start, Face::mono);
    cell(0, y, base::grouped(sum.requests), theme.text, Face::mono);
    cell(1, y, base::grouped(sum.asked), theme.text, Face::mono);
    cell(2, y, traffic.shared() ? "–" : base::grouped(sum.moved_bytes()), theme.text, Face::mono);
    cell(3, y, sum.requests == 0 ? "–" : average(sum, traffic.shared() ? "pass" : "sector"), theme.text, Face::mono);
  }
}

MemoryRows memory_rows(const MemoryInput& input, float width, float height) {
  if (input.traffic.empty()) return {};
  const MemoryLayout layout = memory_layout(input, width, height);
  return {layout.first, layout.rows, traffic_of(input).size()};
}

Picture memory_picture(const MemoryInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (input.traffic.empty()) {
    canvas.section({0, 14}, "Requests to memory", width);
    const bool recorded = input.subject.result->trace.level != trace::Level::none;
    canvas.text({0, 50}, 17,
                fit_text(recorded ? "No warp asked for global or shared memory."
                                  : "This run was not recorded: what was asked of memory is not known.",
                         17, width),
                theme.muted);
    return {canvas.take(), [](Point) { return HotSpot{}; }};
  }
  const MemoryLayout layout = memory_layout(input, width, height);
  draw_memory_table(canvas, input, layout);
  draw_memory_request(canvas, input, layout);
  draw_memory_map(canvas, input, layout);
  draw_legend(canvas, {0, layout.legend_top}, width, memory_legend(input, theme, width));
  Drawing drawing = canvas.take();
  const auto spots = std::make_shared<Drawing>();
  spots->hot_spots = drawing.hot_spots;
  return {std::move(drawing), [spots](Point point) { return hot_spot_at(*spots, point); }};
}

Headline memory_headline(const MemoryInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour) { headline.title.push_back({words, colour, Face::semibold}); };
  if (input.traffic.empty()) {
    title("No warp asked for global or shared memory.", theme.text);
    return headline;
  }
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const trace::Trace& trace = input.subject.result->trace;
  const std::size_t happened = analysis::requests_before(traffic, trace, input.steps);
  const analysis::TrafficSum sum = analysis::sum(traffic, happened);
  const std::string name = memory_name(input.subject, traffic), so_far = input.steps < trace.steps.size() ? "so far" : "";
  headline.origin = launch::Origin::counted;
  if (sum.requests == 0) {
    title(no_request_words(input), theme.text);
    return headline;
  }
  const std::string requests = base::counted(sum.requests, "request");
  std::string detail;
  if (traffic.shared()) {
    const bool wide = sum.least > sum.requests;
    if (sum.cost == sum.least) {
      title("No two lanes met in a bank: ", theme.text);
      title(wide ? average(sum, "pass") + " a request, as its width needs." : "1 pass a request.", theme.good);
    } else {
      title("A request to shared memory took ", theme.text);
      title(average(sum, "pass"), theme.wrong);
      title(wide ? fmt::format(" on average, {} at best.",
                               decimal(static_cast<double>(sum.least) / static_cast<double>(sum.requests)))
                 : " on average.",
            theme.text);
    }
    detail = fmt::format("{} to the 32 banks {}. A bank gives one 4-byte word a pass, to all lanes that want it.", requests,
                         so_far.empty() ? "in all" : so_far);
    if (wide) detail += " 8 or 16 bytes a lane need 2 or 4 passes.";
  } else {
    const double used = used_share(sum);
    title(base::counted(sum.moved_bytes(), "byte") + " of ", theme.text);
    headline.title.push_back({name, theme.accent, Face::mono});
    title(" moved; ", theme.text);
    if (used >= 1)
      title(used > 1.0001 ? base::grouped(sum.asked) + " were asked for." : "all were asked for.", theme.good);
    else
      title(share_words(used) + " of them were used.", used < 0.75 ? theme.wrong : theme.text);
    detail = fmt::format("{}{}{}, {} of 32 bytes each on average.", requests, so_far.empty() ? "" : " ", so_far,
                         average(sum, "sector"));
    if (used > 1.0001) detail += " Lanes of a request share bytes.";
  }
  headline.detail = {{detail, theme.muted, Face::regular}};
  limit_to_recording(headline, input.subject, theme);
  return headline;
}

}  // namespace warplens::view
