#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/recording/recording.h"
#include "program/events.h"
#include "program/outcome.h"
#include "runtime/environment.h"

namespace warplens::program {

/// What a journal tells for a recording, apart from how the program was run.
struct Assembled {
  /// A variable of a kernel's module, as it was on a GPU.
  struct Variable {
    std::string name{};
    std::uint64_t address = 0;
    std::shared_ptr<const launch::Bytes> content{};
  };
  launch::ProgramRecording recording{};
  std::vector<Variable> variables{};
};

/// Throws report::Json::exception for events that lack something. Nothing for others that are not as our libraries write them.
std::optional<Assembled> assembled_from(const Events& events, const Outcome& outcome, const runtime::RecordingOptions& options);

/// The recording of a program that was run in `environment`, whose recording folder is still there. `sources`: the files it was
/// built from; those that its places name come to them. Error: events that are not as our runtime writes them. What the
/// program has written there itself may contradict itself (launch::contradiction()).
base::Result<launch::ProgramRecording> recording_of(const Events& events, const Outcome& outcome, const std::string& name,
                                                    const runtime::Environment& environment,
                                                    const std::vector<std::filesystem::path>& sources);

}  // namespace warplens::program
