#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/names.h"

namespace warplens::ptx {

/// Fundamental types (PTX ISA, "Fundamental Types"). `none` if an instruction names no type.
enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  u16x2,
  s16x2,
  s4,
  u4,
  e4m3,
  e5m2,
  e4m3x2,
  e5m2x2,
  e2m3x2,
  e3m2x2,
  e2m1x2,
  ue8m0x2,
  f32x2,
  f32,
  f64,
};

enum class TypeKind : std::uint8_t { none, predicate, bits, unsigned_integer, signed_integer, floating };

/// Name without the dot ("u32"); "" for none.
std::string_view name(Type type);
/// Type by name without the dot, or nothing.
std::optional<Type> type_named(std::string_view name);
/// Width in bits; 0 for none, 1 for pred.
int bits(Type type);
/// Width in bytes as stored in memory; 0 for none and pred.
constexpr int bytes(int bit_width) { return bit_width / 8; }
TypeKind kind(Type type);
/// Whether values come in pairs, each of at most 8 bits.
constexpr bool is_tiny(Type type) { return type >= Type::e4m3x2 && type <= Type::ue8m0x2; }

/// State spaces (PTX ISA, "State Spaces"). `generic` if ld, st, atom or red name none.
enum class Space : std::uint8_t { generic, reg, param, constant, global, shared, local };

/// Their names in PTX.
inline constexpr base::Names<Space> space_names{{Space::generic, "generic"}, {Space::reg, "reg"},       {Space::param, "param"},
                                                {Space::constant, "const"},  {Space::global, "global"}, {Space::shared, "shared"},
                                                {Space::local, "local"}};
constexpr std::string_view name(Space space) { return space_names.name_of(space); }

}  // namespace warplens::ptx
