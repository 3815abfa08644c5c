#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiment/kernel_file/signature.h"
#include "launch/launch.h"

namespace warplens::experiment {

// PTX knows a pointer only as 8 bytes. The type that it points to is in the source, and in the kernel's mangled name.

/// The parameters of a launch's kernel as declared in `source`, a .cu file: types from the mangled name, which the compiler
/// wrote, else (extern "C") from the text; names from Launch::argument_names, else from the text. Empty if neither has the types,
/// and for other files.
std::vector<KernelParameter> declared_parameters(const launch::Launch& launch, const std::filesystem::path& source);

/// A buffer whose elements have a type other than its parameter's.
struct PointeeMismatch {
  std::string message;         ///< with the parameter, both types and what to write instead
  launch::ElementType wanted;  ///< element type that fits
  std::uint64_t size = 0;      ///< size of the buffer, elements
};

/// Find the first buffer of the launch with elements of the wrong type for its parameter: of another width, or floating-point
/// numbers for integers. Signed and unsigned integers of one width fit each other. Anything fits a pointer to void, a structure,
/// half or another pointer.
std::optional<PointeeMismatch> pointee_mismatch(const launch::Launch& launch, const std::vector<KernelParameter>& declared);

}  // namespace warplens::experiment
