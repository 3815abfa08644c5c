#include <fmt/format.h>

#include <algorithm>

#include "ui/panels/panel.h"
#include "ui/widgets/choice.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

// Predict: a question in place of the picture; then what the guess was worth.

namespace warplens::ui {
namespace {

using view::Face;

/// The field for a number, or the choices. Returns the guess.
std::optional<double> show_guess(const Look& look, const desk::PredictionQuestion& question, std::string& typed, float width) {
  std::optional<double> guess;
  for (std::size_t k = 0; k < question.choices.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    if (button(look, "choice", question.choices[k], "Say that it is this")) guess = static_cast<double>(k);
    ImGui::PopID();
  }
  if (!question.choices.empty()) return guess;
  bool left = false;
  double number = 0;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool is_number = typed_number(typed.c_str(), false, number);
  text_field(look, "##guess", typed, std::min(width, look.px(260)), "Your number, then Enter",
             typed.empty() || is_number ? "" : "This is no number", &left);
  if (typed.empty()) draw_placeholder(look, at, "Your number, then Enter");
  if (left && typed_number(typed.c_str(), false, number)) guess = number;
  return guess;
}

}  // namespace

void show_prediction(const App& app, desk::Prediction& prediction) {
  const desk::PredictionQuestion* const question = prediction.question();
  if (question == nullptr) return;
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const float width = std::min(ImGui::GetContentRegionAvail().x, look.px(760));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("prediction", {width, 0}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  section(look, "Predict", true);
  paragraph(look, 30, 40, {{question->text, theme.text, Face::semibold}}, width);
  gap(look, 10);
  const std::optional<double> guess = show_guess(look, *question, prediction.typed, width);
  note(look, "Picture and figures of this run come with your answer. Source and settings are here to work it out.", theme.muted);
  gap(look, 18);
  note(look, "What to ask", theme.muted);
  std::vector<ChoiceRow> rows;
  std::size_t now = 0;
  for (const desk::PredictionQuestion& each : prediction.questions()) {
    if (each.key == question->key) now = rows.size();
    rows.push_back({each.text, ""});
  }
  const auto other = choice(look, "question", rows, now, width, "What you are asked about this run, and about the next ones");
  const bool given_up = link(look, "show", "Show it without an answer", "The picture and all figures of this run");
  ImGui::EndChild();
  if (guess)
    prediction.answer(*guess);
  else if (other)
    prediction.ask(prediction.questions()[*other].key);
  else if (given_up)
    prediction.give_up();
}

void show_verdict(const App& app, std::string& why) {
  const desk::PredictionQuestion* const question = app.prediction.question();
  if (question == nullptr || !app.prediction.guess()) return;
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const std::string verdict = desk::verdict_on(*question, *app.prediction.guess());
  const bool right = verdict.starts_with("Right");
  section(look, "Predicted");
  say(look, {{question->text + " ", theme.muted, Face::regular}, {verdict, right ? theme.good : theme.wrong, Face::semibold}},
      faded(right ? theme.good : theme.wrong, 0.6f), 16, 24);
  if (!question->why.empty() && why != question->why &&
      link(look, "why predicted", "Why is it so?", "The causes, back through the run"))
    why = question->why;
}

}  // namespace warplens::ui
