#include "desk/asking/asking.h"

#include "desk/run/beside.h"
#include "session/asked.h"
#include "tests/desk/desk_test_base.h"

// "Why …?" in the window: of what the pointer is on, again for every run, and from sentence to sentence.

namespace warplens::desk {
namespace {

class AskingTest : public DeskTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
    desk_.open_first_experiment();
    draw_until_idle();
    ASSERT_TRUE(desk_.runs.shown);
  }
  base::Status ask_about(const view::Target& target) {
    desk_.pointer.target = target;
    const base::Status asked = ask(desk_.asking, desk_.asked_in());
    draw_until_idle();
    return asked;
  }
  const Explanation* answer() const { return desk_.asking.answer.get(); }
};

view::Target element(std::uint64_t index) {
  view::Target target;
  target.element = index;
  return target;
}

view::Target thread(std::uint64_t number) {
  view::Target target;
  target.thread = number;
  return target;
}

TEST_F(AskingTest, TheElementUnderThePointer) {
  ASSERT_TRUE(ask_about(element(0)).ok());
  ASSERT_NE(answer(), nullptr);
  EXPECT_TRUE(answer()->asked.starts_with("Why is counter[0] ")) << answer()->asked;
  EXPECT_TRUE(answer()->asked.ends_with(", and not 1024?")) << answer()->asked;
  ASSERT_GE(answer()->causes.size(), 2u);
  EXPECT_EQ(desk_.asking.current, answer()->causes.size()) << "no sentence has been gone to yet";
}

TEST_F(AskingTest, ALaneThatTookNoPartInAStep) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "divergence").ok());
  draw_until_idle();
  const trace::Steps& steps = desk_.runs.shown->trace().steps;
  std::uint64_t step = 0;
  while (step < steps.size() && (steps.warp[step] != 0 || steps.active[step] != 0xaaaaaaaa)) ++step;  // the odd lanes of warp 0
  ASSERT_LT(step, steps.size());
  view::Target idle = thread(2);
  idle.step = step;
  ASSERT_TRUE(ask_about(idle).ok());
  EXPECT_EQ(desk_.choices.session.why, "thread 2 in step " + std::to_string(step));
  EXPECT_TRUE(answer()->asked.starts_with("Why did thread 2 of block 0 take no part in step ")) << answer()->asked;
  ASSERT_FALSE(answer()->causes.empty()) << answer()->missing;
  idle.thread = 3;  // which did: then the thread is asked about
  ASSERT_TRUE(ask_about(idle).ok());
  EXPECT_EQ(desk_.choices.session.why, "thread 3");
}

TEST_F(AskingTest, AskedAgainItGoesFromSentenceToSentence) {
  ASSERT_TRUE(ask_about(element(0)).ok());
  const std::size_t count = answer()->causes.size();
  for (std::size_t k = 0; k <= count; ++k) {
    ASSERT_TRUE(ask_about(desk_.pointer.kept).ok());
    const analysis::Cause& cause = answer()->causes[k % count].cause;
    EXPECT_EQ(desk_.asking.current, k % count);
    EXPECT_EQ(desk_.playback.place, cause.step + 1);
    EXPECT_EQ(desk_.pointer.kept.thread, cause.thread);
  }
  move_cause(desk_.asking, -1, desk_.asked_in());
  EXPECT_EQ(desk_.asking.current, count - 1);
}

TEST_F(AskingTest, AThreadThatWritesIsAskedAboutItsElement) {
  ASSERT_TRUE(ask_about(thread(5)).ok());
  ASSERT_NE(answer(), nullptr);
  EXPECT_TRUE(answer()->asked.starts_with("Why is counter[0] ")) << answer()->asked;
}

TEST_F(AskingTest, AWaitOfItsWarp) {
  const trace::Trace& trace = desk_.runs.shown->trace();
  ASSERT_GT(trace.waits.size(), 0u);
  view::Target wait = thread(trace.waits.warp[0] * std::uint64_t{trace::lanes});  // blocks of one warp
  wait.cycle = trace.waits.begin[0];
  ASSERT_TRUE(ask_about(wait).ok());
  ASSERT_NE(answer(), nullptr);
  EXPECT_TRUE(answer()->asked.starts_with("Why did warp 0 of block ")) << answer()->asked;
  wait.cycle = trace.end_cycle + 1000;
  ASSERT_TRUE(ask_about(wait).ok());
  EXPECT_TRUE(answer()->causes.empty());
  EXPECT_NE(answer()->missing, "");
}

TEST_F(AskingTest, ACounterAndAFinding) {
  desk_.choices.session.why = counter_text("global_sectors");
  draw_until_idle();
  ASSERT_NE(answer(), nullptr);
  EXPECT_TRUE(answer()->asked.starts_with("32-byte sectors: why ")) << answer()->asked;
  ASSERT_FALSE(desk_.runs.shown->run.result.findings.empty());
  desk_.choices.session.why = finding_text(0);
  draw_until_idle();
  ASSERT_NE(answer(), nullptr);
  EXPECT_NE(answer()->asked.find("data race"), std::string::npos) << answer()->asked;
  desk_.choices.session.why = finding_text(99);
  draw_until_idle();
  EXPECT_EQ(answer(), nullptr);
}

TEST_F(AskingTest, ALaneOfTheStepsViewIsAThread) {
  view::Target lane;
  lane.warp = 2;
  lane.lane = 7;
  ASSERT_TRUE(ask_about(lane).ok());
  EXPECT_EQ(desk_.choices.session.why, "thread 71");
}

TEST_F(AskingTest, TheQuestionStaysForTheNextRun) {
  ASSERT_TRUE(ask_about(element(0)).ok());
  const std::string before = answer()->asked;
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  ASSERT_NE(answer(), nullptr);
  EXPECT_EQ(answer()->asked, "Why is counter[0] 1024?");
  EXPECT_NE(answer()->asked, before);
  desk_.choices.session.why.clear();
  draw_until_idle();
  EXPECT_EQ(answer(), nullptr);
}

TEST_F(AskingTest, AnElementIsComparedWithTheKeptRun) {
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  ASSERT_TRUE(ask_about(element(0)).ok());
  ASSERT_NE(answer(), nullptr);
  EXPECT_TRUE(answer()->asked.starts_with("Why is counter[0] 1024, and ")) << answer()->asked;
  EXPECT_TRUE(answer()->asked.ends_with(" in the kept run?")) << answer()->asked;
  ASSERT_FALSE(answer()->causes.empty());
  drop_beside(desk_.choices);
  draw_until_idle();
  ASSERT_NE(answer(), nullptr);
  EXPECT_EQ(answer()->asked, "Why is counter[0] 1024?");
}

TEST_F(AskingTest, AnotherExperimentHasNoQuestion) {
  ASSERT_TRUE(ask_about(element(0)).ok());
  ASSERT_TRUE(choose_experiment(desk_.choices, "add").ok());
  draw_until_idle();
  EXPECT_EQ(desk_.choices.session.why, "");
  EXPECT_EQ(answer(), nullptr);
}

TEST_F(AskingTest, NothingThereIsAnError) {
  EXPECT_FALSE(ask_about({}).ok());
  EXPECT_FALSE(ask_about(element(1u << 20)).ok());
  EXPECT_FALSE(ask_about(thread(1u << 20)).ok());
  EXPECT_EQ(desk_.choices.session.why, "");
  desk_.choices.session.why = "element 99999";  // as a session file may say
  draw_until_idle();
  EXPECT_EQ(answer(), nullptr);
}

TEST(Asked, WordsForATargetAndBack) {
  view::Target of_buffer;
  of_buffer.buffer = 2;
  of_buffer.index = 17;
  view::Target of_wait = thread(3);
  of_wait.cycle = 512;
  for (const view::Target& target : {element(0), element(18446744073709551614u), thread(40), of_buffer, of_wait})
    EXPECT_EQ(asked_target(asked_text(target)), target) << asked_text(target);
  EXPECT_EQ(asked_text({}), "");
  const auto idle = asked_idle(idle_text({40, 392}));
  ASSERT_TRUE(idle);
  EXPECT_EQ(idle->thread, 40u);
  EXPECT_EQ(idle->step, 392u);
  EXPECT_FALSE(asked_idle("thread 40 in step "));
  EXPECT_FALSE(asked_idle("thread 40"));
  EXPECT_TRUE(is_asked("thread 40 in step 392"));
  EXPECT_EQ(asked_counter(counter_text("bank_conflicts")), "bank_conflicts");
  EXPECT_EQ(asked_counter("counter threads"), "") << "nothing is to be explained about it";
  EXPECT_EQ(asked_finding(finding_text(3)), 3u);
  EXPECT_EQ(asked_finding("finding 3 "), std::nullopt);
  EXPECT_TRUE(is_asked("counter bank_conflicts") && is_asked("finding 0") && is_asked("thread 4"));
  EXPECT_FALSE(is_asked("counter ") || is_asked("finding") || is_asked(""));
  for (const char* words :
       {"", "element", "element ", "element x", "element 1 ", "element 1 of buffer ", "element -1", "thread 1 of buffer 2",
        "thread 1 in cycle", "element 18446744073709551615", "element 99999999999999999999", "Element 1"})
    EXPECT_EQ(asked_target(words), std::nullopt) << words;
}

}  // namespace
}  // namespace warplens::desk
