#pragma once

#include <optional>
#include <span>

#include "launch/field_archive.h"
#include "launch/recording/recording.h"

namespace warplens::launch {

/// The fields of a recording, little-endian, without the contents of memory, which are appended to `contents`.
Bytes fields_of(const ProgramRecording& recording, Contents& contents);

/// The recording with these fields; nothing if they are not whole, if they end before `fields` does, or if they have a value that
/// its type lacks. Numbers that refer to something are not checked, except those of contents.
std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents);

}  // namespace warplens::launch
