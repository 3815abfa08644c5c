#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz_target.h"
#include "tests/fuzz/small_launch.h"

// libFuzzer: any text that parses runs to completion, a fault or an error. The last byte selects the launch options.

FUZZ_TARGET(execute) {
  if (size == 0) return 0;
  warplens::fuzz::run_all_entries({reinterpret_cast<const char*>(data), size - 1}, data[size - 1]);
  return 0;
}
