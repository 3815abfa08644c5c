#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz_target.h"
#include "ptx/debug/debug_variables.h"
#include "ptx/flow/cfg.h"
#include "ptx/parse/parser.h"

// libFuzzer: any text either parses and has a control-flow graph and variables, or is rejected.

FUZZ_TARGET(ptx_parse) {
  const auto module = warplens::ptx::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
  if (!module) return 0;
  for (const auto& function : module->functions) warplens::ptx::control_flow(function);
  static_cast<void>(warplens::ptx::debug_variables(*module, 0));
  static_cast<void>(warplens::ptx::find_entry(*module, ""));
  return 0;
}
