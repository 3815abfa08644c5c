#include <cstring>
#include <map>
#include <set>

#include "ptx/flow/registers.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// Variables of the source at each step, compared with what the source says of them.

namespace warplens::desk {
namespace {

class Variables : public DeskTest {
 protected:
  ~Variables() override { std::filesystem::remove_all(folder_); }

  void open(const std::string& text) { open_in_steps(folder_ / "variables.cu", text, false); }
  /// Values of a lane by name, those that are unset, gone or out of scope left out.
  static std::map<std::string, std::string> values(const view::SteppedMoment& moment, std::uint32_t lane) {
    const std::set<std::string_view> none{view::unset_text, view::gone_text, view::out_of_scope_text};
    std::map<std::string, std::string> all;
    for (const view::VariableAt& each : moment.variables) {
      const std::string& text = each.texts[lane];
      if (!none.contains(text)) all[each.name] = text.empty() ? view::register_text(each.value, lane) : text;
    }
    return all;
  }

  const std::filesystem::path folder_ = scratch("variables on the desk");
};

TEST_F(Variables, HoldWhatTheSourceComputesAtEveryStep) {
  open(R"(__device__ int half_of(int v) {
  int r = v / 2;
  return r;
}
__global__ void sums(int* out, const int* in, int n, int unused) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int taps[3];
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    taps[k] = i * 10 + k;
    sum += taps[k];
  }
  int half = half_of(sum);
  if (i < n) out[i] = half + in[0];
}
)");
  const auto parameter = [&](const char* name) {
    return std::to_string(static_cast<int>(desk_.choices.session.settings.parameters.at(name)));
  };
  const std::string n = parameter("n"), unused = parameter("unused");
  std::map<std::string, std::set<std::string>> seen;  // of thread 0
  for (std::uint64_t step = 0; step <= desk_.stepping.length(); ++step) {
    go_to_step(desk_.stepping, step);
    const view::SteppedMoment& moment = *desk_.stepping.moment;
    EXPECT_TRUE(moment.every_variable || moment.chosen() == nullptr);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const auto now = values(moment, lane);
      const int i = static_cast<int>(moment.warp) * 32 + static_cast<int>(lane);
      for (const auto& [name, text] : now)
        if (moment.warp == 0 && lane == 0) seen[name].insert(text);
      const auto is = [&](const std::string& name, const std::string& value) {
        if (now.contains(name)) {
          EXPECT_EQ(now.at(name), value) << name << " of thread " << i << ", step " << step;
        }
      };
      is("i", std::to_string(i));
      is("half", std::to_string((30 * i + 3) / 2));
      is("r", std::to_string((30 * i + 3) / 2));
      is("v", std::to_string(30 * i + 3));
      is("in", "&in[0]");
      if (now.contains("out")) {
        EXPECT_EQ(now.contains("n") ? now.at("n") : "none", n) << "a parameter has its value from the start";
        EXPECT_EQ(now.contains("unused") ? now.at("unused") : "none", unused);
      }
      if (!now.contains("k")) continue;
      const int k = std::stoi(now.at("k"));
      for (int tap = 0; tap < k && tap < 3; ++tap) is("taps[" + std::to_string(tap) + "]", std::to_string(i * 10 + tap));
      if (!now.contains("sum")) continue;
      const int sum = std::stoi(now.at("sum"));
      const auto until = [&](int count) { return count * 10 * i + count * (count - 1) / 2; };
      EXPECT_TRUE(sum == until(k) || sum == until(k + 1)) << "k " << k << ", sum " << sum << ", thread " << i;
    }
  }
  EXPECT_EQ(seen["k"], (std::set<std::string>{"0", "1", "2", "3"}));
  EXPECT_TRUE(seen["sum"].contains("3"));
  for (const char* name : {"i", "taps[2]", "half", "r", "v", "in", "out", "n"}) EXPECT_FALSE(seen[name].empty()) << name;
}

/// "unset" is a claim about every path: what a lane has executed must not contradict it.
TEST_F(Variables, AreNeverCalledUnsetAfterAWrite) {
  for (const char* experiment : {"divergence", "reduction", "matrix_multiplication"}) {
    EXPECT_TRUE(choose_experiment(desk_.choices, experiment).ok());
    choose_view(desk_.choices, "steps");
    draw_until_idle();
    ASSERT_TRUE(desk_.stepping.ready());
    const RunTables& tables = *desk_.runs.shown;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> written;  // lanes, by warp and register
    std::uint64_t claims = 0;
    for (std::uint64_t step = 1; step <= std::min<std::uint64_t>(desk_.stepping.length(), 3000); ++step) {
      go_to_step(desk_.stepping, step);
      const view::SteppedMoment& moment = *desk_.stepping.moment;
      const ptx::Instruction* done = tables.listing.instruction(*tables.run.launch.module, moment.last->instruction);
      if (done != nullptr && done->guard == ptx::no_index)
        ptx::each_defined(*done, [&](std::uint32_t r) { written[{moment.last->warp, r}] |= moment.last->lanes; });
      for (std::uint32_t r = 0; r < moment.registers.size(); ++r) {
        const std::uint32_t lanes = written[{moment.warp, r}];
        EXPECT_EQ(lanes & ~moment.set[r], 0u) << experiment << ", step " << step << ", register " << r;
        claims += moment.set[r] != ~0u ? 1 : 0;
      }
    }
    EXPECT_GT(claims, 100u) << experiment;
  }
}

/// Members of a structure that is passed by value have their own values before the kernel has copied it.
TEST_F(Variables, OfAStructureThatIsPassedAreItsMembers) {
  open(R"(struct Pair { int first; float second; };
__global__ void paired(float* out, Pair pair) {
  int i = threadIdx.x;
  out[i] = pair.first + pair.second;
}
)");
  std::set<std::string> firsts, seconds;
  for (std::uint64_t step = 0; step <= desk_.stepping.length(); ++step) {
    go_to_step(desk_.stepping, step);
    const auto now = values(*desk_.stepping.moment, 0);
    if (!now.contains("out")) continue;
    ASSERT_TRUE(now.contains("pair.first") && now.contains("pair.second")) << "step " << step;
    firsts.insert(now.at("pair.first"));
    seconds.insert(now.at("pair.second"));
  }
  const auto given = [&](std::size_t k) {
    return launch::to_text(std::get<launch::Scalar>(desk_.runs.shown->run.launch.arguments.at(k)));
  };
  EXPECT_EQ(firsts, std::set<std::string>{given(1)});
  EXPECT_EQ(seconds, std::set<std::string>{given(2)});
  EXPECT_NE(given(1), given(2)) << "they can be told apart";
}

TEST_F(Variables, AreCompiledForAndAgainNot) {
  EXPECT_TRUE(choose_experiment(desk_.choices, "divergence").ok());
  choose_compile(desk_.choices, "-DX=1");
  choose_optimised(desk_.choices, false);
  EXPECT_EQ(desk_.choices.session.settings.compile, "-DX=1 -O0");
  EXPECT_TRUE(is_unoptimised(desk_.choices));
  choose_optimised(desk_.choices, true);
  EXPECT_EQ(desk_.choices.session.settings.compile, "-DX=1");
  choose_compile(desk_.choices, "");
  choose_optimised(desk_.choices, true);
  EXPECT_EQ(desk_.choices.session.settings.compile, std::nullopt);
}

}  // namespace
}  // namespace warplens::desk
