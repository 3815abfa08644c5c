#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/result.h"
#include "grade/limits.h"
#include "grade/submissions.h"
#include "grade/verdict.h"

namespace warplens::grade {

/// What one submission may take, with all that is started for it.
struct JudgeLimits {
  std::chrono::seconds time = judge_time;
  std::uint64_t memory = judge_memory;  ///< bytes that are held at once
  std::uint64_t disk = judge_disk;      ///< bytes in its folder
};

/// The limits where `at_once` are judged: of this computer's memory each takes its share at most.
JudgeLimits judge_limits(unsigned at_once);

/// Gives the verdict on a submission, with a new, empty folder that is its alone.
using Judge = std::function<Verdict(const Submission&, const std::filesystem::path& folder)>;

/// The verdicts on all of them, in their order. Each submission is judged in a process of its own, `at_once` at a time: what
/// crashes, hangs or takes too much ends that process, with all that it has started, and costs no other submission its verdict.
/// This process must have no other threads. Verdicts come without FindingPicture::experiment. `stops` is asked every tenth of a
/// second. Error: it was true, and all were ended.
base::Result<std::vector<Verdict>> judge_apart(const std::vector<Submission>& submissions, const Judge& judge, unsigned at_once,
                                               const JudgeLimits& limits, const std::function<bool()>& stops);

}  // namespace warplens::grade
