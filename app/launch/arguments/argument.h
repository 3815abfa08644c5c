#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Make a buffer with content given by a form, as in `--arg` (`warplens run --help`):
///   zeros | iota (0, 1, 2, …) | a number (every element) | random (uniform [0, 1)) | normal (standard normal) |
///   digits (uniform whole numbers 0 … 9) | 1,2,3 | @file: .npy, .csv (csv.h), .png or .jpg (image.h), .obj (wavefront.h), .bin
///   (raw)
/// `random` and `normal` need a floating-point type. `random`, `normal` and `digits` give the same values on every machine for
/// the same seed. Without a size, the list or file determines it; with a size, their number of elements must match. Relative
/// files are in `folder`. Errors: unknown form, value outside the type, over max_buffer_here() bytes, unsuitable file.
base::Result<Buffer> make_buffer(ElementType type, std::optional<std::uint64_t> size, std::string_view form, std::uint64_t seed,
                                 const std::filesystem::path& folder = {});

/// Parse one `--arg`: `TYPE=number` is a scalar; `TYPE[SIZE]=FORM`, `TYPE=1,2,3` and `TYPE=@file` are buffers. The error's place
/// is `text`, or the file named in it. Relative files are in `folder`.
base::Result<Argument> parse_argument(std::string_view text, std::uint64_t seed, const std::filesystem::path& folder = {});

/// Parse one `--arg`, or `{…; …}` for the fields of a structure: these become consecutive elements of Launch::arguments. Without
/// braces: one argument.
base::Result<std::vector<Argument>> parse_arguments(std::string_view text, std::uint64_t seed);

}  // namespace warplens::launch
