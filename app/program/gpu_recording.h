#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/recording/recording.h"
#include "program/events.h"
#include "program/outcome.h"
#include "runtime/observation.h"

namespace warplens::program {

/// Make the recording of a program that was observed on a GPU (observe/observer.h); the observation's folder must still exist.
/// The recording has the chosen launch with its initial memory, moved to addresses of the SIMT machine; of other launches only
/// their calls. `sources`: the files that the program was built from. Errors: the launch was not made or not kept, and why;
/// events that are not in the format of our library.
base::Result<launch::ProgramRecording> gpu_recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                        const runtime::Observation& observation,
                                                        const std::vector<std::filesystem::path>& sources);

}  // namespace warplens::program
