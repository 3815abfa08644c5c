#include "ui/panels/session_question.h"

#include "desk/lesson/lessons.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

bool has_session_question(const App& app) {
  return !app.choices.session.question.empty() && desk::open_step(app.lessons, app.choices.session) == nullptr;
}

void show_session_question(const App& app, Session& session) {
  constexpr const char* close_label = "Close";
  constexpr float padding = 12;  // points
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, side = look.px(padding), inner = width - 2 * side;
  const float close = text_width(look, small_text, close_label);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({at.x + side, at.y + look.px(8)});
  ImGui::BeginGroup();
  const ImVec2 head = ImGui::GetCursorScreenPos();
  paragraph(look, 17, 24, {{session.question, theme.text, view::Face::semibold}}, inner - close - side);
  if (!session.answer.empty() && !app.prediction.hides())
    paragraph(look, 15, 22, {{session.answer, theme.text, view::Face::regular}}, inner);
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + look.px(8);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {at.x + width, bottom}, packed(theme.control), look.px(10));
  list.AddRect(at, {at.x + width, bottom}, packed(faded(theme.accent, 0.55f)), look.px(10), 0, look.px(1.2f));
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({at.x + width - side - close, head.y + look.px(2)});
  if (link(look, "close question", close_label, "Close the question that this session came with")) {
    session.question.clear();
    session.answer.clear();
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, bottom - at.y});
  gap(look, 6);
}

}  // namespace warplens::ui
