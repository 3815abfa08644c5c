#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "launch/recording/recording.h"
#include "program/places.h"
#include "report/json.h"

// Parts of a journal's events, as a recording has them.

namespace warplens::program {

/// What a function of CUDA's does: a copy, "cudaMemcpyAsync".
launch::RecordedCall::Kind kind_of(std::string_view function);

/// Bytes of two digits each.
std::vector<std::byte> from_hexadecimal(const std::string& text);

/// [x, y, z]
base::Dim3 extents(const report::Json& json);

/// 0 for a line that is not known.
std::uint32_t line_number(int line);

/// The place of an event's member "call".
launch::ProgramPlace place_of(const report::Json& call, const Places& places);

}  // namespace warplens::program
