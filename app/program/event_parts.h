#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "launch/recording/recording.h"
#include "program/places.h"
#include "report/json.h"

// Convert parts of a journal's events to their form in a recording.

namespace warplens::program {

/// The kind of call of a CUDA function: copy for "cudaMemcpyAsync".
launch::RecordedCall::Kind kind_of(std::string_view function);

/// Decode bytes from two hexadecimal digits each.
std::vector<std::byte> from_hexadecimal(const std::string& text);

/// From [x, y, z].
base::Dim3 extents(const report::Json& json);

/// 0 for an unknown line.
std::uint32_t line_number(int line);

/// The source place of an event's member "call".
launch::ProgramPlace place_of(const report::Json& call, const Places& places);

/// One of an event's textures; not its buffer. A value that is none of an enumeration becomes its last.
launch::Texture texture_from(const report::Json& json);

}  // namespace warplens::program
