#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/launch.h"
#include "launch/recording/recording.h"

// Make an experiment of a recorded program's launches.

namespace warplens::experiment {

/// Whether open_recording() reads such a file: .recording.
bool is_recording_file(const std::filesystem::path& file);

/// Make the experiment of a recording: an entry for each launch whose memory was kept, with the launch's own geometry; its
/// arguments are the allocations that it could use. Without such a launch there is one entry, which cannot run. Errors: broken
/// PTX of a kept launch; a launch that refers to missing parts of the recording.
base::Result<Experiment> experiment_of(std::shared_ptr<const launch::ProgramRecording> recording);

/// Load a recording and make its experiment; the experiment's id is the file's path. Errors, which name the file: as
/// launch::load_recording() and experiment_of().
base::Result<Experiment> open_recording(const std::filesystem::path& file);

/// Why the chosen entry of a recording cannot run, a sentence; empty if it can.
std::string why_no_launch(const Experiment& experiment, std::uint32_t entry);

/// The module of an entry of a recording. Error: why_no_launch().
base::Result<std::shared_ptr<const ptx::Module>> recorded_module(const Experiment& experiment, std::uint32_t entry);

/// Make the launch of an entry of a recording, with the settings' geometry, schedule and check, and the recorded initial memory.
/// Memory freed before the launch comes last. Errors: why_no_launch(); those of launch::check().
base::Result<launch::Launch> make_recorded_launch(const Experiment& experiment, const Settings& settings);

/// The entry that runs a launch of the recording; nothing if its memory was not kept.
std::optional<std::uint32_t> entry_of_launch(const Experiment& experiment, std::uint32_t launch);

/// The memory of a launch that an address leads to; null if to none that is allocated.
const launch::RecordedLaunch::Block* block_at(const launch::ProgramRecording& recording, const launch::RecordedLaunch& launch,
                                              std::uint64_t address);

/// The recorded text of a source file; null if it was not recorded.
const launch::RecordedSource* recorded_source(const launch::ProgramRecording& recording, const std::string& file);

}  // namespace warplens::experiment
