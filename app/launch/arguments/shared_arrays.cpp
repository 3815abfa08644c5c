#include "launch/arguments/shared_arrays.h"

#include <algorithm>

#include "ptx/listing.h"
#include "ptx/parse/demangle.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t dynamic_alignment = 16;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  const std::uint64_t step = std::max<std::uint64_t>(1, alignment);
  return (offset + step - 1) / step * step;
}

/// The .shared variables of an entry and of what it calls, by their index in the module.
std::vector<std::size_t> shared_variables(const ptx::Module& module, std::uint32_t entry) {
  const std::vector<bool> used = ptx::reached_variables(module, entry);
  std::vector<std::size_t> variables;
  for (std::size_t index = 0; index < module.variables.size(); ++index) {
    const ptx::Variable& variable = module.variables[index];
    if (variable.space == ptx::Space::shared && (used[index] || variable.function == entry)) variables.push_back(index);
  }
  return variables;
}

}  // namespace

std::uint64_t static_shared_bytes(const ptx::Module& module, std::uint32_t entry) {
  std::uint64_t total = 0;
  for (const std::size_t index : shared_variables(module, entry))
    total = aligned(total, module.variables[index].alignment) + module.variables[index].size;
  return total;
}

std::string dynamic_shared_array(const ptx::Module& module, std::uint32_t entry) {
  for (const std::size_t index : shared_variables(module, entry))
    if (module.variables[index].size == 0) return ptx::variable_name(module.variables[index].name);
  return "";
}

std::vector<SharedArray> shared_arrays(const Launch& launch) {
  const ptx::Module& module = *launch.module;
  std::vector<SharedArray> arrays;
  std::uint64_t end = 0, alignment = dynamic_alignment;
  const ptx::Variable* dynamic = nullptr;
  for (const std::size_t index : shared_variables(module, launch.entry)) {
    const ptx::Variable& variable = module.variables[index];
    if (variable.size == 0) {
      dynamic = &variable;
      alignment = std::max<std::uint64_t>(alignment, variable.alignment);
      continue;
    }
    const std::uint64_t offset = aligned(end, variable.alignment);
    arrays.push_back({ptx::variable_name(variable.name), offset, variable.size});
    end = offset + variable.size;
  }
  if (dynamic != nullptr && launch.dynamic_shared > 0)
    arrays.push_back({ptx::variable_name(dynamic->name), aligned(end, alignment), launch.dynamic_shared});
  return arrays;
}

}  // namespace warplens::launch
