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

/// The text of an experiment file for a kernel of `source`. What a signature does not say is what most kernels mean: the first
/// integer is the number of elements of every buffer, a pointer to const is an input of random numbers (indices where it points
/// to integers), any other pointer starts with zeros and is an output, and there are as many threads as elements, rounded up to
/// whole blocks. A kernel that uses threadIdx.y or blockIdx.y gets blocks of 16 × 16 and square buffers. Errors, at the kernel's
/// line: a parameter of a type that no argument can have, no pointer.
base::Result<std::string> experiment_text(const KernelSignature& signature, const std::filesystem::path& source);

/// The kernel that an experiment's id names: PATH or PATH:KERNEL, with a file that is_kernel_file(); nothing for other ids.
struct NamedKernel {
  std::filesystem::path file;
  std::string kernel;  ///< "": the first
};
std::optional<NamedKernel> kernel_named(const std::string& id);

/// Whether the file is one that describe_kernels() reads: .cu or .ptx.
bool is_kernel_file(const std::filesystem::path& file);

/// An experiment for every kernel of a .cu or .ptx file. Its id is the file's path; with several kernels, PATH:KERNEL. The source
/// of an experiment is read again at each run. Errors: a file that cannot be read, broken PTX, no kernel; where none of the
/// kernels can be described, the first one's error.
base::Result<std::vector<Experiment>> describe_kernels(const std::filesystem::path& file);

/// Add the experiments of a kernel file to a catalogue. An experiment that the catalogue has of the file already is kept if its
/// description is the same, else marked as replaced. Errors of describe_kernels(), which change nothing.
base::Status add_kernel_file(Catalogue& catalogue, const std::filesystem::path& file);

/// The experiment of that id: of the catalogue, else of the kernel file that the id names, PATH or PATH:KERNEL, which is added.
/// Of several kernels, PATH alone is the first. Errors of describe_kernels(); an experiment that there is not.
base::Result<const Experiment*> find_or_add(Catalogue& catalogue, const std::string& id);

}  // namespace warplens::experiment
