#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/references/workers.h"
#include "launch/launch.h"

namespace warplens::experiment {

/// What a kernel computes, on the CPU: as a C++ programmer would write it, in the kernel's element type, ready to be timed.
struct Baseline {
  /// Put the output back to its initial content.
  std::function<void()> reset;
  /// Compute once, on all of the workers; on one, it is the plain sequential loop.
  std::function<void(Workers&)> compute;
  /// The same by a BLAS library, on its own threads; empty where there is no such function, or no library.
  std::function<void()> blas;
  /// The output, one value per element.
  std::function<std::vector<double>()> output;
};

/// The baseline called `name` on arguments of a launch in the order that baseline_names() lists. Errors: an unknown name;
/// arguments that lack, are of the wrong kind or do not fit each other.
base::Result<Baseline> make_baseline(std::string_view name, const std::vector<const launch::Argument*>& arguments);

/// How many arguments a baseline takes; 0 where there is none of the name.
std::size_t baseline_arguments(std::string_view name);
/// The names there are with their arguments, for messages: "add(a, b, c) …".
std::string baseline_names();

}  // namespace warplens::experiment
