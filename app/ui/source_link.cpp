#include "ui/source_link.h"

#include <algorithm>

#include "analysis/line_counts.h"

namespace warplens::ui {

std::uint32_t SourceLink::cuda_line_of(std::uint32_t line) const {
  const auto found = std::lower_bound(ptx_line.begin(), ptx_line.end(), line);
  return found != ptx_line.end() && *found == line ? cuda_line[static_cast<std::size_t>(found - ptx_line.begin())] : 0;
}

std::uint32_t SourceLink::first_ptx_line_of(std::uint32_t line) const {
  const auto found = std::find(cuda_line.begin(), cuda_line.end(), line);
  return found != cuda_line.end() ? ptx_line[static_cast<std::size_t>(found - cuda_line.begin())] : 0;
}

SourceLink link_source(const ptx::Module& module, std::uint32_t function, std::uint32_t file) {
  const ptx::Function& kernel = module.functions[function];
  SourceLink link;
  link.first_ptx_line = std::max(kernel.ptx_line, 1u);
  link.last_ptx_line = link.first_ptx_line;
  for (std::uint32_t k = 0; k < kernel.instructions.size(); ++k) {
    link.cuda_line.push_back(analysis::line_of(module, function, k, file));
    link.ptx_line.push_back(kernel.instructions[k].ptx_line);
    link.last_ptx_line = std::max(link.last_ptx_line, kernel.instructions[k].ptx_line + 1);  // and its closing brace
  }
  return link;
}

SourceText ptx_of(const ptx::Module& module, std::uint32_t function) {
  const SourceLink link = link_source(module, function, 0);
  return ptx_source("PTX", module.text, link.first_ptx_line, link.last_ptx_line);
}

}  // namespace warplens::ui
