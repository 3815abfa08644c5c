#include "tests/stories/person.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <chrono>
#include <cstdlib>
#include <regex>
#include <stdexcept>
#include <thread>

#include "base/resources.h"
#include "export/png.h"
#include "gl/context.h"
#include "remote/remote_device.h"
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
    made.devices.connect = [](const std::string& command, launch::Progress& progress) {
      return remote::connect(command, "0", progress);
    };
    made.catalogue = experiment::load_catalogue(experiment::catalogue_folders({}), view::names_of_views());
    made.lessons =
        std::make_shared<lesson::Lessons>(lesson::load_lessons({base::resource_folder() / "assets" / "lessons"}, made.catalogue));
    return made;
  }();
  return all;
}

view::Point pixels_of(Size size) {
  return size == Size::hd ? view::Point{1280, 720} : size == Size::full_hd ? view::Point{1920, 1080} : view::Point{3840, 2160};
}

}  // namespace

Person::Person(Size size, Theme theme, const std::filesystem::path& folder, const std::filesystem::path& file) : folder_(folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);
  // The user's home on that computer: nothing is left in the real one.
  ::setenv("HOME", folder.c_str(), 1);
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
  constexpr float step = 1;  // points
  const auto found_at = [&](float x, float y) { return is_it(state.drawn.picture.under({x, y}).target); };
  for (float y = step / 2; y < state.drawn.height; y += step)
    for (float x = step / 2; x < state.drawn.width; x += step) {
      if (!found_at(x, y)) continue;
      float right = x, below = y;  // a person points at the middle, not at the corner
      while (found_at(right + step, y)) right += step;
      while (found_at(x, below + step)) below += step;
      return {place.x + (x + right) / 2 * scale, place.y + (y + below) / 2 * scale};
    }
  ADD_FAILURE() << "the picture has nothing of that kind";
  return {-1, -1};
}

ImVec2 Person::cell_of_element(std::uint64_t element) const {
  return in_picture([element](const view::Target& target) { return target.element == element; });
}

ImVec2 Person::cell_of_thread(std::uint64_t thread) const {
  return in_picture([thread](const view::Target& target) { return target.thread == thread; });
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
