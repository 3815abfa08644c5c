#include <set>

#include "desk/playback/step_search.h"
#include "session/asked.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// "Why …?" of a variable or a register in Steps: what is said of its value is what the paused machine has in it.

namespace warplens::desk {
namespace {

class ValueAsking : public DeskTest {
 protected:
  ~ValueAsking() override { std::filesystem::remove_all(folder_); }

  void open(const std::string& text, bool optimised = false) { open_in_steps(folder_ / "values.cu", text, optimised); }
  const view::SteppedMoment& moment() const { return *desk_.stepping.moment; }

  /// A row of the moment in its chosen warp.
  view::Target target(std::size_t row, std::uint32_t lane) const {
    view::Target target;
    target.warp = moment().warp;
    target.lane = lane;
    target.value = row;
    return target;
  }
  std::size_t row_of(std::string_view variable) const {
    const auto& all = moment().variables;
    return static_cast<std::size_t>(std::ranges::find(all, variable, &view::VariableAt::name) - all.begin());
  }
  const Explanation* ask_about(const view::Target& about) {
    desk_.pointer.target = about;
    const base::Status asked = ask(desk_.asking, desk_.asked_in());
    EXPECT_TRUE(asked.ok()) << (asked.ok() ? "" : base::describe(asked.error()));
    draw_until_idle();
    return desk_.asking.answer.get();
  }

  const std::filesystem::path folder_ = scratch("values that are asked about");
};

constexpr const char* sums = R"(__device__ __noinline__ int half_of(int v) {
  int r = v / 2;
  return r;
}
__global__ void sums(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int taps[3];
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    taps[k] = i * 10 + k;
    sum += taps[k];
  }
  int half = half_of(sum);
  bool odd = i % 2 == 1;
  if (odd) half = -half;
  if (i < n) out[i] = half + in[0] + taps[1];
}
)";

/// Every value that the machine has at a step is the one that the answer begins with, or is said not to be known.
TEST_F(ValueAsking, TheAnswerHasTheValueThatTheMachineHas) {
  open(sums);
  std::uint64_t known = 0, all = 0;
  for (std::uint64_t step = 1; step < desk_.stepping.length() && step < 400; step += 7) {
    go_to_step(desk_.stepping, step);
    if (moment().chosen() == nullptr) continue;
    const auto own = own_steps(desk_.stepping);
    ASSERT_TRUE(own.ok());
    const analysis::Executed executed(desk_.runs.shown->run.launch, desk_.runs.shown->run.result);
    for (const std::uint32_t lane : {0u, 5u}) {
      for (const view::VariableAt& variable : moment().variables) {
        if (!variable.texts[lane].empty()) continue;
        const std::uint64_t thread = std::uint64_t{moment().warp} * 32 + lane;
        const auto answer = analysis::why_value(executed, {thread, variable.name, *own}, {});
        ASSERT_TRUE(answer.ok()) << variable.name << " at step " << step << ": " << base::describe(answer.error());
        const std::string machine = view::register_text(variable.value, lane);
        const bool unwritten = answer->question.find(" unset in ") != std::string::npos;
        if (unwritten) {
          EXPECT_EQ(machine, "-842150451") << answer->question << ": memory that nothing has written is 0xcdcdcdcd";
        }
        if (unwritten) continue;
        ++all;
        if (answer->question.find(" what it is ") != std::string::npos) continue;
        ++known;
        EXPECT_TRUE(answer->question.starts_with("Why is " + variable.name + " " + machine + " in thread "))
            << "step " << step << ", lane " << lane << ": " << answer->question << " " << machine;
      }
    }
  }
  EXPECT_GT(known, 200u);
  EXPECT_GT(known * 10, all * 8) << known << " of " << all;
}

TEST_F(ValueAsking, TheAnswerLeadsToItsStep) {
  open(sums);
  go_to_step(desk_.stepping, desk_.stepping.length());
  while (row_of("half") == moment().variables.size() && desk_.stepping.step() > 0)
    go_to_step(desk_.stepping, desk_.stepping.step() - 1);
  const std::uint64_t from = desk_.stepping.step();
  const std::uint32_t warp = moment().warp;
  const Explanation* const answer = ask_about(target(row_of("half"), 3));
  ASSERT_NE(answer, nullptr);
  ASSERT_FALSE(answer->causes.empty()) << answer->missing;
  EXPECT_EQ(answer->causes.front().cause.line, 15u) << answer->causes.front().cause.sentence;
  move_cause(desk_.asking, 1, desk_.asked_in());
  EXPECT_LT(desk_.stepping.step(), from);
  EXPECT_EQ(moment().warp, warp);
  ASSERT_TRUE(moment().last);
  EXPECT_EQ(moment().last_instruction.line, 15u) << "it is paused behind the step that set it";
  EXPECT_NE(row_of("half"), moment().variables.size());
}

TEST_F(ValueAsking, ARegisterOfOptimisedCode) {
  open(sums, true);
  go_to_step(desk_.stepping, desk_.stepping.length() / 2);
  const std::size_t first = moment().variables.size();
  std::size_t row = first;
  while (row - first < moment().registers.size() && moment().set[row - first] == 0) ++row;
  ASSERT_LT(row - first, moment().registers.size());
  const std::string name = moment().registers[row - first].name;
  const Explanation* const answer = ask_about(target(row, 1));
  ASSERT_NE(answer, nullptr);
  EXPECT_NE(answer->asked.find(name), std::string::npos) << answer->asked;
  EXPECT_TRUE(desk_.choices.session.why.starts_with("value of " + name + " in thread ")) << desk_.choices.session.why;
}

TEST_F(ValueAsking, StepsByHandAreNotThoseOfTheRun) {
  open(sums);
  desk_.stepping.by_hand = true;
  draw_until_idle();
  ASSERT_TRUE(desk_.stepping.ready());
  desk_.pointer.target = target(0, 0);
  EXPECT_FALSE(ask(desk_.asking, desk_.asked_in()).ok());
}

TEST(AskedValue, IsReadAsItIsWritten) {
  for (const char* name : {"sum", "taps[2]", "p.x", "%r5", " in thread 7 after 3 steps"}) {
    const auto value = asked_value(value_text({71, name, 31}));
    ASSERT_TRUE(value) << name;
    EXPECT_EQ(value->name, name);
    EXPECT_EQ(value->thread, 71u);
    EXPECT_EQ(value->after, 31u);
  }
  for (const char* words : {"value of sum", "value of sum in thread 7", "value of  in thread 7 after 3 steps",
                            "value of sum in thread x after 3 steps", "value of sum in thread 7 after 3 steps more"})
    EXPECT_FALSE(asked_value(words)) << words;
}

}  // namespace
}  // namespace warplens::desk
