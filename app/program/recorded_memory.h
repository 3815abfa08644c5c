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

/// Reconstructs a program's memory and modules event by event (runtime/recorder.h), with the contents kept by the runtime. Calls
/// have the runtime's numbers. Throws report::Json::exception if an event is incomplete. A hostile program could write events,
/// too: they cannot make this use more memory than the runtime's own events.
class RecordedMemory {
 public:
  /// `contents`: the file that the events refer to. `budget`: RecordingOptions::budget.
  RecordedMemory(const std::filesystem::path& contents, std::uint64_t budget);

  /// Take the next event `memory`, or `module`.
  void add_memory(const report::Json& event);
  void add_module(const report::Json& event);
  /// Take the memory that has changed since the last launch, [[address, offset, unwritten]], then give `launch` all memory.
  void add_to(launch::RecordedLaunch& launch, const report::Json& changed);

  /// Bytes of the file of contents; null where they are not there. Each can be asked for once, so that a small file cannot ask
  /// for a large memory.
  std::shared_ptr<const launch::Bytes> take(std::uint64_t offset, std::uint64_t bytes);

  /// What a recording has of them.
  std::vector<launch::RecordedAllocation>& allocations() { return allocations_; }
  std::vector<std::string>& modules() { return modules_; }
  /// Index of the allocation at an address.
  std::uint32_t index_at(std::uint64_t address);
  /// Bytes that this call allocated.
  std::uint64_t bytes_by(std::uint32_t call) const;
  /// False once an event has referred to something that does not exist, or exceeded the budget.
  bool sound() const { return sound_; }

 private:
  struct Content {
    std::shared_ptr<const launch::Bytes> bytes{};
    launch::RangesOfBytes unwritten{};
  };

  launch::RecordedAllocation* allocation_at(std::uint64_t address);
  /// Subtract `bytes` from `left`; false, and unsound from then on, if `left` is less.
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
  std::map<std::uint64_t, Content> contents_;                      ///< at the beginning of the last launch, by address
};

}  // namespace warplens::program
