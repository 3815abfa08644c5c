#include "base/process_tree.h"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

namespace warplens::base {
namespace {

struct Stat {
  char state = 0;
  pid_t parent = 0;
  std::uint64_t resident_bytes = 0;
};

/// The fields of /proc/PID/stat (proc(5)) behind the name, which is in parentheses and may contain any character.
std::optional<Stat> stat_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  constexpr int fields_between = 19;  // from the parent, field 4, to the resident pages, field 24
  Stat stat;
  fields >> stat.state >> stat.parent;
  std::string skipped;
  for (int k = 0; k < fields_between; ++k) fields >> skipped;
  std::int64_t pages = 0;
  if (!(fields >> pages)) return std::nullopt;
  stat.resident_bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return stat;
}

}  // namespace

ProcessTree::ProcessTree() {
  std::error_code code;
  for (std::filesystem::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
    const std::string name = at->path().filename().string();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ptr != name.data() + name.size()) continue;
    const auto stat = stat_of(process);
    if (!stat || stat->state == 'Z') continue;
    children_.insert({stat->parent, process});
    resident_bytes_[process] = stat->resident_bytes;
  }
}

std::vector<pid_t> ProcessTree::below(pid_t process) const {
  std::vector<pid_t> found;
  const auto add_children = [&](pid_t parent) {
    const auto [begin, end] = children_.equal_range(parent);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  };
  add_children(process);
  for (std::size_t k = 0; k < found.size(); ++k) add_children(found[k]);
  return found;
}

std::uint64_t ProcessTree::resident_bytes(pid_t process) const {
  std::vector<pid_t> all = below(process);
  all.push_back(process);
  std::uint64_t bytes = 0;
  for (const pid_t each : all)
    if (const auto found = resident_bytes_.find(each); found != resident_bytes_.end()) bytes += found->second;
  return bytes;
}

void end_descendants_of(pid_t process) {
  constexpr int rounds = 100;
  for (int k = 0; k < rounds; ++k) {
    const std::vector<pid_t> left = ProcessTree().below(process);
    if (left.empty()) return;
    for (const pid_t each : left) ::kill(each, SIGKILL);
    ::usleep(1000);
  }
}

}  // namespace warplens::base
