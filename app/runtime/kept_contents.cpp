#include "runtime/kept_contents.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "runtime/file_hole.h"

namespace warplens::runtime {

KeptContents::KeptContents(const std::filesystem::path& file, std::uint64_t budget)
    : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)), budget_(budget) {
  if (file_.number() < 0) why_not_ = std::strerror(errno);
}

bool KeptContents::spend(std::uint64_t bytes) {
  if (bytes > left_) return false;
  left_ -= bytes;
  spent_.back() += bytes;
  return true;
}

void KeptContents::begin_generation() {
  ++generation_;
  spent_.push_back(0);
}

void KeptContents::use(std::uint64_t offset) { copies_.at(offset).generation = generation_; }

bool KeptContents::drop_all_but(std::size_t count) {
  for (; spent_.size() > count; spent_.pop_front()) left_ += spent_.front();
  const std::size_t first = generation_ + 1 - spent_.size();
  bool freed = true;
  std::erase_if(copies_, [&](const auto& entry) {
    const auto& [offset, copy] = entry;
    if (copy.generation >= first) return false;
    freed = freed && (copy.bytes == 0 || free_part_of_file(file_.number(), offset, copy.bytes));
    return true;
  });
  return freed;
}

std::optional<std::uint64_t> KeptContents::add_for_good(std::span<const std::byte> memory) {
  if (file_.number() < 0) return std::nullopt;
  const std::uint64_t begin = end_;
  for (std::size_t done = 0; done < memory.size();) {
    const ssize_t written =
        ::pwrite(file_.number(), memory.data() + done, memory.size() - done, static_cast<off_t>(begin + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      why_not_ = std::strerror(errno);
      return std::nullopt;
    }
    done += static_cast<std::size_t>(written);
  }
  end_ += memory.size();
  return begin;
}

std::optional<std::uint64_t> KeptContents::add(std::span<const std::byte> memory) {
  const auto offset = add_for_good(memory);
  if (offset && !memory.empty()) copies_[*offset] = {memory.size(), generation_};
  return offset;
}

bool KeptContents::has(std::uint64_t offset, std::span<const std::byte> memory) const {
  if (!memory.empty() && !copies_.contains(offset)) return false;
  std::array<std::byte, 1 << 16> chunk;
  for (std::size_t done = 0; done < memory.size();) {
    const std::size_t size = std::min(chunk.size(), memory.size() - done);
    const ssize_t got = ::pread(file_.number(), chunk.data(), size, static_cast<off_t>(offset + done));
    if (got <= 0 || std::memcmp(chunk.data(), memory.data() + done, static_cast<std::size_t>(got)) != 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace warplens::runtime
