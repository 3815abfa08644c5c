#pragma once

#include <string>

#include "launch/findings/finding.h"

namespace warplens::launch {

/// "thread 17 of block 3", or "thread (17,0,0) of block (3,1,0)" where the launch has more than one dimension.
std::string thread_text(const Witness& witness, bool one_dimension);

/// One sentence for students on a data race or a read of unwritten memory: threads, accesses, element, possible consequence, and
/// what would order the accesses. Requires every field of the finding except `message`.
std::string sentence(const Finding& finding, bool one_dimension);

/// The same on a race of threads that synchronise by a flag or a lock: `set` and `seen` are its accesses; and of threads of which
/// the second has taken a lock, by `lock`.
std::string missing_release_sentence(const Finding& finding, const Witness& set, const Witness& seen, bool one_dimension);
std::string missing_acquire_sentence(const Finding& finding, const Witness& lock, bool one_dimension);

/// The same on a barrier at which `first` waited, and which `second` never reached, as it left the kernel.
std::string left_before_barrier_sentence(const Finding& finding, bool one_dimension);

/// The same on an inactive lane: `first` has read it (Finding::element), `second` used the value. `why` that lane takes no part,
/// and `how` the value is used, are ends of a sentence: "its thread has left the kernel", "is stored".
std::string inactive_lane_sentence(const Finding& finding, const std::string& why, const std::string& how, bool one_dimension);

}  // namespace warplens::launch
