#include <cmath>

#include "tests/experiment/entry_case.h"

namespace warplens::experiment {
namespace {

/// Each block's part of the array, backwards.
std::vector<double> turned_around(const Inputs& in) {
  const std::vector<double> from = in["in"];
  const std::size_t part = in.run.launch.block.x;
  std::vector<double> out(from.size());
  for (std::size_t block = 0; block < from.size() / part; ++block)
    for (std::size_t k = 0; k < part; ++k) out[block * part + k] = from[block * part + part - 1 - k];
  return out;
}

void barriers(std::vector<EntryCase>& cases) {
  const auto shape = [](int blocks, int threads) {
    return std::vector<std::string>{"blocks=" + std::to_string(blocks), "threads_each=" + std::to_string(threads)};
  };
  const auto add = [&](const char* entry, std::vector<std::string> assignments, Outcome outcome,
                       std::vector<ExpectedFinding> findings = {}) {
    cases.push_back({"barrier", entry, std::move(assignments), outcome, "out", turned_around, std::move(findings)});
  };
  for (const char* entry : {"barrier", "late-warp"})
    for (const auto& assignments : {shape(4, 128), shape(1, 1), shape(3, 31), shape(7, 33), shape(2, 1024)})
      add(entry, assignments, Outcome::right);
  const ExpectedFinding race{"data-race", "part[threadIdx.x] =", "out[i] = part"};
  add("missing", {}, Outcome::wrong, {race});
  add("missing", shape(7, 33), Outcome::either, {race});
  add("missing", shape(5, 32), Outcome::right, {race});  // one warp: the race is there and does not show
  add("missing", shape(5, 1), Outcome::right);
  add("divergent", {}, Outcome::faulted, {{"barrier-divergence", "__syncthreads()", "out[i] = part"}});
  add("divergent", shape(1, 33), Outcome::faulted, {{"barrier-divergence", "__syncthreads()", "out[i] = part"}});
  add("divergent", shape(3, 1), Outcome::right);  // only thread 0, which is even
}

/// `rounds` times halved, and `step` added.
double halved(double value, std::size_t rounds, double step) {
  for (std::size_t round = 0; round < rounds; ++round) value = value * 0.5 + step;
  return value;
}

/// Every element after as many rounds as `rounds(i)` says, with a step of `step(i)`.
template <typename Rounds, typename Step>
auto after(Rounds rounds, Step step) {
  return [=](const Inputs& in) {
    std::vector<double> a = in["a"];
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = halved(a[i], rounds(in, i), step(i));
    return a;
  };
}

void divergences(std::vector<EntryCase>& cases) {
  const auto given = [](const Inputs& in, std::size_t) { return in.number("rounds"); };
  const auto one = [](std::size_t) { return 1.0; };
  const auto add = [&](const char* entry, std::function<std::vector<double>(const Inputs&)> expected) {
    for (const char* n : {"n=1", "n=31", "n=33", "n=4096", "n=10007"})
      cases.push_back({"divergence", entry, {n}, Outcome::right, "a", expected});
    cases.push_back({"divergence", entry, {"n=100", "rounds=1", "block=25"}, Outcome::right, "a", expected});
  };
  add("one-way", after(given, one));
  add("by-lane", after(given, [](std::size_t i) { return i % 2 == 0 ? 1.0 : -1.0; }));
  add("by-warp", after(given, [](std::size_t i) { return i / 32 % 2 == 0 ? 1.0 : -1.0; }));
  add("unequal-by-lane", after([](const Inputs&, std::size_t i) { return i % 32; }, one));
  add("unequal-by-warp", after([](const Inputs&, std::size_t i) { return i / 32 % 32; }, one));
}

}  // namespace

std::vector<EntryCase> execution_cases() {
  std::vector<EntryCase> cases;
  barriers(cases);
  divergences(cases);
  return cases;
}

}  // namespace warplens::experiment
