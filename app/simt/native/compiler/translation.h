#pragma once

#include <cstdint>
#include <optional>

#include "ptx/module.h"
#include "simt/code/decode/program.h"
#include "simt/code/execute/operation.h"
#include "simt/native/compiler/values.h"

namespace warplens::simt::native {

/// The translation of one Kind::compute instruction into machine code.
struct Translation {
  x86::Compiler& compiler;
  Values& values;
  const Program& program;
  const ptx::Instruction& instruction;
  const Decoded& decoded;
  const Operation& operation;  ///< has the sizes of the operands' rows

  Row row(std::size_t operand) const { return decoded.operands[operand]; }
  std::uint32_t bytes(std::size_t operand) const { return operation.bytes[operand]; }
  /// The value of an operand; NaNs have PTX's bits.
  Value source(std::size_t operand) const { return values.read(row(operand), bytes(operand)); }
  /// The value of an operand of floating-point arithmetic; NaNs may have other bits than PTX's, which do not matter there.
  Value number(std::size_t operand) const { return values.read(row(operand), bytes(operand), false); }
  /// The registers of the destination. Read all sources first.
  Value result(Pending pending = Pending::nothing) const { return values.write(row(0), bytes(0), pending); }
  /// The value of an immediate operand (the same in all lanes); nothing for other operands.
  std::optional<std::uint64_t> constant(std::size_t operand) const;

  /// result part = instruction(parts of the sources…), for each part.
  template <typename... Sources>
  void each_part(asmjit::InstId id, const Value& result, const Sources&... sources) const {
    for (std::uint32_t p = 0; p < result.count; ++p) compiler.emit(id, result.parts[p], sources.parts[p]...);
  }
};

// One translator per family of instructions. For an instruction that it does not know, it generates nothing and returns false.

/// add sub mul mad fma neg abs min max div sqrt rcp rsqrt of f32 and f64.
bool translate_floating(const Translation& translation);
/// add sub mul mad neg abs min max of 32- and 64-bit integers.
bool translate_integer(const Translation& translation);
/// and or xor not shl shr lop3.
bool translate_bits(const Translation& translation);
/// setp selp, and the logic of predicates.
bool translate_compare(const Translation& translation);
/// mov cvt cvta, and loads of parameters. `parameters`: the address of the launch's parameters.
bool translate_move(const Translation& translation, const x86::Gp& parameters);

/// Try all translators.
bool translate(const Translation& translation, const x86::Gp& parameters);

/// to = part `part` of `narrow`, a row of 32-bit lanes, extended to 64 bits by zeros or the sign.
void widen_part(const Translation& translation, const x86::Vec& to, const Value& narrow, std::uint32_t part, bool with_sign);

/// to = part `part` of the low 32 bits of `wide`, a row of 64-bit lanes.
void narrow_part(const Translation& translation, const x86::Vec& to, const Value& wide, std::uint32_t part);

/// Move the lower half of `from` to the lower half of `low`, and its upper half to the lower half of `high`.
void split(const Translation& translation, const x86::Vec& low, const x86::Vec& high, const x86::Vec& from);
/// The reverse of split().
void join(const Translation& translation, const x86::Vec& to, const x86::Vec& low, const x86::Vec& high);

}  // namespace warplens::simt::native
