#pragma once

#include <optional>
#include <span>

#include "launch/field_archive.h"
#include "launch/recording/recording.h"

namespace warplens::launch {

/// Write the fields of a recording, little-endian. Contents of memory are not included, but appended to `contents`.
Bytes fields_of(const ProgramRecording& recording, Contents& contents);

/// Read a recording from its fields; nothing if the fields are incomplete, if bytes are left over, or if a value is invalid for
/// its type. Indices are not checked, except numbers of contents.
std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents);

}  // namespace warplens::launch
