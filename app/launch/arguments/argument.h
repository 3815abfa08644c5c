#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/random.h"
#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Make a buffer with content given by a form, as in `--arg` (`warplens run --help`):
///   zeros | iota (0, 1, 2, …) | a number (every element) | random (uniform [0, 1)) | normal (standard normal) |
///   digits (uniform whole numbers 0 … 9) | image, rgb, rgba (a test picture, see test_image()) | 1,2,3 |
///   @file: .npy (npy.h), .csv, .png, .jpg or .obj (array_files.h), .bin (raw)
/// `random` and `normal` need a floating-point type. `random`, `normal` and `digits` give the same values on every machine for
/// the same seed. Without a size, the list or file determines it; with a size, their number of elements must match. Relative
/// files are in `folder`. `columns`: elements in a row, for pictures; 0: unknown. Errors: unknown form, value outside the type,
/// over max_buffer_here() bytes, unsuitable file.
base::Result<Buffer> make_buffer(ElementType type, std::optional<std::uint64_t> size, std::string_view form, std::uint64_t seed,
                                 const std::filesystem::path& folder = {}, std::uint64_t columns = 0);

/// Parse one `--arg`: `TYPE=number` is a scalar; `TYPE[SIZE]=FORM`, `TYPE=1,2,3` and `TYPE=@file` are buffers. The error's place
/// is `text`, or the file named in it. Relative files are in `folder`.
base::Result<Argument> parse_argument(std::string_view text, std::uint64_t seed, const std::filesystem::path& folder = {});

/// Parse one `--arg`, or `{…; …}` for the fields of a structure: these become consecutive elements of Launch::arguments. Without
/// braces: one argument.
base::Result<std::vector<Argument>> parse_arguments(std::string_view text, std::uint64_t seed);

/// Standard normal numbers by Marsaglia's polar method (Marsaglia and Bray, SIAM Review 6, 1964). The logarithm uses only
/// additions, multiplications and divisions, so that every machine and compiler gives the same numbers, unlike C
/// libraries.
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : random_(seed) {}
  double next();

 private:
  base::Random random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Natural logarithm of a normal number x > 0, within a few units in the last place.
double portable_log(double x);

}  // namespace warplens::launch
