#include "ptx/opcode.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

/// The mnemonic of an enumerator, which may have a _ behind it.
constexpr std::string_view mnemonic_of(std::string_view enumerator) { return enumerator.substr(0, enumerator.find('_')); }

constexpr std::array rows{
#define OPERATION(opcode, klass, since, target, ...) \
  OpcodeRow{Opcode::opcode, mnemonic_of(#opcode), InstructionClass::klass, since, target},
#define EFFECT OPERATION
#include "ptx/instructions.inc"
};

/// The rows by mnemonic, for binary search.
constexpr auto sorted_rows = [] {
  auto sorted = rows;
  std::sort(sorted.begin(), sorted.end(), [](const OpcodeRow& a, const OpcodeRow& b) { return a.mnemonic < b.mnemonic; });
  return sorted;
}();

}  // namespace

std::span<const OpcodeRow> opcode_table() { return rows; }

const OpcodeRow& row(Opcode opcode) { return rows[static_cast<std::size_t>(opcode)]; }

bool is_simd_video(Opcode opcode) {
  const std::string_view mnemonic = row(opcode).mnemonic;
  return is_video(opcode) && (mnemonic.ends_with('2') || mnemonic.ends_with('4'));
}

std::optional<Opcode> opcode_named(std::string_view mnemonic) {
  const auto found = std::lower_bound(sorted_rows.begin(), sorted_rows.end(), mnemonic,
                                      [](const OpcodeRow& row, std::string_view wanted) { return row.mnemonic < wanted; });
  if (found == sorted_rows.end() || found->mnemonic != mnemonic) return std::nullopt;
  return found->opcode;
}

}  // namespace warplens::ptx
