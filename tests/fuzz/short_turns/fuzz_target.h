#pragma once

#include <cstddef>
#include <cstdint>

/// Begins the function fuzz_NAME that fuzz_test calls with each input, `data` of `size` bytes. It returns 0, and aborts on an
/// error. For libFuzzer each function is a program of its own (libfuzzer/fuzz_target.h).
#define FUZZ_TARGET(name) int fuzz_##name(const std::uint8_t* data, std::size_t size)
