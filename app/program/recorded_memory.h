#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "launch/recording/recording.h"
#include "report/json.h"

namespace warplens::program {

/// The memory and the modules of a program, event by event (runtime/recorder.h), and the contents that the runtime has kept.
/// Calls have the numbers that the runtime gave them. Throws report::Json::exception where an event lacks something. The program
/// could write events, too: they get no more memory than the runtime's own would.
class RecordedMemory {
 public:
  /// `contents`: the file that the events refer to. `budget`: RecordingOptions::budget.
  RecordedMemory(const std::filesystem::path& contents, std::uint64_t budget);

  /// The next event `memory`, or `module`.
  void add_memory(const report::Json& event);
  void add_module(const report::Json& event);
  /// Memory that has changed since the last launch, [[address, offset, unwritten]], then all memory that there is.
  void add_to(launch::RecordedLaunch& launch, const report::Json& changed);

  /// Bytes of the file of contents; null where they are not there. Each can be asked for once, so that a small file cannot ask
  /// for a large memory.
  std::shared_ptr<const launch::Bytes> take(std::uint64_t offset, std::uint64_t bytes);

  /// What a recording has of them.
  std::vector<launch::RecordedAllocation>& allocations() { return allocations_; }
  std::vector<std::string>& modules() { return modules_; }
  /// Index of the allocation at an address.
  std::uint32_t index_at(std::uint64_t address);
  /// Bytes that the call has allocated.
  std::uint64_t bytes_by(std::uint32_t call) const;
  /// False once an event has referred to something that is not there, or the budget is exceeded.
  bool sound() const { return sound_; }

 private:
  struct Content {
    std::shared_ptr<const launch::Bytes> bytes{};
    launch::RangesOfBytes unwritten{};
  };

  launch::RecordedAllocation* allocation_at(std::uint64_t address);
  /// Take bytes of `left`; false if there are not that many.
  bool spend(std::uint64_t& left, std::uint64_t bytes);
  std::shared_ptr<const launch::Bytes> read(std::uint64_t offset, std::uint64_t bytes);

  std::ifstream file_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t left_, once_left_ = 0;  ///< bytes: of the budget, of what is asked for once
  bool sound_ = true;
  std::vector<launch::RecordedAllocation> allocations_;
  std::vector<std::string> modules_;
  std::vector<std::map<std::uint64_t, std::uint32_t>> variables_;  ///< by module: index in it, by address
  std::map<std::uint64_t, std::uint32_t> by_address_;              ///< indices of allocations
  std::map<std::uint64_t, Content> contents_;                      ///< as the last launch began with it, by address
};

}  // namespace warplens::program
