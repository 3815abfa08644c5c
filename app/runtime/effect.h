#pragma once

#include <cstdint>

#include "launch/recording/recording.h"

namespace warplens::runtime {

struct Allocation;

/// Effects so far of the current call, for a recording of the program.
struct Effect {
  std::uint32_t stream = 0;                                                           ///< where it put work, or waited
  bool worked = false;                                                                ///< whether it has put work into the stream
  bool captured = false;                                                              ///< its work went into a graph instead
  double begin_ms = 0, end_ms = 0;                                                    ///< times of this work
  launch::RecordedCall::Direction direction = launch::RecordedCall::Direction::none;  ///< of a copy
  std::uint64_t bytes = 0;                                                            ///< of a copy or memset
  const Allocation *to = nullptr, *from = nullptr;  ///< of a copy or memset; null: the host's memory
};

}  // namespace warplens::runtime
