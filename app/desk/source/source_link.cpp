#include "desk/source/source_link.h"

#include <algorithm>

#include "analysis/line_counts.h"

namespace warplens::desk {

std::uint32_t SourceLink::cuda_line_of(std::uint32_t line) const {
  const auto found = by_ptx_line.find(line);
  return found != by_ptx_line.end() ? found->second : 0;
}

std::uint32_t SourceLink::first_ptx_line_of(std::uint32_t line) const {
  const auto found = std::find_if(by_ptx_line.begin(), by_ptx_line.end(), [&](const auto& pair) { return pair.second == line; });
  return found != by_ptx_line.end() ? found->first : 0;
}

SourceLink link_source(const ptx::Module& module, const ptx::Listing& listing, std::uint32_t file) {
  SourceLink link;
  const auto show = [&](std::uint32_t first, std::uint32_t last, bool only) {
    link.first_ptx_line = only ? first : std::min(link.first_ptx_line, first);
    link.last_ptx_line = only ? last : std::max(link.last_ptx_line, last);
  };
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const std::uint32_t head = std::max(function.ptx_line, 1u);
    std::uint32_t last = head;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const std::uint32_t line = function.instructions[i].ptx_line;
      link.cuda_line.push_back(analysis::line_of(module, listing.functions()[k], i, file));
      link.by_ptx_line.emplace(line, link.cuda_line.back());
      last = std::max(last, line + 1);  // and its closing brace
    }
    link.cuda_line.push_back(0);  // the function's end
    show(head, last, k == 0);
  }
  return link;
}

SourceText ptx_of(const ptx::Module& module, std::uint32_t entry) {
  const SourceLink link = link_source(module, ptx::Listing(module, entry), 0);
  return ptx_source("PTX", module.text, link.first_ptx_line, link.last_ptx_line);
}

}  // namespace warplens::desk
