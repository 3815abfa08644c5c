#pragma once

#include <string_view>

namespace warplens::ptx {

/// Choose the compute capability, times ten, for which to compile a source: 75, the oldest that today's toolkits know; 80 or 90
/// if the source mentions a function or an instruction introduced by it (CUDA C++ Programming Guide, "Warp Reduce Functions",
/// "Asynchronous Data Copies", "Thread Block Clusters"; PTX ISA, "Target ISA Notes"). Words in comments count, too.
unsigned needed_architecture(std::string_view source);

}  // namespace warplens::ptx
