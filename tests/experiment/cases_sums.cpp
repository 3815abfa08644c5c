#include <numeric>

#include "tests/experiment/entry_case.h"
#include "tests/experiment/largest_size.h"

namespace warplens::experiment {
namespace {

std::vector<double> whole_sum(const Inputs& in) {
  const std::vector<double> a = in["a"];
  return {std::accumulate(a.begin(), a.end(), 0.0)};
}

std::vector<double> with_own(const Inputs& in) {
  std::vector<double> a = in["a"];
  std::partial_sum(a.begin(), a.end(), a.begin());
  return a;
}

std::vector<double> without_own(const Inputs& in) {
  const std::vector<double> a = in["a"];
  std::vector<double> sums(a.size());
  for (std::size_t i = 1; i < a.size(); ++i) sums[i] = sums[i - 1] + a[i - 1];
  return sums;
}

}  // namespace

std::vector<EntryCase> sum_cases() {
  std::vector<EntryCase> cases;
  const std::vector<std::vector<std::string>> sizes{{}, {"n=1"}, {"n=31"}, {"n=33"}, {"n=1000", "block=32"}};
  const std::vector<std::string> large{largest()};

  for (const char* entry : {"atomic", "neighbours", "halves", "shuffle", "grid-stride"}) {
    for (const auto& assignments : sizes) cases.push_back({"reduction", entry, assignments, Outcome::right, "sum", whole_sum});
    cases.push_back({"reduction", entry, large, Outcome::right, "sum", whole_sum});
  }
  for (const char* entry : {"atomic", "neighbours", "halves"})  // these accept any block size, not only full warps
    for (const char* block : {"block=1", "block=33", "block=1000"})
      cases.push_back({"reduction", entry, {"n=5003", block}, Outcome::right, "sum", whole_sum});
  const std::string update = "sum[0] = sum[0] + a[i]", fold = "part[threadIdx.x] += part[threadIdx.x + half]";
  for (const auto& assignments : {sizes[0], sizes[2], sizes[3]})
    cases.push_back({"reduction", "racy", assignments, Outcome::wrong, "sum", whole_sum, {{"data-race", update, update}}});
  cases.push_back({"reduction", "racy", {"n=1"}, Outcome::right, "sum", whole_sum});
  cases.push_back({"reduction", "no-barrier", {}, Outcome::wrong, "sum", whole_sum, {{"data-race", fold, fold}}});
  cases.push_back({"reduction", "no-barrier", {"block=1"}, Outcome::right, "sum", whole_sum});

  for (const char* entry : {"doubling", "shuffle", "chained", "one-thread"}) {
    for (const auto& assignments : sizes)
      if (entry != std::string("one-thread") || assignments.size() < 2)
        cases.push_back({"scan", entry, assignments, Outcome::right, "out", with_own});
  }
  for (const char* entry : {"doubling", "shuffle", "chained", "one-thread"})
    cases.push_back({"scan", entry, large, Outcome::right, "out", with_own});
  for (const auto& assignments : sizes) cases.push_back({"scan", "tree", assignments, Outcome::right, "out", without_own});
  cases.push_back({"scan", "tree", large, Outcome::right, "out", without_own});
  for (const char* block : {"block=1", "block=33", "block=1000"})
    cases.push_back({"scan", "doubling", {"n=5003", block}, Outcome::right, "out", with_own});
  const ExpectedFinding race{"data-race", "sums[threadIdx.x - step]", "sums[threadIdx.x] += lower"};
  cases.push_back({"scan", "in-place", {}, Outcome::wrong, "out", with_own, {race}});
  cases.push_back({"scan", "in-place", {"n=33", "block=64"}, Outcome::either, "out", with_own, {race}});
  cases.push_back({"scan", "in-place", {"n=5", "block=1"}, Outcome::right, "out", with_own});
  return cases;
}

}  // namespace warplens::experiment
