#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "analysis/counter_table.h"
#include "analysis/why/absence.h"
#include "analysis/why/arithmetic.h"
#include "analysis/why/counter.h"
#include "analysis/why/difference.h"
#include "analysis/why/element.h"
#include "analysis/why/executed.h"
#include "analysis/why/expression.h"
#include "analysis/why/wait.h"
#include "tests/fuzz/native_kernel.h"
#include "tests/simt/launcher.h"

// Answers on kernels that chance has written: what is said to be computed is what the machine has stored, every question ends in
// an answer, and no answer is longer than it may be. tests/why has the questions with known causes.

namespace warplens::analysis {
namespace {

std::size_t sentences(const std::vector<Cause>& causes) {
  std::size_t count = causes.size();
  for (const Cause& cause : causes) count += sentences(cause.because);
  return count;
}

bool same_number(std::uint64_t one, std::uint64_t other, const Expression& expression) {
  const int width = ptx::bits(expression.type);
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if ((one & mask) == (other & mask)) return true;
  if (ptx::kind(expression.type) != ptx::TypeKind::floating) return false;
  const auto is_nan = [&](std::uint64_t bits) {
    return width == 32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                       : std::isnan(std::bit_cast<double>(bits));
  };
  return is_nan(one) && is_nan(other);
}

/// A run of a random kernel with a full trace.
struct RandomRun {
  launch::Launch launch;
  launch::LaunchResult result;
};

RandomRun run_of(std::uint64_t seed) {
  base::Random random(seed);
  std::string choices(200, '\0');
  for (char& choice : choices) choice = static_cast<char>(random.next());
  auto module = ptx::parse(fuzz::KernelWriter(fuzz::Choices(choices)).text(), "random.ptx");
  EXPECT_TRUE(module.ok()) << base::describe(module.error());
  launch::Launch launch = fuzz::launch_of(std::move(*module), 0);
  launch.schedule = launch::Schedule::timed;
  launch.check = true;
  launch.trace_level = trace::Level::full;
  launch::Progress progress;
  auto result = simt::make_device()->run(launch, progress);
  EXPECT_TRUE(result.ok()) << base::describe(result.error());
  return {std::move(launch), std::move(*result)};
}

TEST(Why, AnExpressionHasTheValueThatWasStored) {
  std::uint64_t known = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const RandomRun run = run_of(seed);
    const Executed executed(run.launch, run.result);
    const trace::Trace& trace = executed.trace();
    for (std::uint32_t row = 0; row < trace.accesses.size(); ++row) {
      if (trace.accesses.kind[row] != trace::AccessKind::write) continue;
      const std::uint32_t active = trace.steps.active[trace.accesses.step[row]];
      if (active == 0) continue;
      const LaneStep store = executed.lane_step(row, std::countr_zero(active));
      Slices slices(executed);
      const Expression value = slices.stored(store);
      if (!value.bits || 8 * trace.accesses.bytes[row] != ptx::bits(value.type)) continue;
      ++known;
      ASSERT_TRUE(same_number(*value.bits, store.stored, value))
          << "seed " << seed << ", " << text_of(value) << " = " << values_of(value) << ": " << *value.bits << ", and not "
          << store.stored;
    }
  }
  EXPECT_GT(known, 500u);
}

TEST(Why, EveryQuestionEndsInAShortAnswer) {
  for (std::uint64_t seed = 100; seed < 120; ++seed) {
    const RandomRun run = run_of(seed);
    const Executed executed(run.launch, run.result);
    const auto buffers = launch::buffers_of(run.launch);
    base::Random random(seed);
    for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
      const Answer answer = why_element(executed, buffer, random.below(static_cast<std::uint32_t>(buffers[buffer]->size)));
      EXPECT_LE(sentences(answer.answers), Answer::max_sentences) << answer.question;
      EXPECT_FALSE(answer.question.empty());
      EXPECT_TRUE(!answer.answers.empty() || !answer.missing.empty());
    }
    for (const Count& count : counts()) {
      const auto counter = why_counter(executed, count.id);
      ASSERT_EQ(counter.has_value(), explains_counter(count.id)) << count.id;
      if (!counter) continue;
      EXPECT_LE(sentences(counter->answers), Answer::max_sentences) << counter->question;
      EXPECT_FALSE(counter->answers.empty()) << counter->question;
    }
    const RandomRun neighbour = run_of(seed + 1);
    const Executed there(neighbour.launch, neighbour.result);
    for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
      const Answer same = why_different(executed, {executed, "in the same run"}, buffer, 0);
      EXPECT_TRUE(same.answers.empty() && same.missing.ends_with(", too.")) << same.missing;
      const Answer other = why_different(executed, {there, "in the other run"}, buffer, random.below(8));
      EXPECT_LE(sentences(other.answers), Answer::max_sentences) << other.question;
      EXPECT_TRUE(!other.answers.empty() || !other.missing.empty()) << other.question;
    }
    for (int tries = 0; tries < 50; ++tries) {
      const auto step = random.below(static_cast<std::uint32_t>(executed.trace().steps.size()));
      const std::uint64_t thread = random.below(static_cast<std::uint32_t>(executed.trace().threads_per_block()));
      const auto cause = why_absent(executed, thread, step);
      EXPECT_TRUE(!cause || cause->sentence.ends_with('.'));
      const auto wait = why_waited(executed, random.below(static_cast<std::uint32_t>(executed.warps())),
                                   random.below(static_cast<std::uint32_t>(executed.trace().end_cycle)));
      EXPECT_TRUE(!wait || sentences(wait->answers) <= Answer::max_sentences);
    }
  }
}

/// Registers, as followed back through the trace, are those of a machine that is paused before the same step.
TEST(Why, ARegisterHasTheValueThatTheMachineHas) {
  std::uint64_t known = 0;
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    const RandomRun run = run_of(seed);
    const Executed executed(run.launch, run.result);
    launch::Progress progress;
    const auto device = simt::make_device();
    const auto history = device->history(run.launch, progress);
    ASSERT_TRUE(history.ok());
    std::vector<std::size_t> own(executed.warps());
    for (std::uint64_t step = 0; step < std::min<std::uint64_t>((*history)->length(), 600); ++step) {
      (*history)->go_to(step);
      if (step > 0) ++own[(*history)->last_step()->warp];
      if (step % 17 != 0) continue;
      for (const launch::WarpAt& warp : (*history)->warps()) {
        const std::vector<std::uint32_t>& steps = executed.steps_of(warp.warp);
        if (own[warp.warp] >= steps.size()) continue;
        const std::uint32_t next = steps[own[warp.warp]], active = executed.trace().steps.active[next];
        if (active == 0) continue;
        const int lane = std::countr_zero(active);
        const auto registers = (*history)->registers(warp.warp, static_cast<std::uint32_t>(lane));
        for (std::uint32_t r = 0; r < registers.size(); ++r) {
          Slices slices(executed);
          const Expression value = slices.of_register(next, lane, r, registers[r].type);
          if (!value.bits || ptx::bits(value.type) != ptx::bits(registers[r].type)) continue;
          ++known;
          ASSERT_TRUE(same_number(*value.bits, registers[r].bits[static_cast<std::size_t>(lane)], value))
              << "seed " << seed << ", step " << step << ", " << registers[r].name << ": " << text_of(value) << " = "
              << values_of(value) << " = " << *value.bits;
        }
      }
    }
  }
  EXPECT_GT(known, 500u);
}

TEST(Why, ACutTraceIsSaidToBeCut) {
  launch::Launch launch = simt::launch_of(
      simt::entry_text(".param .u64 p",
                       ".reg .b64 %a; .reg .b32 %t, %k; .reg .pred %q;\nld.param.u64 %a, [p];\nmov.u32 %k, 0;\n"
                       "LOOP:\nadd.u32 %k, %k, 1;\nsetp.lt.u32 %q, %k, 1000;\n@%q bra LOOP;\nst.global.u32 [%a], %k;\nret;"),
      1, 32, {simt::buffer(launch::ElementType::u32, std::vector<std::uint32_t>(1), "out")});
  launch.trace_level = trace::Level::full;
  launch.trace_budget = 4000;
  const auto result = simt::run(launch);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->trace.truncation, trace::Truncation::budget);
  const Answer answer = why_element(Executed(launch, *result), 0, 0);
  EXPECT_TRUE(answer.answers.empty());
  EXPECT_EQ(answer.question, "Why is out[0] 1000?");
  EXPECT_NE(answer.missing.find("cut"), std::string::npos) << answer.missing;
}

TEST(Why, AByteOfAWiderStoreIsItsOwn) {
  launch::Launch launch = simt::launch_of(
      simt::entry_text(".param .u64 p", ".reg .b64 %a;\nld.param.u64 %a, [p];\nst.global.u32 [%a], 0x04030201;\nret;"), 1, 1,
      {simt::buffer(launch::ElementType::u8, std::vector<std::uint8_t>(8), "out")});
  launch.trace_level = trace::Level::full;
  const auto result = simt::run(launch);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(why_element(Executed(launch, *result), 0, 0).question, "Why is out[0] 1?");
  EXPECT_EQ(why_element(Executed(launch, *result), 0, 2).question, "Why is out[2] 3?");
  EXPECT_EQ(why_element(Executed(launch, *result), 0, 4).question, "Why did no thread write out[4]?");
}

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Arithmetic, IsThatOfThePtxIsa) {
  using ptx::Type;
  const auto of = [](const char* sign, Type type, std::uint64_t a, std::uint64_t b) {
    return computed(sign, type, std::array<std::uint64_t, 2>{a, b});
  };
  EXPECT_EQ(of("+", Type::u32, 0xffffffff, 2), 1u);
  EXPECT_EQ(of("-", Type::s32, 0, 1), 0xffffffffu);
  EXPECT_EQ(of("*", Type::s32, 0xfffffffe, 3), 0xfffffffau);
  EXPECT_EQ(of("/", Type::s32, 0xfffffff9, 2), 0xfffffffdu) << "-7 / 2 is -3";
  EXPECT_EQ(of("%", Type::s32, 0xfffffff9, 2), 0xffffffffu);
  EXPECT_EQ(of("/", Type::u32, 7, 0), std::nullopt);
  EXPECT_EQ(of("/", Type::s32, 0x80000000, 0xffffffff), std::nullopt) << "the quotient does not fit";
  EXPECT_EQ(of(">>", Type::s32, 0xfffffff8, 1), 0xfffffffcu);
  EXPECT_EQ(of("<<", Type::b32, 1, 40), std::nullopt);
  EXPECT_EQ(of("<", Type::s32, 0xffffffff, 0), 1u);
  EXPECT_EQ(of("<", Type::u32, 0xffffffff, 0), 0u);
  EXPECT_EQ(of("+", Type::f32, bits(0.5f), bits(0.25f)), bits(0.75f));
  EXPECT_EQ(of(">=", Type::f32, bits(NAN), bits(1)), 0u);
  EXPECT_EQ(of("&&", Type::pred, 1, 0), 0u);
  EXPECT_EQ(of("||", Type::pred, 1, 0), 1u);
  EXPECT_EQ(of("+", Type::f16, 1, 1), std::nullopt);
  EXPECT_EQ(of("sqrt", Type::f32, 1, 1), std::nullopt);
}

}  // namespace
}  // namespace warplens::analysis
