#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/spawn.h"

namespace warplens::remote {

/// A place in the queue for a device, among all programs of this computer: first come, first served. It is given up at the end of
/// its life, and with the program, however that ends.
class Ticket {
 public:
  /// Draw one of the queue that the file is. Error: the file cannot be used.
  static base::Result<Ticket> draw(const std::filesystem::path& queue);
  /// How many places are before it. It is its turn when there is none.
  std::uint32_t before() const;

 private:
  Ticket(base::Descriptor file, std::uint64_t number) : file_(std::move(file)), number_(number) {}
  base::Descriptor file_;
  std::uint64_t number_;
};

/// Places in the queue, the one whose turn it is included; 0 where there is no queue.
std::uint32_t places_in(const std::filesystem::path& queue);

/// The file of the queue for a device: one for all users of this computer.
std::filesystem::path queue_file(const std::string& device);

}  // namespace warplens::remote
