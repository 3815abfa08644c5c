#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// Read a module of NVVM IR as clang 14 to 22 write it for NVPTX, with typed or opaque pointers. The module is checked as far as
/// its writer relies on it: references exist, blocks end once, types agree. Error: the first place in the text that cannot be
/// read or does not fit; `path` names the text in it.
base::Result<Module> read_module(std::string_view text, std::string path);

}  // namespace warplens::ptx::nvvm
