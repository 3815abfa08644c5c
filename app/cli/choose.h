#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.h"
#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/arguments/value.h"
#include "launch/device_finder.h"
#include "lesson/lesson.h"
#include "ptx/compile/options.h"

namespace warplens::cli {

/// The device chosen by --device and --spec: a preset ("": none) selects the SIMT machine if the device is `auto`. Errors name
/// the option: an unknown form of device, a preset with a GPU.
base::Result<launch::DeviceChoice> parse_device(const std::string& device, const std::string& spec);

/// DeviceFinder::find(); the terminal says how far connecting to a remote device is.
base::Result<launch::Device*> find_device(launch::DeviceFinder& devices, const launch::DeviceChoice& choice,
                                          std::string_view spec);

/// The machine that the options --device and --spec ask for. Errors: those of parse_device() and of launch::resolve().
base::Result<launch::Device*> choose_device(launch::DeviceFinder& devices, const std::string& device,
                                            const std::string& spec = "");

/// The machine for an experiment. Without options a recorded program's launches run on the machine that the program ran on.
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

/// The experiment called `name`. Where its file is broken, the error is the file's; where there is none, the error lists the
/// names.
base::Result<const experiment::Experiment*> choose_experiment(experiment::Catalogue& catalogue, const std::string& name);

/// The experiment's own settings with `key=value` assignments on top, in the order in which the later ones follow the earlier
/// ones, wherever they stand on the command line: the entry, then parameters and the rest, then the block, then the grid.
base::Result<experiment::Settings> choose_settings(const experiment::Experiment& experiment,
                                                   const std::vector<std::string>& assignments);

/// The same on top of settings that were read from a file, which may leave parameters and geometry out: those are the
/// experiment's own.
base::Result<experiment::Settings> complete_settings(const experiment::Experiment& experiment, experiment::Settings settings,
                                                     const std::vector<std::string>& assignments);

}  // namespace warplens::cli
