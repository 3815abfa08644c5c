#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "experiment/experiment.h"
#include "launch/device.h"
#include "lesson/lesson.h"
#include "tests/stories/screen.h"
#include "ui/window/app.h"
#include "ui/window/offscreen.h"

namespace warplens::stories {

enum class Size { hd, full_hd, four_k };  ///< 1280 × 720, 1920 × 1080, 3840 × 2160
using Theme = view::ThemeName;

/// A part of the window, to find words that occur in several parts.
enum class Part { anywhere, top, left, middle, right, bottom };

/// Somebody at the window: eyes, a mouse and a keyboard, and nothing else. An impossible act fails the test and reports the
/// contents of the screen. Each act returns after the window has finished all work requested by it.
///
/// `words` match a whole text, else a part of a text; a control is preferred to other texts.
class Person {
 public:
  /// Start the program as `warplens FILE`, in `folder`, which is also the user's home, and the folder for the window's files.
  /// `file` may be "". Press T until the theme is right.
  Person(Size size, Theme theme, const std::filesystem::path& folder, const std::filesystem::path& file = {});

  // Eyes.

  /// Check that words are on the screen now, wrapped or not.
  void see(const std::string& words) const;
  void do_not_see(const std::string& words) const;
  bool sees(const std::string& words) const;
  /// The first group of a regular expression (ECMAScript) matched in all legible text.
  std::string read(const std::string& pattern) const;
  /// Wait until words appear, for example at the end of a search in the background. Fails after a minute.
  void wait_for(const std::string& words);
  /// Let time pass, so that a tooltip appears or a message disappears.
  void wait(double seconds);
  /// Save the window's pixels as build/PRESET/stories/NAME.png, and look for texts that overlap or are cut off.
  void picture(const std::string& name);

  // Places, in pixels of the window.

  ImVec2 place_of(const std::string& words, Part part = Part::anywhere) const;
  /// A point of the picture with such a target under it, for instance a cell labelled with its number.
  ImVec2 in_picture(const std::function<bool(const view::Target&)>& is_it) const;
  ImVec2 cell_of_element(std::uint64_t element) const;
  ImVec2 cell_of_thread(std::uint64_t thread) const;

  // The mouse.

  void click(const std::string& words, Part part = Part::anywhere);
  void click_at(ImVec2 at);
  void double_click_at(ImVec2 at);
  /// Rest the pointer on words until a tooltip would appear.
  void hover(const std::string& words, Part part = Part::anywhere);
  void hover_at(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to);
  /// Turn the wheel over a place; away from the user is positive.
  void wheel(ImVec2 at, float turns);
  /// Scroll a part of the window until words in it are visible.
  void scroll_to(const std::string& words, Part part);
  /// Move the slider with this label to a position (0 … 1) on its track.
  void slide(const std::string& label, float part);
  /// Drop a file on the window.
  void drop(const std::filesystem::path& file);
  /// Move the pointer out of the window, so that tooltips disappear.
  void move_away();

  // The keyboard.

  /// Press a key, named as in the help: "Ctrl P", "Shift Tab", "→", "Enter", "PgDn", "b"; "B" is the same key as "b".
  void press(const std::string& key, int times = 1);
  void type(const std::string& letters);
  /// Click the field with this label (scroll the left panel to it if need be), replace its text, and press Enter.
  void set(const std::string& label, const std::string& value, Part part = Part::anywhere);
  /// Type a number into the field of a lesson's question, and press Enter.
  void answer(const std::string& number);
  /// Press Ctrl P, type part of a name, press Enter.
  void find(const std::string& name);

  /// Press Tab until the focus frame is around words.
  void tab_to(const std::string& words);
  bool framed(const std::string& words) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void frame(double seconds = 1.0 / 60);
  void settle();
  void look();
  void move_to(ImVec2 at);
  view::Rectangle rectangle_of(Part part) const;
  std::optional<Line> find_line(const std::string& words, Part part) const;
  const ui::FocusStop* control_at(view::Point at) const;

  std::filesystem::path folder_;
  std::unique_ptr<ui::OffscreenWindow> window_;
  ui::Shown shown_;
  std::optional<Screen> screen_;
};

/// A story; it may go on in another window: on the next day, or on another computer.
class Story : public testing::Test {
 protected:
  void SetUp() override;
  /// Start a window for a person at a computer; each computer has a folder of its own.
  Person& sits_down(Size size, Theme theme, const std::string& computer = "own", const std::filesystem::path& file = {});
  /// The folder of a computer.
  static std::filesystem::path folder_of(const std::string& computer);

 private:
  std::optional<Person> person_;
};

}  // namespace warplens::stories
