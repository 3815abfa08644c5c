#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::ptx {

/// Expression of a 32-bit integer (or an address), in a normal form: sums and products are equal regardless of order and
/// grouping. Values with equal texts are equal.
struct SymbolicValue {
  enum class Kind : std::uint8_t { unknown, constant, sum, product, other };
  Kind kind = Kind::unknown;
  std::string text;                ///< "" if unknown
  std::vector<std::string> parts;  ///< of a sum or product, in alphabetical order
  std::uint32_t number = 0;        ///< constant: its value; sum or product: its constant term or factor

  bool known() const { return kind != Kind::unknown; }
  bool operator==(const SymbolicValue& other) const { return known() && text == other.text; }
};

SymbolicValue constant_value(std::uint32_t number);
/// A value without further structure.
SymbolicValue leaf_value(std::string text);
// The result is unknown if an operand is, or if the text would be very long.
SymbolicValue sum(const SymbolicValue& a, const SymbolicValue& b);
SymbolicValue product(const SymbolicValue& a, const SymbolicValue& b);
SymbolicValue difference(const SymbolicValue& a, const SymbolicValue& b);
/// Division and remainder. The remainder by a power of two becomes a mask, as in compilers' code.
SymbolicValue quotient(const SymbolicValue& a, const SymbolicValue& b, bool is_signed);
SymbolicValue remainder(const SymbolicValue& a, const SymbolicValue& b, bool is_signed);
/// Another operation. The operands of a commutative one may come in any order.
SymbolicValue operation(const std::string& name, const SymbolicValue& a, const SymbolicValue& b, bool commutative);
/// The address of element `index` of four-byte elements from `base` on; and the value loaded from an address.
SymbolicValue element_address(const SymbolicValue& base, const SymbolicValue& index, bool is_signed);
SymbolicValue loaded_value(const SymbolicValue& address);

}  // namespace warplens::ptx
