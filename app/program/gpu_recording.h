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

/// The recording of a program that ran on a GPU and was observed so (observe/observer.h); the observation's folder is still
/// there. It has the chosen launch with the memory that it began with, which is moved to addresses of the SIMT machine; of other
/// launches only their calls. `sources`: the files it was built from. Errors: the launch was not made or not kept, and why;
/// events that are not as our library writes them.
base::Result<launch::ProgramRecording> gpu_recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                        const runtime::Observation& observation,
                                                        const std::vector<std::filesystem::path>& sources);

}  // namespace warplens::program
