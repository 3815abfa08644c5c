#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

// Make kernels from bytes: arithmetic on a few registers of each kind, with loops, exits from loops, loads, stores to shared
// memory, asynchronous copies, barriers of the block and of warps, and accesses and fences with scopes. Every such kernel ends.
// Its 64 threads read their registers from `in` and write them to `out`.

namespace warplens::fuzz {

/// A sequence of choices, read from bytes; zeros after the last byte.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  bool over() const { return next_ >= bytes_.size(); }
  /// Any byte.
  std::uint32_t byte() { return over() ? 0 : static_cast<std::uint8_t>(bytes_[next_++]); }
  /// A number below `count`.
  std::uint32_t below(std::uint32_t count) { return byte() % count; }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
};

/// Instructions on registers: R of 32 bits, Q of 64, F of f32, D of f64, P predicates; I a small number.
inline constexpr std::string_view forms[] = {
    "add.s32 R, R, R",
    "sub.u32 R, R, R",
    "add.u32 R, R, I",
    "mul.lo.s32 R, R, R",
    "mad.lo.u32 R, R, R, R",
    "mul.hi.u32 R, R, R",
    "add.s64 Q, Q, Q",
    "sub.s64 Q, Q, Q",
    "mul.lo.u64 Q, Q, Q",
    "mad.lo.s64 Q, Q, Q, Q",
    "mul.wide.s32 Q, R, R",
    "mul.wide.u32 Q, R, R",
    "mad.wide.s32 Q, R, R, Q",
    "mad.wide.u32 Q, R, R, Q",
    "mul.wide.s32 Q, R, I",
    "min.s32 R, R, R",
    "max.u32 R, R, R",
    "min.u64 Q, Q, Q",
    "max.s64 Q, Q, Q",
    "neg.s32 R, R",
    "abs.s32 R, R",
    "neg.s64 Q, Q",
    "abs.s64 Q, Q",
    "and.b32 R, R, R",
    "or.b32 R, R, R",
    "xor.b32 R, R, R",
    "not.b32 R, R",
    "and.b64 Q, Q, Q",
    "or.b64 Q, Q, Q",
    "xor.b64 Q, Q, Q",
    "not.b64 Q, Q",
    "shl.b32 R, R, R",
    "shl.b32 R, R, I",
    "shr.u32 R, R, R",
    "shr.s32 R, R, R",
    "shr.s32 R, R, I",
    "shl.b64 Q, Q, R",
    "shr.u64 Q, Q, R",
    "shr.s64 Q, Q, R",
    "shr.u64 Q, Q, I",
    "lop3.b32 R, R, R, R, 0xca",
    "lop3.b32 R, R, R, R, 0x96",
    "prmt.b32 R, R, R, R",
    "popc.b32 R, R",
    "clz.b32 R, R",
    "brev.b32 R, R",
    "bfe.u32 R, R, R, R",
    "shf.l.wrap.b32 R, R, R, R",
    "sad.s32 R, R, R, R",
    "div.s32 R, R, R",
    "rem.u32 R, R, R",
    "div.u64 Q, Q, Q",
    "add.f32 F, F, F",
    "sub.f32 F, F, F",
    "mul.f32 F, F, F",
    "fma.rn.f32 F, F, F, F",
    "add.rz.f32 F, F, F",
    "fma.rp.f32 F, F, F, F",
    "add.ftz.f32 F, F, F",
    "mul.ftz.sat.f32 F, F, F",
    "add.sat.f32 F, F, F",
    "fma.rn.ftz.f32 F, F, F, F",
    "div.rn.f32 F, F, F",
    "div.approx.f32 F, F, F",
    "div.full.f32 F, F, F",
    "rcp.rn.f32 F, F",
    "rcp.approx.ftz.f32 F, F",
    "sqrt.rn.f32 F, F",
    "sqrt.approx.f32 F, F",
    "rsqrt.approx.f32 F, F",
    "rsqrt.approx.ftz.f32 F, F",
    "ex2.approx.f32 F, F",
    "lg2.approx.f32 F, F",
    "sin.approx.f32 F, F",
    "min.f32 F, F, F",
    "max.f32 F, F, F",
    "min.ftz.f32 F, F, F",
    "min.NaN.f32 F, F, F",
    "neg.f32 F, F",
    "abs.f32 F, F",
    "neg.ftz.f32 F, F",
    "copysign.f32 F, F, F",
    "add.f64 D, D, D",
    "sub.f64 D, D, D",
    "mul.f64 D, D, D",
    "fma.rn.f64 D, D, D, D",
    "add.rm.f64 D, D, D",
    "div.rn.f64 D, D, D",
    "rcp.rn.f64 D, D",
    "sqrt.rn.f64 D, D",
    "rsqrt.approx.f64 D, D",
    "rcp.approx.ftz.f64 D, D",
    "min.f64 D, D, D",
    "max.f64 D, D, D",
    "neg.f64 D, D",
    "abs.f64 D, D",
    "mov.b32 R, F",
    "mov.b32 F, R",
    "mov.b64 Q, D",
    "mov.b64 D, Q",
    "mov.u32 R, R",
    "mov.u32 R, I",
    "mov.f32 F, F",
    "mov.b64 Q, {R, R}",
    "mov.u32 R, %tid.x",
    "mov.u32 R, %laneid",
    "cvt.u64.u32 Q, R",
    "cvt.s64.s32 Q, R",
    "cvt.u32.u64 R, Q",
    "cvt.s32.s64 R, Q",
    "cvt.u32.s32 R, R",
    "cvt.sat.s32.u32 R, R",
    "cvt.s32.s8 R, R",
    "cvt.rn.f32.s32 F, R",
    "cvt.rn.f32.u32 F, R",
    "cvt.rz.f32.s32 F, R",
    "cvt.rn.f32.s64 F, Q",
    "cvt.rzi.s32.f32 R, F",
    "cvt.rni.s32.f32 R, F",
    "cvt.rmi.s32.f32 R, F",
    "cvt.rzi.u32.f32 R, F",
    "cvt.rzi.s64.f32 Q, F",
    "cvt.f64.f32 D, F",
    "cvt.rn.f32.f64 F, D",
    "cvt.rn.f64.s32 D, R",
    "cvt.rn.f64.u32 D, R",
    "cvt.rzi.s32.f64 R, D",
    "cvt.rni.f32.f32 F, F",
    "setp.lt.s32 P, R, R",
    "setp.ge.u32 P, R, R",
    "setp.eq.s32 P, R, I",
    "setp.ne.s32 P, R, R",
    "setp.gt.u32 P, R, R",
    "setp.le.s64 P, Q, Q",
    "setp.lo.u64 P, Q, Q",
    "setp.ne.b64 P, Q, Q",
    "setp.lt.f32 P, F, F",
    "setp.ne.f32 P, F, F",
    "setp.gtu.f32 P, F, F",
    "setp.leu.f32 P, F, F",
    "setp.num.f32 P, F, F",
    "setp.nan.f64 P, D, D",
    "setp.geu.f64 P, D, D",
    "setp.equ.f32 P, F, F",
    "setp.lt.and.s32 P, R, R, P",
    "setp.gt.or.f32 P, F, F, !P",
    "setp.lt.xor.f64 P, D, D, P",
    "setp.lt.s32 P|P, R, R",
    "setp.lt.ftz.f32 P, F, F",
    "and.pred P, P, P",
    "or.pred P, P, P",
    "xor.pred P, P, P",
    "not.pred P, P",
    "mov.pred P, P",
    "selp.b32 R, R, R, P",
    "selp.f32 F, F, F, !P",
    "selp.b64 Q, Q, Q, P",
    "selp.f64 D, D, D, P",
    "slct.s32.s32 R, R, R, R",
    "set.lt.u32.s32 R, R, R",
    "testp.finite.f32 P, F",
};

inline constexpr std::uint32_t registers_of_a_kind = 4, kernel_threads = 64;
/// Bytes per thread of `in` and of `out`: four registers of each kind, 8 bytes each, and the predicates.
inline constexpr std::uint32_t bytes_per_thread = 8 * (4 * registers_of_a_kind + 1);

/// Replace each letter of a form by a chosen register.
inline std::string filled(std::string_view form, Choices& choices) {
  std::string text;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const char c = form[i];
    const bool operand = i > 0 && (form[i - 1] == ' ' || form[i - 1] == '{' || form[i - 1] == '|' || form[i - 1] == '!');
    if (operand && (c == 'R' || c == 'Q' || c == 'F' || c == 'D' || c == 'P'))
      text += std::string("%") + static_cast<char>(c + 'a' - 'A') + std::to_string(choices.below(registers_of_a_kind));
    else if (operand && c == 'I')
      text += std::to_string(choices.below(70));
    else
      text += c;
  }
  return text + ";\n";
}

class KernelWriter {
 public:
  explicit KernelWriter(Choices choices) : choices_(choices) {}

  std::string text() {
    std::string body;
    for (std::uint32_t k = 0; k < registers_of_a_kind; ++k) {
      const std::string number = std::to_string(k);
      body += "ld.global.u32 %r" + number + ", [%in+" + std::to_string(8 * k) + "];\n";
      body += "ld.global.u64 %q" + number + ", [%in+" + std::to_string(8 * (k + registers_of_a_kind)) + "];\n";
      body += "ld.global.f32 %f" + number + ", [%in+" + std::to_string(8 * (k + 2 * registers_of_a_kind)) + "];\n";
      body += "ld.global.f64 %d" + number + ", [%in+" + std::to_string(8 * (k + 3 * registers_of_a_kind)) + "];\n";
      body += "setp.lt.s32 %p" + number + ", %r" + number + ", 0;\n";
    }
    body += "st.shared.u32 [%own], %r0;\nst.shared.u32 [%own+256], %r1;\nbar.sync 0;\n";
    for (int parts = 0; !choices_.over() && parts < 12; ++parts) body += part();
    for (std::uint32_t k = 0; k < registers_of_a_kind; ++k) {
      const std::string number = std::to_string(k);
      body += "st.global.u32 [%out+" + std::to_string(8 * k) + "], %r" + number + ";\n";
      body += "st.global.u64 [%out+" + std::to_string(8 * (k + registers_of_a_kind)) + "], %q" + number + ";\n";
      body += "st.global.f32 [%out+" + std::to_string(8 * (k + 2 * registers_of_a_kind)) + "], %f" + number + ";\n";
      body += "st.global.f64 [%out+" + std::to_string(8 * (k + 3 * registers_of_a_kind)) + "], %d" + number + ";\n";
      body += "selp.u32 %r" + number + ", 1, 0, %p" + number + ";\nst.global.u8 [%out+" + std::to_string(128 + k) + "], %r" +
              number + ";\n";
    }
    return ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry kernel(.param .u64 in, .param .u64 out)\n{\n"
           ".reg .b32 %r<4>, %n, %most, %thread, %own, %at;\n.reg .b64 %q<4>, %in, %out, %from;\n.reg .f32 %f<4>;\n.reg .f64 "
           "%d<4>;\n"
           ".reg .pred %p<4>, %more, %side;\n.shared .align 8 .b8 cells[512];\n"
           "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %thread, %tid.x;\nmov.u32 %own, cells;\nmad.lo.u32 %own, "
           "%thread, 4, %own;\n"
           "mad.wide.u32 %in, %thread, " +
           std::to_string(bytes_per_thread) + ", %in;\nmad.wide.u32 %out, %thread, " + std::to_string(bytes_per_thread) +
           ", %out;\n" + body + "ret;\n}\n";
  }

 private:
  std::string part() {
    const std::uint32_t choice = choices_.byte();
    constexpr std::uint32_t first_of_rest = 244;  // few, so that the other choices of an input stay what they were
    if (choice >= first_of_rest) {
      switch (choice % 3) {
        case 0:
          return copy();
        case 1:
          return barrier_of_warps();
        default:
          return scoped();
      }
    }
    switch (choice % 7) {
      case 0:
        return loop();
      case 1:
        return skipped();
      case 2:
        return load();
      case 3:
        return store();
      default:
        return straight();
    }
  }

  /// A store to shared memory by all threads, with or without a barrier before and after it: without, it may race with
  /// loads.
  std::string store() {
    const auto maybe_barrier = [&] { return choices_.below(4) != 0 ? "bar.sync 0;\n" : ""; };
    std::string text = maybe_barrier();  // one choice a statement: compilers evaluate operands in different orders
    text += "mov.u32 %own, cells;\nmad.lo.u32 %at, %thread, 4, %own;\n";
    text += "st.shared.u32 [%at+" + std::to_string(256 * choices_.below(2)) + "], %r";
    text += std::to_string(choices_.below(registers_of_a_kind)) + ";\n";
    return text + maybe_barrier();
  }

  /// An asynchronous copy of 4 bytes by each thread, or by some, which waits for it or not. Barriers as in store().
  std::string copy() {
    const auto maybe_barrier = [&] { return choices_.below(4) != 0 ? "bar.sync 0;\n" : ""; };
    std::string text = maybe_barrier();
    text += "mov.u32 %own, cells;\nmad.lo.u32 %at, %thread, 4, %own;\n";
    text += "ld.param.u64 %in, [in];\nand.b32 %own, %r" + std::to_string(choices_.below(registers_of_a_kind)) +
            ", 252;\ncvt.u64.u32 %from, %own;\nadd.s64 %from, %from, %in;\n";
    for (std::uint32_t count = 1 + choices_.below(3); count > 0; --count) {
      if (choices_.below(3) == 0) text += "@%p" + std::to_string(choices_.below(registers_of_a_kind)) + " ";
      text += "cp.async.ca.shared.global [%at+" + std::to_string(256 * choices_.below(2)) + "], [%from+";
      text += std::to_string(4 * choices_.below(20)) + "], 4" + (choices_.below(4) == 0 ? ", %n" : "") + ";\n";
      if (choices_.below(2)) text += "cp.async.commit_group;\n";
    }
    switch (choices_.below(4)) {
      case 0:
        break;
      case 1:
        text += "cp.async.wait_group " + std::to_string(choices_.below(3)) + ";\n";
        break;
      default:
        text += "cp.async.wait_all;\n";
    }
    return text + maybe_barrier();
  }

  /// A barrier at which both warps wait, or one arrives and the other waits.
  std::string barrier_of_warps() {
    const std::string number = std::to_string(1 + labels_ % 15), label = std::to_string(labels_++);
    if (choices_.below(2)) return "bar.sync " + number + ", 64;\n";
    return "setp.lt.u32 %side, %thread, 32;\n@" + std::string(choices_.below(2) ? "!" : "") + "%side bra WAITS" + label +
           ";\nbar.arrive " + number + ", 64;\nbra MET" + label + ";\nWAITS" + label + ":\nbar.sync " + number + ", 64;\nMET" +
           label + ":\n";
  }

  /// Strong accesses and fences, each with a scope.
  std::string scoped() {
    static constexpr std::string_view scopes[] = {"cta", "gpu", "sys"};
    std::string text =
        "mov.u32 %own, cells;\nand.b32 %at, %r" + std::to_string(choices_.below(4)) + ", 124;\nadd.u32 %at, %at, %own;\n";
    for (std::uint32_t count = 1 + choices_.below(4); count > 0; --count) {
      static constexpr std::string_view accesses[] = {
          "atom.relaxed.S.shared.add.u32 R, [%at], R",
          "atom.acq_rel.S.shared.cas.b32 R, [%at], R, R",
          "atom.acquire.S.shared.exch.b32 R, [%at], R",
          "red.release.S.shared.max.s32 [%at], R",
          "atom.relaxed.S.global.min.u32 R, [%out], R",
          "red.relaxed.S.global.add.u32 [%out], R",
          "st.release.S.shared.u32 [%at], R",
          "ld.acquire.S.shared.u32 R, [%at]",
          "ld.relaxed.S.global.u32 R, [%out]",
          "st.relaxed.S.global.u32 [%out], R",
          "fence.acq_rel.S",
          "fence.sc.S",
      };
      std::string form(accesses[choices_.below(std::size(accesses))]);
      const std::size_t scope = form.find(".S") + 1;
      form.replace(scope, 1, scopes[choices_.below(std::size(scopes))]);
      text += filled(form, choices_);
    }
    return text;
  }

  std::string straight() {
    std::string text;
    for (std::uint32_t count = 1 + choices_.below(12); count > 0; --count)
      text += filled(forms[choices_.below(static_cast<std::uint32_t>(std::size(forms)))], choices_);
    return text;
  }

  /// A load from shared memory, or from `in`, at an address that may differ from lane to lane.
  std::string load() {
    std::string text = "and.b32 %at, %r" + std::to_string(choices_.below(registers_of_a_kind)) + ", " +
                       (choices_.below(2) ? "252" : "0") + ";\n";
    switch (choices_.below(6)) {
      case 0:
        return text + "mov.u32 %own, cells;\nadd.u32 %at, %at, %own;\nld.shared.u32 %r" + std::to_string(choices_.below(4)) +
               ", [%at+" + std::to_string(4 * choices_.below(60)) + "];\n";
      case 1:
        return text + "mov.u32 %own, cells;\nmad.lo.u32 %at, %thread, 4, %own;\nld.shared.f32 %f" +
               std::to_string(choices_.below(4)) + ", [%at];\n";
      case 2:
        return text + "mov.u32 %at, cells;\nld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%at+" +
               std::to_string(16 * choices_.below(30)) + "];\n";
      case 3:
      case 4:
        return shared_loads();
      default:
        return text + "cvt.u64.u32 %from, %at;\nld.param.u64 %in, [in];\nadd.s64 %from, %from, %in;\nld.global.u32 %r" +
               std::to_string(choices_.below(4)) + ", [%from];\n";
    }
  }

  /// Several loads from shared memory, as in a tiled kernel: lanes side by side, lanes at one address, or neither. Rarely out of
  /// bounds or misaligned.
  std::string shared_loads() {
    static constexpr std::string_view places[] = {
        "and.b32 %at, %thread, 15;\nshl.b32 %at, %at, 2;\n",  // 4 bytes each, side by side
        "mul.lo.u32 %at, %thread, 20;\nand.b32 %at, %at, 124;\n",
        "shr.u32 %at, %thread, 4;\nshl.b32 %at, %at, 6;\n",   // half a warp at one address
        "and.b32 %at, %thread, 24;\nshl.b32 %at, %at, 3;\n",  // a quarter of a warp, with bank conflicts
        "and.b32 %at, %thread, 7;\nshl.b32 %at, %at, 3;\n",   // 8 bytes each, side by side
    };
    const std::uint32_t place = choices_.below(std::size(places));
    std::string text = std::string(places[place]) + "mov.u32 %own, cells;\nadd.u32 %at, %at, %own;\n";
    if (choices_.below(2))  // on from round to round, perhaps too far
      text += "mad.lo.u32 %at, %n, " + std::to_string(choices_.below(8) == 0 ? 4 : 8 * choices_.below(3)) + ", %at;\n";
    for (std::uint32_t count = 1 + choices_.below(6); count > 0; --count) {
      const std::string number = std::to_string(choices_.below(registers_of_a_kind));
      const std::uint32_t wrong = choices_.below(60);
      const std::uint32_t offset = 8 * choices_.below(28) + (wrong == 1 ? 512 : wrong == 2 ? 2 : 0);
      const std::string address = ", [%at+" + std::to_string(offset) + "];\n";
      switch (place < 2 && wrong != 3 ? 3 + choices_.below(2) : choices_.below(5)) {  // the first are not aligned to 8 bytes
        case 0:
          text += "ld.shared.u64 %q" + number + address;
          break;
        case 1:
          text += "ld.shared.f64 %d" + number + address;
          break;
        case 2:
          text += "ld.shared.v2.f32 {%f0, %f" + std::to_string(1 + choices_.below(3)) + "}" + address;
          break;
        case 3:
          text += "ld.shared.u32 %r" + number + address;
          break;
        default:
          text += "ld.shared.f32 %f" + number + address + "fma.rn.f32 %f3, %f" + number + ", %f0, %f3;\n";
      }
      if (choices_.below(3) == 0) text += "add.u32 %at, %at, 8;\n";
    }
    return text;
  }

  /// A loop of at most 20 rounds, equal for all threads or not, perhaps with an exit in the middle.
  std::string loop() {
    const std::string label = std::to_string(labels_++);
    std::string text = choices_.below(2) ? "mov.u32 %most, " + std::to_string(1 + choices_.below(20)) + ";\n"
                                         : "and.b32 %most, %r" + std::to_string(choices_.below(4)) + ", 15;\n";
    text += "mov.u32 %n, 0;\nTOP" + label + ":\n" + straight();
    if (choices_.below(2)) text += load();
    if (choices_.below(2))
      text +=
          "setp.eq.u32 %side, %n, %r" + std::to_string(choices_.below(4)) + ";\n@%side bra AFTER" + label + ";\n" + straight();
    return text + "add.u32 %n, %n, 1;\nsetp.lt.u32 %more, %n, %most;\n@%more bra TOP" + label + ";\nAFTER" + label + ":\n";
  }

  /// Instructions skipped by the threads whose predicate is set.
  std::string skipped() {
    const std::string label = std::to_string(labels_++);
    return "@" + std::string(choices_.below(2) ? "!" : "") + "%p" + std::to_string(choices_.below(4)) + " bra SKIP" + label +
           ";\n" + straight() + "SKIP" + label + ":\n";
  }

  Choices choices_;
  int labels_ = 0;
};

}  // namespace warplens::fuzz
