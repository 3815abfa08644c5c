#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/costs/stream_timeline.h"

// What an experiment's expressions give with the settings of a run.

namespace warplens::experiment {

/// The most repeats a run makes.
inline constexpr std::uint32_t largest_repeats = 1'000'000;

/// The parameters of an entry: the file's values, with the entry's overrides.
std::map<std::string, double> default_parameters(const Experiment& experiment, std::uint32_t entry);
/// Whether a parameter of this name may have this value.
base::Status check_parameter(const Experiment& experiment, const std::string& name, double value);

/// Variables of expressions: the parameters, bx by bz gx gy gz and threads.
std::map<std::string, double> variables_of(const Experiment& experiment, const Settings& settings);

/// Block of an entry with these parameters. Extents are rounded down; negative ones and those over 2^32 - 1 are errors.
base::Result<base::Dim3> block_for(const Experiment& experiment, std::uint32_t entry,
                                   const std::map<std::string, double>& parameters);
/// Elements of a buffer argument, rounded down; 1 at least, and no more than fits in launch::largest_buffer.
base::Result<std::uint64_t> size_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
/// Elements of a row of a buffer that is a matrix, rounded down; 0 of one that is none. Its size must be a number of whole rows.
base::Result<std::uint64_t> columns_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
base::Result<launch::Scalar> scalar_for(const Experiment& experiment, const Settings& settings, const Argument& argument);
/// Bytes.
base::Result<std::uint32_t> dynamic_shared_for(const Experiment& experiment, const Settings& settings);
/// Whether the entry's kernel is written for a launch with these settings (Entry::needs); the error says what it needs.
base::Status check_needs(const Experiment& experiment, const Settings& settings);
/// Elements of a row of the entry's arrays in shared memory; 0 where the file does not say.
base::Result<std::uint32_t> shared_columns_for(const Experiment& experiment, const Settings& settings);
/// Bytes that the entry reads and writes, as Entry::moves says; 0 where it does not.
base::Result<std::uint64_t> bytes_moved(const Experiment& experiment, const Settings& settings);

/// How Experiment::streams divides a run with these settings; the experiment has them.
base::Result<launch::StreamPlan> stream_plan_for(const Experiment& experiment, const Settings& settings);

/// A buffer's content comes from the settings' seed and the argument's place in the file, so that two random buffers differ.
base::Result<launch::Argument> make_argument(const Experiment& experiment, const Settings& settings, std::size_t argument);

/// Variables of an expression per element: i, in, and the entry's buffers by name, as far as a name means nothing else.
std::vector<std::string> element_variables(const Experiment& experiment, const Entry& entry);

/// What an entry is compared with: the experiment's reference, or the entry's own.
Reference reference_of(const Experiment& experiment, const Entry& entry);

}  // namespace warplens::experiment
