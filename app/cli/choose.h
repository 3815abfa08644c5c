#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"
#include "launch/arguments/value.h"
#include "launch/device_finder.h"
#include "lesson/lesson.h"
#include "ptx/compile/options.h"
#include "ptx/module.h"

namespace warplens::cli {

/// The device chosen by --device and --spec: a preset ("": none) selects the SIMT machine if the device is `auto`. Errors name
/// the option: an unknown form of device, a preset with a GPU.
base::Result<launch::DeviceChoice> parse_device(const std::string& device, const std::string& spec);

/// Call DeviceFinder::find(); meanwhile show on the terminal how far connecting to a remote device is.
base::Result<launch::Device*> find_device(launch::DeviceFinder& devices, const launch::DeviceChoice& choice,
                                          std::string_view spec);

/// The machine that the options --device and --spec ask for. Errors: those of parse_device() and of launch::resolve().
base::Result<launch::Device*> choose_device(launch::DeviceFinder& devices, const std::string& device,
                                            const std::string& spec = "");

/// The machine for an experiment. By default a recorded program's launch runs on the SIMT machine with the recording's preset.
/// Errors: as choose_device().
base::Result<launch::Device*> choose_device(launch::DeviceFinder& devices, const experiment::Experiment& experiment,
                                            const std::string& device, const std::string& spec = "");

/// `X[,Y[,Z]]` of the option called `option`: whole numbers that fit in 32 bits; omitted ones are 1. launch::check_geometry()
/// rejects 0.
base::Result<base::Dim3> parse_extent(const std::string& option, std::string_view text);

/// Parse the value of the option called `option` as an integer of `type`.
base::Result<std::uint64_t> parse_whole(const std::string& option, launch::ElementType type, std::string_view text);

/// The experiments that come with the program, then those of the --kernels folders.
experiment::Catalogue all_experiments(const std::vector<std::filesystem::path>& folders, const ptx::CompileOptions& options = {});

/// The lessons that come with the program, then those of the --kernels folders (NN-*.md).
lesson::Lessons all_lessons(const std::vector<std::filesystem::path>& folders, const experiment::Catalogue& catalogue);

/// The experiment called `name`. Errors: if its file is broken, the file's error; if there is no such experiment, a list of the
/// names.
base::Result<const experiment::Experiment*> choose_experiment(experiment::Catalogue& catalogue, const std::string& name);

/// The experiment's default settings, changed by `key=value` assignments. Whatever their order on the command line, each follows
/// those that it depends on: the entry, then parameters and the rest, then the block, then the grid.
base::Result<experiment::Settings> choose_settings(const experiment::Experiment& experiment,
                                                   const std::vector<std::string>& assignments);

/// Like choose_settings(), but changes `settings`, read from a file. Parameters and geometry that the file leaves out get the
/// experiment's defaults.
base::Result<experiment::Settings> complete_settings(const experiment::Experiment& experiment, experiment::Settings settings,
                                                     const std::vector<std::string>& assignments);

/// Refuse `file`, which reads the files `outside` of its folder (session/files_read.h), unless the user said --allow-outside. The
/// error names the file and those that it would read.
base::Status check_outside(const Context& context, const std::string& file, const std::vector<std::filesystem::path>& outside);

/// Like choose_experiment(), then check_outside() its file. A kernel's file (.cu, .ptx, .ll) named by the user may include any
/// file, as for a compiler.
base::Result<const experiment::Experiment*> choose_checked_experiment(const Context& context, experiment::Catalogue& catalogue,
                                                                      const std::string& name);

/// A kernel of a file that the user named.
struct KernelSource {
  std::shared_ptr<const ptx::Module> module;
  std::uint32_t entry = 0;  ///< index in Module::functions
};

/// `SOURCE[:ENTRY]` in its two parts: the entry is what follows the colon behind `.cu`, `.ptx` or `.ll`. (A path may hold colons,
/// and so may the name of a kernel in a namespace.)
struct SourceName {
  std::string path, entry;
};
SourceName split_source(const std::string& text);

/// Path for display: relative if the file is in or below the working directory, else `file` unchanged.
std::string as_seen_from_here(const std::string& file);

/// A compiler's warnings, one per line, for standard error: "k.cu:7: warning: …".
std::string lines_of_warnings(const std::vector<base::Error>& warnings);

/// Load the module and entry of a .ptx or .ll file, or of a .cu file, which is compiled unless it is in the cache of an earlier
/// run.
base::Result<KernelSource> load_kernel(const std::string& source, const ptx::CompileOptions& options);

}  // namespace warplens::cli
