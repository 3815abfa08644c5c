#include "ui/lessons.h"

#include <gtest/gtest.h>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "ui/window/app.h"

// A lesson in the window: setting up the steps' states, detecting and saving completed tasks, and moving between steps.

namespace warplens::ui {
namespace {

const char* const first_lesson = R"(# First

## Half a warp

Text.

> Do.

```warplens
experiment = "increment"
set = {n = 100, block = 64}
check = "block == 25"
done = {block = 25}
seen = "{start_blocks} and {blocks}"
```

## An answer

Text.

> Say it.

```warplens
experiment = "counter"
set = {repeats = 1}
check = "answer == lost_updates"
done = {answer = "lost_updates"}
seen = "{lost_updates}"
```
)";

const char* const second_lesson = R"(# Second

## Pointing

Text.

> Point.

```warplens
experiment = "increment"
set = {n = 100, block = 32}
check = "pointed_element == 7"
done = {pointed_element = 7}
seen = "yes"
```
)";

class LessonsInTheWindow : public testing::Test {
 protected:
  LessonsInTheWindow()
      : devices_(machines()), app_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {}) {
    auto all = std::make_shared<lesson::Lessons>();
    for (const auto& [file, text] : {std::pair("01-first.md", first_lesson), std::pair("02-second.md", second_lesson)}) {
      auto lesson = lesson::parse_lesson(text, file, app_.catalogue, {});
      if (lesson)
        all->lessons.push_back(std::move(*lesson));
      else
        ADD_FAILURE() << base::describe(lesson.error());
    }
    app_.lessons.all = all;
    app_.session.theme = view::ThemeName::light;
  }

  static launch::DeviceList machines() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    return list;
  }

  /// What a frame does once a run has come in.
  void run() {
    app_.worker.request({&app_.experiment(), app_.session.settings, &app_.device()});
    app_.worker.wait_until_idle();
    const auto report = app_.worker.take();
    ASSERT_TRUE(report && report->tables) << (report && report->error ? base::describe(*report->error) : "nothing ran");
    app_.shown = report->tables;
    app_.run_wanted = false;
    update_lesson(app_);
    app_.target = app_.kept_target;
    update_lesson(app_);
  }

  launch::DeviceList devices_;
  App app_;
};

TEST_F(LessonsInTheWindow, AStepSetsItsStateUpAndKnowsWhenItIsDone) {
  open_lesson_step(app_, "01-first", 1);
  EXPECT_EQ(app_.session.experiment, "increment");
  EXPECT_EQ(app_.session.settings.block.x, 64u);
  EXPECT_EQ(app_.session.theme, view::ThemeName::light) << "the user's own";
  ASSERT_NE(open_step(app_), nullptr);
  EXPECT_EQ(open_step(app_)->title, "Half a warp");
  run();
  EXPECT_FALSE(app_.lessons.done);
  app_.session.settings.block.x = 25;
  settings_changed(app_);
  EXPECT_FALSE(app_.lessons.done) << "not before it has run";
  run();
  EXPECT_TRUE(app_.lessons.done);
  ASSERT_EQ(app_.lessons.seen.size(), 1u);
  EXPECT_EQ(lesson::plain(app_.lessons.seen[0]), "2 and 4") << "100 elements in blocks of 64, and of 25";
  EXPECT_EQ(app_.lessons.progress.done, (std::map<std::string, std::set<std::uint32_t>>{{"01-first", {1}}}));

  restore_lesson_step(app_);
  EXPECT_EQ(app_.session.settings.block.x, 64u);
  EXPECT_FALSE(app_.lessons.done);
  run();
  EXPECT_FALSE(app_.lessons.done);
}

TEST_F(LessonsInTheWindow, WhoIsQuickerThanTheFirstRunIsToldItsNumbersAllTheSame) {
  open_lesson_step(app_, "01-first", 1);
  app_.session.settings.block.x = 25;
  settings_changed(app_);
  // What a frame does where a run is wanted: the step's own goes first.
  auto first = first_run(app_);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->settings.block.x, 64u);
  EXPECT_FALSE(first_run(app_)) << "once";
  app_.worker.request(std::move(*first));
  app_.worker.wait_until_idle();
  EXPECT_FALSE(awaits_first_run(app_));
  const auto report = app_.worker.take();
  ASSERT_TRUE(report && report->tables);
  app_.shown = report->tables;
  update_lesson(app_);
  EXPECT_FALSE(app_.lessons.done);
  run();
  ASSERT_EQ(app_.lessons.seen.size(), 1u);
  EXPECT_EQ(lesson::plain(app_.lessons.seen[0]), "2 and 4");
}

TEST_F(LessonsInTheWindow, ThePictureOfTheStepBeforeDoesNotMakeAStepDone) {
  open_lesson_step(app_, "01-first", 1);
  run();
  app_.session.settings.block.x = 25;
  run();
  EXPECT_TRUE(app_.lessons.done);
  restore_lesson_step(app_);
  update_lesson(app_);
  EXPECT_FALSE(app_.lessons.done) << "it shows the block of 25 still";
}

TEST_F(LessonsInTheWindow, ShowMeWaitsForTheFirstRun) {
  open_lesson_step(app_, "01-first", 2);
  show_lesson_step(app_);
  EXPECT_FALSE(app_.lessons.answer.has_value());
  run();
  run();
  EXPECT_TRUE(app_.lessons.done);
}

TEST_F(LessonsInTheWindow, StepsFollowOneAnotherOverLessons) {
  open_lesson_step(app_, "01-first", 1);
  move_lesson_step(app_, -1);
  EXPECT_EQ(app_.session.lesson_step, 1u);
  move_lesson_step(app_, 1);
  EXPECT_EQ(open_step(app_)->title, "An answer");
  EXPECT_EQ(app_.session.experiment, "counter");
  move_lesson_step(app_, 1);
  EXPECT_EQ(app_.session.lesson, "02-second");
  move_lesson_step(app_, 1);
  EXPECT_EQ(app_.session.lesson, "02-second") << "the last step of all";
  move_lesson_step(app_, -1);
  EXPECT_EQ(open_step(app_)->title, "An answer");
  close_lesson(app_);
  EXPECT_EQ(open_step(app_), nullptr);
  move_lesson_step(app_, 1);
  EXPECT_EQ(open_step(app_), nullptr);
  open_lesson_step(app_, "01-first", 3);
  EXPECT_EQ(open_step(app_), nullptr);
  EXPECT_TRUE(app_.notice.wrong);
}

TEST_F(LessonsInTheWindow, ShowMeDoesWhatIsAsked) {
  for (const auto& [lesson, step] : {std::pair("01-first", 1u), std::pair("01-first", 2u), std::pair("02-second", 1u)}) {
    open_lesson_step(app_, lesson, step);
    app_.kept_target = app_.target = {};
    run();
    EXPECT_FALSE(app_.lessons.done) << lesson << step;
    show_lesson_step(app_);
    run();
    EXPECT_TRUE(app_.lessons.done) << lesson << step;
  }
}

TEST_F(LessonsInTheWindow, AWrongAnswerIsNotTaken) {
  open_lesson_step(app_, "01-first", 2);
  run();
  const double lost = static_cast<double>(app_.shown->lost.total);
  app_.lessons.answer = lost + 1;
  update_lesson(app_);
  EXPECT_FALSE(app_.lessons.done);
  app_.lessons.answer = lost;
  update_lesson(app_);
  EXPECT_TRUE(app_.lessons.done);
}

TEST_F(LessonsInTheWindow, AnotherExperimentIsNotTheStep) {
  open_lesson_step(app_, "02-second", 1);
  run();
  choose_experiment(app_, "add");
  run();
  app_.target.element = 7;
  update_lesson(app_);
  EXPECT_FALSE(app_.lessons.done);
}

TEST_F(LessonsInTheWindow, ProgressIsKeptInAFile) {
  const std::filesystem::path folder = scratch("lesson progress");
  app_.lessons.file = folder / "below" / "lessons.json";
  open_lesson_step(app_, "01-first", 1);
  run();
  show_lesson_step(app_);
  run();
  const LessonProgress kept = load_progress(app_.lessons.file);
  EXPECT_EQ(kept, app_.lessons.progress);
  EXPECT_EQ(kept.done.at("01-first"), std::set<std::uint32_t>{1});
  app_.lessons.progress = kept;
  EXPECT_EQ(first_step_to_do(app_.lessons, app_.lessons.all->lessons[0]), 2u);
  EXPECT_EQ(first_step_to_do(app_.lessons, app_.lessons.all->lessons[1]), 1u);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(load_progress(app_.lessons.file).done.empty());
}

TEST(LessonProgress, OfAnyTextIsWhatIsRightInIt) {
  EXPECT_TRUE(progress_from_json("").done.empty());
  EXPECT_TRUE(progress_from_json("{\"done\": 7}").done.empty());
  EXPECT_TRUE(progress_from_json("[[[[").done.empty());
  const LessonProgress read = progress_from_json(R"({"done": {"a": [1, -2, "x", 3.5, 4, 99999], "b": 3}, "more": null})");
  EXPECT_EQ(read.done, (std::map<std::string, std::set<std::uint32_t>>{{"a", {1, 4}}}));
  EXPECT_EQ(progress_from_json(to_json(read)), read);
}

}  // namespace
}  // namespace warplens::ui
