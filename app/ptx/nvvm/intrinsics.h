#pragma once

#include <string>
#include <string_view>

namespace warplens::ptx::nvvm {

/// The text of PTX for an intrinsic, whose name is without "llvm."; "" if it has no fixed one (see intrinsics.inc).
std::string intrinsic_text(std::string_view name);

}  // namespace warplens::ptx::nvvm
