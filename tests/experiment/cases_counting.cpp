#include <cmath>

#include "tests/experiment/entry_case.h"
#include "tests/experiment/largest_size.h"

namespace warplens::experiment {
namespace {

std::vector<double> one_of_each_thread(const Inputs& in) { return {in.threads()}; }

/// Histogram over [-4, 4) by comparing each sample with every bin edge. With these numbers of bins the edges are multiples of
/// 1/2^k, so that this arithmetic and the kernel's agree on every sample.
std::vector<double> counts(const Inputs& in) {
  const std::size_t bins = in.number("bins");
  std::vector<double> counted(bins);
  const double width = 8.0 / static_cast<double>(bins);
  for (const double sample : in["samples"])
    for (std::size_t bin = 0; bin < bins; ++bin)
      if (sample >= -4 + width * static_cast<double>(bin) && sample < -4 + width * static_cast<double>(bin + 1))
        counted[bin] += 1;
  return counted;
}

}  // namespace

std::vector<EntryCase> counting_cases() {
  std::vector<EntryCase> cases;
  const std::vector<std::vector<std::string>> shapes{{},
                                                     {"block=1", "grid=1"},
                                                     {"block=31", "grid=33"},
                                                     {"block=33", "grid=31"},
                                                     {"block=8,4,3", "grid=2,3,5"},
                                                     {"block=1024", "grid=1000"}};
  for (const char* entry : {"atomic", "warp", "block"})
    for (const auto& assignments : shapes)
      cases.push_back({"counter", entry, assignments, Outcome::right, "counter", one_of_each_thread});
  const std::string update = "counter[0] = counter[0] + 1";
  for (const auto& assignments : shapes)
    if (assignments != shapes[1])
      cases.push_back(
          {"counter", "racy", assignments, Outcome::wrong, "counter", one_of_each_thread, {{"data-race", update, update}}});
  cases.push_back({"counter", "racy", shapes[1], Outcome::right, "counter", one_of_each_thread});

  for (const char* entry : {"atomic", "shared", "private", "warp"}) {
    for (const char* bins : {"bins=1", "bins=8", "bins=64"})
      for (const char* n : {"n=1", "n=31", "n=33", "n=10007"})
        cases.push_back({"histogram", entry, {bins, n}, Outcome::right, "counts", counts});
    cases.push_back({"histogram", entry, {"bins=16", largest()}, Outcome::right, "counts", counts});
    cases.push_back({"histogram", entry, {"bins=32", "n=5003", "block=33", "grid=7"}, Outcome::right, "counts", counts});
  }
  const std::string count = "counts[bin] = counts[bin] + 1";
  cases.push_back({"histogram", "racy", {"bins=8", "n=10007"}, Outcome::wrong, "counts", counts, {{"data-race", count, count}}});
  cases.push_back({"histogram", "racy", {"bins=8", "n=1"}, Outcome::right, "counts", counts});
  return cases;
}

}  // namespace warplens::experiment
