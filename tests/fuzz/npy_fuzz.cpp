#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "launch/arguments/npy.h"

// libFuzzer: any bytes are either an array of the size given by its shape, or are rejected.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto array = warplens::launch::parse_npy({bytes.begin(), bytes.end()}, "fuzz.npy");
  if (array && array->data.size() != array->size * warplens::launch::bytes(array->type)) std::abort();
  return 0;
}
