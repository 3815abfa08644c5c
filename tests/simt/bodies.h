#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/simt/launcher.h"

// Kernels with and without interaction between warps and blocks.

namespace warplens::simt {

inline const std::string declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %x, %y, %z, %n, %g;\n.reg .b64 %in, %out, %from, %to, %w, %v;\n"
    ".shared .align 4 .b8 cells[256];\n"
    "ld.param.u64 %in, [a];\nld.param.u64 %out, [b];\nmov.u32 %t, %tid.x;\nmov.u32 %x, %ctaid.x;\nmad.lo.u32 %g, %x, 64, %t;\n"
    "mad.wide.u32 %from, %g, 4, %in;\nmad.wide.u32 %to, %g, 4, %out;\n";

inline constexpr std::uint32_t blocks = 40, block = 64, threads = blocks * block;

/// In thread g of 40 × 64, %g = g; %from and %to are the addresses of its elements of a (initially g · 7) and b (zeros).
inline launch::Launch launch_of_body(const std::string& body) {
  std::vector<std::uint32_t> a(threads), b(threads);
  for (std::uint32_t g = 0; g < threads; ++g) a[g] = 7 * g;
  return launch_of(entry_text(".param .u64 a, .param .u64 b", declarations + body), blocks, block,
                   {buffer(launch::ElementType::u32, a, "a"), buffer(launch::ElementType::u32, b, "b")});
}

/// Each thread sums eight elements of a.
inline const std::string reads_input =
    "mov.u32 %y, 0;\nmov.u32 %n, 0;\nLOOP:\nadd.u32 %x, %g, %n;\nrem.u32 %x, %x, 2560;\nmad.wide.u32 %w, %x, 4, %in;\n"
    "ld.global.u32 %z, [%w];\nadd.u32 %y, %y, %z;\nadd.u32 %n, %n, 1;\nsetp.lt.u32 %p, %n, 8;\n@%p bra LOOP;\n"
    "st.global.u32 [%to], %y;\nret;\n";

/// Follows a chain of 240 elements of a, longer than a warp may run ahead, four per loop iteration; stores its sum in b[g], then
/// increments b[0] without protection.
inline const std::string follows_chain = [] {
  std::string round;
  for (int i = 0; i < 4; ++i)
    round += "rem.u32 %x, %y, 2560;\nmad.wide.u32 %w, %x, 4, %in;\nld.global.u32 %z, [%w];\nadd.u32 %y, %y, %z;\n";
  return "mov.u32 %y, %g;\nmov.u32 %n, 0;\nLOOP:\n" + round +
         "add.u32 %n, %n, 1;\nsetp.lt.u32 %p, %n, 60;\n@%p bra LOOP;\nst.global.u32 [%to], %y;\n"
         "ld.global.u32 %x, [%out];\nadd.u32 %x, %x, 1;\nst.global.u32 [%out], %x;\nret;\n";
}();

/// Runs a different number of iterations in each lane.
inline const std::string diverges =
    "and.b32 %n, %t, 31;\nmov.u32 %y, 0;\nLOOP:\nld.global.u32 %z, [%from];\nadd.u32 %y, %y, %z;\nsub.u32 %n, %n, 1;\n"
    "setp.ge.s32 %p, %n, 0;\n@%p bra LOOP;\nst.global.u32 [%to], %y;\nret;\n";

/// Runs ten iterations: write the thread's own cell, barrier, read the cell of thread 63 - t, barrier.
inline const std::string exchanges =
    "mov.u32 %x, cells;\nmad.lo.u32 %z, %t, 4, %x;\nsub.u32 %x, 63, %t;\nmov.u32 %y, cells;\nmad.lo.u32 %x, %x, 4, %y;\n"
    "mov.u32 %y, 0;\nmov.u32 %n, 0;\nLOOP:\nmad.lo.u32 %g, %n, 1000, %t;\nst.shared.u32 [%z], %g;\nbar.sync 0;\n"
    "ld.shared.u32 %g, [%x];\nadd.u32 %y, %y, %g;\nbar.sync 0;\nadd.u32 %n, %n, 1;\nsetp.lt.u32 %p, %n, 10;\n@%p bra LOOP;\n"
    "st.global.u32 [%to], %y;\nret;\n";

inline const std::string increments = "ld.global.u32 %x, [%to];\nadd.u32 %x, %x, 1;\nst.global.u32 [%to], %x;\nret;\n";
inline const std::string races = "ld.global.u32 %x, [%out];\nadd.u32 %x, %x, 1;\nst.global.u32 [%out], %x;\nret;\n";
inline const std::string counts =
    "ld.global.u32 %x, [%from];\natom.global.add.u32 %y, [%out], %x;\nst.global.u32 [%to+4], %y;\nret;\n";

/// Every lane takes the lock b[0], increments the unprotected b[1], and releases the lock.
inline const std::string locks =
    "TRY:\natom.global.cas.b32 %x, [%out], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\nld.global.u32 %y, [%out+4];\n"
    "add.u32 %y, %y, 1;\nst.global.u32 [%out+4], %y;\nmembar.gl;\natom.global.exch.b32 %x, [%out], 0;\nret;\n";

}  // namespace warplens::simt
