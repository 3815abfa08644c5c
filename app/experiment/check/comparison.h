#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiment/run.h"

namespace warplens::experiment {

/// A buffer of a launch as two machines left it.
struct OutputComparison {
  std::string name;
  std::uint64_t elements = 0;
  std::uint64_t different = 0;        ///< elements whose bits differ
  std::uint64_t first_different = 0;  ///< index; meaningful with different > 0
};

/// What one machine did of what two may do differently.
struct MachineShare {
  std::map<double, std::uint64_t> repeats;  ///< how many of the repeats gave each value of the shown element
  std::vector<std::uint64_t> blocks;        ///< how many blocks each multiprocessor ran; empty without placements
};

/// Two runs of the same settings on two machines. Where a kernel's result hangs on no order, no element differs.
struct Comparison {
  std::vector<OutputComparison> outputs;  ///< of those buffers that both machines gave back
  MachineShare first, second;
  bool same() const;
};

Comparison compare(const Run& first, const Run& second);

}  // namespace warplens::experiment
