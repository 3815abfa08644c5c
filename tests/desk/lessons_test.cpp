#include "desk/lesson/lessons.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// A lesson in the window: setting up the steps' states, detecting and saving completed tasks, and moving between steps.

namespace warplens::desk {
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

class LessonsInTheWindow : public DeskTest {
 protected:
  LessonsInTheWindow() {
    auto all = std::make_shared<lesson::Lessons>();
    for (const auto& [file, text] : {std::pair("01-first.md", first_lesson), std::pair("02-second.md", second_lesson)}) {
      auto lesson = lesson::parse_lesson(text, file, desk_.choices.catalogue, {});
      if (lesson)
        all->lessons.push_back(std::move(*lesson));
      else
        ADD_FAILURE() << base::describe(lesson.error());
    }
    desk_.lessons.all = all;
    desk_.choices.session.theme = view::ThemeName::light;
  }

  /// What a frame does once a run has come in.
  void run() {
    ASSERT_NO_FATAL_FAILURE(run_chosen());
    desk_.choices.run_wanted = false;
    EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
    desk_.pointer.target = desk_.pointer.kept;
    EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  }
};

TEST_F(LessonsInTheWindow, AStepSetsItsStateUpAndKnowsWhenItIsDone) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 1).ok());
  EXPECT_EQ(desk_.choices.session.experiment, "increment");
  EXPECT_EQ(desk_.choices.session.settings.block.x, 64u);
  EXPECT_EQ(desk_.choices.session.theme, view::ThemeName::light) << "the user's own";
  ASSERT_NE(open_step(desk_.lessons, desk_.choices.session), nullptr);
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session)->title, "Half a warp");
  run();
  EXPECT_FALSE(desk_.lessons.step.done);
  desk_.choices.session.settings.block.x = 25;
  settings_changed(desk_.choices);
  EXPECT_FALSE(desk_.lessons.step.done) << "not before it has run";
  run();
  EXPECT_TRUE(desk_.lessons.step.done);
  ASSERT_EQ(desk_.lessons.step.seen.size(), 1u);
  EXPECT_EQ(lesson::plain(desk_.lessons.step.seen[0]), "2 and 4") << "100 elements in blocks of 64, and of 25";
  EXPECT_EQ(desk_.lessons.progress.done, (std::map<std::string, std::set<std::uint32_t>>{{"01-first", {1}}}));

  EXPECT_TRUE(restore_lesson_step(desk_.lessons, desk_.choices, desk_.runs).ok());
  EXPECT_EQ(desk_.choices.session.settings.block.x, 64u);
  EXPECT_FALSE(desk_.lessons.step.done);
  run();
  EXPECT_FALSE(desk_.lessons.step.done);
}

TEST_F(LessonsInTheWindow, WhoIsQuickerThanTheFirstRunIsToldItsNumbersAllTheSame) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 1).ok());
  desk_.choices.session.settings.block.x = 25;
  settings_changed(desk_.choices);
  // What a frame does where a run is wanted: the step's own goes first.
  auto first = first_run(desk_.lessons, desk_.choices);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->settings.block.x, 64u);
  EXPECT_FALSE(first_run(desk_.lessons, desk_.choices)) << "once";
  desk_.runs.worker.request(std::move(*first));
  desk_.runs.worker.wait_until_idle();
  EXPECT_FALSE(awaits_first_run(desk_.lessons, desk_.choices, desk_.runs));
  const auto report = desk_.runs.worker.take();
  ASSERT_TRUE(report && report->tables);
  desk_.runs.shown = report->tables;
  EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  EXPECT_FALSE(desk_.lessons.step.done);
  run();
  ASSERT_EQ(desk_.lessons.step.seen.size(), 1u);
  EXPECT_EQ(lesson::plain(desk_.lessons.step.seen[0]), "2 and 4");
}

TEST_F(LessonsInTheWindow, ThePictureOfTheStepBeforeDoesNotMakeAStepDone) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 1).ok());
  run();
  desk_.choices.session.settings.block.x = 25;
  run();
  EXPECT_TRUE(desk_.lessons.step.done);
  EXPECT_TRUE(restore_lesson_step(desk_.lessons, desk_.choices, desk_.runs).ok());
  EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  EXPECT_FALSE(desk_.lessons.step.done) << "it shows the block of 25 still";
}

TEST_F(LessonsInTheWindow, ShowMeWaitsForTheFirstRun) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 2).ok());
  EXPECT_TRUE(show_lesson_step(desk_.lessons, desk_.choices).ok());
  EXPECT_FALSE(desk_.lessons.step.answer.has_value());
  run();
  run();
  EXPECT_TRUE(desk_.lessons.step.done);
}

TEST_F(LessonsInTheWindow, StepsFollowOneAnotherOverLessons) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 1).ok());
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, -1).ok());
  EXPECT_EQ(desk_.choices.session.lesson_step, 1u);
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, 1).ok());
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session)->title, "An answer");
  EXPECT_EQ(desk_.choices.session.experiment, "counter");
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, 1).ok());
  EXPECT_EQ(desk_.choices.session.lesson, "02-second");
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, 1).ok());
  EXPECT_EQ(desk_.choices.session.lesson, "02-second") << "the last step of all";
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, -1).ok());
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session)->title, "An answer");
  close_lesson(desk_.lessons, desk_.choices.session);
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session), nullptr);
  EXPECT_TRUE(move_lesson_step(desk_.lessons, desk_.choices, desk_.runs, 1).ok());
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session), nullptr);
  EXPECT_FALSE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 3).ok());
  EXPECT_EQ(open_step(desk_.lessons, desk_.choices.session), nullptr);
}

TEST_F(LessonsInTheWindow, ShowMeDoesWhatIsAsked) {
  for (const auto& [lesson, step] : {std::pair("01-first", 1u), std::pair("01-first", 2u), std::pair("02-second", 1u)}) {
    ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, lesson, step).ok());
    desk_.pointer.kept = desk_.pointer.target = {};
    run();
    EXPECT_FALSE(desk_.lessons.step.done) << lesson << step;
    EXPECT_TRUE(show_lesson_step(desk_.lessons, desk_.choices).ok());
    run();
    EXPECT_TRUE(desk_.lessons.step.done) << lesson << step;
  }
}

TEST_F(LessonsInTheWindow, AWrongAnswerIsNotTaken) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 2).ok());
  run();
  const double lost = static_cast<double>(desk_.runs.shown->lost.total);
  desk_.lessons.step.answer = lost + 1;
  EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  EXPECT_FALSE(desk_.lessons.step.done);
  desk_.lessons.step.answer = lost;
  EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  EXPECT_TRUE(desk_.lessons.step.done);
}

TEST_F(LessonsInTheWindow, AnotherExperimentIsNotTheStep) {
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "02-second", 1).ok());
  run();
  ASSERT_TRUE(choose_experiment(desk_.choices, "add").ok());
  run();
  desk_.pointer.target.element = 7;
  EXPECT_TRUE(update_lesson(desk_.lessons, desk_.choices, desk_.runs, desk_.pointer).ok());
  EXPECT_FALSE(desk_.lessons.step.done);
}

TEST_F(LessonsInTheWindow, AreReadDuringTheFirstFramesAndAwaitedWhereNeeded) {
  const std::filesystem::path folder = scratch("lessons to be read");
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(base::write_file(folder / "01-first.md", first_lesson).ok());
  ASSERT_TRUE(base::write_file(folder / "02-second.md", second_lesson).ok());
  const auto read = [&](const Session& session, bool list) {
    Lessons lessons;
    lessons.show_catalogue = list;
    read_lessons(lessons, {folder}, desk_.choices.catalogue);
    take_lessons(lessons, session);
    return lessons.all->lessons.size();
  };
  Session session = desk_.choices.session;
  session.lesson = "02-second";
  EXPECT_EQ(read(session, false), 2u);
  EXPECT_EQ(read(desk_.choices.session, true), 2u);
  read_lessons(desk_.lessons, {folder}, desk_.choices.catalogue);
  while (desk_.lessons.coming.valid()) take_lessons(desk_.lessons, desk_.choices.session);
  EXPECT_EQ(desk_.lessons.all->lessons.at(1).id, "02-second");
  await_lessons(desk_.lessons);
  EXPECT_EQ(desk_.lessons.all->lessons.size(), 2u) << "nothing is awaited";
  std::filesystem::remove_all(folder);
}

TEST_F(LessonsInTheWindow, ProgressIsKeptInAFile) {
  const std::filesystem::path folder = scratch("lesson progress");
  desk_.lessons.file = folder / "below" / "lessons.json";
  ASSERT_TRUE(open_lesson_step(desk_.lessons, desk_.choices, desk_.runs, "01-first", 1).ok());
  run();
  EXPECT_TRUE(show_lesson_step(desk_.lessons, desk_.choices).ok());
  run();
  const LessonProgress kept = load_progress(desk_.lessons.file);
  EXPECT_EQ(kept, desk_.lessons.progress);
  EXPECT_EQ(kept.done.at("01-first"), std::set<std::uint32_t>{1});
  desk_.lessons.progress = kept;
  EXPECT_EQ(first_step_to_do(desk_.lessons, desk_.lessons.all->lessons[0]), 2u);
  EXPECT_EQ(first_step_to_do(desk_.lessons, desk_.lessons.all->lessons[1]), 1u);
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(load_progress(desk_.lessons.file).done.empty());
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
}  // namespace warplens::desk
