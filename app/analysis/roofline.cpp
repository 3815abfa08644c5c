#include "analysis/roofline.h"

#include <algorithm>
#include <array>

#include "analysis/instruction_mix.h"
#include "analysis/memory_traffic.h"
#include "base/names.h"
#include "ptx/listing.h"
#include "ptx/opcode.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t kinds = base::enumerators<OperationKind>;

std::optional<OperationKind> operation_of(InstructionKind kind) {
  switch (kind) {
    case InstructionKind::integer:
      return OperationKind::integer;
    case InstructionKind::floating:
    case InstructionKind::special_function:
      return OperationKind::floating;
    case InstructionKind::double_:
      return OperationKind::double_precision;
    default:
      return std::nullopt;
  }
}

std::uint64_t operations_per_lane(const ptx::Instruction& instruction) {
  using ptx::Opcode, ptx::Type;
  const Opcode opcode = instruction.opcode;
  const bool two = opcode == Opcode::fma || opcode == Opcode::mad || opcode == Opcode::mad24 || opcode == Opcode::madc;
  const bool pair = instruction.type == Type::f16x2 || instruction.type == Type::bf16x2 || instruction.type == Type::f32x2;
  return (two ? 2u : 1u) * (pair ? 2u : 1u);
}

double peak_of(const launch::Peaks& peaks, OperationKind kind) {
  switch (kind) {
    case OperationKind::integer:
      return peaks.integer;
    case OperationKind::floating:
      return peaks.floating;
    case OperationKind::double_precision:
      break;
  }
  return peaks.double_precision;
}

}  // namespace

std::string_view name(OperationKind kind) {
  static constexpr base::Names<OperationKind> names{{OperationKind::integer, "integer"},
                                                    {OperationKind::floating, "floating-point"},
                                                    {OperationKind::double_precision, "double-precision"}};
  return names.name_of(kind);
}

double Roofline::peak() const { return peak_of(peaks, kind); }

double Roofline::roof(double at_intensity) const { return std::min(peak(), at_intensity * peaks.memory_bytes); }

std::optional<Roofline> roofline(const launch::LaunchResult& result, const ptx::Module& module, std::uint32_t entry) {
  if (!result.utilisation || result.tallies.empty() || result.counters.cycles == 0) return std::nullopt;
  const launch::Counters& counters = result.counters;
  std::array<std::uint64_t, kinds> operations{};
  const ptx::Listing listing(module, entry);
  for (std::size_t i = 0; i < result.tallies.size(); ++i) {
    const ptx::Instruction* instruction = listing.instruction(module, static_cast<std::uint32_t>(i));
    if (instruction == nullptr) continue;
    if (const auto kind = operation_of(kind_of(*instruction)))
      operations[static_cast<std::size_t>(*kind)] += result.tallies[i].lanes * operations_per_lane(*instruction);
  }
  Roofline roofline{.bytes = (counters.memory_sectors_read + counters.memory_sectors_written) * sector_bytes,
                    .cycles = static_cast<double>(counters.cycles),
                    .peaks = result.utilisation->peaks};
  const auto count_of = [&](OperationKind kind) { return operations[static_cast<std::size_t>(kind)]; };
  const auto cycles_of = [&](OperationKind kind) { return static_cast<double>(count_of(kind)) / peak_of(roofline.peaks, kind); };
  using enum OperationKind;
  if (count_of(floating) == 0 && count_of(double_precision) == 0)
    roofline.kind = integer;
  else if (cycles_of(double_precision) > cycles_of(floating))
    roofline.kind = double_precision;
  roofline.operations = count_of(roofline.kind);
  return roofline;
}

}  // namespace warplens::analysis
