#include "ptx/parse/source_place.h"

#include <optional>

namespace warplens::ptx {

namespace {

/// The place that the compiler gives for an instruction; nothing if it gives none, or line 0.
std::optional<SourcePlace> place_given(const Module& module, const Function& function, const Instruction& instruction) {
  constexpr int deepest_inlining = 64;  // a chain may be broken, even a ring
  if (instruction.location >= function.locations.size()) return std::nullopt;
  const auto caller = [&](const SourceLocation* at) {
    return at->inlined_at < function.locations.size() ? &function.locations[at->inlined_at] : nullptr;
  };
  const SourceLocation *place = &function.locations[instruction.location], *outermost = place;
  for (int d = 0; d < deepest_inlining && caller(outermost) != nullptr; ++d) outermost = caller(outermost);
  const auto is_meant = [&](const SourceLocation& at) { return at.file == outermost->file && at.line != 0; };
  for (int d = 0; d < deepest_inlining && !is_meant(*place) && caller(place) != nullptr; ++d) place = caller(place);
  if (place->line == 0 || place->file >= module.files.size() || module.files[place->file].empty()) return std::nullopt;
  return SourcePlace{module.files[place->file], place->line, place->column};
}

}  // namespace

SourcePlace source_place(const Module& module, const Function& function, std::uint32_t instruction) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  if (instruction >= count) return {module.path};
  const Instruction& of = function.instructions[instruction];
  if (of.location >= function.locations.size()) return {module.path, of.ptx_line, of.ptx_column};
  for (std::uint32_t away = 0; away < count; ++away) {
    for (const std::uint32_t near : {instruction - away, instruction + away}) {
      if (near >= count) continue;
      if (const auto place = place_given(module, function, function.instructions[near])) return *place;
    }
  }
  return {module.path, of.ptx_line, of.ptx_column};
}

SourcePlace source_place(const Module& module, const Listing& listing, std::uint32_t number) {
  const Listing::Place place = listing.place(number);
  if (place.function >= module.functions.size()) return {module.path};
  return source_place(module, module.functions[place.function], place.instruction);
}

}  // namespace warplens::ptx
