#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiment/kernel_file/signature.h"
#include "launch/launch.h"

namespace warplens::experiment {

// PTX knows a pointer only as 8 bytes. What it points to is in the source, and in the kernel's mangled name.

/// The parameters of a launch's kernel as its source `source`, a .cu file, declares them: their types from the mangled name,
/// which the compiler wrote, else (extern "C") from the text; their names, unless Launch::argument_names has some, from the text.
/// Empty if neither says them, and for other files.
std::vector<KernelParameter> declared_parameters(const launch::Launch& launch, const std::filesystem::path& source);

/// A buffer of other elements than its parameter points to.
struct PointeeMismatch {
  std::string message;         ///< with the parameter, both types and what to write instead
  launch::ElementType wanted;  ///< element type that fits
  std::uint64_t size = 0;      ///< of the buffer, elements
};

/// The first buffer of the launch whose elements are not those that its parameter points to: of another width, or floating-point
/// numbers for integers. Signed and unsigned integers of one width fit each other. Nothing is known, and anything fits, where a
/// pointer is to no element type: void, a structure, half, another pointer.
std::optional<PointeeMismatch> pointee_mismatch(const launch::Launch& launch, const std::vector<KernelParameter>& declared);

}  // namespace warplens::experiment
