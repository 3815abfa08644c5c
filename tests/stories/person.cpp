#include "tests/stories/person.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h>

#include <chrono>
#include <cstdlib>
#include <regex>
#include <thread>

#include "base/resources.h"
#include "export/png.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "tests/stories/keys.h"
#include "ui/window/app_frame.h"
#include "ui/window/layout.h"
#include "view/table.h"

namespace warplens::stories {
namespace {

/// What every computer of the class has: made once for all stories of a process.
struct Installed {
  launch::DeviceList devices;
  experiment::Catalogue catalogue;
  std::shared_ptr<const lesson::Lessons> lessons;
};

Installed& installed() {
  static Installed all = [] {
    Installed made;
    for (const simt::DeviceSpec& spec : simt::device_specs()) made.devices.devices.push_back(simt::make_device(spec));
    made.devices.gpu_note = "this computer has no GPU";
    made.catalogue = experiment::load_catalogue(experiment::catalogue_folders({}), view::names_of_views());
    made.lessons =
        std::make_shared<lesson::Lessons>(lesson::load_lessons({base::resource_folder() / "assets" / "lessons"}, made.catalogue));
    return made;
  }();
  return all;
}

ImVec2 middle_of(const Line& line) { return {middle(line.at).x, middle(line.at).y}; }

view::Point pixels_of(Size size) {
  return size == Size::hd ? view::Point{1280, 720} : size == Size::full_hd ? view::Point{1920, 1080} : view::Point{3840, 2160};
}

}  // namespace

Person::Person(Size size, Theme theme, const std::filesystem::path& folder, const std::filesystem::path& file) : folder_(folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  ::setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  Installed& all = installed();
  const view::Point pixels = pixels_of(size);
  auto window = ui::OffscreenWindow::open(static_cast<std::uint32_t>(pixels.x), static_cast<std::uint32_t>(pixels.y), all.devices,
                                          all.catalogue, all.lessons);
  if (!window) throw std::runtime_error(base::describe(window.error()));
  window_ = std::make_unique<ui::OffscreenWindow>(std::move(*window));
  map_keys();
  ImGui::GetIO().MousePos = {-1, -1};
  window_->app().look.shown = &shown_;
  remember_user(window_->app());
  window_->app().open_first_experiment();
  if (!file.empty()) window_->app().open_file(file);
  settle();
  while (window_->app().choices.session.theme != theme) press("T");
}

void Person::frame(double seconds) {
  ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
  const base::Status drawn = window_->frame();
  EXPECT_TRUE(drawn) << base::describe(drawn.error());
  ImGui::GetIO().DeltaTime = 1.0f / 60;
}

void Person::look() { screen_.emplace(shown_, window_->app().look.scale); }

void Person::settle() {
  const base::Status settled = window_->settle();
  EXPECT_TRUE(settled) << base::describe(settled.error());
  look();
}

bool Person::sees(const std::string& words) const { return screen_->prose().find(words) != std::string::npos; }

void Person::see(const std::string& words) const {
  EXPECT_TRUE(sees(words)) << "“" << words << "” is not on the screen: " << screen_->prose();
}

void Person::do_not_see(const std::string& words) const {
  EXPECT_FALSE(sees(words)) << "“" << words << "” is on the screen: " << screen_->prose();
}

std::string Person::read(const std::string& pattern) const {
  std::smatch match;
  const bool found = std::regex_search(screen_->prose(), match, std::regex(pattern));
  EXPECT_TRUE(found) << pattern << " is not on the screen: " << screen_->prose();
  return found && match.size() > 1 ? match[1].str() : "";
}

void Person::wait_for(const std::string& words) {
  const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!sees(words) && std::chrono::steady_clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    settle();
  }
  see(words);
}

void Person::wait(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::min(seconds, 0.5));
  for (double left = seconds; left > 0; left -= 0.1) frame(0.1);
  std::this_thread::sleep_until(end);  // the editor looks at a clock of its own
  settle();
}

void Person::picture(const std::string& name) {
  settle();
  const std::filesystem::path folder = WARPLENS_PICTURE_FOLDER;
  std::filesystem::create_directories(folder);
  const base::Status written = export_::write_png(folder / (name + ".png"), window_->pixels());
  EXPECT_TRUE(written) << base::describe(written.error());
  for (const std::string& flaw : screen_->flaws()) ADD_FAILURE() << name << ": " << flaw;
}

view::Rectangle Person::rectangle_of(Part part) const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const ui::Places at = ui::places(size.x, size.y, window_->app().look.scale, 0);
  switch (part) {
    case Part::top:
      return at.top;
    case Part::left:
      return at.controls;
    case Part::middle:
      return at.centre;
    case Part::right:
      return at.right;
    case Part::bottom:
      return at.bar;
    case Part::anywhere:
      break;
  }
  return {0, 0, size.x, size.y};
}

const ui::FocusStop* Person::control_at(view::Point at) const {
  for (const ui::FocusStop& stop : window_->app().focus.stops()) {
    const bool of_words =
        stop.kind != ui::ControlKind::picture && stop.kind != ui::ControlKind::code && stop.kind != ui::ControlKind::scrubber;
    if (of_words && at.x >= stop.from.x && at.x <= stop.to.x && at.y >= stop.from.y && at.y <= stop.to.y) return &stop;
  }
  return nullptr;
}

std::optional<Line> Person::find_line(const std::string& words, Part part) const {
  const view::Rectangle room = rectangle_of(part);
  std::vector<const Line*> best;
  int best_rank = -1;
  for (const Line& line : screen_->lines()) {
    if (!room.contains(middle(line.at))) continue;
    if (line.text.find(words) == std::string::npos) continue;
    const int rank = (line.text == words ? 2 : 0) + (control_at(middle(line.at)) != nullptr ? 1 : 0);
    if (rank < best_rank) continue;
    if (rank > best_rank) best.clear();
    best_rank = rank;
    best.push_back(&line);
  }
  if (best.empty()) {
    ADD_FAILURE() << "“" << words << "” is not there: " << screen_->prose();
    return std::nullopt;
  }
  if (best.size() > 1) {
    std::string places;
    for (const Line* line : best) places += fmt::format(" “{}” at ({:.0f}, {:.0f})", line->text, line->at.x, line->at.y);
    ADD_FAILURE() << "“" << words << "” is there several times:" << places;
  }
  return *best.front();
}

ImVec2 Person::place_of(const std::string& words, Part part) const {
  const auto line = find_line(words, part);
  if (!line) return {-1, -1};
  // Of a long line, the words themselves.
  const float letter = line->at.width / static_cast<float>(std::max<std::size_t>(line->text.size(), 1));
  const auto from = static_cast<float>(line->text.find(words));
  return {line->at.x + letter * (from + static_cast<float>(words.size()) / 2), line->at.y + line->at.height / 2};
}

ImVec2 Person::in_picture(const std::function<bool(const view::Target&)>& is_it) const {
  const ui::PictureState& state = window_->app().picture;
  const view::Rectangle& place = state.place;
  const float scale = place.width / state.drawn.width;
  constexpr float step = 2;  // points
  for (float y = step / 2; y < state.drawn.height; y += step)
    for (float x = step / 2; x < state.drawn.width; x += step)
      if (is_it(state.drawn.picture.under({x, y}).target)) return {place.x + x * scale, place.y + y * scale};
  ADD_FAILURE() << "the picture has nothing of that kind";
  return {-1, -1};
}

ImVec2 Person::cell_of_element(std::uint64_t element) const {
  return in_picture([element](const view::Target& target) { return target.element == element; });
}

ImVec2 Person::cell_of_thread(std::uint64_t thread) const {
  return in_picture([thread](const view::Target& target) { return target.thread == thread; });
}

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
  if (part == Part::anywhere && !sees(label)) scroll_to(label, Part::left);
  const auto line = find_line(label, part);
  if (!line) return;
  const ui::FocusStop* const stop = control_at(middle(line->at));
  ASSERT_NE(stop, nullptr) << label << " has no field";
  click_at({stop->to.x - 52 * window_->app().look.scale, middle(line->at).y});
  press("Ctrl A");
  type(value);
  press("Enter");
  move_away();
}

void Person::answer(const std::string& number) {
  // The field is at the left of the words that ask for the answer, or of what was said of the last one.
  const ImVec2 at = place_of(sees("then Enter") ? "then Enter" : "Not that", Part::right);
  for (const ui::FocusStop& stop : window_->app().focus.stops()) {
    const bool beside = stop.kind == ui::ControlKind::field && stop.to.x < at.x && stop.from.y < at.y && at.y < stop.to.y;
    if (!beside) continue;
    click_at({(stop.from.x + stop.to.x) / 2, at.y});
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

void Story::SetUp() {
  if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
}

std::filesystem::path Story::folder_of(const std::string& computer) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  return scratch(fmt::format("{} {} {}", test.test_suite_name(), test.name(), computer));
}

Person& Story::sits_down(Size size, Theme theme, const std::string& computer, const std::filesystem::path& file) {
  person_.reset();
  return person_.emplace(size, theme, folder_of(computer), file);
}

}  // namespace warplens::stories
