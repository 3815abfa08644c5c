#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/recording/recording.h"

// Describe a recorded program in words.

namespace warplens::view {

/// "41 µs", "1.25 ms", "3.2 s".
std::string duration(double ms);
/// "4,000 bytes", "1.5 MiB".
std::string memory_size(std::uint64_t bytes);

/// A sentence on one call: "cudaMemcpy copied 4,096 bytes from the host to d_x, line 22; the host waited 12 µs."
/// `names`: the allocations' names, from launch::allocation_names().
std::string call_sentence(const launch::ProgramRecording& program, const std::vector<std::string>& names, std::uint32_t call);
/// A sentence on an allocation: its origin and its end.
std::string allocation_sentence(const launch::ProgramRecording& program, const std::vector<std::string>& names,
                                std::uint32_t allocation);
/// A finding's kind for people: "Data race".
std::string kind_name(const launch::RecordedFinding& finding);
/// Where a finding is: "kernel total, line 10", "cudaMemcpy, line 21"; "" if neither call nor line is known.
std::string finding_place(const launch::ProgramRecording& program, const launch::RecordedFinding& finding);
/// The findings and notes at a call, "Leak: d_y (4,000 bytes) is never freed."; empty if there are none.
std::string findings_at(const launch::ProgramRecording& program, std::uint32_t call);

/// A call's name in a few letters, without scopes and template arguments: "Memcpy", "increment".
std::string short_name(const launch::RecordedCall& call);

}  // namespace warplens::view
