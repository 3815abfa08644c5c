#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/kernel_file/signature.h"

namespace warplens::experiment {

// A kernel without an experiment file: its signature makes one.

/// The text of an experiment file for a kernel of `source`. What the signature does not say is guessed:
/// - Number of elements of every buffer: the integer with a usual name, such as `n`, else the first integer.
/// - A pointer to const is an input: random numbers; 0, 1, 2 … for integers; digits for integers of 8 and 16 bits.
/// - Any other pointer is an output, which begins with zeros.
/// - Launch: one thread per element, in blocks of 256. With threadIdx.y or blockIdx.y: blocks of 16 × 16, and buffers of
///   width × height where parameters have such names, else square ones.
/// - An extern __shared__ array has one element per thread of the block.
/// - A structure is an argument per field: p.x. Values of a structure behind a pointer are shown as their numbers
/// (elements_of()). Errors, with the kernel's line: a parameter of an unknown type; no pointer among the parameters.
base::Result<std::string> experiment_text(const KernelSignature& signature, const std::filesystem::path& source);

/// The kernel that an experiment's id names: PATH or PATH:KERNEL, with a file that is_experiment_file(); nothing for other ids.
struct NamedKernel {
  std::filesystem::path file;
  std::string kernel;  ///< "": the first
};
std::optional<NamedKernel> kernel_named(const std::string& id);

/// Whether the file is one that describe_kernels() reads: .cu or .ptx.
bool is_kernel_file(const std::filesystem::path& file);
/// Whether it is one that add_file() reads: a kernel file, .toml or .recording.
bool is_experiment_file(const std::filesystem::path& file);

/// One experiment per kernel of a .cu or .ptx file. Its id is PATH, or PATH:KERNEL if the file has several kernels. Each run
/// compiles the file again if it has changed, by `modules` (null: a cache without compile options). Where there is no compiler,
/// a .ptx of the same name takes the place of a .cu. Errors: an unreadable file, broken PTX, no kernel; if no kernel can be
/// described, the first one's error.
base::Result<std::vector<Experiment>> describe_kernels(const std::filesystem::path& file,
                                                       std::shared_ptr<ptx::ModuleCache> modules = nullptr);

/// Add the experiments of a file to a catalogue: those of a kernel file, or the one of an experiment file (.toml) or of a
/// recorded program (.recording), whose id is then its path. An experiment that the catalogue has of the file already is kept if
/// its description is the same, else marked as replaced. Errors of describe_kernels(), load_experiment() and open_recording(),
/// which change nothing.
base::Status add_file(Catalogue& catalogue, const std::filesystem::path& file, ViewNames views = {});

/// The experiment of that id: of the catalogue, else of the file that the id names, PATH or PATH:KERNEL, which is added. KERNEL
/// may be a short name (ptx::called()). Of several kernels, PATH alone is the first. Errors of add_file(); an experiment that
/// there is not; a kernel that cannot be described; a short name of several.
base::Result<const Experiment*> find_or_add(Catalogue& catalogue, const std::string& id, ViewNames views = {});

}  // namespace warplens::experiment
