#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "view/drawing/text_width.h"
#include "view/race/race_layout.h"

namespace warplens::view {

namespace {

constexpr float value_size = 15;

struct ValueBox {
  std::string words;
  float width = 0;
};
ValueBox value_box(const std::string& words) { return {words, std::max(26.0f, text_width(words, value_size, Face::mono) + 12)}; }

class RowPainter {
 public:
  RowPainter(Canvas& canvas, const RaceInput& input, const RaceLayout& layout, const RaceRow& row, float y, RaceSigns& drawn)
      : canvas_(canvas),
        input_(input),
        layout_(layout),
        row_(row),
        y_(y),
        drawn_(drawn),
        left_(layout.plot_left - 22),
        right_(canvas.width()),
        now_(scrubbed_cycle(input)),
        half_box_(std::min(11.0f, layout.row_height / 2 - 1)) {}

  /// Returns the right end of what was drawn.
  float draw() {
    for (const RaceMark& mark : row_.marks) {
      if (layout_.x(static_cast<double>(mark.write_done)) < left_ ||
          layout_.x(static_cast<double>(mark.read_cycle)) > layout_.plot_right + 22)
        continue;
      mark.atomic ? draw_atomic(mark) : draw_plain(mark);
    }
    return used_;
  }

 private:
  bool inside(float x, float reach) const { return x - reach >= left_ && x + reach <= layout_.plot_right + 22; }
  bool free(float from) const { return from >= used_; }
  float dim(bool done) const { return done ? 1.0f : 0.28f; }
  /// Whether an event that ends at `cycle` is complete at the scrubbed time.
  bool over(std::uint64_t cycle) const { return static_cast<double>(cycle) <= now_; }

  void dots(float from, float to, Colour colour) {
    from = std::max(from, left_);
    to = std::min(to, layout_.plot_right + 22);
    if (to - from > 6) canvas_.line({from, y_}, {to, y_}, colour, 2, 3);
  }

  void box(float from, const ValueBox& value, Colour fill, Colour stroke, Colour words) {
    canvas_.box({from, y_ - half_box_, value.width, 2 * half_box_}, 5, fill, stroke, stroke.a > 0 ? 1.5f : 0);
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
    // Value boxes are centred on their cycles; boxes that would overlap are pushed apart.
    float read_from = back - read.width / 2, write_from = wrote - write.width / 2;
    if (reads && read_from + read.width + 1 > write_from) {
      const float middle = (back + wrote) / 2 + (read.width - write.width) / 2;
      read_from = middle - read.width - 0.5f;
      write_from = middle + 0.5f;
    }
    if (reads) {
      const Colour colour = faded(theme.read, dim(read_happened));
      // Omit the ring if it would overlap the value box.
      if (inside(asked, 8) && free(asked - 9) && asked + 9 <= read_from) {
        canvas_.disc({asked, y_}, 7, {0, 0, 0, 0}, colour, 2.5f);
        drawn_.asked = true;
        used_ = std::max(used_, asked + 9);
      }
      spot(asked - 9, asked + 9, mark.read_step, mark,
           fmt::format("{} asked to read at cycle {}", lanes(mark), base::grouped(mark.read_cycle)));
      dots(std::max(asked + 11, used_), read_from - 3, faded(theme.read, 0.45f * dim(read_happened)));
      const bool arrived = read_happened && over(mark.read_done);
      const Colour arrival = faded(theme.read, dim(arrived));
      if (inside(read_from + read.width / 2, read.width / 2) && free(read_from)) {
        box(read_from, read, faded(theme.read, 0.14f * dim(arrived)), arrival, arrival);
      } else if (inside(back, 2) && free(back - 2)) {
        tick(back, arrival);
      }
      spot(read_from, read_from + read.width, mark.read_step, mark,
           fmt::format("{} got {}{} at cycle {}", lanes(mark), mark.one_read_value ? "" : "different values, first ", read.words,
                       base::grouped(mark.read_done)));
      const std::string plus = added(mark);
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
         fmt::format("{} wrote {} at cycle {}: memory holds it from then on", lanes(mark), write.words,
                     base::grouped(mark.write_cycle)));
    if (landed > write_from + write.width + 8 && inside(landed, 7)) {
      dots(std::max(write_from + write.width + 4, used_), landed - 9, faded(theme.write, 0.45f * dim(write_happened)));
      canvas_.disc({landed, y_}, 6.5f, faded(theme.write, dim(write_happened && over(mark.write_done))));
      drawn_.complete = true;
      used_ = landed + 9;
      spot(landed - 9, landed + 9, mark.write_step, mark,
           fmt::format("the write of cycle {} was complete at cycle {}", base::grouped(mark.write_cycle),
                       base::grouped(mark.write_done)));
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
    float from = asked - half_box_;
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
      canvas_.disc({back, y_}, 6.5f, faded(theme.atomic, dim(done && over(mark.write_done))));
      drawn_.complete = true;
      used_ = back + 9;
    } else {
      dots(std::max(box_end + 4, used_), back, faded(theme.atomic, 0.45f * dim(done)));
    }
    ring(mark, from, box_end);
  }

  /// Draws "+1 ×32" after an atomic's box if it fits before `end`; returns where the text ends.
  float note(const RaceMark& mark, float from, float end, bool done) {
    std::string words = added(mark);
    if (words.empty()) return from - 4;
    if (mark.lanes > 1) words += fmt::format(" ×{}", mark.lanes);
    const float wide = text_width(words, smallest_text, Face::mono);
    if (from < std::max(used_, left_) || from + wide > std::min(end, layout_.plot_right + 22)) return from - 4;
    canvas_.text({from, y_ + 5}, smallest_text, words, faded(canvas_.theme().muted, dim(done)), Anchor::start, Face::mono);
    return from + wide + 6;
  }

  void tick(float x, Colour colour) {
    canvas_.line({x, y_ - half_box_}, {x, y_ + half_box_}, colour, 2);
    used_ = std::max(used_, x + 3);
  }

  /// Text colour with the better contrast on `fill`.
  Colour on(Colour fill) const {
    const Theme& theme = canvas_.theme();
    return contrast(fill, theme.background) > contrast(fill, theme.text) ? theme.background : theme.text;
  }

  /// Frame around the hovered mark.
  void ring(const RaceMark& mark, float from, float to) {
    const std::uint64_t step = input_.hover.step;
    if (step == Target::none || (step != mark.write_step && step != mark.read_step)) return;
    from = std::max(from - 5, left_);
    to = std::min(to + 5, right_ - 1);
    if (to > from)
      canvas_.box({from, y_ - half_box_ - 4, to - from, 2 * half_box_ + 8}, 8, {0, 0, 0, 0}, canvas_.theme().text, 2);
  }

  Canvas& canvas_;
  const RaceInput& input_;
  const RaceLayout& layout_;
  const RaceRow& row_;
  float y_;
  RaceSigns& drawn_;
  float left_, right_;
  double now_;          ///< scrubbed cycle
  float half_box_;      ///< half the height of a value's box
  float used_ = -1e9f;  ///< right end of the marks drawn so far
};

}  // namespace

float draw_marks(Canvas& canvas, const RaceInput& input, const RaceLayout& layout, const RaceRow& row, float y,
                 RaceSigns& drawn) {
  return RowPainter(canvas, input, layout, row, y, drawn).draw();
}

}  // namespace warplens::view
