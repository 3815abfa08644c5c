#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "launch/launch.h"

namespace warplens::launch {

/// Where an argument lies among the kernel's parameters.
struct ParameterPlace {
  std::uint32_t parameter = 0;  ///< index in ptx::Function::parameters
  std::uint64_t offset = 0;     ///< bytes from the start of that parameter
};

/// Bytes of an argument as a kernel gets it; a buffer is its address.
std::uint64_t parameter_bytes(const Argument& argument);

/// The place of each argument. Fields of a structure (Launch::fields) lie as C++ lays out members without alignas: in order, each
/// at the next multiple of its own size.
std::vector<ParameterPlace> parameter_places(const Launch& launch);

/// The block of parameters that a kernel starts with; `addresses`: of the buffers, in the order of their arguments. The launch
/// has passed check().
std::vector<std::byte> parameter_block(const Launch& launch, std::span<const std::uint64_t> addresses);

/// Whether the fields of every structure fill the parameter that they are for; the error says which do not, and both sizes.
base::Status check_fields(const Launch& launch);

}  // namespace warplens::launch
