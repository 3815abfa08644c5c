#include "base/threads.h"

#include <sched.h>

#include <fstream>
#include <string>

namespace warplens::base {
namespace {

/// The process's own control group's file; in a container, where the group is the root of what is mounted, the path is the same.
std::filesystem::path own_cpu_max() {
  const std::filesystem::path root = "/sys/fs/cgroup";
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.starts_with("0::/")) return root / line.substr(4) / "cpu.max";
  }
  return root / "cpu.max";
}

}  // namespace

unsigned processor_quota(const std::filesystem::path& cpu_max) {
  std::ifstream file(cpu_max);
  double microseconds = 0, period = 0;  // the first is the word "max" where there is no limit
  if (!(file >> microseconds >> period) || microseconds <= 0 || period <= 0) return 0;
  const double whole = (microseconds + period - 1) / period;
  return whole < 1e6 ? static_cast<unsigned>(whole) : 0;
}

unsigned processors() {
  unsigned allowed = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) allowed = static_cast<unsigned>(CPU_COUNT(&set));
  const unsigned quota = processor_quota(own_cpu_max());
  return std::max(1u, quota == 0 ? allowed : std::min(allowed, quota));
}

bool has_threads() { return true; }

bool may_await_threads() { return true; }

}  // namespace warplens::base
