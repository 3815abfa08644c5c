#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "ptx/compile/module_cache.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::experiment {

/// The expected output of the entry's reference, one value per element, rounded to the output's type; empty without a reference.
/// `launch` must be the launch of the experiment with these settings. Error: the reference is another kernel, which must be run
/// for its output.
base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch);

/// The expected output if the reference is another kernel: run it on `device` on the same inputs and take its output. An entry of
/// the experiment runs with its own geometry, another kernel of the source with a grid and block guessed from its signature.
/// Empty if cancelled. Errors: no such kernel; it does not take the output, or fails.
base::Result<std::vector<double>> expected_by_kernel(const Experiment& experiment, const Settings& settings,
                                                     launch::Device& device, launch::Progress& progress);

/// Compare `output` with `expected`. NaN equals NaN; for integer outputs, an expected NaN accepts any value. `tolerance` is
/// relative to the expected value.
Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance);

/// A sentence that lists the source lines of kernel `entry` whose memory accesses the compiler removed, so that the check cannot
/// see them; "" if there are none. Compares `module`, compiled from the .cu file `source` with `options`, with the same file
/// compiled without optimisation, by `modules`, a cache without options of its own. Also "" if that compilation fails, or if
/// `source` is not a .cu file.
std::string removed_accesses_text(const ptx::Module& module, const std::string& entry, const std::filesystem::path& source,
                                  const ptx::CompileOptions& options, ptx::ModuleCache& modules);

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
