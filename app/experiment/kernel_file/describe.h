#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/kernel_file/signature.h"

namespace warplens::experiment {

// Make an experiment from a kernel's signature if the kernel has no experiment file.

/// Make the text of an experiment file for a kernel of `source`. Guess the facts that are not in the signature:
/// - Number of elements of every buffer: the integer with a usual name, such as `n`, else the first integer.
/// - A pointer to const is an input: random numbers; 0, 1, 2 … for integers; digits for integers of 8 and 16 bits.
/// - Any other pointer is an output, initially zeros.
/// - Launch: one thread per element, in blocks of 256. With threadIdx.y or blockIdx.y: blocks of 16 × 16, and buffers of
///   width × height where parameters have such names, else square ones.
/// - An extern __shared__ array has one element per thread of the block.
/// - A structure becomes an argument per field: p.x. Structures behind a pointer are shown as their numbers (elements_of()).
/// Errors, with the kernel's line: a parameter of an unknown type; no pointer among the parameters.
base::Result<std::string> experiment_text(const KernelSignature& signature, const std::filesystem::path& source);

/// A kernel named by an experiment's id: PATH or PATH:KERNEL, with a file for which is_experiment_file() is true.
struct NamedKernel {
  std::filesystem::path file;
  std::string kernel;  ///< "": the first
};
std::optional<NamedKernel> kernel_named(const std::string& id);

/// Whether describe_kernels() reads such a file: .cu, .ptx or .ll.
bool is_kernel_file(const std::filesystem::path& file);
/// Whether add_file() reads such a file: a kernel file, .toml or .recording.
bool is_experiment_file(const std::filesystem::path& file);

/// Make one experiment per kernel of a .cu, .ptx or .ll file. Its id is PATH, or PATH:KERNEL if the file has several kernels.
/// Each run compiles the file again if it has changed, by `modules` (null: a cache without compile options). Without a compiler,
/// a .ptx of the same name replaces a .cu. Errors: an unreadable file, broken PTX, no kernel; if no kernel can be described, the
/// error of the first kernel.
base::Result<std::vector<Experiment>> describe_kernels(const std::filesystem::path& file,
                                                       std::shared_ptr<ptx::ModuleCache> modules = nullptr);

/// Add the experiments of a file to a catalogue: those of a kernel file, or the one of an experiment file (.toml) or of a
/// recorded program (.recording), whose id is then its path. An experiment of the same file in the catalogue is kept if its
/// description is the same, else marked as replaced. Errors: as describe_kernels(), load_experiment() and open_recording(); they
/// change nothing.
base::Status add_file(Catalogue& catalogue, const std::filesystem::path& file, ViewNames views = {});

/// Find an experiment by its id in the catalogue; else add the file named by the id, PATH or PATH:KERNEL. KERNEL may be a short
/// name (ptx::called()). PATH alone is the file's first kernel. Errors: as add_file(); no such experiment; a kernel that cannot
/// be described; a short name shared by several kernels.
base::Result<const Experiment*> find_or_add(Catalogue& catalogue, const std::string& id, ViewNames views = {});

}  // namespace warplens::experiment
