#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "launch/recording/recording.h"

namespace warplens::launch {

/// Contents of memory, each once. A recording's fields have their numbers.
using Contents = std::vector<std::shared_ptr<const Bytes>>;

/// The fields of a recording, little-endian, without the contents of memory, which are appended to `contents`.
Bytes fields_of(const ProgramRecording& recording, Contents& contents);

/// The recording with these fields; nothing if they are not whole, if they end before `fields` does, or if they have a value that
/// its type lacks. Numbers that refer to something are not checked, except those of contents.
std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents);

}  // namespace warplens::launch
