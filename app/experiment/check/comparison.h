#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiment/run.h"

namespace warplens::experiment {

/// Comparison of the final content of a buffer on two machines.
struct OutputComparison {
  std::string name;
  std::uint64_t elements = 0;
  std::uint64_t different = 0;        ///< elements whose bits differ
  std::uint64_t first_different = 0;  ///< index; meaningful with different > 0
};

/// Properties of a run that may legitimately differ between machines.
struct MachineShare {
  std::map<double, std::uint64_t> repeats;  ///< number of repeats per value of the shown element
  std::vector<std::uint64_t> blocks;        ///< number of blocks per multiprocessor; empty without placements
};

/// Compares equal runs on two machines. Elements differ only if the kernel's result depends on the order of execution.
struct Comparison {
  std::vector<OutputComparison> outputs;  ///< one for each buffer that both machines returned
  MachineShare first, second;
  bool same() const;
};

Comparison compare(const Run& first, const Run& second);

}  // namespace warplens::experiment
