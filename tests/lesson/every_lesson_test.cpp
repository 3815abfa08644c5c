#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/resources.h"
#include "desk/desk.h"
#include "desk/lesson/lessons.h"
#include "desk/view_inputs.h"
#include "gl/context.h"
#include "lesson/condition.h"
#include "lesson/lesson.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"
#include "ui/window/offscreen.h"

// Walks through every step of every lesson: its state runs, its condition is false at first and true after the solution; its
// final text can be evaluated; and its picture can be drawn.

namespace warplens {
namespace {

const std::filesystem::path folder = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "assets" / "lessons";

launch::DeviceList machines() {
  launch::DeviceList list;
  for (const simt::DeviceSpec& spec : simt::device_specs()) list.devices.push_back(simt::make_device(spec));
  return list;
}

/// Names of the lesson files: one test each, so that they run in parallel.
std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string stem = entry.path().stem().string();
    if (std::isdigit(static_cast<unsigned char>(stem[0])) != 0) names.push_back(stem);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Read once for all tests.
const experiment::Catalogue& catalogue() {
  static const experiment::Catalogue loaded = experiment::load_catalogue(experiment::catalogue_folders({}));
  return loaded;
}

std::shared_ptr<const lesson::Lessons> lessons() {
  static const auto loaded = std::make_shared<const lesson::Lessons>(lesson::load_lessons({folder}, catalogue()));
  return loaded;
}

class EveryLesson : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ASSERT_TRUE(catalogue_.errors.empty()) << base::describe(catalogue_.errors.front());
    for (const base::Error& error : lessons_->errors) {
      if (std::filesystem::path(error.file).stem() != GetParam()) continue;
      if (!has_programs() && error.message.find("there is no experiment") != std::string::npos)
        GTEST_SKIP() << "a sanitized build records no programs, which this lesson is about";
      ADD_FAILURE() << base::describe(error);
    }
    lesson_ = lesson::find(*lessons_, GetParam());
    ASSERT_NE(lesson_, nullptr) << GetParam();
    devices_ = machines();
  }

  static bool has_programs() { return std::filesystem::is_directory(base::resource_folder() / "programs"); }

  /// The device of the state's spec; null if there is no such spec.
  launch::Device* machine(const Session& state) {
    for (const auto& device : devices_.devices) {
      if (device->properties().id == state.spec) return device.get();
    }
    return nullptr;
  }

  base::Result<desk::RunTables> run(const Session& state) {
    const experiment::Experiment& experiment = *experiment::find(catalogue_, state.experiment);
    const auto module = experiment::load_module(experiment, state.settings);
    if (!module) return module.error();
    launch::Device* device = machine(state);
    if (device == nullptr) return base::error("there is no card " + state.spec);
    launch::Progress progress;
    auto run = experiment::run(experiment, *module, state.settings, *device, progress);
    if (!run) return run.error();
    return desk::make_tables(experiment, std::move(*run));
  }

  const experiment::Catalogue& catalogue_ = catalogue();
  const std::shared_ptr<const lesson::Lessons> lessons_ = lessons();
  const lesson::Lesson* lesson_ = nullptr;
  launch::DeviceList devices_;
};

std::string place(const lesson::Lesson& lesson, const lesson::Step& step) {
  return lesson.file.filename().string() + ":" + std::to_string(step.line) + ": " + step.title;
}

TEST_P(EveryLesson, AsksForWhatIsNotDoneAndKnowsWhenItIs) {
  for (const lesson::Step& step : lesson_->steps) {
    SCOPED_TRACE(place(*lesson_, step));
    const auto before = run(step.state);
    ASSERT_TRUE(before) << base::describe(before.error());
    const lesson::Facts start = desk::facts_of(step.state, *before, {}, {});
    EXPECT_FALSE(lesson::holds(step.check, lesson::with_start(start, start))) << step.check << " holds before anything is done";

    const auto after = run(step.done.state);
    ASSERT_TRUE(after) << base::describe(after.error());
    std::optional<double> answer;
    if (!step.done.answer.empty()) {
      const auto value = lesson::value_of(step.done.answer, lesson::with_start(start, start));
      ASSERT_TRUE(value) << base::describe(value.error());
      answer = *value;
    }
    EXPECT_EQ(step.asks, answer.has_value());
    const lesson::Facts then = lesson::with_start(desk::facts_of(step.done.state, *after, step.done.target, answer), start);
    EXPECT_TRUE(lesson::holds(step.check, then)) << step.check << " does not hold although it was done";
    for (const lesson::Block& block : step.seen) {
      for (const lesson::Piece& piece : block.pieces) {
        const auto sentence = lesson::filled(piece.text, then);
        ASSERT_TRUE(sentence) << base::describe(sentence.error());
        EXPECT_EQ(sentence->find("nan"), std::string::npos) << *sentence;
      }
    }
  }
}

/// What the lesson on histograms says of fewer bins: more lanes queue behind others, and that takes time.
TEST_P(EveryLesson, ThatTakesBinsAwaySaysWhatItCosts) {
  if (GetParam() != "06-histogram") GTEST_SKIP() << "of the lesson on histograms";
  const auto step = std::ranges::find(lesson_->steps, "Fewer bins", &lesson::Step::title);
  ASSERT_NE(step, lesson_->steps.end());
  const auto before = run(step->state), after = run(step->done.state);
  ASSERT_TRUE(before && after);
  EXPECT_GT(after->run.result.counters.cycles, before->run.result.counters.cycles);
  EXPECT_GT(after->run.result.counters.atomic_collisions, before->run.result.counters.atomic_collisions);
}

TEST_P(EveryLesson, HasFiveToTwelveShortSteps) {
  EXPECT_GE(lesson_->steps.size(), 5u);
  EXPECT_LE(lesson_->steps.size(), 12u);
  constexpr std::size_t max_letters = 900;  // fits beside a picture with little scrolling
  for (const lesson::Step& step : lesson_->steps) {
    std::size_t letters = 0;
    for (const lesson::Block& block : step.text) letters += lesson::plain(block).size() + block.code.size();
    EXPECT_LE(letters, max_letters) << place(*lesson_, step);
  }
}

TEST_P(EveryLesson, HasAPictureOfEveryStep) {
  if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
  auto window = ui::OffscreenWindow::open(lesson_->steps.front().state, 1280, 720, 1, devices_, catalogue_, lessons_);
  ASSERT_TRUE(window) << base::describe(window.error());
  for (const lesson::Step& step : lesson_->steps) {
    const base::Status ran = window->desk().open_and_run(step.state);
    ASSERT_TRUE(ran) << place(*lesson_, step) << ": " << base::describe(ran.error());
    const auto picture = window->draw();
    ASSERT_TRUE(picture) << place(*lesson_, step) << ": " << base::describe(picture.error());
  }
}

/// The numbers in a text, without the commas between groups of digits.
std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  std::string digits;
  for (const char c : text + " ") {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || (c == '.' && !digits.empty())) {
      digits += c;
    } else if (c != ',' && !digits.empty()) {
      numbers.push_back(std::stod(digits));
      digits.clear();
    }
  }
  return numbers;
}

/// The sentences above the picture do not give away the number that a step asks for.
TEST_P(EveryLesson, AsksForNothingThatTheHeadlineSays) {
  desk::Desk desk(catalogue_, devices_, [] {});
  desk.lessons.all = lessons_;
  std::uint32_t number_of_step = 0;
  for (const lesson::Step& step : lesson_->steps) {
    ++number_of_step;
    if (!step.asks) continue;
    SCOPED_TRACE(place(*lesson_, step));
    const base::Status settled = desk.settle(step.state);
    ASSERT_TRUE(settled) << base::describe(settled.error());
    const lesson::Facts facts = desk::facts_of(step.state, *desk.runs.shown, {}, {});
    const auto answer = lesson::value_of(step.done.answer, lesson::with_start(facts, facts));
    ASSERT_TRUE(answer) << base::describe(answer.error());
    desk.choices.session.lesson = lesson_->id;
    desk.choices.session.lesson_step = number_of_step;
    const view::Headline headline = desk::headline_of(desk, desk::input_of(desk));
    const std::string text = view::plain(headline.title) + " " + view::plain(headline.detail);
    for (const double number : numbers_in(text)) EXPECT_GE(std::abs(number - *answer), 0.05) << text;
  }
}

TEST(Lessons, ThereAreAtLeastTwelve) { EXPECT_GE(lesson_names().size(), 12u); }

TEST(Lessons, AreExplainedToWhoWritesThem) {
  const auto text = base::read_text(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "docs" / "lessons.md");
  ASSERT_TRUE(text) << base::describe(text.error());
  const auto told = [&](const char* name, const char* what) {
    EXPECT_NE(text->find("| `" + std::string(name) + "` | " + what + " |"), std::string::npos) << name << " | " << what;
  };
  for (const lesson::NumberFact& fact : lesson::number_facts()) told(fact.name, fact.what);
  for (const lesson::WordFact& fact : lesson::word_facts()) told(fact.name, fact.what);
}

/// Sentences that stood in lessons, descriptions and tables, and are false.
TEST(Lessons, SayNothingThatWasFoundFalse) {
  const std::filesystem::path source = WARPLENS_SOURCE_FOLDER;
  const std::vector<std::string> false_sentences{
      "can do none of that",               // threads of different blocks share global memory
      "has work for one thread",           // a linear recurrence scans
      "as soon as their ways meet",        // only __syncwarp promises it since compute capability 7.0
      "each core has a cache of its own",  // so has a multiprocessor
      "that nobody had written",           // "uninitialised" is the word
      "the same word is no conflict"};     // of atomics, which take turns
  std::size_t files = 0;
  for (const char* where : {"assets/lessons", "kernels", "docs", "app"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source / where)) {
      if (!entry.is_regular_file()) continue;
      const auto text = base::read_text(entry.path());
      if (!text) continue;
      ++files;
      for (const std::string& sentence : false_sentences)
        EXPECT_EQ(text->find(sentence), std::string::npos) << entry.path() << ": " << sentence;
    }
  }
  EXPECT_GT(files, 100u);
}

TEST(Lessons, UseEveryTermOfTheGlossary) {
  const lesson::Lessons& all = *lessons();
  std::string links;
  const auto gather = [&](const std::vector<lesson::Block>& blocks) {
    for (const lesson::Block& block : blocks)
      for (const lesson::Piece& piece : block.pieces) links += piece.link + "\n";
  };
  for (const lesson::Lesson& lesson : all.lessons) {
    gather(lesson.about);
    for (const lesson::Step& step : lesson.steps) {
      gather(step.text);
      gather(step.task);
      gather(step.seen);
    }
  }
  for (const lesson::Term& term : all.glossary.terms)
    EXPECT_NE(links.find("glossary.md#" + term.anchor + "\n"), std::string::npos) << term.name << " is linked nowhere";
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson, testing::ValuesIn(lesson_names()), test_name);

}  // namespace
}  // namespace warplens
