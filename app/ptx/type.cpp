#include "ptx/type.h"

#include <array>

namespace warplens::ptx {
namespace {

struct TypeRow {
  Type type;
  std::string_view name;
  int bits;
  TypeKind kind;
};

/// In the order of the enumeration.
constexpr std::array<TypeRow, 35> type_rows{{
    {Type::none, "", 0, TypeKind::none},
    {Type::pred, "pred", 1, TypeKind::predicate},
    {Type::b8, "b8", 8, TypeKind::bits},
    {Type::b16, "b16", 16, TypeKind::bits},
    {Type::b32, "b32", 32, TypeKind::bits},
    {Type::b64, "b64", 64, TypeKind::bits},
    {Type::b128, "b128", 128, TypeKind::bits},
    {Type::u8, "u8", 8, TypeKind::unsigned_integer},
    {Type::u16, "u16", 16, TypeKind::unsigned_integer},
    {Type::u32, "u32", 32, TypeKind::unsigned_integer},
    {Type::u64, "u64", 64, TypeKind::unsigned_integer},
    {Type::s8, "s8", 8, TypeKind::signed_integer},
    {Type::s16, "s16", 16, TypeKind::signed_integer},
    {Type::s32, "s32", 32, TypeKind::signed_integer},
    {Type::s64, "s64", 64, TypeKind::signed_integer},
    {Type::f16, "f16", 16, TypeKind::floating},
    {Type::f16x2, "f16x2", 32, TypeKind::floating},
    {Type::bf16, "bf16", 16, TypeKind::floating},
    {Type::bf16x2, "bf16x2", 32, TypeKind::floating},
    {Type::tf32, "tf32", 32, TypeKind::floating},
    {Type::u16x2, "u16x2", 32, TypeKind::unsigned_integer},
    {Type::s16x2, "s16x2", 32, TypeKind::signed_integer},
    {Type::s4, "s4", 4, TypeKind::signed_integer},
    {Type::u4, "u4", 4, TypeKind::unsigned_integer},
    {Type::e4m3, "e4m3", 8, TypeKind::floating},
    {Type::e5m2, "e5m2", 8, TypeKind::floating},
    {Type::e4m3x2, "e4m3x2", 16, TypeKind::floating},
    {Type::e5m2x2, "e5m2x2", 16, TypeKind::floating},
    {Type::e2m3x2, "e2m3x2", 16, TypeKind::floating},
    {Type::e3m2x2, "e3m2x2", 16, TypeKind::floating},
    {Type::e2m1x2, "e2m1x2", 8, TypeKind::floating},
    {Type::ue8m0x2, "ue8m0x2", 16, TypeKind::floating},
    {Type::f32x2, "f32x2", 64, TypeKind::floating},
    {Type::f32, "f32", 32, TypeKind::floating},
    {Type::f64, "f64", 64, TypeKind::floating},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < type_rows.size(); ++i) {
    if (static_cast<std::size_t>(type_rows[i].type) != i) return false;
  }
  return static_cast<std::size_t>(Type::f64) + 1 == type_rows.size();
}
static_assert(in_order());

const TypeRow& row_of(Type type) { return type_rows[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view name(Type type) { return row_of(type).name; }

std::optional<Type> type_named(std::string_view name) {
  for (const TypeRow& row : type_rows) {
    if (row.type != Type::none && row.name == name) return row.type;
  }
  return std::nullopt;
}

int bits(Type type) { return row_of(type).bits; }

TypeKind kind(Type type) { return row_of(type).kind; }

}  // namespace warplens::ptx
