#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Content of a buffer by its form, as in `--arg` (DESIGN section 6):
///   zeros | iota (0, 1, 2, …) | a number (every element) | random (uniform [0, 1)) | normal (standard normal) |
///   digits (uniform whole numbers 0 … 9) | 1,2,3 | @file.npy | @file.bin
/// `random` and `normal` are of floating types; these three are the same on every machine for the same seed. Without a size, a
/// list or a file gives it; with one they must have just as many elements. A relative file is looked for in `folder`. Errors:
/// unknown form, a value that the type cannot hold, more than largest_buffer_here() bytes, a file that does not fit.
base::Result<Buffer> make_buffer(ElementType type, std::optional<std::uint64_t> size, std::string_view form, std::uint64_t seed,
                                 const std::filesystem::path& folder = {});

/// One `--arg`: `TYPE=number` is a scalar; `TYPE[SIZE]=FORM`, `TYPE=1,2,3` and `TYPE=@file` are buffers. The error's place is
/// `text`, or the file that it names.
base::Result<Argument> parse_argument(std::string_view text, std::uint64_t seed);

/// The same, or `{…; …}` for the fields of a structure, which follow each other in Launch::arguments. One argument where it is
/// none.
base::Result<std::vector<Argument>> parse_arguments(std::string_view text, std::uint64_t seed);

}  // namespace warplens::launch
