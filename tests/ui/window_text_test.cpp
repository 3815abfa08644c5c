#include "ui/window/window_text.h"

#include <algorithm>
#include <set>

#include "base/number_format.h"
#include "desk/lesson/lessons.h"
#include "lesson/markdown.h"
#include "tests/ui/window_test_base.h"
#include "ui/widgets/shown.h"
#include "ui/window/spoken_text.h"

namespace warplens::ui {
namespace {

class WindowText : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    app_->lessons.all = std::make_shared<lesson::Lessons>(
        lesson::load_lessons({base::resource_folder() / "assets" / "lessons"}, app_->choices.catalogue));
  }
  TextPart part(const std::string& title) const {
    const std::vector<TextPart> parts = window_text(*app_);
    const auto found = std::ranges::find_if(parts, [&](const TextPart& each) { return each.title.starts_with(title); });
    return found != parts.end() ? *found : TextPart{};
  }
};

TEST_F(WindowText, SaysTheHeadlineWhatWasFoundTheValuesAndTheSource) {
  EXPECT_TRUE(part("Warplens — 1,024 threads each added 1.").lines.at(0).find("updates were lost") != std::string::npos);
  const launch::LaunchResult& result = app_->runs.shown->run.result;
  const std::string times = base::grouped(result.findings.at(0).count);
  EXPECT_TRUE(
      part("Found: 1").lines.at(0).starts_with("Data race in line 5, " + times + " times: Thread 0 of block 0 read counter[0]"));
  EXPECT_EQ(part("Values of counter").lines, std::vector{std::to_string(static_cast<int>(result.outputs.at(0).at(0)))});
  EXPECT_EQ(part("Source: counter.cu").lines.at(4), "5   counter[0] = counter[0] + 1;    ← data race");
  EXPECT_TRUE(part("Lesson").title.empty());
}

TEST_F(WindowText, SaysTheStepOfALessonAndItsTask) {
  ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, "04-race", 2).ok());
  settle();
  const lesson::Step& step = *open_step(app_->lessons, session());
  EXPECT_NE(part("Lesson: ").title.find("Step 2 of "), std::string::npos);
  EXPECT_EQ(part("Lesson: ").lines.size(), step.text.size());
  EXPECT_EQ(part("Task").lines.at(0), lesson::plain(step.task.at(0)));
}

TEST_F(WindowText, SaysTheLaunchAndTheCounters) {
  EXPECT_EQ(part("Launch").lines.at(0), "grid 32, block 32: 32 blocks of 32 threads");
  const launch::Counters& counters = app_->runs.shown->run.result.counters;
  const std::vector<std::string> lines = part("What it did").lines;
  EXPECT_TRUE(std::ranges::count(lines, "warp instructions: " + base::grouped(counters.warp_instructions) + " (counted)") == 1);
}

TEST_F(WindowText, SaysTheCodeOfALessonLineByLine) {
  lesson::Step step;
  step.title = "Code";
  step.text = *lesson::parse_markdown("Before.\n\n```cuda\nint i;\nint j;\n```\n\nAfter.\n", "step.md");
  lesson::Lesson lesson;
  lesson.id = "code";
  lesson.steps.push_back(step);
  auto lessons = std::make_shared<lesson::Lessons>();
  lessons->lessons.push_back(lesson);
  app_->lessons.all = lessons;
  app_->choices.session.lesson = "code";
  EXPECT_NE(lines_of(window_text(*app_)).find("> Before.\n| int i;\n| int j;\n> After.\n"), std::string::npos)
      << lines_of(window_text(*app_));
}

TEST_F(WindowText, HidesWhatIsToBePredicted) {
  app_->prediction.turn(true);
  ASSERT_TRUE(desk::choose_entry(app_->choices, 1).ok());
  settle();
  ASSERT_TRUE(app_->prediction.hides());
  EXPECT_TRUE(part("Values").lines.empty());
  EXPECT_TRUE(part("Found").lines.empty());
}

TEST_F(WindowText, TellsATaskAndThatItIsDone) {
  EXPECT_EQ(spoken_news(*app_), "");
  ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, "01-threads-and-blocks", 2).ok());
  settle();
  EXPECT_EQ(spoken_news(*app_), "Step 2: Threads come in blocks. Set Block x to 64. How many blocks are there now?");
  ASSERT_TRUE(show_lesson_step(app_->lessons, app_->choices).ok());
  settle();
  EXPECT_TRUE(spoken_news(*app_).starts_with("Task done. 2 blocks of 64")) << spoken_news(*app_);
  ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, "01-threads-and-blocks", 3).ok());
  settle();
  app_->lessons.step.answer = 23;
  settle();
  EXPECT_EQ(spoken_news(*app_), "Not that: look again.");
  ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, "02-which-thread-which-element", 1).ok());
  settle();
  EXPECT_TRUE(spoken_news(*app_).starts_with("Lesson: Which thread, which element. Step 1: ")) << spoken_news(*app_);
  notify(app_->notice, "Saved to a.warplens");
  EXPECT_EQ(spoken_news(*app_), "Saved to a.warplens");
}

TEST_F(WindowText, AWrongAnswerIsToldAndTheNextOneIsTyped) {
  Shown shown;
  app_->look.shown = &shown;
  ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, "01-threads-and-blocks", 3).ok());
  settle();
  for (int k = 0; k < 60 && !app_->lessons.answer_reached; ++k) key(GLFW_KEY_TAB);
  EXPECT_EQ(spoken_control(*app_), "Your answer, a number; then Enter");
  type("23");
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(spoken_news(*app_), "Not that: look again.");
  const std::string view = session().view;
  for (const int digit : {GLFW_KEY_2, GLFW_KEY_4}) key(digit);
  EXPECT_EQ(session().view, view) << "the digits are the answer's, not those of views";
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(spoken_news(*app_).starts_with("Task done.")) << spoken_news(*app_);
  app_->look.shown = nullptr;
}

TEST_F(WindowText, SaysTheControlThatTabReaches) {
  Shown shown;
  app_->look.shown = &shown;
  settle();
  EXPECT_EQ(spoken_control(*app_), "");
  std::set<std::string> heard;
  for (int k = 0; k < 60; ++k) {
    key(GLFW_KEY_TAB);
    settle();
    EXPECT_FALSE(spoken_control(*app_).empty()) << "control " << k << " after the first";
    heard.insert(spoken_control(*app_));
  }
  EXPECT_TRUE(std::ranges::any_of(heard, [](const std::string& each) { return each.starts_with("Run"); }));
  EXPECT_TRUE(
      std::ranges::any_of(heard, [](const std::string& each) { return each.starts_with("racy atomic. racy is chosen"); }));
  EXPECT_TRUE(std::ranges::any_of(heard, [](const std::string& each) { return each.starts_with("Check for bugs. on. "); }));
  EXPECT_TRUE(heard.contains("Lessons: short steps next to a live picture (F2)")) << "an icon is called by its tooltip";
  app_->look.shown = nullptr;
}

TEST_F(WindowText, SaysWhatADialogSaysAndTheCommandThatIsChosen) {
  Shown shown;
  app_->look.shown = &shown;
  app_->lessons.show_catalogue = true;
  settle();
  const std::vector<std::string> lines = part("Open dialog").lines;
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.at(0), "Lessons");
  EXPECT_TRUE(spoken_control(*app_).starts_with("Lessons. Short steps")) << spoken_control(*app_);
  EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) { return line.find("Threads and blocks") != line.npos; }));
  key(GLFW_KEY_DOWN);
  settle();
  EXPECT_NE(spoken_control(*app_).find("Threads and blocks"), std::string::npos) << spoken_control(*app_);
  key(GLFW_KEY_ESCAPE);
  settle();
  EXPECT_TRUE(part("Open dialog").title.empty());
  key(GLFW_KEY_P, GLFW_MOD_CONTROL);
  settle();
  type("kernel atomic");
  EXPECT_TRUE(spoken_control(*app_).starts_with("Kernel atomic, 1 of ")) << spoken_control(*app_);
  app_->look.shown = nullptr;
}

TEST(LinesOf, MarksTitlesParagraphsAndCode) {
  EXPECT_EQ(lines_of({{"Found: 1", {"a race\nin two lines"}}, {"Source: a.cu", {"1 int i;"}, true}}),
            "# Found: 1\n> a race in two lines\n# Source: a.cu\n| 1 int i;\n");
}

}  // namespace
}  // namespace warplens::ui
