#include "tests/experiment/entry_case.h"

namespace warplens::experiment {
namespace {

/// Matrix product by its definition.
std::vector<double> product(const Inputs& in) {
  const std::size_t m = in.number("m"), n = in.number("n"), p = in.number("p");
  const std::vector<double> a = in["a"], b = in["b"];
  std::vector<double> c(m * p);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < p; ++column)
      for (std::size_t k = 0; k < n; ++k) c[row * p + column] += a[row * n + k] * b[k * p + column];
  return c;
}

std::vector<std::string> sizes(int m, int n, int p) {
  return {"m=" + std::to_string(m), "n=" + std::to_string(n), "p=" + std::to_string(p)};
}

const std::string put_a = "a_tile[threadIdx.y][threadIdx.x] =", put_b = "b_tile[threadIdx.y][threadIdx.x] =",
                  use = "sum += a_tile", add = "c[row * p + column] +=";

}  // namespace

std::vector<EntryCase> matrix_cases() {
  const std::string id = "matrix_multiplication";
  std::vector<EntryCase> cases;
  const auto each = [&](const char* entry, std::vector<std::vector<std::string>> shapes, Outcome outcome,
                        std::vector<ExpectedFinding> findings = {}) {
    for (auto& shape : shapes) cases.push_back({id, entry, std::move(shape), outcome, "c", product, findings});
  };
  const std::vector<std::vector<std::string>> odd{{},
                                                  sizes(1, 1, 1),
                                                  sizes(2, 2, 2),
                                                  sizes(16, 16, 16),
                                                  sizes(31, 33, 1),
                                                  sizes(1, 31, 33),
                                                  sizes(33, 1, 31),
                                                  sizes(100, 100, 100)};
  for (const char* right : {"naive", "tiled", "any-tile", "atomic-products"}) each(right, odd, Outcome::right);
  for (const char* edge : {"edge=1", "edge=7", "edge=16", "edge=32"}) each("any-tile", {{"m=33", edge}}, Outcome::right);
  each("naive", {{"block=32,8"}, {"block=1,100"}}, Outcome::right);

  // Without the first barrier tiles are read while being written, without the second they are overwritten while being read.
  const std::vector<ExpectedFinding> races{{"data-race", put_a, use}, {"data-race", put_b, use}};
  each("no-first-barrier", {{}, sizes(100, 100, 100)}, Outcome::wrong, races);
  each("no-second-barrier", {{}, sizes(100, 100, 100)}, Outcome::wrong, races);
  each("no-second-barrier", {sizes(31, 16, 31)}, Outcome::right);  // one tile: never overwritten
  // Threads outside the result return early and leave their tile elements unwritten; with multiples of the tile size none do.
  each("early-return", {{}, sizes(31, 33, 17), sizes(100, 100, 100)}, Outcome::wrong,
       {{"uninitialised-read", use}, {"uninitialised-read", use}});
  each("early-return", {sizes(16, 16, 16), sizes(48, 33, 32)}, Outcome::right);
  each("racy-products", {{}, sizes(3, 100, 5), sizes(5, 1000, 2)}, Outcome::wrong, {{"data-race", add, add}});
  each("racy-products", {sizes(31, 1, 33)}, Outcome::right);  // one product per element: no conflict
  each("two-by-two", {{}}, Outcome::wrong, {{"data-race", add, add}});
  cases.push_back(
      {id, "twos-and-threes", {}, Outcome::right, "c", [](const Inputs&) { return std::vector<double>(256 * 256, 3072.0); }});
  return cases;
}

}  // namespace warplens::experiment
