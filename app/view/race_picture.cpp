#include "view/race_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/number_format.h"
#include "view/canvas.h"
#include "view/distribution_plot.h"
#include "view/race_rows.h"
#include "view/text_width.h"

namespace warplens::view {

namespace {

constexpr float label_size = 15, value_size = 15;
constexpr float title_height = 26, axis_height = 52, most_row = 44, least_row = 30, hint_size = 15;

/// Where everything lies, in points of the drawing.
struct Layout {
  float rows_top = title_height, row_height = most_row;
  std::size_t rows = 0;                 ///< visible
  std::size_t first = 0;                ///< first visible
  float band_left = 0;                  ///< after the labels
  float plot_left = 0, plot_right = 0;  ///< of the time axis
  float rows_bottom = 0, axis_bottom = 0, legend_bottom = 0;
  Rectangle distribution;        ///< height 0: none
  double begin = 0, cycles = 1;  ///< the visible part of the time axis
  double whole_begin = 0, whole_cycles = 1;

  float x(double cycle) const { return plot_left + static_cast<float>((cycle - begin) / cycles) * (plot_right - plot_left); }
  float y(std::size_t row) const { return rows_top + (static_cast<float>(row) + 0.5f) * row_height; }
};

std::vector<LegendEntry> legend(const RaceInput& input, const Theme& theme) {
  using Swatch = LegendEntry::Swatch;
  bool atomic = false, plain = false;
  for (const analysis::Update& update : input.history->updates) (update.atomic ? atomic : plain) = true;
  std::vector<LegendEntry> entries;
  if (plain || !atomic) {
    entries.push_back({Swatch::ring, {0, 0, 0, 0}, theme.read, "read asked"});
    entries.push_back({Swatch::square, faded(theme.read, 0.2f), theme.read, "value arrives"});
    entries.push_back({Swatch::square, theme.write, {0, 0, 0, 0}, "write"});
    entries.push_back({Swatch::disc, theme.write, {0, 0, 0, 0}, "has landed"});
  }
  if (atomic) {
    entries.push_back({Swatch::square, theme.atomic, {0, 0, 0, 0}, "atomic: reads, adds and writes in one"});
    entries.push_back({Swatch::disc, theme.atomic, {0, 0, 0, 0}, "old value is back"});
  }
  return entries;
}

Layout make_layout(const RaceInput& input, const Theme& theme, const std::vector<RaceRow>& rows, float width, float height) {
  Layout layout;
  const float legend_room = legend_height(legend(input, theme), width) + 6;
  float below = height - legend_room - axis_height;
  if (!input.outcomes.empty()) {
    // The distribution gives way before the timeline does.
    const float strips = static_cast<float>(std::min<std::size_t>(input.outcomes.size(), 4));
    const float least = 18 + title_height + 48 + strips * 38;
    const float wanted = std::clamp(height * 0.30f, least, 18 + title_height + 48 + strips * 80);
    if (below - title_height - wanted >= 2 * least_row) {
      layout.distribution = {0, height - wanted + 18 + title_height, width, wanted - 18 - title_height};
      below -= wanted;
    }
  }
  const float room = std::max(below - title_height, least_row);
  const auto fit = static_cast<std::size_t>(room / least_row);
  layout.rows = std::min(rows.size(),
                         std::max<std::size_t>(std::min(fit, std::max<std::size_t>(static_cast<std::size_t>(room / 36), 1)), 1));
  layout.first = std::min(input.first_row, rows.size() - layout.rows);
  layout.row_height = std::clamp(room / static_cast<float>(std::max<std::size_t>(layout.rows, 1)), least_row, most_row);
  layout.rows_bottom = title_height + layout.row_height * static_cast<float>(std::max<std::size_t>(layout.rows, 1));
  layout.axis_bottom = layout.rows_bottom + axis_height;
  layout.legend_bottom = layout.axis_bottom + legend_room;

  float labels = 0, verdicts = 0;
  double begin = 0, end = 1;
  for (std::size_t k = layout.first; k < layout.first + layout.rows; ++k) {
    const RaceRow& row = rows[k];
    labels = std::max(labels, text_width(warp_name(input.subject, row.warp), label_size));
    RaceInput whole = input;
    whole.steps = ~std::uint64_t{0};
    verdicts = std::max(verdicts, text_width(verdict(whole, row).words, label_size));
    begin = k == layout.first ? static_cast<double>(row.begin) : std::min(begin, static_cast<double>(row.begin));
    end = std::max(end, static_cast<double>(row.end));
  }
  // A start close to the launch is shown from the launch on.
  if (begin < end * 0.25) begin = 0;
  layout.band_left = std::min(labels, width * 0.3f) + 12;
  layout.plot_left = layout.band_left + 26;
  layout.plot_right = std::max(width - 30 - std::min(verdicts, width * 0.35f), layout.plot_left + 60);
  layout.whole_begin = begin;
  layout.whole_cycles = std::max(end - begin, 1.0);
  const double zoom = std::max(1.0f, input.zoom);
  layout.cycles = layout.whole_cycles / zoom;
  layout.begin = begin + std::clamp<double>(input.pan, 0.0, 1 - 1 / zoom) * layout.whole_cycles;
  return layout;
}

/// The value of a box, as wide as it needs.
struct ValueBox {
  std::string words;
  float width = 0;
};
ValueBox value_box(const std::string& words) { return {words, std::max(26.0f, text_width(words, value_size, Face::mono) + 12)}; }

/// Draws the marks of one row.
class RowPainter {
 public:
  RowPainter(Canvas& canvas, const RaceInput& input, const Layout& layout, const RaceRow& row, float y)
      : canvas_(canvas), input_(input), layout_(layout), row_(row), y_(y), left_(layout.plot_left - 22), right_(canvas.width()) {}

  void draw() {
    for (const RaceMark& mark : row_.marks) {
      if (layout_.x(static_cast<double>(mark.write_done)) < left_ ||
          layout_.x(static_cast<double>(mark.read_cycle)) > layout_.plot_right + 22)
        continue;
      mark.atomic ? draw_atomic(mark) : draw_plain(mark);
    }
  }

 private:
  static constexpr float half_box = 11;

  bool inside(float x, float reach) const { return x - reach >= left_ && x + reach <= layout_.plot_right + 22; }
  bool free(float from) const { return from >= used_; }
  float dim(bool done) const { return done ? 1.0f : 0.28f; }

  void dots(float from, float to, Colour colour) {
    from = std::max(from, left_);
    to = std::min(to, layout_.plot_right + 22);
    if (to - from > 6) canvas_.line({from, y_}, {to, y_}, colour, 2, 3);
  }

  void box(float from, const ValueBox& value, Colour fill, Colour stroke, Colour words) {
    canvas_.box({from, y_ - half_box, value.width, 2 * half_box}, 5, fill, stroke, stroke.a > 0 ? 1.5f : 0);
    canvas_.text({from + value.width / 2, y_ + 5}, value_size, value.words, words, Anchor::middle, Face::mono);
    used_ = from + value.width + 1;
  }

  void spot(float from, float to, std::uint64_t step, const RaceMark& mark, const std::string& tooltip) {
    const float begin = std::max(from, left_), end = std::min(to, layout_.plot_right + 22);
    if (end <= begin) return;
    Target target;
    target.thread = mark.first_thread;
    target.element = input_.history->element;
    target.step = step;
    canvas_.hot_spot({begin, y_ - layout_.row_height / 2, end - begin, layout_.row_height}, target, tooltip);
  }

  std::string lanes(const RaceMark& mark) const {
    return warp_name(input_.subject, row_.warp) + (mark.lanes > 1 ? fmt::format(": {} threads", mark.lanes) : "");
  }

  void draw_plain(const RaceMark& mark) {
    const Theme& theme = canvas_.theme();
    const Subject& subject = input_.subject;
    const float asked = layout_.x(static_cast<double>(mark.read_cycle)), back = layout_.x(static_cast<double>(mark.read_done));
    const float wrote = layout_.x(static_cast<double>(mark.write_cycle)),
                landed = layout_.x(static_cast<double>(mark.write_done));
    const bool reads = mark.read_step != Target::none;
    const bool read_happened = reads && happened(input_, mark.read_step), write_happened = happened(input_, mark.write_step);
    const ValueBox read = value_box(number(subject, mark.read_value)), write = value_box(number(subject, mark.after));
    // Value boxes stand at their cycles; where these are too close, they are pushed apart to touch.
    float read_from = back - read.width / 2, write_from = wrote - write.width / 2;
    if (reads && read_from + read.width + 1 > write_from) {
      const float middle = (back + wrote) / 2 + (read.width - write.width) / 2;
      read_from = middle - read.width - 0.5f;
      write_from = middle + 0.5f;
    }
    if (reads) {
      const Colour colour = faded(theme.read, dim(read_happened));
      if (inside(asked, 8) && free(asked - 9)) {
        canvas_.disc({asked, y_}, 7, {0, 0, 0, 0}, colour, 2.5f);
        used_ = std::max(used_, asked + 9);
      }
      spot(asked - 9, asked + 9, mark.read_step, mark,
           fmt::format("{} asked to read at cycle {}", lanes(mark), base::grouped(mark.read_cycle)));
      dots(std::max(asked + 11, used_), read_from - 3, faded(theme.read, 0.45f * dim(read_happened)));
      if (inside(read_from + read.width / 2, read.width / 2) && free(read_from)) {
        box(read_from, read, faded(theme.read, 0.14f * dim(read_happened)), colour, colour);
      } else if (inside(back, 2) && free(back - 2)) {
        tick(back, colour);
      }
      spot(read_from, read_from + read.width, mark.read_step, mark,
           fmt::format("{} got {}{} at cycle {}", lanes(mark), mark.one_read_value ? "" : "different values, first ", read.words,
                       base::grouped(mark.read_done)));
      const std::string plus = added(subject, mark);
      const float between = write_from - read_from - read.width;
      if (between > 6 && free(read_from + read.width)) {
        const float from = std::max(read_from + read.width + 2, left_), to = std::min(write_from - 2, layout_.plot_right + 20);
        if (to > from) canvas_.line({from, y_}, {to, y_}, faded(theme.muted, 0.6f * dim(read_happened)), 2);
        if (!plus.empty() && text_width(plus, smallest_text, Face::mono) + 6 < to - from)
          canvas_.text({(from + to) / 2, y_ - 4}, smallest_text, plus, faded(theme.muted, dim(write_happened)), Anchor::middle,
                       Face::mono);
      }
    }
    const Colour colour = faded(theme.write, dim(write_happened));
    if (inside(write_from + write.width / 2, write.width / 2) && free(write_from)) {
      box(write_from, write, colour, {0, 0, 0, 0}, write_happened ? on(theme.write) : theme.text);
    } else if (inside(wrote, 2) && free(wrote - 2)) {
      tick(wrote, colour);
    }
    spot(write_from, write_from + write.width, mark.write_step, mark,
         fmt::format("{} wrote {} at cycle {}", lanes(mark), write.words, base::grouped(mark.write_cycle)));
    if (landed > write_from + write.width + 8 && inside(landed, 7)) {
      dots(std::max(write_from + write.width + 4, used_), landed - 9, faded(theme.write, 0.45f * dim(write_happened)));
      canvas_.disc({landed, y_}, 6.5f, faded(theme.write, dim(write_happened)));
      used_ = landed + 9;
      spot(landed - 9, landed + 9, mark.write_step, mark,
           fmt::format("the write had landed at cycle {}", base::grouped(mark.write_done)));
    } else if (landed > layout_.plot_right + 22) {
      dots(std::max(write_from + write.width + 4, used_), landed, faded(theme.write, 0.45f * dim(write_happened)));
    }
    ring(mark, std::min(write_from, reads ? read_from : write_from), write_from + write.width);
  }

  void draw_atomic(const RaceMark& mark) {
    const Theme& theme = canvas_.theme();
    const bool done = happened(input_, mark.write_step);
    const float asked = layout_.x(static_cast<double>(mark.write_cycle)), back = layout_.x(static_cast<double>(mark.write_done));
    const Colour colour = faded(theme.atomic, dim(done));
    std::string words = number(input_.subject, mark.before) + " → " + number(input_.subject, mark.after);
    ValueBox value = value_box(words);
    float from = asked - half_box;
    if (inside(from + value.width / 2, value.width / 2) && free(from)) {
      box(from, value, colour, {0, 0, 0, 0}, done ? on(theme.atomic) : theme.text);
    } else if (inside(asked, 2) && free(asked - 2)) {
      tick(asked, colour);
    }
    const std::string how = mark.lanes > 1 ? fmt::format("{} added one after another, {}", lanes(mark), words)
                                           : fmt::format("{} added: {}", lanes(mark), words);
    spot(from, from + value.width, mark.write_step, mark, fmt::format("{}, at cycle {}", how, base::grouped(mark.write_cycle)));
    const float box_end = from + value.width;
    if (back > box_end + 8 && inside(back, 7)) {
      const float plus_end = note(mark, box_end + 8, back - 12, done);
      dots(std::max({box_end + 4, used_, plus_end}), back - 9, faded(theme.atomic, 0.45f * dim(done)));
      canvas_.disc({back, y_}, 6.5f, colour);
      used_ = back + 9;
    } else {
      dots(std::max(box_end + 4, used_), back, faded(theme.atomic, 0.45f * dim(done)));
    }
    ring(mark, from, box_end);
  }

  /// "+1 ×32" after an atomic's box, where it fits before `end`; where it ends.
  float note(const RaceMark& mark, float from, float end, bool done) {
    std::string words = added(input_.subject, mark);
    if (words.empty()) return from - 4;
    if (mark.lanes > 1) words += fmt::format(" ×{}", mark.lanes);
    const float wide = text_width(words, smallest_text, Face::mono);
    if (from < used_ || from + wide > end) return from - 4;
    canvas_.text({from, y_ + 5}, smallest_text, words, faded(canvas_.theme().muted, dim(done)), Anchor::start, Face::mono);
    return from + wide + 6;
  }

  void tick(float x, Colour colour) {
    canvas_.line({x, y_ - half_box}, {x, y_ + half_box}, colour, 2);
    used_ = std::max(used_, x + 3);
  }

  /// Text colour on a filled box.
  Colour on(Colour fill) const {
    const Theme& theme = canvas_.theme();
    return contrast(fill, theme.background) > contrast(fill, theme.text) ? theme.background : theme.text;
  }

  /// Around the mark under the pointer.
  void ring(const RaceMark& mark, float from, float to) {
    const std::uint64_t step = input_.hover.step;
    if (step == Target::none || (step != mark.write_step && step != mark.read_step)) return;
    from = std::max(from - 5, left_);
    to = std::min(to + 5, right_ - 1);
    if (to > from) canvas_.box({from, y_ - half_box - 4, to - from, 2 * half_box + 8}, 8, {0, 0, 0, 0}, canvas_.theme().text, 2);
  }

  Canvas& canvas_;
  const RaceInput& input_;
  const Layout& layout_;
  const RaceRow& row_;
  float y_, left_, right_;
  float used_ = -1e9f;  ///< right end of what the row holds so far
};

void draw_rows(Canvas& canvas, const RaceInput& input, const Layout& layout, const std::vector<RaceRow>& rows) {
  const Theme& theme = canvas.theme();
  const std::uint64_t blocks = base::count(input.subject.grid), per_block = input.subject.warps_per_block();
  for (std::size_t k = 0; k < layout.rows; ++k) {
    const RaceRow& row = rows[layout.first + k];
    const float y = layout.y(k);
    const bool lit = input.hover.thread != Target::none && warp_of(input.subject, input.hover.thread) == row.warp;
    canvas.box({layout.band_left, y - 15, canvas.width() - layout.band_left, 30}, 6, k % 2 ? theme.panel : theme.bar,
               lit ? theme.muted : Colour{0, 0, 0, 0}, lit ? 1.0f : 0.0f);
    canvas.text({0, y + 5}, label_size, fit_text(warp_name(input.subject, row.warp), label_size, layout.band_left - 12),
                label_colour(theme, row.warp / per_block, blocks));
    Target target;
    target.thread = row.marks.front().first_thread;
    target.element = input.history->element;
    canvas.hot_spot({0, y - layout.row_height / 2, canvas.width(), layout.row_height}, target, "");
    RowPainter(canvas, input, layout, row, y).draw();
    const RowVerdict end = verdict(input, row);
    if (end.words.empty()) continue;
    const RaceMark& last = row.marks.back();
    const float landed = layout.x(static_cast<double>(std::max(last.write_done, last.write_cycle)));
    const float x = std::clamp(landed + 30, layout.plot_left, layout.plot_right);
    const bool right_of_marks = landed + 30 <= layout.plot_right + 30;
    const float at = right_of_marks ? std::max(landed + 16, layout.plot_left) : layout.plot_right + 26;
    canvas.text({std::min(at, std::max(x, layout.plot_right + 26)), y + 5}, label_size,
                fit_text(end.words, label_size, canvas.width() - std::min(at, std::max(x, layout.plot_right + 26)) - 4),
                end.good ? theme.good : theme.wrong);
  }
}

void draw_axis(Canvas& canvas, const RaceInput& input, const Layout& layout) {
  const Theme& theme = canvas.theme();
  const float y = layout.rows_bottom + 4;
  const double end = layout.begin + layout.cycles;
  const float widest = text_width(number(std::floor(end)), smallest_text, Face::mono);
  const int most = std::max(1, static_cast<int>((layout.plot_right - layout.plot_left) / (widest + 40)));
  const double step = nice_step(layout.cycles, std::min(most, 12), true);
  for (double cycle = std::ceil(layout.begin / step) * step; cycle <= end + 1e-9; cycle += step) {
    const float x = layout.x(cycle);
    canvas.line({x, y}, {x, y + 6}, theme.muted, 1);
    canvas.text({x, y + 22}, smallest_text, number(cycle), theme.muted, Anchor::middle, Face::mono);
  }
  canvas.text({layout.plot_right, y + 42}, smallest_text, cycles_name(input.subject), theme.muted, Anchor::end);
}

void draw_cursor(Canvas& canvas, const RaceInput& input, const Layout& layout) {
  const trace::Steps& steps = input.subject.result->trace.steps;
  if (input.steps >= steps.size()) return;
  const double cycle = input.steps == 0 ? 0.0 : static_cast<double>(steps.cycle[input.steps - 1]);
  const float x = layout.x(cycle);
  const Theme& theme = canvas.theme();
  if (x < layout.plot_left - 22 || x > layout.plot_right + 22) {
    const bool later = x > layout.plot_right;
    const std::string words = later ? "now →" : "← now";
    canvas.text({later ? layout.plot_left + 60 : layout.plot_left, layout.rows_bottom + 46}, smallest_text, words, theme.text,
                later ? Anchor::end : Anchor::start);
    return;
  }
  canvas.line({x, title_height - 2}, {x, layout.rows_bottom + 4}, faded(theme.text, 0.8f), 1.5f);
}

}  // namespace

Picture race_picture(const RaceInput& input, const Theme& theme, float width, float height) {
  const std::vector<RaceRow> rows = make_race_rows(input);
  const Layout layout = make_layout(input, theme, rows, width, height);
  Canvas canvas(theme, width, height);
  const std::string element = fmt::format("{}[{}]", input.subject.buffer_name, base::grouped(input.history->element));
  std::string part;
  if (layout.rows < rows.size())
    part = layout.first == 0 ? fmt::format(", first {} of {} warps", layout.rows, base::grouped(rows.size()))
                             : fmt::format(", warps {} to {} of {}", base::grouped(layout.first + 1),
                                           base::grouped(layout.first + layout.rows), base::grouped(rows.size()));
  canvas.section({0, 14}, "Reads and writes of " + element + part, width);
  if (rows.empty()) {
    const bool recorded = input.subject.result->trace.level != trace::Level::none;
    canvas.text({0, title_height + 20}, label_size,
                fit_text(recorded ? "No thread wrote this element." : "This run was not recorded, so there is no timeline.",
                         label_size, width),
                theme.muted);
  } else {
    draw_rows(canvas, input, layout, rows);
    draw_axis(canvas, input, layout);
    draw_cursor(canvas, input, layout);
  }
  draw_legend(canvas, {0, layout.axis_bottom}, width, legend(input, theme));
  if (layout.distribution.height > 0) {
    const std::uint64_t runs = input.outcomes.front().distribution->runs;
    canvas.section({0, layout.distribution.y - 14},
                   runs == 1 ? "What one run gave" : "What " + base::grouped(runs) + " runs gave", width);
    std::optional<double> expected;
    if (input.history->element < input.subject.expected.size()) expected = input.subject.expected[input.history->element];
    draw_distribution(canvas, layout.distribution, input.outcomes, expected, "value of " + element + " · counted");
  }
  Picture picture{canvas.take(), {}};
  const auto shared = std::make_shared<const std::vector<HotSpot>>(picture.drawing.hot_spots);
  picture.under = [shared](Point point) {
    for (auto spot = shared->rbegin(); spot != shared->rend(); ++spot)
      if (spot->at.contains(point)) return *spot;
    return HotSpot{};
  };
  return picture;
}

std::size_t race_rows(const RaceInput& input) { return make_race_rows(input).size(); }

std::size_t race_rows_visible(const RaceInput& input, const Theme& theme, float width, float height) {
  return make_layout(input, theme, make_race_rows(input), width, height).rows;
}

void zoom_time(const RaceInput& input, const Theme& theme, float width, float height, Point point, float factor, float& pan,
               float& zoom) {
  const Layout layout = make_layout(input, theme, make_race_rows(input), width, height);
  const double share = std::clamp((point.x - layout.plot_left) / (layout.plot_right - layout.plot_left), 0.0f, 1.0f);
  const double at = pan + share / zoom;
  // At the most a hundredth of a cycle a point would be drawn: no more is in the trace than a cycle.
  const double most = std::max(layout.whole_cycles / 8, 1.0);
  zoom = static_cast<float>(std::clamp<double>(zoom * factor, 1.0, most));
  pan = static_cast<float>(std::clamp<double>(at - share / zoom, 0.0, 1 - 1.0 / zoom));
}

void pan_time(const RaceInput& input, const Theme& theme, float width, float height, float delta_x, float& pan, float& zoom) {
  const Layout layout = make_layout(input, theme, make_race_rows(input), width, height);
  zoom = std::max(zoom, 1.0f);
  pan = std::clamp(pan - delta_x / (layout.plot_right - layout.plot_left) / zoom, 0.0f, 1 - 1 / zoom);
}

}  // namespace warplens::view
