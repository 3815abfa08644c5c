#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz_target.h"
#include "tests/fuzz/native_kernel.h"

// libFuzzer: the bytes choose a kernel (random_kernel.h), which does the same by the interpreter and as machine code.

FUZZ_TARGET(native) {
  if (size < 8) return 0;
  if (!warplens::fuzz::difference_of_machine_code({reinterpret_cast<const char*>(data), size}).empty()) std::abort();
  return 0;
}
