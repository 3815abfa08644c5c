#include "ui/window/spoken_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "desk/lesson/lessons.h"
#include "lesson/markdown.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/shown.h"

namespace warplens::ui {
namespace {

/// Whether a text is an icon, which is a letter of Unicode's private use area: U+E000 to U+F8FF, in UTF-8 EE 80 80 to EF A3 BF.
bool is_icon(std::string_view text) { return text.size() == 3 && text >= "\xEE\x80\x80" && text <= "\xEF\xA3\xBF"; }

float middle(float from, float size) { return from + size / 2; }

bool is_in_sight(const ShownText& text) {
  return text.ink.x < text.clip.x + text.clip.width && text.ink.x + text.ink.width > text.clip.x &&
         text.ink.y < text.clip.y + text.clip.height && text.ink.y + text.ink.height > text.clip.y;
}

bool is_within(const ShownText& text, const FocusStop& stop) {
  const float x = middle(text.ink.x, text.ink.width), y = middle(text.ink.y, text.ink.height);
  return x >= stop.from.x && x <= stop.to.x && y >= stop.from.y && y <= stop.to.y;
}

}  // namespace

std::string spoken_control(const App& app) {
  if (app.look.shown == nullptr) return "";
  if (app.palette.show) {
    const PaletteState& palette = app.palette;
    if (palette.chosen >= palette.found.size()) return "Nothing here is called that";
    const Command& chosen = palette.found[palette.chosen];
    return fmt::format("{} {}, {} of {}", chosen.kind, chosen.label, palette.chosen + 1, palette.found.size());
  }
  const FocusStop* const stop = app.focus.at();
  if (stop == nullptr) {  // a dialog begins with what it is, and how to use it
    const std::vector<std::string> lines = dialog_lines(app);
    return lines.empty() ? "" : lines.size() == 1 ? lines[0] : lines[0] + ". " + lines[1];
  }
  if (stop->kind == ControlKind::picture) return "The picture: arrows move it, + and - bring it nearer";
  if (stop->kind == ControlKind::code) return "The source: Enter begins to type";
  std::string words;
  for (const ShownText& text : app.look.shown->texts)
    if (is_in_sight(text) && is_within(text, *stop) && !is_icon(text.text)) words += (words.empty() ? "" : " ") + text.text;
  std::string tip = app.look.shown->reached;
  std::erase(tip, '`');  // of code, in texts of experiments
  return words + (words.empty() || tip.empty() ? "" : ". ") + tip;
}

std::string spoken_news(const App& app) {
  if (!app.notice.text.empty()) return app.notice.text;
  const lesson::Step* const step = open_step(app.lessons, app.choices.session);
  if (step == nullptr) return "";
  const bool done = app.lessons.step.done;
  if (!done && app.lessons.step.answer) return "Not that: look again.";
  const std::uint32_t number = app.choices.session.lesson_step;
  const bool ends = step->title.ends_with('?') || step->title.ends_with('!');
  std::string news = done ? "Task done." : fmt::format("Step {}: {}{}", number, step->title, ends ? "" : ".");
  if (!done && number == 1) news = fmt::format("Lesson: {}. {}", open_lesson(app.lessons, app.choices.session)->title, news);
  for (const lesson::Block& block : done ? app.lessons.step.seen : step->task) news += " " + lesson::plain(block);
  return news;
}

std::vector<std::string> dialog_lines(const App& app) {
  std::vector<std::string> lines;
  if (app.look.shown == nullptr || !app.look.shown->dialog) return lines;
  constexpr float same_line = 6;  // pixels
  float y = -1;
  const std::vector<ShownText>& texts = app.look.shown->texts;
  for (std::size_t k = *app.look.shown->dialog; k < texts.size(); ++k) {
    if (is_icon(texts[k].text) || !is_in_sight(texts[k])) continue;
    const float here = middle(texts[k].ink.y, texts[k].ink.height);
    if (!lines.empty() && std::abs(here - y) < same_line)
      lines.back() += "  " + texts[k].text;
    else
      lines.push_back(texts[k].text);
    y = here;
  }
  return lines;
}

}  // namespace warplens::ui
