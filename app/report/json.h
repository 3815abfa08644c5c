#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "base/result.h"
#include "launch/device.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

// The output of `--json` (docs/json.md). Keys keep their order. Integers are exact; an f32 is printed as the double it equals;
// not-a-number and infinities, which JSON lacks, are the strings "nan", "inf" and "-inf".

namespace warplens::report {

using Json = nlohmann::ordered_json;

/// Number of elements printed of each buffer.
inline constexpr std::uint64_t values_shown = 64;

/// One run: status ("ok", "fault", or "found" with Launch::check), device, kernel, launch, seed, counters, findings, outputs,
/// printed, timing. Counters that the machine does not know are null. `device`: of the one that ran it.
Json json_of(const launch::Launch& launch, const launch::LaunchResult& result, launch::DeviceKind device);

/// {"status":"error","message":…} with "file", "line" and "column" if the error has them.
Json json_of(const base::Error& error);

/// A device as `info --json` prints it.
Json json_of(const launch::DeviceProperties& device);

/// One line of JSON text; bytes that are not UTF-8 are replaced by U+FFFD.
std::string text_of(const Json& json);

// Convert values of the program to JSON.

Json array_of(const base::Dim3& extent);
Json text_or_null(const std::string& text);
/// Not-a-number and infinities are the strings "nan", "inf" and "-inf".
Json number_of(double value);
/// Integers are exact; floating-point values as above.
Json number_of(const launch::Scalar& scalar);

}  // namespace warplens::report
