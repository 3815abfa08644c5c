#pragma once

#include <cstdint>
#include <map>

#include "ptx/module.h"

namespace warplens::ptx {

/// Replace every use of an alias (.alias name, function) by its function. Follows chains of aliases; for a cycle, takes any of
/// its functions.
void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases);

/// Propagate Function::refusal to the entries that may call a refused function. False for a module constructed to be slow:
/// following all calls would take more than a second or so.
bool refuse_callers(Module& module);

}  // namespace warplens::ptx
