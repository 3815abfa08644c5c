#include <algorithm>

#include "tests/experiment/entry_case.h"
#include "tests/experiment/largest_size.h"

namespace warplens::experiment {
namespace {

/// One case per size, given as parameter n: the course's sizes and odd ones.
void at_sizes(std::vector<EntryCase>& cases, const EntryCase& one, const std::vector<int>& sizes) {
  for (const int n : sizes) {
    cases.push_back(one);
    cases.back().assignments.push_back("n=" + std::to_string(n));
  }
}

/// `value` of every element.
template <typename Value>
auto elements(const char* buffer, Value value) {
  return [=](const Inputs& in) {
    std::vector<double> values = in[buffer];
    for (double& one : values) one = value(one);
    return values;
  };
}

std::vector<double> sums(const Inputs& in) {
  std::vector<double> a = in["a"];
  const std::vector<double> b = in["b"];
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

std::vector<double> products(const Inputs& in) {
  std::vector<double> a = in["a"];
  const std::vector<double> b = in["b"];
  for (std::size_t i = 0; i < a.size(); ++i) a[i] *= b[i];
  return a;
}

void increments(std::vector<EntryCase>& cases) {
  const auto one_more = elements("a", [](double value) { return value + 1; });
  for (const char* entry : {"guarded", "grid-stride"})
    at_sizes(cases, {"increment", entry, {}, Outcome::right, "a", one_more}, {1, 31, 33, 6401, largest_size});
  at_sizes(cases, {"increment", "fixed-grid", {}, Outcome::right, "a", one_more}, {1, 6400});
  at_sizes(cases, {"increment", "fixed-grid", {}, Outcome::wrong, "a", one_more}, {6401});
  const auto half_more = elements("a", [](double value) { return value + 0.5; });
  at_sizes(cases, {"increment", "one-thread", {}, Outcome::right, "a", half_more}, {1});
  at_sizes(cases, {"increment", "one-thread", {}, Outcome::wrong, "a", half_more}, {2, 31});
}

void additions(std::vector<EntryCase>& cases) {
  for (const char* entry : {"rounded-up", "empty-lanes"})
    at_sizes(cases, {"add", entry, {}, Outcome::right, "c", sums}, {1, 31, 33, 1024});
  at_sizes(cases, {"add", "empty-lanes", {"block=1"}, Outcome::right, "c", sums}, {1, 31, 33, 1024});
  at_sizes(cases, {"add", "empty-lanes", {}, Outcome::right, "c", sums}, {largest_size});
  at_sizes(cases, {"add", "rounded-down", {}, Outcome::wrong, "c", sums}, {65, 1000});
  at_sizes(cases, {"add", "rounded-down", {}, Outcome::right, "c", sums}, {31, 1024});
  at_sizes(cases, {"add", "unguarded", {}, Outcome::faulted, "c", sums, {{"out-of-bounds", "c[i] = a[i] + b[i]"}}},
           {31, 33, 1000});
  at_sizes(cases, {"add", "unguarded", {}, Outcome::right, "c", sums}, {64, 1024});
}

void multiplications(std::vector<EntryCase>& cases) {
  for (const char* entry : {"one-each", "chunk", "grid-stride"}) {
    at_sizes(cases, {"multiply", entry, {}, Outcome::right, "c", products}, {1, 31, 33, largest_size});
    cases.push_back({"multiply", entry, {"n=100000", "block=1024", "grid=1024"}, Outcome::right, "c", products});
    cases.push_back(
        {"multiply", entry, {}, Outcome::right, "c", [](const Inputs&) { return std::vector<double>(1'000'000, 6.0); }});
  }
}

void every_element(std::vector<EntryCase>& cases) {
  const std::string id = "every_element", add = "a[i] = a[i] + 0.5f";
  cases.push_back({id, "one-thread", {}, Outcome::right, "a", [](const Inputs&) { return std::vector{0.5, 1.5}; }});
  const auto exact = [](const Inputs& in) {
    std::vector<double> values = in["a"];
    for (double& value : values) value += 0.5 * in.threads();
    return values;
  };
  at_sizes(cases, {id, "one-thread", {}, Outcome::right, "a", exact}, {1, 31, 33});
  at_sizes(cases, {id, "atomic", {}, Outcome::right, "a", exact}, {1, 2, 33});
  cases.push_back({id, "atomic", {"block=1024", "grid=1024"}, Outcome::right, "a", [](const Inputs&) {
                     return std::vector{524288.0, 524289.0};
                   }});
  at_sizes(cases, {id, "racy", {}, Outcome::wrong, "a", exact, {{"data-race", add, add}}}, {1, 2, 33});
  cases.push_back({id, "racy", {"block=1024", "grid=1024"}, Outcome::wrong, "a", exact, {{"data-race", add, add}}});
  cases.push_back({id, "one-each", {}, Outcome::right, "a", [](const Inputs&) { return std::vector<double>(1 << 20, 0.5); }});
  at_sizes(cases, {id, "one-each", {}, Outcome::right, "a", elements("a", [](double value) { return value + 0.5; })},
           {1, 31, 33});
}

}  // namespace

std::vector<EntryCase> array_cases() {
  std::vector<EntryCase> cases;
  increments(cases);
  additions(cases);
  multiplications(cases);
  every_element(cases);
  return cases;
}

}  // namespace warplens::experiment
