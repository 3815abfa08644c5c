#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/recording/recording.h"
#include "program/events.h"
#include "program/outcome.h"
#include "runtime/environment.h"

namespace warplens::program {

/// The recording of a program that was run in `environment`, whose recording folder is still there. `sources`: the files it was
/// built from; those that its places name come to them. Error: events that are not as our runtime writes them. What the
/// program has written there itself may contradict itself (launch::contradiction()).
base::Result<launch::ProgramRecording> recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                    const runtime::Environment& environment,
                                                    const std::vector<std::filesystem::path>& sources);

}  // namespace warplens::program
