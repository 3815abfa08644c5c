#pragma once

#include <filesystem>

namespace warplens::base {

/// Number of processors that this process may keep busy: as its affinity allows (sched_getaffinity(2)), or fewer if its control
/// group has a quota of processor time (cgroups(7), version 2, `cpu.max`; rounded up). At least 1. Unlike this,
/// std::thread::hardware_concurrency() returns the machine's number, whatever the process may use.
unsigned processors();

/// Read the quota from a control group's `cpu.max` file, rounded up to whole processors; 0 if there is no file or no limit.
unsigned processor_quota(const std::filesystem::path& cpu_max);

}  // namespace warplens::base
