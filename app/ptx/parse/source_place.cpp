#include "ptx/parse/source_place.h"

namespace warplens::ptx {

SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction) {
  constexpr int deepest_inlining = 64;  // a chain may be broken, even a ring
  if (instruction >= function.instructions.size()) return {module.path};
  const Instruction& of = function.instructions[instruction];
  const SourcePlace in_ptx{module.path, of.ptx_line, of.ptx_column};
  if (of.location >= function.locations.size()) return in_ptx;
  const auto caller = [&](const SourceLocation* at) {
    return at->inlined_at < function.locations.size() ? &function.locations[at->inlined_at] : nullptr;
  };
  const SourceLocation *place = &function.locations[of.location], *outermost = place;
  for (int d = 0; d < deepest_inlining && caller(outermost) != nullptr; ++d) outermost = caller(outermost);
  for (int d = 0; d < deepest_inlining && place->file != outermost->file && caller(place) != nullptr; ++d) place = caller(place);
  if (place->line == 0 || place->file >= module.files.size() || module.files[place->file].empty()) return in_ptx;
  return {module.files[place->file], place->line, place->column};
}

SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number) {
  const Listing::Place place = listing.place(number);
  if (place.function >= module.functions.size()) return {module.path};
  return source_place(module, module.functions[place.function], place.instruction);
}

}  // namespace warplens::ptx
