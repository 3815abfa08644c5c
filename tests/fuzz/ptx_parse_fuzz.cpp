#include <cstddef>
#include <cstdint>
#include <string>

#include "ptx/flow/cfg.h"
#include "ptx/parse/parser.h"

// libFuzzer: any text either parses and has a control-flow graph, or is rejected.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto module = warplens::ptx::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
  if (!module) return 0;
  for (const auto& function : module->functions) warplens::ptx::control_flow(function);
  static_cast<void>(warplens::ptx::find_entry(*module, ""));
  return 0;
}
