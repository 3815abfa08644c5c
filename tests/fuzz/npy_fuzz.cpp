#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "fuzz_target.h"
#include "launch/arguments/array_files.h"
#include "launch/arguments/npy.h"

// libFuzzer: any bytes are either an array of the size given by its shape, or are rejected. The same bytes are also read as
// numbers in text and as an image.

FUZZ_TARGET(npy) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto array = warplens::launch::parse_npy({bytes.begin(), bytes.end()}, "fuzz.npy");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto numbers = warplens::launch::parse_csv(warplens::launch::ElementType::i32, text, "fuzz.csv"))
    if (numbers->size() % 4 != 0) std::abort();
  if (const auto pixels =
          warplens::launch::parse_image(warplens::launch::ElementType::u8, {}, {bytes.begin(), bytes.end()}, "fuzz.png"))
    if (pixels->empty()) std::abort();
  if (array && array->data.size() != array->size * warplens::launch::bytes(array->type)) std::abort();
  return 0;
}
