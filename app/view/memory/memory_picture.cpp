#include "view/memory/memory_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
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

constexpr float table_inset = 8, table_text = 15, min_gap = 12;  // padding of the table's text, points between two columns

/// A column of figures: their words, and the right edge.
struct Column {
  std::string title;
  std::vector<std::string> figures;
  float share = 0;  ///< of the width, at its right edge, where there is room
  float right = 0;

  float width() const {
    float widest = text_width(title, table_text);
    for (const std::string& figure : figures) widest = std::max(widest, text_width(figure, table_text, Face::mono));
    return widest;
  }
};

/// A row for each memory.
std::vector<Column> table_columns(const MemoryInput& input, bool brief) {
  std::vector<Column> columns{{"requests", {}, 0.36f},
                              {brief ? "asked" : "bytes asked", {}, 0.55f},
                              {brief ? "moved" : "bytes moved", {}, 0.74f},
                              {"a request", {}, 1.0f}};
  for (const analysis::MemoryTraffic& traffic : input.traffic) {
    const analysis::TrafficSum sum =
        analysis::sum(traffic, analysis::requests_before(traffic, input.subject.result->trace, input.steps));
    columns[0].figures.push_back(base::grouped(sum.requests));
    columns[1].figures.push_back(base::grouped(sum.asked));
    columns[2].figures.push_back(traffic.shared() ? "–" : base::grouped(sum.moved_bytes()));
    columns[3].figures.push_back(sum.requests == 0 ? "–" : average(sum, traffic.shared() ? "pass" : "sector"));
  }
  return columns;
}

/// Set the columns' positions, and return the width that is left for the names. Columns that would overlap become as narrow as
/// their contents allow; if the names then have too little room, the column of requests is removed.
float place_columns(std::vector<Column>& columns, float width) {
  constexpr float min_name = 64;
  bool meet = false;
  float end = width * 0.24f + table_inset;
  for (Column& column : columns) {
    column.right = width * column.share - table_inset;
    meet = meet || column.right - column.width() < end;
    end = column.right + min_gap;
  }
  if (!meet) return width * 0.24f;
  const auto pack = [&] {
    float right = width - table_inset;
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
      column->right = right;
      right -= column->width() + min_gap;
    }
    return right - table_inset;
  };
  const float room = pack();
  if (room >= min_name) return room;
  columns.erase(columns.begin());
  return std::max(pack(), 0.0f);
}

}  // namespace

void draw_memory_table(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const Rectangle& at = layout.table;
  if (at.height <= 0) return;
  const Theme& theme = canvas.theme();
  const bool narrow = at.width < 480;
  canvas.section({0, at.y - 12}, narrow ? "Bytes asked for and moved, by memory" : "What was asked for and what moved, by memory",
                 at.width);
  std::vector<Column> columns = table_columns(input, narrow);
  const float names = place_columns(columns, at.width);
  for (const Column& column : columns)
    canvas.text({at.x + column.right, at.y + 17}, table_text, column.title, theme.muted, Anchor::end, Face::regular);
  for (std::size_t k = 0; k < input.traffic.size(); ++k) {
    const Rectangle row{at.x, at.y + memory_table_row * static_cast<float>(k + 1), at.width, memory_table_row};
    if (k == input.chosen) canvas.box(row, 5, theme.selected);
    const float y = row.y + 18;
    canvas.text({row.x + table_inset, y}, table_text,
                fit_text(memory_name(input.subject, input.traffic[k]), table_text, names, Face::mono), theme.text, Anchor::start,
                Face::mono);
    for (const Column& column : columns)
      canvas.text({at.x + column.right, y}, table_text, column.figures[k], theme.text, Anchor::end, Face::mono);
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
  return with_hot_spots(canvas.take());
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
  if (auto stopped = outcome_headline(input.subject, theme); stopped && so_far.empty()) return *stopped;
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

MemoryInput memory_input(const Material& material) {
  MemoryInput input;
  input.subject = material.subject;
  input.traffic = material.tables->traffic(material.subject);
  input.start = material.memory_start;
  input.chosen = chosen_memory(input.subject, input.traffic, input.start ? input.start->memory : material.memory);
  input.steps = material.place;
  input.first_row = material.navigation.timeline.first_request;
  input.hover = material.hover;
  return input;
}

void move_memory(const MemoryInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 132;  // three rows
  const MemoryRows rows = memory_rows(input, size.width, size.height);
  Timeline scrolled = navigation.timeline;
  scrolled.first_row = rows.first;
  scroll_rows(scrolled, gesture.drag.y + gesture.wheel * points_a_notch, rows.all, rows.visible);
  navigation.timeline.rows_dragged = scrolled.rows_dragged;
  navigation.timeline.first_request = scrolled.first_row;
}

}  // namespace warplens::view
