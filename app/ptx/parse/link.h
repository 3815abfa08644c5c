#pragma once

#include <cstdint>
#include <map>

#include "ptx/module.h"

namespace warplens::ptx {

/// Replace every use of an alias (.alias name, function) by its function. Follows chains of aliases; cyclic ones are left
/// unchanged.
void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases);

/// Propagate Function::refusal to the entries that may call a refused function.
void refuse_callers(Module& module);

}  // namespace warplens::ptx
