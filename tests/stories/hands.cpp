#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>

#include "tests/stories/keys.h"
#include "tests/stories/person.h"

// What a person does with the mouse and the keyboard.

namespace warplens::stories {
namespace {

ImVec2 middle_of(const Line& line) { return {middle(line.at).x, middle(line.at).y}; }

}  // namespace

void Person::move_to(ImVec2 at) {
  ImGui::GetIO().MousePos = at;
  frame();
  frame(0.31);  // a second click is none of a double click; a tooltip comes after 0.45 s
}

void Person::click_at(ImVec2 at) {
  move_to(at);
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down;
    frame();
  }
  settle();
}

void Person::double_click_at(ImVec2 at) {
  click_at(at);
  for (const bool down : {true, false}) {
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down;
    frame();
  }
  settle();
}

void Person::click(const std::string& words, Part part) {
  const ImVec2 at = place_of(words, part);
  if (at.x >= 0) click_at(at);
}

void Person::hover_at(ImVec2 at) {
  move_to(at);
  frame(0.3);
  settle();
}

void Person::hover(const std::string& words, Part part) {
  const ImVec2 at = place_of(words, part);
  if (at.x >= 0) hover_at(at);
}

void Person::drag(ImVec2 from, ImVec2 to) {
  move_to(from);
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
  frame();
  constexpr int moves = 6;
  for (int k = 1; k <= moves; ++k) {
    const float part = static_cast<float>(k) / moves;
    ImGui::GetIO().MousePos = {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
    frame();
  }
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
  frame();
  settle();
}

void Person::wheel(ImVec2 at, float turns) {
  move_to(at);
  ImGui::GetIO().MouseWheel = turns;
  frame();
  settle();
}

void Person::scroll_to(const std::string& words, Part part) {
  const view::Rectangle room = rectangle_of(part);
  const ImVec2 at{room.x + room.width / 2, room.y + room.height * 0.6f};
  wheel(at, 100);
  constexpr int turns = 100;
  for (int turn = 0; turn < turns; ++turn) {
    if (screen_->prose_in(room).find(words) != std::string::npos) return;
    wheel(at, -0.3f);
  }
  ADD_FAILURE() << "“" << words << "” was not found by scrolling: " << screen_->prose();
}

void Person::slide(const std::string& label, float part) {
  if (!sees(label)) scroll_to(label, Part::left);
  const float scale = window_->app().look.scale, thumb = 8.5f * scale;
  for (int turn = 0; turn < 20; ++turn) {
    const auto line = find_line(label, Part::anywhere);
    const ui::FocusStop* const stop = line ? control_at(middle(line->at)) : nullptr;
    ASSERT_NE(stop, nullptr) << label << " has no slider";
    const float y = stop->to.y - thumb, left = stop->from.x + thumb, width = stop->to.x - stop->from.x - 2 * thumb;
    if (y + thumb <= stop->clip_to.y) return drag({left, y}, {left + part * width + (part == 1 ? thumb : 0), y});
    wheel(middle_of(*line), -0.3f);  // the track is below the edge of the panel
  }
  ADD_FAILURE() << label << " has a slider that cannot be reached";
}

bool Person::framed(const std::string& words) const {
  const ui::FocusStop* const stop = window_->app().focus.at();
  if (stop == nullptr) return false;
  const view::Rectangle at{stop->from.x, stop->from.y, stop->to.x - stop->from.x, stop->to.y - stop->from.y};
  return screen_->prose_in(at).find(words) != std::string::npos;
}

void Person::tab_to(const std::string& words) {
  constexpr int most = 80;
  for (int k = 0; k < most && !framed(words); ++k) press("Tab");
  EXPECT_TRUE(framed(words)) << "Tab does not reach “" << words << "”";
}

void Person::drop(const std::filesystem::path& file) {
  window_->app().open_file(file);
  settle();
}

void Person::move_away() {
  ImGui::GetIO().MousePos = {-1, -1};
  settle();
}

void Person::press(const std::string& name, int times) {
  const ui::KeyPress key = key_named(name);
  ASSERT_NE(key.key, 0) << name << " is no key";
  ImGuiIO& io = ImGui::GetIO();
  for (; times > 0; --times) {
    io.KeyCtrl = (key.modifiers & GLFW_MOD_CONTROL) != 0;
    io.KeyShift = (key.modifiers & GLFW_MOD_SHIFT) != 0;
    io.KeysDown[key.key] = true;
    ui::press(window_->app(), key);
    frame();
    io.KeysDown[key.key] = io.KeyCtrl = io.KeyShift = false;
    settle();
  }
}

void Person::type(const std::string& letters) {
  ImGui::GetIO().AddInputCharactersUTF8(letters.c_str());
  settle();
}

void Person::set(const std::string& label, const std::string& value, Part part) {
  // A lesson may name it while it is out of sight.
  const auto has_field = [&](const Line& line) {
    return line.text.find(label) != std::string::npos && control_at(middle(line.at)) != nullptr;
  };
  if (part == Part::anywhere && std::ranges::none_of(screen_->lines(), has_field)) scroll_to(label, Part::left);
  const auto line = find_line(label, part);
  if (!line) return;
  const ui::FocusStop* const stop = control_at(middle(line->at));
  ASSERT_NE(stop, nullptr) << label << " has no field";
  click_at({stop->to.x - 52 * window_->app().look.scale, middle(line->at).y});
  press("Ctrl A");
  for (const char digit : value) type(std::string(1, digit));  // as slowly as people: each may start a run
  press("Enter");
  move_away();
}

void Person::answer(const std::string& number) {
  // The field is at the left of the words that ask for the answer, or of what was said of the last one.
  const ImVec2 at = place_of(sees("then Enter") ? "then Enter" : "Not that", Part::right);
  const ui::FocusStop* field = nullptr;
  for (const ui::FocusStop& stop : window_->app().focus.stops()) {
    const bool beside = stop.kind == ui::ControlKind::field && stop.to.x < at.x && stop.from.y < at.y && at.y < stop.to.y;
    if (beside && (field == nullptr || stop.to.x > field->to.x)) field = &stop;
  }
  if (field != nullptr) {
    click_at({(field->from.x + field->to.x) / 2, at.y});
    press("Ctrl A");
    type(number);
    return press("Enter");
  }
  ADD_FAILURE() << "there is no field for an answer: " << screen_->prose();
}

void Person::find(const std::string& name) {
  press("Ctrl P");
  type(name);
  press("Enter");
}

}  // namespace warplens::stories
