#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/spawn.h"

namespace warplens::remote {

/// A place in the queue for a device, shared by all programs on this computer: first come, first served. It is given up when this
/// object is destroyed, or when the program ends in any way.
class Ticket {
 public:
  /// Take the last place in the queue of this file. Error: the file cannot be used.
  static base::Result<Ticket> draw(const std::filesystem::path& queue);
  /// Number of places before this one. At 0 it is this one's turn.
  std::uint32_t before() const;

 private:
  Ticket(base::Descriptor file, std::uint64_t number) : file_(std::move(file)), number_(number) {}
  base::Descriptor file_;
  std::uint64_t number_;
};

/// Number of places in the queue, including the one being served; 0 if there is no queue.
std::uint32_t places_in(const std::filesystem::path& queue);

/// The file of the queue for a device: one for all users of this computer.
std::filesystem::path queue_file(const std::string& device);

}  // namespace warplens::remote
