#pragma once

#include <string>

#include "launch/findings/finding.h"

namespace warplens::launch {

/// "thread 17 of block 3", or "thread (17,0,0) of block (3,1,0)" where the launch has more than one dimension.
std::string thread_text(const Witness& witness, bool one_dimension);

/// What a data race or a read of unwritten memory is, in one sentence for a student: who, what, where, what can come of it, what
/// would order the two. Needs all of the finding but its message.
std::string sentence(const Finding& finding, bool one_dimension);

}  // namespace warplens::launch
