#pragma once

#include <cstddef>
#include <cstdint>

/// Begins the function that libFuzzer calls with each input, `data` of `size` bytes. It returns 0, and aborts on an error.
/// fuzz_test has the same functions by their names (short_turns/fuzz_target.h).
#define FUZZ_TARGET(name) extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
