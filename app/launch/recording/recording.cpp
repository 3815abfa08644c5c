#include "launch/recording/recording.h"

#include <map>
#include <set>
#include <utility>

namespace warplens::launch {

std::vector<std::string> allocation_names(const ProgramRecording& recording) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::map<std::string, int> last;
  for (const RecordedAllocation& allocation : recording.allocations) {
    std::string name = allocation.name;
    int& number = last.try_emplace(allocation.name, 1).first->second;
    while (!taken.insert(name).second) name = allocation.name + " (" + std::to_string(++number) + ")";
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace warplens::launch
