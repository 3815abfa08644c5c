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

/// A part of the window, for words that are in several.
enum class Part { anywhere, top, left, middle, right, bottom };

/// Somebody at the window: eyes, a mouse and a keyboard, and nothing else. What cannot be done fails the test and says what was
/// on the screen. After each act the window has run what was asked for.
///
/// `words` are found where they are a whole text, else where they are a part of one; a control is preferred to other texts.
class Person {
 public:
  /// Start the program as `warplens FILE`, in `folder`, where the window saves what it saves; the user's state is kept below it.
  /// `file` may be "". T is pressed until the theme is there.
  Person(Size size, Theme theme, const std::filesystem::path& folder, const std::filesystem::path& file = {});

  // Eyes.

  /// Words that are on the screen now, wrapped or not.
  void see(const std::string& words) const;
  void do_not_see(const std::string& words) const;
  bool sees(const std::string& words) const;
  /// The first group of a regular expression (ECMAScript) in all that can be read.
  std::string read(const std::string& pattern) const;
  /// Wait until words are there: for a search or another work that goes on beside. Fails after a minute.
  void wait_for(const std::string& words);
  /// Look from here on at nothing: time passes, in which a tooltip comes, or a message goes.
  void wait(double seconds);
  /// Save what the window shows as build/PRESET/stories/NAME.png, and look for texts that overlap or are cut off.
  void picture(const std::string& name);

  // Places, in pixels of the window.

  ImVec2 place_of(const std::string& words, Part part = Part::anywhere) const;
  /// Where the picture answers the pointer with such a target, for instance a cell that is labelled with its number.
  ImVec2 in_picture(const std::function<bool(const view::Target&)>& is_it) const;
  ImVec2 cell_of_element(std::uint64_t element) const;
  ImVec2 cell_of_thread(std::uint64_t thread) const;

  // The mouse.

  void click(const std::string& words, Part part = Part::anywhere);
  void click_at(ImVec2 at);
  void double_click_at(ImVec2 at);
  /// Rest the pointer there until a tooltip would be there.
  void hover(const std::string& words, Part part = Part::anywhere);
  void hover_at(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to);
  /// Turn the wheel over a place; away from the user is positive.
  void wheel(ImVec2 at, float turns);
  /// Scroll a part of the window until words in it are in sight.
  void scroll_to(const std::string& words, Part part);
  /// The slider of that label, to a part (0 … 1) of its track.
  void slide(const std::string& label, float part);
  /// Let a file go over the window.
  void drop(const std::filesystem::path& file);
  void move_away();

  // The keyboard.

  /// A key as the help names it: "Ctrl P", "Shift Tab", "→", "Enter", "PgDn", "b". Keys of letters are the same in both cases.
  void press(const std::string& key, int times = 1);
  void type(const std::string& letters);
  /// Click the field of that label, after scrolling to it at the left if need be, type over what is in it, and press Enter.
  void set(const std::string& label, const std::string& value, Part part = Part::anywhere);
  /// Type a number into the field of a lesson's question, and press Enter.
  void answer(const std::string& number);
  /// Ctrl P, part of a name, Enter.
  void find(const std::string& name);

  /// Tab until the frame of the keyboard is around words.
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

/// A story, which may begin again with another window: tomorrow, or on another computer.
class Story : public testing::Test {
 protected:
  void SetUp() override;
  /// Somebody begins, in the folder of that name: each computer has one.
  Person& sits_down(Size size, Theme theme, const std::string& computer = "own", const std::filesystem::path& file = {});
  /// The folder of a computer.
  static std::filesystem::path folder_of(const std::string& computer);

 private:
  std::optional<Person> person_;
};

}  // namespace warplens::stories
