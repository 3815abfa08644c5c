#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

// The places of random programs (random_programs_test.cpp) at which threads hand values to each other: by barriers of the block
// and of warps, asynchronous copies, and atomics with a scope. Each comes with what plain C++ gives every thread.

namespace warplens::differential {

inline constexpr std::uint32_t meeting_threads = 64;

/// 32 bits per thread.
using OfThreads = std::array<std::uint32_t, meeting_threads>;

/// How threads meet. Texts use $S, the register that is handed over, $D, the register that receives, $F, the offset of one of the
/// thread's inputs at %from, and $N, statements that
/// put into %r9 the address of the element some threads on. %own is the address of the thread's element of an array of 64
/// elements in shared memory, and %shared that of the array.
struct Meeting {
  const char* text;
  /// What threads receive, if they hand over `given` or have the input `in`, for a distance of `distance` threads. `before`: what
  /// their receiving registers hold.
  OfThreads (*second_opinion)(const OfThreads& given, const OfThreads& in, const OfThreads& before, std::uint32_t distance);
};

inline OfThreads from_neighbours(const OfThreads& values, std::uint32_t distance) {
  OfThreads received{};
  for (std::uint32_t t = 0; t < meeting_threads; ++t) received[t] = values[(t + distance) % meeting_threads];
  return received;
}

inline constexpr Meeting meetings[] = {
    {"st.shared.u32 [%own], $S; bar.sync 0;\n$Nld.shared.u32 $D, [%r9]; bar.sync 0;",
     [](const OfThreads& given, const OfThreads&, const OfThreads&, std::uint32_t distance) {
       return from_neighbours(given, distance);
     }},
    // a barrier for two warps by its number
    {"st.shared.u32 [%own], $S; bar.sync 5, 64;\n$Nld.volatile.shared.u32 $D, [%r9]; barrier.sync 6, 64;",
     [](const OfThreads& given, const OfThreads&, const OfThreads&, std::uint32_t distance) {
       return from_neighbours(given, distance);
     }},
    // the first warp arrives and goes on, the second waits for it, and then arrives in turn
    {"setp.ge.u32 %p9, %t, 32; @%p9 bra WAITS#;\n"
     "st.shared.u32 [%own], $S; bar.arrive 2, 64; bar.sync 3, 64; bra MET#;\n"
     "WAITS#: bar.sync 2, 64; ld.shared.u32 $D, [%own+-128]; bar.arrive 3, 64;\nMET#:",
     [](const OfThreads& given, const OfThreads&, const OfThreads& before, std::uint32_t) {
       OfThreads received = before;
       for (std::uint32_t t = 32; t < meeting_threads; ++t) received[t] = given[t - 32];
       return received;
     }},
    {"add.u64 %l9, %from, $F; cp.async.ca.shared.global [%own], [%l9], 4; cp.async.wait_all; bar.sync 0;\n$Nld.shared.u32 $D, "
     "[%r9]; bar.sync 0;",
     [](const OfThreads&, const OfThreads& in, const OfThreads&, std::uint32_t distance) {
       return from_neighbours(in, distance);
     }},
    // two groups, of which the first is waited for and then overwritten by the second
    {"add.u64 %l9, %from, $F; st.shared.u32 [%own], $S;\n"
     "cp.async.ca.shared.global [%own+256], [%l9], 4; cp.async.commit_group; cp.async.ca.shared.global [%own], [%l9], 4, 0;\n"
     "cp.async.commit_group; cp.async.wait_group 1; ld.shared.u32 %r9, [%own+256]; cp.async.wait_group 0;\n"
     "ld.shared.u32 $D, [%own]; add.u32 $D, $D, %r9;",
     [](const OfThreads&, const OfThreads& in, const OfThreads&, std::uint32_t) { return in; }},
    // sums of four groups of threads
    {"st.shared.u32 [%own], 0; bar.sync 0; and.b32 %r9, %t, 3; mad.lo.u32 %r9, %r9, 4, %shared;\n"
     "red.relaxed.cta.shared.add.u32 [%r9], $S; fence.acq_rel.cta; bar.sync 0; ld.relaxed.gpu.shared.u32 $D, [%r9]; bar.sync 0;",
     [](const OfThreads& given, const OfThreads&, const OfThreads&, std::uint32_t) {
       OfThreads received{};
       for (std::uint32_t t = 0; t < meeting_threads; ++t)
         for (std::uint32_t other = t % 4; other < meeting_threads; other += 4) received[t] += given[other];
       return received;
     }},
    // the largest of all, in the first element
    {"st.shared.u32 [%own], 0; bar.sync 0; atom.acq_rel.gpu.shared.max.u32 %r9, [%shared], $S; bar.sync 0;\n"
     "ld.shared.u32 $D, [%shared]; bar.sync 0;",
     [](const OfThreads& given, const OfThreads&, const OfThreads&, std::uint32_t) {
       OfThreads received{};
       received.fill(*std::ranges::max_element(given));
       return received;
     }},
};

}  // namespace warplens::differential
