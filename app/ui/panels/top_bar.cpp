#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "experiment/captions/caption.h"
#include "launch/machine_name.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr float bar_gap = 18, title_gap = 14,
                chip_padding = 28;  ///< points: between parts of the bar; of the machine's chip, both ends
constexpr float min_title = 250;  ///< points for an experiment's title, or as many as it needs
constexpr const char* more_views = "More";

/// The views that the shown experiment has something for, and the one that is shown.
std::vector<const view::Row*> views_of(const App& app) {
  const experiment::Experiment& experiment = app.choices.experiment();
  std::vector<const view::Row*> rows;
  for (const view::Row& row : view::table())
    if (desk::offers(row, experiment) || &row == &app.choices.row()) rows.push_back(&row);
  return rows;
}

void same_line(float x) { ImGui::SetCursorPos({x, ImGui::GetStyle().WindowPadding.y}); }

/// The heading that an experiment stands under.
std::string topic_of(const experiment::Experiment& experiment) {
  if (!experiment.topic.empty()) return experiment.topic;
  return experiment.opened_by_user() ? "Your own" : "Others";
}

/// The experiments to choose from: topics in the order of their first experiments.
std::vector<const experiment::Experiment*> by_topic(const experiment::Catalogue& catalogue) {
  std::vector<std::string> topics;
  for (const experiment::Experiment& each : catalogue.experiments)
    if (!each.replaced && std::ranges::find(topics, topic_of(each)) == topics.end()) topics.push_back(topic_of(each));
  std::vector<const experiment::Experiment*> sorted;
  for (const std::string& topic : topics)
    for (const experiment::Experiment& each : catalogue.experiments)
      if (!each.replaced && topic_of(each) == topic) sorted.push_back(&each);
  return sorted;
}

/// The experiments; the chosen one's title is in the field.
float show_picker(const App& app, desk::Choices& choices, desk::Notice& notice, float x, float width_limit) {
  const Look& look = app.look;
  std::vector<ChoiceRow> rows;
  std::size_t chosen = 0;
  std::vector<std::string> ids;
  for (const experiment::Experiment* experiment : by_topic(app.choices.catalogue)) {
    ids.push_back(experiment->id);
    if (experiment->id == app.choices.session.experiment) chosen = rows.size();
    rows.push_back({experiment->title, experiment::text_of(*experiment), topic_of(*experiment)});
  }
  const float width = std::min(choice_width(look, app.choices.experiment().title), width_limit);
  same_line(x);
  const auto picked =
      choice(look, "experiments", rows, chosen, width,
             experiment::caption(app.choices.experiment(), app.choices.session.settings, app.choices.experiment().text), [&app] {
               for (const base::Error& error : app.choices.catalogue.errors)
                 note(app.look, base::describe(error), app.look.colours().wrong);
             });
  if (picked) notify(notice, choose_experiment(choices, ids[*picked]));
  return width;
}

constexpr TextStyle device_style{view::Face::regular, 15};

/// Which machine runs, in words.
std::string device_text(const App& app) {
  const launch::DeviceProperties& device = app.choices.device().properties();
  const experiment::Settings& settings = app.choices.session.settings;
  const bool simt = device.kind == launch::DeviceKind::simt;
  const std::string name =
      simt ? launch::machine_name(device.name, device.multiprocessors, settings.multiprocessors) : device.name;
  return name + (simt ? " · seed " + std::to_string(settings.seed) : " · measured") +
         (device.place.empty() ? "" : " · elsewhere");
}

/// The same without the words "SIMT machine", the first to go in a narrow bar.
std::string brief_device_text(const App& app) {
  std::string text = device_text(app);
  const std::size_t card = text.find(", ");
  if (app.choices.device().properties().kind == launch::DeviceKind::simt && card < text.size()) text.erase(0, card + 2);
  return text;
}

/// The machine as a chip; a click goes to the next machine where there are several.
float show_device(const App& app, desk::Choices& choices, float x, float width_limit) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const launch::DeviceProperties& device = app.choices.device().properties();
  const bool simt = device.kind == launch::DeviceKind::simt, here = device.place.empty();
  const std::string text = device_text(app);
  constexpr TextStyle style = device_style;
  // In a narrow bar, drop "SIMT machine" first, then the seed.
  std::string brief = text;
  const auto fits = [&] { return text_width(look, style, brief) <= width_limit - look.px(chip_padding); };
  if (!fits()) brief = brief_device_text(app);
  if (!fits()) brief.erase(std::min(brief.find(" · "), brief.size()));
  const std::string label = shortened(look, style, brief, width_limit - look.px(chip_padding));
  const float width = text_width(look, style, label) + look.px(chip_padding), height = look.px(34);
  same_line(x);
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.y += look.px(2);
  ImGui::SetCursorScreenPos(at);
  const bool several = !here || launch::resolve(app.choices.devices, launch::first_gpu).ok();
  if (press_area(look, "device", {width, height}, ControlKind::button, several))
    choose_device(choices, simt && here ? launch::first_gpu : launch::simt_device);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(at, {at.x + width, at.y + height}, packed(faded(theme.good, several && ImGui::IsItemHovered() ? 1.0f : 0.45f)),
               height / 2, 0, look.px(1.2f));
  draw_text(list, look, style, {at.x + look.px(14), middle_baseline(look, at.y, height, style.size)},
            mixed(theme.good, theme.text, 0.35f), label);
  std::string meaning = text + ". ";
  if (!here) meaning += "It is at the other end of “" + device.place + "”. ";
  meaning += simt ? "The machine that runs the kernel: an NVIDIA GPU's way of working, executed exactly on a computer's CPU. Its "
                    "cycles are modelled."
                  : "The machine that runs the kernel: a real GPU, timed by its own clock.";
  meaning += several                                ? " Click for the other machine."
             : app.choices.devices.gpu_note.empty() ? ""
                                                    : " " + app.choices.devices.gpu_note;
  tip(look, meaning);
  return width;
}

constexpr TextStyle tab_style{view::Face::regular, 15};

constexpr float narrow_tabs = 12, wide_tabs = 34;  // points around a title
constexpr float max_tabs = 0.48f;                  // of the window's width

/// Pixels for tabs with their whole titles and `around` points at each.
float width_of_tabs(const Look& look, std::span<const view::Row* const> rows, float around) {
  float width = look.px(6);
  for (const view::Row* row : rows) width += text_width(look, tab_style, std::string(row->title)) + look.px(around);
  return width;
}

/// The views, as tabs, and those that find no room, in a list.
struct Tabs {
  std::vector<const view::Row*> rows, more;
  float width = 0, more_width = 0;  ///< pixels
};

/// As many tabs as fit into `room` pixels of a window of `width`, at least four, in a narrow window one; the shown view's is one
/// of them.
Tabs tabs_of(const App& app, float width, float room) {
  Tabs tabs{views_of(app), {}, 0, 0};
  const Look& look = app.look;
  const std::size_t least = width < look.px(900) ? 1 : 4;
  const float min_width = look.px(60) * static_cast<float>(least);
  while (width_of_tabs(look, tabs.rows, narrow_tabs) + tabs.more_width > room && tabs.rows.size() > least) {
    tabs.more_width = choice_width(look, more_views) + look.px(8);
    const bool last_is_shown = tabs.rows.back() == &app.choices.row();
    const auto last = tabs.rows.end() - (last_is_shown ? 2 : 1);
    tabs.more.insert(tabs.more.begin(), *last);
    tabs.rows.erase(last);
  }
  const float most = std::max(width_of_tabs(look, tabs.rows, narrow_tabs), width * max_tabs);
  tabs.width = std::min({width_of_tabs(look, tabs.rows, wide_tabs), most, std::max(room - tabs.more_width, min_width)});
  return tabs;
}

void show_tabs(const App& app, desk::Choices& choices, const Tabs& tabs, float x) {
  std::vector<std::string> labels, tips;
  std::size_t now = tabs.rows.size();
  const auto tooltip = [](const view::Row& row) { return fmt::format("{} ({})", row.tooltip, row.key); };
  for (const view::Row* row : tabs.rows) {
    if (row == &app.choices.row()) now = labels.size();
    labels.emplace_back(row->title);
    tips.push_back(tooltip(*row));
  }
  same_line(x);
  if (const auto chosen = segmented(app.look, "view", labels, now, tabs.width, tips))
    choose_view(choices, tabs.rows[*chosen]->name);
  if (tabs.more.empty()) return;
  std::vector<ChoiceRow> more;
  for (const view::Row* row : tabs.more) more.push_back({std::string(row->title), tooltip(*row)});
  same_line(x + tabs.width + app.look.px(8));
  if (const auto chosen = choice(app.look, more_views, more, more.size(), tabs.more_width - app.look.px(8), "More views"))
    choose_view(choices, tabs.more[*chosen]->name);
}

constexpr TextStyle name_style{view::Face::semibold, 21};

/// Pixels of the program's name, the experiment's title, the machine in brief and the views, none of them cut.
float widest(const App& app, float width) {
  const Look& look = app.look;
  const auto views = views_of(app);
  return text_width(look, name_style, "Warplens") + look.px(bar_gap) + choice_width(look, app.choices.experiment().title) +
         look.px(title_gap) + text_width(look, device_style, brief_device_text(app)) + look.px(chip_padding) +
         std::min(width_of_tabs(look, views, wide_tabs), std::max(width_of_tabs(look, views, narrow_tabs), width * max_tabs));
}

}  // namespace

void show_top_bar(const App& app, desk::Choices& choices, desk::Notice& notice, OpenFileState& open_file, bool& paste_wanted,
                  bool& show_lessons, bool& show_help) {
  const Look& look = app.look;
  const float padding = look.px(22), gap = look.px(bar_gap);
  const float width = ImGui::GetWindowWidth();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr const char *paste_words = "Paste your kernel",
                       *paste_tip = "Paste your kernel, or a whole program, once you have copied it (Ctrl V)";
  const float worded = worded_button_width(look, paste_words), icon_only = look.px(38), other_icons = 4 * look.px(38 + 10);
  const bool words_fit = widest(app, width) + 2 * padding + 3 * gap + worded + other_icons <= width;
  const float icons = (words_fit ? worded : icon_only) + other_icons;
  const float titles_room = std::min(choice_width(look, app.choices.experiment().title), look.px(min_title));
  const Tabs tabs = tabs_of(app, width, width - 2 * padding - icons - 2 * gap - titles_room);
  const float right = width - padding - icons - gap - tabs.width - tabs.more_width;
  float x = padding + text_width(look, name_style, "Warplens") + gap;
  if (right - x - gap >= titles_room) {
    draw_text(*ImGui::GetWindowDrawList(), look, name_style, {at.x, middle_baseline(look, at.y, look.px(38), name_style.size)},
              look.colours().text, "Warplens");
  } else {
    x = padding;  // the experiment's title needs the room
  }
  const float room = right - x - gap;
  // The title is cut before the machine goes, which is among the controls, too.
  constexpr float least_title = 226, device = 112;  // points, the gap included
  const bool device_fits =
      room >= std::min(choice_width(look, app.choices.experiment().title), look.px(least_title)) + look.px(device);
  x += show_picker(app, choices, notice, x, device_fits ? room - look.px(device) : room) + look.px(title_gap);
  if (device_fits) show_device(app, choices, x, right - x - gap);

  show_tabs(app, choices, tabs, right);
  same_line(width - padding - icons);
  if (words_fit ? worded_button(look, "paste", icon::paste, paste_words, paste_tip)
                : icon_button(look, "paste", icon::paste, paste_tip))
    paste_wanted = true;
  same_line(width - padding - look.px(4 * 38 + 3 * 10));
  if (icon_button(look, "open", icon::folder, "Open a kernel, make a new one, or a copy to edit (Ctrl O)"))
    open_dialog(app.recent, open_file);
  same_line(width - padding - look.px(3 * 38 + 2 * 10));
  if (icon_button(look, "lessons", icon::book, "Lessons: short steps next to a live picture (F2)")) show_lessons = !show_lessons;
  same_line(width - padding - look.px(2 * 38 + 10));
  if (icon_button(look, "theme", icon::theme, "Dark, light or projector colours (T)")) {
    choices.session.theme = base::next_enumerator(choices.session.theme);
  }
  same_line(width - padding - look.px(38));
  if (icon_button(look, "help", icon::help, "Keys, colours and words (F1)")) show_help = !show_help;
}

}  // namespace warplens::ui
