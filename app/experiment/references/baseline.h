#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/references/workers.h"
#include "launch/launch.h"

namespace warplens::experiment {

/// A kernel's computation on the CPU, for timing: plain C++ in the kernel's element type.
struct Baseline {
  /// Reset the output to its initial content.
  std::function<void()> reset;
  /// Compute once on all workers; with one worker, a sequential loop.
  std::function<void(Workers&)> compute;
  /// The same computation by a BLAS library, on its own threads; empty if there is no such function or no library.
  std::function<void()> blas;
  /// The output, one value per element.
  std::function<std::vector<double>()> output;
};

/// The baseline `name`, on arguments of a launch in the order that baseline_names() lists. Errors: an unknown name; missing
/// arguments, arguments of a wrong kind, inconsistent sizes.
base::Result<Baseline> make_baseline(std::string_view name, const std::vector<const launch::Argument*>& arguments);

/// Number of arguments of a baseline; 0 for an unknown name.
std::size_t baseline_arguments(std::string_view name);
/// All baselines with their arguments, for messages: "add(a, b, c) …".
std::string baseline_names();

}  // namespace warplens::experiment
