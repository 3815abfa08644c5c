#pragma once

// Copies by all threads of a group (CUDA C++ Programming Guide, "memcpy_async").

#include <cooperative_groups.h>

#include "../warplens/async_copy.h"

namespace cooperative_groups {

template <typename Group, typename T, typename Size>
WARPLENS_DEVICE void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  __warplens_copy<__warplens_alignment<T, Size>::value>(to, from, bytes, (unsigned)group.thread_rank(),
                                                        (unsigned)group.num_threads());
  __warplens_commit_copies();
}
/// Wait until all but the newest `stages` copies of every thread of the group have arrived.
template <unsigned stages, typename Group>
WARPLENS_DEVICE void wait_prior(const Group& group) {
  __warplens_wait_for_copies(stages);
  group.sync();
}
template <typename Group>
WARPLENS_DEVICE void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups
