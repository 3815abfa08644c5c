#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::InstId;
using ptx::Opcode;
namespace Inst = x86::Inst;

constexpr std::uint64_t sign_of_f32 = 0x80000000u, sign_of_f64 = std::uint64_t{1} << 63;
constexpr std::uint32_t exponent_of_f32 = 0x7f800000u;

/// Translates one floating-point instruction.
class Floating {
 public:
  explicit Floating(const Translation& translation)
      : t_(translation), single_(translation.instruction.type == ptx::Type::f32), bytes_(single_ ? 4 : 8) {}

  bool run() {
    const ptx::Instruction& instruction = t_.instruction;
    const ptx::Modifiers& modifiers = instruction.modifiers;
    const bool nearest = modifiers.rounding == ptx::Rounding::none || modifiers.rounding == ptx::Rounding::rn;
    if (!nearest || modifiers.xorsign || modifiers.magnitudes || modifiers.nan || modifiers.relu) return false;
    switch (instruction.opcode) {
      case Opcode::add:
        return binary(single_ ? Inst::kIdVaddps : Inst::kIdVaddpd);
      case Opcode::sub:
        return binary(single_ ? Inst::kIdVsubps : Inst::kIdVsubpd);
      case Opcode::mul:
        return binary(single_ ? Inst::kIdVmulps : Inst::kIdVmulpd);
      case Opcode::div:
        return !modifiers.approx && binary(single_ ? Inst::kIdVdivps : Inst::kIdVdivpd);
      case Opcode::mad:
      case Opcode::fma:
        return multiply_add();
      case Opcode::neg:
        return sign(single_ ? Inst::kIdVxorps : Inst::kIdVxorpd, single_ ? sign_of_f32 : sign_of_f64);
      case Opcode::abs:
        return sign(single_ ? Inst::kIdVandps : Inst::kIdVandpd, single_ ? sign_of_f32 - 1 : sign_of_f64 - 1);
      case Opcode::min:
      case Opcode::max:
        return instruction.operands.size() == 3 && extreme(instruction.opcode == Opcode::min);
      case Opcode::sqrt:
        return unary([&](const x86::Vec& to, const x86::Vec& from) { emit(Inst::kIdVsqrtps, Inst::kIdVsqrtpd, to, from); });
      case Opcode::rcp:
        return !gross() && reciprocal();
      case Opcode::rsqrt:
        return !gross() && reciprocal_root();
      default:
        return false;
    }
  }

 private:
  /// The approximations of f64 with 20 bits of mantissa.
  bool gross() const { return !single_ && t_.instruction.modifiers.approx && t_.instruction.modifiers.ftz; }
  Pending pending() const { return single_ ? Pending::nan_of_f32 : Pending::nan_of_f64; }

  template <typename... Operands>
  void emit(InstId single, InstId twice, const Operands&... operands) const {
    t_.compiler.emit(single_ ? single : twice, operands...);
  }

  /// An operand, with .ftz without subnormal numbers.
  Value operand(std::size_t i) const {
    const Value value = t_.number(i);
    if (!t_.instruction.modifiers.ftz || !single_) return value;
    const Value flushed = t_.values.temporary(bytes_);
    for (std::uint32_t p = 0; p < value.count; ++p) flush(flushed.parts[p], value.parts[p]);
    return flushed;
  }

  /// Subnormal numbers → zeros of the same sign.
  void flush(const x86::Vec& to, const x86::Vec& from) const {
    const x86::Vec exponent = t_.values.broadcast(exponent_of_f32, 4), sign = t_.values.broadcast(sign_of_f32, 4);
    if (t_.values.wide_set()) {
      const x86::KReg small = t_.compiler.newKq();
      t_.compiler.vptestnmd(small, from, exponent);
      t_.compiler.vmovaps(to, from);
      t_.compiler.k(small).vandps(to, from, sign);
      return;
    }
    const x86::Vec small = t_.values.new_register(), zero = t_.values.new_register();
    t_.compiler.vandps(small, from, exponent);
    t_.compiler.vxorps(zero, zero, zero);
    t_.compiler.vpcmpeqd(small, small, zero);
    t_.compiler.vandps(zero, from, sign);
    t_.compiler.vblendvps(to, from, zero, small);
  }

  /// Write the destination: `compute(part of the destination, part number)`, then .ftz and .sat. The sources have been read.
  template <typename Compute>
  bool finish(Compute compute) const {
    const ptx::Modifiers& modifiers = t_.instruction.modifiers;
    const bool saturates = modifiers.sat && single_;
    const Value result = t_.result(saturates ? Pending::nothing : pending());
    for (std::uint32_t p = 0; p < result.count; ++p) {
      const x86::Vec& to = result.parts[p];
      compute(to, p);
      if (modifiers.ftz && single_) flush(to, to);
      if (saturates) saturate(to);
    }
    return true;
  }

  /// To [0, 1], a NaN to +0: maxps and minps give the second operand for a NaN and for two zeros (Intel SDM, "MAXPS").
  void saturate(const x86::Vec& value) const {
    const x86::Vec zero = t_.values.broadcast(0, 4), one = t_.values.broadcast(0x3f800000u, 4);
    t_.compiler.vmaxps(value, value, zero);
    t_.compiler.vminps(value, value, one);
  }

  bool binary(InstId id) const {
    const Value a = operand(1), b = operand(2);
    return finish([&](const x86::Vec& to, std::uint32_t p) { t_.compiler.emit(id, to, a.parts[p], b.parts[p]); });
  }

  template <typename Compute>
  bool unary(Compute compute) const {
    const Value a = operand(1);
    return finish([&](const x86::Vec& to, std::uint32_t p) { compute(to, a.parts[p]); });
  }

  bool multiply_add() const {
    const Value a = operand(1), b = operand(2), c = operand(3);
    return finish([&](const x86::Vec& to, std::uint32_t p) {
      if (to.id() == a.parts[p].id()) {
        emit(Inst::kIdVfmadd213ps, Inst::kIdVfmadd213pd, to, b.parts[p], c.parts[p]);
      } else if (to.id() == b.parts[p].id()) {
        emit(Inst::kIdVfmadd213ps, Inst::kIdVfmadd213pd, to, a.parts[p], c.parts[p]);
      } else {
        if (to.id() != c.parts[p].id()) t_.compiler.vmovaps(to, c.parts[p]);
        emit(Inst::kIdVfmadd231ps, Inst::kIdVfmadd231pd, to, a.parts[p], b.parts[p]);
      }
    });
  }

  /// neg and abs. Those of f64 keep a NaN's other bits.
  bool sign(InstId id, std::uint64_t bits) const {
    if (!single_) {
      const Value a = t_.source(1), result = t_.result();
      const x86::Vec constant = t_.values.broadcast(bits, bytes_);
      for (std::uint32_t p = 0; p < result.count; ++p) t_.compiler.emit(id, result.parts[p], a.parts[p], constant);
      return true;
    }
    const x86::Vec constant = t_.values.broadcast(bits, bytes_);
    return unary([&](const x86::Vec& to, const x86::Vec& from) { t_.compiler.emit(id, to, from, constant); });
  }

  /// A NaN yields the other operand, and -0 < +0. minps returns its second operand if both are zeros, so the results for both
  /// orders of the operands together hold the bits of both zeros: or them for min, and them for max.
  bool extreme(bool smaller) const {
    const Value a = operand(1), b = operand(2);
    const InstId extreme =
        single_ ? (smaller ? Inst::kIdVminps : Inst::kIdVmaxps) : (smaller ? Inst::kIdVminpd : Inst::kIdVmaxpd);
    const InstId both = single_ ? (smaller ? Inst::kIdVorps : Inst::kIdVandps) : (smaller ? Inst::kIdVorpd : Inst::kIdVandpd);
    return finish([&](const x86::Vec& to, std::uint32_t p) {
      const x86::Vec one = t_.values.new_register(), other = t_.values.new_register();
      t_.compiler.emit(extreme, one, a.parts[p], b.parts[p]);
      t_.compiler.emit(extreme, other, b.parts[p], a.parts[p]);
      t_.compiler.emit(both, one, one, other);
      t_.values.replace_where(one, a.parts[p], b.parts[p], unordered, b.parts[p], bytes_);
      t_.values.replace_where(one, b.parts[p], a.parts[p], unordered, a.parts[p], bytes_);
      t_.compiler.vmovaps(to, one);
    });
  }

  bool reciprocal() const {
    const x86::Vec one = t_.values.broadcast(single_ ? 0x3f800000u : 0x3ff0000000000000u, bytes_);
    return unary([&](const x86::Vec& to, const x86::Vec& from) { emit(Inst::kIdVdivps, Inst::kIdVdivpd, to, one, from); });
  }

  /// 1 / √x in double precision, rounded once, as the interpreter computes it.
  bool reciprocal_root() const {
    const x86::Vec one = t_.values.broadcast(0x3ff0000000000000u, 8);
    return unary([&](const x86::Vec& to, const x86::Vec& from) {
      if (!single_) {
        t_.compiler.vsqrtpd(to, from);
        t_.compiler.vdivpd(to, one, to);
        return;
      }
      const x86::Vec low = t_.values.new_register(), high = t_.values.new_register();
      split(t_, low, high, from);
      t_.compiler.vcvtps2pd(low, low.half());
      t_.compiler.vcvtps2pd(high, high.half());
      for (const x86::Vec& half : {low, high}) {
        if (t_.values.wide_set()) {
          root_by_newton(half, one);
          continue;
        }
        t_.compiler.vsqrtpd(half, half);
        t_.compiler.vdivpd(half, one, half);
        t_.compiler.vcvtpd2ps(half.half(), half);
      }
      join(t_, to, low, high);
    });
  }

  /// value = 1 / √value of 8 lanes of f64, rounded to f32. Two steps of Newton's method from an approximation with 14 bits have a
  /// relative error below 2^-50. If an error of 2^-49 could change the rounded result of a lane, or a lane is not a positive
  /// number, all lanes are computed by square root and division instead.
  void root_by_newton(const x86::Vec& value, const x86::Vec& one) const {
    constexpr std::uint64_t half_bits = 0x3fe0000000000000u, below_bits = 0x3feffffffffffff0u, above_bits = 0x3ff0000000000008u;
    x86::Compiler& compiler = t_.compiler;
    const x86::Vec root = t_.values.new_register(), error = t_.values.new_register(), half = t_.values.new_register();
    compiler.vmulpd(half, value, t_.values.broadcast(half_bits, 8));
    compiler.vrsqrt14pd(root, value);
    for (int step = 0; step < 2; ++step) {  // root += root · (1/2 - value/2 · root²)
      compiler.vmulpd(error, root, root);
      compiler.vfnmadd213pd(error, half, t_.values.broadcast(half_bits, 8));
      compiler.vfmadd231pd(root, root, error);
    }
    compiler.vmulpd(error, root, t_.values.broadcast(below_bits, 8));
    compiler.vmulpd(root, root, t_.values.broadcast(above_bits, 8));
    compiler.vcvtpd2ps(error.half(), error);
    compiler.vcvtpd2ps(root.half(), root);
    const x86::KReg doubtful = compiler.newKq();
    compiler.vcmpps(doubtful, error.half(), root.half(), not_equal_u);
    const asmjit::Label settled = compiler.newLabel();
    compiler.kortestb(doubtful, doubtful);
    compiler.jz(settled);
    compiler.vsqrtpd(value, value);
    compiler.vdivpd(value, one, value);
    compiler.vcvtpd2ps(root.half(), value);
    compiler.bind(settled);
    compiler.vmovaps(value, root);
  }

  const Translation& t_;
  bool single_;
  std::uint32_t bytes_;
};

}  // namespace

bool translate_floating(const Translation& translation) {
  const ptx::Type type = translation.instruction.type;
  if ((type != ptx::Type::f32 && type != ptx::Type::f64) || translation.instruction.source_type != ptx::Type::none) return false;
  return Floating(translation).run();
}

}  // namespace warplens::simt::native
