#include "ptx/flow/symbolic_value.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::ptx {
namespace {

using Kind = SymbolicValue::Kind;

constexpr std::size_t longest = 400;  // letters: expressions of programs constructed to be slow grow without end

SymbolicValue limited(SymbolicValue value) { return value.text.size() <= longest ? std::move(value) : SymbolicValue{}; }

/// A sum or a product of both; `neutral` changes nothing.
SymbolicValue joined(Kind kind, const SymbolicValue& a, const SymbolicValue& b, std::uint32_t number, std::uint32_t neutral) {
  if (!a.known() || !b.known()) return {};
  SymbolicValue all{kind, kind == Kind::sum ? "(+" : "(*", {}, number};
  for (const SymbolicValue* each : {&a, &b}) {
    if (each->kind == kind)
      all.parts.insert(all.parts.end(), each->parts.begin(), each->parts.end());
    else if (each->kind != Kind::constant)
      all.parts.push_back(each->text);
  }
  if (all.parts.empty()) return constant_value(number);
  if (number == neutral && (a.kind == Kind::constant || b.kind == Kind::constant) && a.kind != kind && b.kind != kind)
    return a.kind == Kind::constant ? b : a;
  std::ranges::sort(all.parts);
  for (const std::string& part : all.parts) all.text += " " + part;
  if (number != neutral) all.text += " " + std::to_string(number);
  all.text += ")";
  return limited(std::move(all));
}

std::uint32_t number_in(const SymbolicValue& value, Kind kind, std::uint32_t neutral) {
  return value.kind == kind || value.kind == Kind::constant ? value.number : neutral;
}

}  // namespace

SymbolicValue constant_value(std::uint32_t number) { return {Kind::constant, std::to_string(number), {}, number}; }

SymbolicValue leaf_value(std::string text) { return {Kind::other, std::move(text), {}, 0}; }

SymbolicValue sum(const SymbolicValue& a, const SymbolicValue& b) {
  return joined(Kind::sum, a, b, number_in(a, Kind::sum, 0) + number_in(b, Kind::sum, 0), 0);
}

SymbolicValue product(const SymbolicValue& a, const SymbolicValue& b) {
  return joined(Kind::product, a, b, number_in(a, Kind::product, 1) * number_in(b, Kind::product, 1), 1);
}

SymbolicValue difference(const SymbolicValue& a, const SymbolicValue& b) {
  return sum(a, product(b, constant_value(0xffffffffu)));
}

SymbolicValue quotient(const SymbolicValue& a, const SymbolicValue& b, bool is_signed) {
  return operation(is_signed ? "div.s" : "div.u", a, b, false);
}

SymbolicValue remainder(const SymbolicValue& a, const SymbolicValue& b, bool is_signed) {
  if (!is_signed && b.kind == Kind::constant && std::has_single_bit(b.number))
    return operation("and", a, constant_value(b.number - 1), true);
  return operation(is_signed ? "rem.s" : "rem.u", a, b, false);
}

SymbolicValue operation(const std::string& name, const SymbolicValue& a, const SymbolicValue& b, bool commutative) {
  if (!a.known() || !b.known()) return {};
  const bool swap = commutative && b.text < a.text;
  return limited(leaf_value("(" + name + " " + (swap ? b : a).text + " " + (swap ? a : b).text + ")"));
}

SymbolicValue element_address(const SymbolicValue& base, const SymbolicValue& index, bool is_signed) {
  return operation("add64", base, operation(is_signed ? "wide.s" : "wide.u", index, constant_value(4), false), true);
}

SymbolicValue loaded_value(const SymbolicValue& address) {
  return address.known() ? limited(leaf_value("(load " + address.text + ")")) : SymbolicValue{};
}

}  // namespace warplens::ptx
