#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"
#include "ui/source_text.h"

namespace warplens::ui {

/// Which PTX lines and CUDA lines of a kernel belong together.
struct SourceLink {
  std::vector<std::uint32_t> cuda_line;  ///< per instruction: line in the experiment's source; 0 where there is none
  std::vector<std::uint32_t> ptx_line;   ///< per instruction: line in the PTX text
  std::uint32_t first_ptx_line = 1, last_ptx_line = 1;  ///< of the kernel
  /// CUDA line of a PTX line; 0 where there is none.
  std::uint32_t cuda_line_of(std::uint32_t line) const;
  /// First PTX line of a CUDA line; 0 where there is none.
  std::uint32_t first_ptx_line_of(std::uint32_t line) const;
};

SourceLink link_source(const ptx::Module& module, std::uint32_t function, std::uint32_t file);

/// The kernel's part of the PTX.
SourceText ptx_of(const ptx::Module& module, std::uint32_t function);

}  // namespace warplens::ui
