#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/costs/streams.h"
#include "ptx/compile/options.h"

// Evaluation of an experiment's expressions for the settings of a run.

namespace warplens::experiment {

/// Maximum number of repeats of a run.
inline constexpr std::uint32_t max_repeats = 1'000'000;

/// The parameters of an entry: the file's values, with the entry's overrides.
std::map<std::string, double> default_parameters(const Experiment& experiment, std::uint32_t entry);
/// Check that the parameter exists and may have this value.
base::Status check_parameter(const Experiment& experiment, const std::string& name, double value);

/// Variables of expressions: the parameters, bx by bz gx gy gz and threads.
std::map<std::string, double> variables_of(const Experiment& experiment, const Settings& settings);

/// Block of an entry with these parameters. Extents are rounded down; negative ones and ones above 2^32 - 1 are errors.
base::Result<base::Dim3> block_for(const Experiment& experiment, std::uint32_t entry,
                                   const std::map<std::string, double>& parameters);
/// Size of a buffer argument as an expression, and its content: the user's, else the entry's, else the argument's.
const std::string& size_of(const Settings& settings, const Argument& argument);
const std::string& input_of(const Experiment& experiment, const Settings& settings, const Argument& argument);
/// Dynamic shared memory of the entry as an expression, the user's or the entry's; "" for 0.
const std::string& dynamic_shared_of(const Experiment& experiment, const Settings& settings);
/// The `__constant__` and `__device__` variables that are set before a run, by name: the user's values, else the experiment's.
std::map<std::string, std::string> variables_for(const Experiment& experiment, const Settings& settings);
/// The compiler options in effect as text: the user's, else the experiment's.
const std::string& compile_of(const Experiment& experiment, const Settings& settings);
/// Parse these options; include folders are relative to the source's folder. Errors: those of ptx::parse_compile_options().
base::Result<ptx::CompileOptions> compile_options_for(const Experiment& experiment, const Settings& settings);
/// Number of elements of a buffer argument, rounded down; at least 1, at most what fits in launch::max_buffer.
base::Result<std::uint64_t> size_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
/// Elements per row of a matrix, rounded down; 0 for other buffers. Error: its size is not a multiple of the row.
base::Result<std::uint64_t> columns_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
base::Result<launch::Scalar> scalar_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
/// Dynamic shared memory of the entry in bytes.
base::Result<std::uint32_t> dynamic_shared_for(const Experiment& experiment, const Settings& settings);
/// Check the entry's requirement (Entry::needs) for these settings; the error states the requirement.
base::Status check_needs(const Experiment& experiment, const Settings& settings);
/// Elements per row of the entry's arrays in shared memory; 0: unknown.
base::Result<std::uint32_t> shared_columns_for(const Experiment& experiment, const Settings& settings);
/// Bytes that the entry reads and writes, by Entry::moves; 0: unknown.
base::Result<std::uint64_t> bytes_moved(const Experiment& experiment, const Settings& settings);

/// Division of a run by Experiment::streams, which must be set, with these settings.
base::Result<launch::StreamPlan> stream_plan_for(const Experiment& experiment, const Settings& settings);

/// Random content depends on the seed and on the argument's position in the file, so that two random buffers differ.
base::Result<launch::Argument> make_argument(const Experiment& experiment, const Settings& settings, std::size_t argument);

/// Variables of an expression per element: i, in, and the entry's buffers, unless their name has another meaning.
std::vector<std::string> element_variables(const Experiment& experiment, const Entry& entry);

/// The source file of the entry's kernel; for a recorded program, its path on the computer that compiled it.
std::filesystem::path source_of(const Experiment& experiment, const Settings& settings);

/// The buffer that the views draw with these settings.
const std::string& shown_of(const Experiment& experiment, const Settings& settings);

/// The reference of an entry: its own, or the experiment's.
Reference reference_of(const Experiment& experiment, const Entry& entry);
/// The reference for these settings: the user's expectation (Settings::expected) for the checked or else the shown output;
/// without one, the entry's reference. A floating-point output may differ from the expectation by rounding errors.
Reference reference_of(const Experiment& experiment, const Settings& settings);
/// Check that the reference's expression is valid with these settings.
base::Status check_reference(const Experiment& experiment, const Settings& settings);

}  // namespace warplens::experiment
