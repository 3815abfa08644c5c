#include "simt/check/overlapping_arrays.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "ptx/flow/address_origin.h"
#include "ptx/listing.h"
#include "ptx/parse/demangle.h"
#include "ptx/parse/source_place.h"

namespace warplens::simt {

std::optional<launch::Finding> overlapping_shared_arrays(const launch::Launch& launch, const ptx::Module& followed) {
  const auto is_dynamic = [](const ptx::Variable& variable) {
    return variable.space == ptx::Space::shared && variable.size == 0;
  };
  if (launch.dynamic_shared == 0 || std::ranges::count_if(followed.variables, is_dynamic) < 2) return std::nullopt;
  const ptx::Function& function = followed.functions[launch.entry];
  std::map<std::uint32_t, std::uint32_t> first_stores;  // instruction by variable
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    if (function.instructions[i].opcode != ptx::Opcode::st) continue;
    for (const std::uint32_t index : ptx::address_origin(function, i).variables)
      if (is_dynamic(followed.variables[index])) first_stores.try_emplace(index, i);
  }
  if (first_stores.size() < 2) return std::nullopt;
  const auto [one, first] = *first_stores.begin();
  const auto [other, second] = *std::next(first_stores.begin());
  const ptx::Listing listing(*launch.module, launch.entry);
  const auto store = [&](std::uint32_t instruction) {
    const auto place = ptx::source_place(*launch.module, listing, listing.first(0) + instruction);
    launch::Witness witness;
    witness.file = place.file;
    witness.line = place.line;
    witness.column = place.column;
    witness.access = trace::AccessKind::write;
    return witness;
  };
  launch::Finding finding;
  finding.kind = launch::FindingKind::overlapping_arrays;
  finding.harmless = true;
  finding.space = "shared";
  finding.count = 1;
  finding.first = store(second);
  finding.second = store(first);
  finding.message = ptx::variable_name(followed.variables[one].name) + " and " +
                    ptx::variable_name(followed.variables[other].name) +
                    " begin at the same byte, as all extern __shared__ arrays of a kernel do: what is stored in one is in the "
                    "other as well. Declare one array, and make the second a pointer into it.";
  return finding;
}

}  // namespace warplens::simt
