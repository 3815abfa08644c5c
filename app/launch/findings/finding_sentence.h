#pragma once

#include <string>

#include "launch/findings/finding.h"

namespace warplens::launch {

/// "thread 17 of block 3", or "thread (17,0,0) of block (3,1,0)" where the launch has more than one dimension.
std::string thread_text(const Witness& witness, bool one_dimension);

/// One sentence for students on a data race or a read of unwritten memory: threads, accesses, element, possible consequence, and
/// what would order the accesses. Requires every field of the finding except `message`.
std::string sentence(const Finding& finding, bool one_dimension);

}  // namespace warplens::launch
