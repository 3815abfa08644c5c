#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz_target.h"
#include "ptx/nvvm/nvvm.h"
#include "ptx/parse/parser.h"

// libFuzzer: any text either becomes PTX, which the parser of PTX accepts or rejects, or is rejected.

FUZZ_TARGET(nvvm) {
  const auto ptx = warplens::ptx::nvvm::to_ptx(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.ll");
  if (ptx) static_cast<void>(warplens::ptx::parse(*ptx, "fuzz.ptx"));
  return 0;
}
