#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiment/run.h"

// One entry of an experiment at one size, with the expected outcome. Tables are in cases_*.cpp; entries_test.cpp runs them.

namespace warplens::experiment {

/// A run's inputs, from which expected values are computed.
struct Inputs {
  const Run& run;
  std::vector<double> operator[](const std::string& buffer) const;  ///< initial values of a buffer
  std::size_t number(const std::string& parameter) const;
  double threads() const;
};

enum class Outcome : std::uint8_t {
  right,    ///< every element as expected
  wrong,    ///< finishes with some wrong elements
  either,   ///< finishes; the result depends on the order of execution
  faulted,  ///< ends with a fault
};

/// A finding between two kernel lines, identified by a part of their text. `second` is empty if there is only one.
struct ExpectedFinding {
  std::string kind, first, second = "";
};

struct EntryCase {
  std::string experiment, entry;
  std::vector<std::string> assignments;
  Outcome outcome = Outcome::right;
  std::string output;                                          ///< the buffer to compare
  std::function<std::vector<double>(const Inputs&)> expected;  ///< expected values of that buffer, in double
  std::vector<ExpectedFinding> findings = {};
};

std::vector<EntryCase> array_cases();      ///< increment, add, multiply, every_element
std::vector<EntryCase> matrix_cases();     ///< matrix_multiplication
std::vector<EntryCase> counting_cases();   ///< counter, histogram
std::vector<EntryCase> sum_cases();        ///< reduction, scan
std::vector<EntryCase> execution_cases();  ///< barrier, divergence, geometry, blocks, crossover

}  // namespace warplens::experiment
