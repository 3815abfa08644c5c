#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "launch/launch.h"

namespace warplens::launch {

/// Position of an argument in the kernel's parameters.
struct ParameterPlace {
  std::uint32_t parameter = 0;  ///< index in ptx::Function::parameters
  std::uint64_t offset = 0;     ///< bytes from the start of that parameter
};

/// Size in bytes of an argument as passed to the kernel; a buffer is passed as its 8-byte address.
std::uint64_t parameter_bytes(const Argument& argument);

/// Compute the position of each argument. Fields of a structure (Launch::fields) are laid out as C++ members without alignas: in
/// order, each at the next multiple of its size.
std::vector<ParameterPlace> parameter_places(const Launch& launch);

/// Readable bytes after the parameters: an instruction may read up to 16 bytes at once, beyond their end.
inline constexpr std::size_t parameter_padding = 16;

/// Build the parameter block of a launch, byte for byte. `addresses`: addresses of the buffers, in the order of their arguments.
/// Requires a launch that has passed check().
std::vector<std::byte> parameter_block(const Launch& launch, std::span<const std::uint64_t> addresses);

/// Whether a whole-number parameter of a launch with a Placement has this value.
bool is_parameter(const Launch& launch, std::uint64_t value);

/// Check that the fields of every structure have the size of its parameter. The error names the parameter and both sizes.
base::Status check_fields(const Launch& launch);

}  // namespace warplens::launch
