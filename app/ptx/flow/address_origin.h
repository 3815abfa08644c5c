#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// What an address is computed from.
struct AddressOrigin {
  std::vector<std::uint32_t> variables;   ///< indices in Module::variables, each once
  std::vector<std::uint32_t> parameters;  ///< 64-bit parameters that are loaded: indices in Function::parameters, each once
};

/// Trace the address of an access back to variables and parameters, through registers that are written only once. Empty if the
/// instruction has no address.
AddressOrigin address_origin(const Function& function, std::uint32_t instruction);

}  // namespace warplens::ptx
