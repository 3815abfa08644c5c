#include <cmath>

#include "tests/experiment/entry_case.h"
#include "tests/experiment/largest_size.h"

namespace warplens::experiment {
namespace {

std::vector<std::string> shape(int blocks, int threads) {
  return {"block=" + std::to_string(threads), "grid=" + std::to_string(blocks)};
}

/// Each block's part of the array, reversed.
std::vector<double> turned_around(const Inputs& in) {
  const std::vector<double> from = in["in"];
  const std::size_t part = in.run.launch.block.x;
  std::vector<double> out(from.size());
  for (std::size_t block = 0; block < from.size() / part; ++block)
    for (std::size_t k = 0; k < part; ++k) out[block * part + k] = from[block * part + part - 1 - k];
  return out;
}

/// The same, with the values of each block's first warp negated.
std::vector<double> first_warp_negated(const Inputs& in) {
  std::vector<double> out = turned_around(in);
  const std::size_t part = in.run.launch.block.x;
  for (std::size_t k = 0; k < out.size(); ++k)
    if (part - 1 - k % part < 32) out[k] = -out[k];
  return out;
}

void barriers(std::vector<EntryCase>& cases) {
  const auto add = [&](const char* entry, std::vector<std::string> assignments, Outcome outcome,
                       std::vector<ExpectedFinding> findings = {}) {
    cases.push_back({"barrier", entry, std::move(assignments), outcome, "out", turned_around, std::move(findings)});
  };
  for (const char* entry : {"barrier", "late-warp"})
    for (const auto& assignments : {shape(4, 128), shape(1, 1), shape(3, 31), shape(7, 33), shape(2, 1024)})
      add(entry, assignments, Outcome::right);
  for (const char* rounds : {"rounds=1", "rounds=33"})
    cases.push_back({"barrier", "late-warp", {rounds, "block=65"}, Outcome::right, "out", first_warp_negated});
  add("late-warp", {"rounds=0"}, Outcome::right);
  const ExpectedFinding race{"data-race", "part[threadIdx.x] =", "out[i] = part"};
  add("missing", {}, Outcome::wrong, {race});
  add("missing", shape(7, 33), Outcome::either, {race});
  add("missing", shape(5, 32), Outcome::right, {race});  // one warp: the race exists but has no effect
  add("missing", shape(5, 1), Outcome::right);
  add("divergent", {}, Outcome::faulted, {{"barrier-divergence", "__syncthreads()", "out[i] = part"}});
  add("divergent", shape(1, 33), Outcome::faulted, {{"barrier-divergence", "__syncthreads()", "out[i] = part"}});
  add("divergent", shape(3, 1), Outcome::right);  // only thread 0, an even thread
}

/// `rounds` times x → x / 2 + `step`.
double halved(double value, std::size_t rounds, double step) {
  for (std::size_t round = 0; round < rounds; ++round) value = value * 0.5 + step;
  return value;
}

/// Element i after `rounds(i)` rounds with a step of `step(i)`.
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
    for (const std::string& n : std::vector<std::string>{"n=1", "n=31", "n=33", "n=4096", largest()})
      cases.push_back({"divergence", entry, {n}, Outcome::right, "a", expected});
    cases.push_back({"divergence", entry, {"n=100", "rounds=1", "block=25"}, Outcome::right, "a", expected});
  };
  add("one-way", after(given, one));
  add("by-lane", after(given, [](std::size_t i) { return i % 2 == 0 ? 1.0 : -1.0; }));
  add("by-warp", after(given, [](std::size_t i) { return i / 32 % 2 == 0 ? 1.0 : -1.0; }));
  add("unequal-by-lane", after([](const Inputs&, std::size_t i) { return i % 32; }, one));
  add("unequal-by-warp", after([](const Inputs&, std::size_t i) { return i / 32 % 32; }, one));
}

std::vector<double> own_numbers(const Inputs& in) {
  std::vector<double> ids(static_cast<std::size_t>(in.threads()));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<double>(i);
  return ids;
}

void geometries(std::vector<EntryCase>& cases) {
  const auto add = [&](const char* entry, std::vector<std::string> assignments, Outcome outcome,
                       std::vector<ExpectedFinding> findings = {}) {
    cases.push_back({"geometry", entry, std::move(assignments), outcome, "ids", own_numbers, std::move(findings)});
  };
  for (const auto& assignments : {shape(8, 64), shape(1, 1), shape(3, 31), shape(31, 33)}) add("1d", assignments, Outcome::right);
  for (const char* entry : {"2d", "rows"}) {
    add(entry, {}, Outcome::right);
    add(entry, {"block=7,5", "grid=3,9"}, Outcome::right);
    add(entry, {"block=1,33", "grid=31"}, Outcome::right);
  }
  add("3d", {}, Outcome::right);
  add("3d", {"block=3,5,7", "grid=4,1,2"}, Outcome::right);
  add("3d", {"block=1,1,33", "grid=1,3"}, Outcome::right);
  const ExpectedFinding race{"data-race", "ids[id] = id", "ids[id] = id"};
  for (const char* entry : {"thread-only", "block-plus-thread"}) {
    add(entry, {}, Outcome::wrong, {race});
    add(entry, shape(3, 31), Outcome::wrong, {race});
    add(entry, shape(1, 33), Outcome::right);  // one block: no collisions
  }
}

/// Each load of thread i returns i, so that a round adds i; the last block runs `longer` times as many rounds.
auto followed(std::size_t longer) {
  return [longer](const Inputs& in) {
    std::vector<double> sums = own_numbers(in);
    const std::size_t last = sums.size() - in.run.launch.block.x;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] *= static_cast<double>((i >= last ? longer : 1) * in.number("rounds"));
    return sums;
  };
}

void blocks(std::vector<EntryCase>& cases) {
  for (const char* entry : {"waves", "tail", "one-block", "small-blocks", "same-threads", "shared", "uneven"})
    for (const auto& assignments : {std::vector<std::string>{}, shape(1, 1), shape(1, 31), shape(7, 33), shape(40, 1000)})
      cases.push_back({"blocks", entry, assignments, Outcome::right, "sums", followed(entry == std::string("uneven") ? 4 : 1)});
}

/// Each series is independent: y = y / 2 + x.
std::vector<double> recurrences(const Inputs& in) {
  const std::vector<double> x = in["source"];
  const std::size_t series = in.number("series");
  std::vector<double> y(x.size());
  for (std::size_t own = 0; own < series; ++own) {
    double value = 0;
    for (std::size_t i = own; i < x.size(); i += series) y[i] = value = value * 0.5 + x[i];
  }
  return y;
}

void crossovers(std::vector<EntryCase>& cases) {
  const auto add = [&](const char* entry, std::vector<std::string> assignments,
                       std::function<std::vector<double>(const Inputs&)> expected) {
    cases.push_back({"crossover", entry, std::move(assignments), Outcome::right, "out", std::move(expected)});
  };
  for (const std::string& n : std::vector<std::string>{"n=1", "n=31", "n=33", "n=4096", largest()})
    add("one-series", {n}, recurrences);
  add("many-series", {}, recurrences);
  add("many-series", {"n=33", "series=31"}, recurrences);
  add("many-series", {"n=1", "series=1000"}, recurrences);
  const auto doubled = [](const Inputs& in) {
    std::vector<double> x = in["source"];
    for (double& value : x) value = 2 * value + 1;
    return x;
  };
  for (const std::string& n : std::vector<std::string>{"n=1", "n=31", "n=33", largest()}) add("independent", {n}, doubled);
}

}  // namespace

std::vector<EntryCase> execution_cases() {
  std::vector<EntryCase> cases;
  barriers(cases);
  divergences(cases);
  geometries(cases);
  blocks(cases);
  crossovers(cases);
  return cases;
}

}  // namespace warplens::experiment
