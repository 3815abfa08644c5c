#pragma once

#include <filesystem>

namespace warplens::base {

/// How many processors this process may keep busy: those that its affinity allows (sched_getaffinity(2)), or less where its
/// control group has a quota of processor time (cgroups(7), version 2, `cpu.max`), which is rounded up. At least 1.
/// std::thread::hardware_concurrency() is the machine's number, whatever the process may use.
unsigned processors();

/// The quota of a control group's `cpu.max` file, rounded up to whole processors; 0 where there is no such file or no limit.
unsigned processor_quota(const std::filesystem::path& cpu_max);

}  // namespace warplens::base
