#pragma once

#include <cstdint>
#include <map>

#include "ptx/module.h"

namespace warplens::ptx {

/// Replace every mention of an alias (.alias name, function) by the function it stands for. Chains are followed; one that runs in
/// a circle is left as it is.
void resolve_aliases(Module& module, const std::map<std::uint32_t, std::uint32_t>& aliases);

/// An entry that may come to a function that cannot run cannot run either, for the same reason (Function::refusal).
void refuse_callers(Module& module);

}  // namespace warplens::ptx
