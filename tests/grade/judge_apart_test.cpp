#include "grade/judge_apart.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/process.h"
#include "grade/verdict.h"

// One submission after the other does its worst; the others get their verdicts.

namespace warplens::grade {
namespace {

/// What a submission of this name does to who judges it.
Verdict misbehave(const Submission& submission, const std::filesystem::path& folder) {
  Verdict verdict{.name = submission.name};
  if (submission.name == "crash") std::abort();
  if (submission.name == "leave") std::_Exit(3);
  if (submission.name == "throw") throw std::runtime_error("a parser gave up");
  if (submission.name == "hang")
    for (;;) ::pause();
  if (submission.name == "eat") {
    std::vector<std::vector<char>> held;
    for (;;) held.emplace_back(8 << 20, 'x');
  }
  if (submission.name == "eat_in_a_child")
    (void)base::run_process("/bin/sh", {"-c", "head -c 400m /dev/zero | tail"}, std::chrono::seconds(20));
  if (submission.name == "fill")
    for (int k = 0;; ++k) std::ofstream(folder / std::to_string(k)) << std::string(1 << 20, 'x');
  if (submission.name == "leave_a_process")
    (void)base::run_process("/bin/sh", {"-c", "setsid sleep 600 >/dev/null 2>&1 &"}, std::chrono::seconds(5));
  verdict.set(Word::wrong, "judged");
  return verdict;
}

TEST(JudgeApart, NoSubmissionCostsAnotherItsVerdict) {
  const std::vector<std::pair<const char*, Word>> expected{
      {"ada", Word::wrong},     {"crash", Word::refused},         {"bob", Word::wrong},    {"leave", Word::refused},
      {"throw", Word::refused}, {"hang", Word::hanging},          {"eat", Word::crashing}, {"eat_in_a_child", Word::crashing},
      {"fill", Word::crashing}, {"leave_a_process", Word::wrong}, {"zoe", Word::wrong}};
  std::vector<Submission> submissions;
  for (const auto& [name, word] : expected) submissions.push_back({name, {}});
  const JudgeLimits limits{std::chrono::seconds(4), std::uint64_t{256} << 20, std::uint64_t{50} << 20};
  const auto judged = judge_apart(submissions, misbehave, 3, limits, [] { return false; });
  ASSERT_TRUE(judged.ok());
  const std::vector<Verdict>& verdicts = *judged;
  ASSERT_EQ(verdicts.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(verdicts[k].name, expected[k].first);
    EXPECT_EQ(name(verdicts[k].word), name(expected[k].second)) << verdicts[k].name << ": " << verdicts[k].reason;
    EXPECT_FALSE(verdicts[k].reason.empty());
  }
  EXPECT_TRUE(base::ProcessTree().below(::getpid()).empty()) << "nothing is left of them";
}

TEST(JudgeApart, EndsAllWhenItIsToStop) {
  const std::vector<Submission> submissions{{"hang", {}}, {"leave_a_process", {}}, {"ada", {}}};
  int asked = 0;
  EXPECT_FALSE(judge_apart(submissions, misbehave, 1, {}, [&] { return ++asked == 2; }).ok());
  EXPECT_TRUE(base::ProcessTree().below(::getpid()).empty());
}

TEST(VerdictMessage, CarriesAllButTheExperiment) {
  Verdict verdict{.name = "eve \"\n", .findings = {"data-race at line 7"}, .costs = Costs{1, 2, UINT64_MAX}};
  verdict.set(Word::racy, "both wrote \xff", "k.cu", 7);
  verdict.pictures = {{.caption = "a race", .image = "data:,x"}};
  const auto read = verdict_in(message_of(verdict));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->name, verdict.name);
  EXPECT_EQ(read->word, Word::racy);
  EXPECT_EQ(read->reason, "both wrote \xef\xbf\xbd");
  EXPECT_EQ(read->file, "k.cu");
  EXPECT_EQ(read->line, 7);
  EXPECT_EQ(read->findings, verdict.findings);
  EXPECT_EQ(read->costs->cycles, UINT64_MAX);
  EXPECT_EQ(read->pictures.at(0).image, "data:,x");
  for (const char* text : {"", "{", "[]", "{\"name\":\"x\"}", "{\"name\":1,\"word\":\"right\"}"})
    EXPECT_FALSE(verdict_in(text).has_value()) << text;
}

}  // namespace
}  // namespace warplens::grade
