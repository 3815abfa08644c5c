#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/result.h"
#include "grade/submissions.h"
#include "grade/verdict.h"

namespace warplens::grade {

/// Limits of judging one submission, including all processes started for it.
struct JudgeLimits {
  std::chrono::seconds time = judge_time;
  std::uint64_t memory = judge_memory;  ///< bytes held at once
  std::uint64_t disk = judge_disk;      ///< bytes in its folder
};

/// The limits when `at_once` submissions are judged together: each takes at most its share of this computer's memory.
JudgeLimits judge_limits(unsigned at_once);

/// Gives the verdict on a submission. `folder`: a new, empty folder for this submission only.
using Judge = std::function<Verdict(const Submission&, const std::filesystem::path& folder)>;

/// Judge all submissions and return the verdicts in their order. Each is judged in a process of its own, `at_once` at a time: if
/// one crashes, hangs or takes too much, that process ends, with all that it has started, and the other submissions still get
/// their verdicts. The calling process must have no other threads. Verdicts come without FindingPicture::experiment. `stops` is
/// polled every tenth of a second. Error: `stops` was true, and all judging ended.
base::Result<std::vector<Verdict>> judge_apart(const std::vector<Submission>& submissions, const Judge& judge, unsigned at_once,
                                               const JudgeLimits& limits, const std::function<bool()>& stops);

}  // namespace warplens::grade
