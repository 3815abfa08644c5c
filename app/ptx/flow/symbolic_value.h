#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::ptx {

/// What a 32-bit integer (or an address) is computed from, in one form for all ways to compute it: sums and products of any order
/// and grouping are equal. Values with equal texts are equal.
struct SymbolicValue {
  enum class Kind : std::uint8_t { unknown, constant, sum, product, other };
  Kind kind = Kind::unknown;
  std::string text;                ///< "" where unknown
  std::vector<std::string> parts;  ///< of a sum or product, in alphabetical order
  std::uint32_t number = 0;        ///< constant: its value; sum or product: what is added or multiplied

  bool known() const { return kind != Kind::unknown; }
  bool operator==(const SymbolicValue& other) const { return known() && text == other.text; }
};

SymbolicValue constant_value(std::uint32_t number);
/// Something that is not looked into.
SymbolicValue leaf_value(std::string text);
// Unknown where an operand is, or where the text would be very long.
SymbolicValue sum(const SymbolicValue& a, const SymbolicValue& b);
SymbolicValue product(const SymbolicValue& a, const SymbolicValue& b);
SymbolicValue difference(const SymbolicValue& a, const SymbolicValue& b);
/// Division, and the remainder by a power of two as a mask, as compilers write it.
SymbolicValue quotient(const SymbolicValue& a, const SymbolicValue& b, bool is_signed);
SymbolicValue remainder(const SymbolicValue& a, const SymbolicValue& b, bool is_signed);
/// Operands of a commutative operation may come in any order.
SymbolicValue operation(const std::string& name, const SymbolicValue& a, const SymbolicValue& b, bool commutative);
/// The address of element `index` of four-byte elements from `base` on, and what is there.
SymbolicValue element_address(const SymbolicValue& base, const SymbolicValue& index, bool is_signed);
SymbolicValue loaded_value(const SymbolicValue& address);

}  // namespace warplens::ptx
