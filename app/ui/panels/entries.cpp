#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "base/number_format.h"
#include "desk/playback/program_calls.h"
#include "experiment/captions/caption.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr std::size_t max_entry_rows = 3;  // more would push the sliders out of sight
constexpr std::uint32_t max_listed = 200;  // of the launches of a recorded program

/// What an entry shows, with the settings that it would have if it were chosen.
std::string shows_if_chosen(const desk::Choices& choices, std::uint32_t entry) {
  const std::string& text = choices.experiment().entries[entry].shows;
  if (text.find('{') == std::string::npos) return text;
  const auto chosen = settings_for(choices, entry);
  return chosen ? experiment::caption(choices.experiment(), chosen->settings, text) : text;
}

/// Those of the listed entries.
const std::vector<std::string>& texts_of(EntryTexts& known, const desk::Choices& choices, const desk::EntryRange& range) {
  const Session& session = choices.session;
  const bool same = known.experiment == &choices.experiment() && known.first == range.begin &&
                    known.texts.size() == range.end - range.begin && known.settings == session.settings;
  if (same) return known.texts;
  known = {&choices.experiment(), session.settings, range.begin, {}};
  for (std::uint32_t entry = range.begin; entry < range.end; ++entry) known.texts.push_back(shows_if_chosen(choices, entry));
  return known.texts;
}

/// What can be chosen under Kernel, the chosen one, and what choosing does.
struct KernelList {
  std::vector<std::string> labels, tips;
  std::size_t now = 0;
  std::function<base::Status(std::size_t)> choose;
  std::string note;  ///< which of them are listed, if not all are; may be empty
};

/// The kernels of the user's file, or the entries of the experiment.
KernelList kernel_list(const App& app, desk::Choices& choices, EntryTexts& texts) {
  KernelList list;
  const std::vector<const experiment::Experiment*> of_file = kernels_of_file(app.choices);
  for (const experiment::Experiment* kernel : of_file) {
    list.labels.push_back(kernel->entries.front().label);
    list.tips.push_back(fmt::format("Line {} of the file", kernel->entries.front().line));
    if (kernel == &app.choices.experiment()) list.now = list.labels.size() - 1;
  }
  if (!of_file.empty()) {
    list.choose = [&choices, of_file](std::size_t k) { return choose_experiment(choices, of_file[k]->id); };
    return list;
  }
  const std::vector<experiment::Entry>& entries = app.choices.experiment().entries;
  const desk::EntryRange range = listed_entries(app.choices, max_listed);
  for (std::uint32_t entry = range.begin; entry < range.end; ++entry) list.labels.push_back(entries[entry].label);
  list.tips = texts_of(texts, choices, range);
  list.now = app.choices.session.settings.entry - range.begin;
  list.choose = [&choices, first = range.begin](std::size_t k) {
    return choose_entry(choices, first + static_cast<std::uint32_t>(k));
  };
  if (list.labels.size() < entries.size())
    list.note = fmt::format("{} of {}; the Program view has all", base::grouped(std::uint64_t{list.labels.size()}),
                            base::counted(std::uint64_t{entries.size()}, "launch"));
  return list;
}

}  // namespace

void show_entries(const App& app, desk::Choices& choices, desk::Notice& notice, EntryTexts& texts) {
  if (choices.experiment().sequence) return show_launches(app, choices, notice);
  const Look& look = app.look;
  section(look, "Kernel", true);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  KernelList kernels = kernel_list(app, choices, texts);
  const std::vector<std::string>& labels = kernels.labels;
  float widest = 0;
  for (const std::string& label : labels)
    widest = std::max(widest, text_width(look, {view::Face::regular, 15}, label) + look.px(14));
  // As many next to each other as fit, in rows of equal length.
  const auto fit = std::max<std::size_t>(1, static_cast<std::size_t>((ImGui::GetContentRegionAvail().x - look.px(6)) / widest));
  const std::size_t rows = (labels.size() + fit - 1) / fit, across = (labels.size() + rows - 1) / std::max<std::size_t>(rows, 1);
  std::optional<std::size_t> chosen;
  if (rows > max_entry_rows) {
    std::vector<ChoiceRow> list;
    for (std::size_t k = 0; k < labels.size(); ++k) list.push_back({labels[k], kernels.tips[k]});
    chosen = choice(look, "entries", list, kernels.now, ImGui::GetContentRegionAvail().x, "Which kernel runs, and on what", [&] {
      if (!kernels.note.empty()) note(look, kernels.note, look.colours().muted);
    });
  }
  // It is said below, and would cover the other entries.
  if (kernels.now < kernels.tips.size()) kernels.tips[kernels.now].clear();
  for (std::size_t first = 0; first < labels.size() && rows <= max_entry_rows; first += across) {
    const std::size_t count = std::min(across, labels.size() - first);
    const std::string id = fmt::format("entries {}", first);
    const auto clicked = segmented(look, id.c_str(), std::span(labels).subspan(first, count),
                                   kernels.now - first,  // out of range where another row holds it
                                   ImGui::GetContentRegionAvail().x, std::span(kernels.tips).subspan(first, count));
    if (clicked) chosen = first + *clicked;
    if (first + count < labels.size()) gap(look, -2);
  }
  if (const auto told = std::ranges::find_if(labels, [&](const std::string& label) { return lesson_names(app, label); });
      told != labels.end())
    highlight_named(app, *told, at);  // once, where it names several
  note(look, experiment::shows_text(choices.experiment(), choices.session.settings), look.colours().muted);
  if (chosen) notify(notice, kernels.choose(*chosen));
}

}  // namespace warplens::ui
