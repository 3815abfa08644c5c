#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warplens::runtime {

/// Memory shared by host and kernels. It is mapped twice: at its device address for the program, and elsewhere, always
/// accessible, for us. So the program's access can be removed while a kernel works on the memory.
class HostPages {
 public:
  /// Map `bytes` of zeros at `address`. Nothing if the system refuses.
  static std::optional<HostPages> map(std::uint64_t address, std::uint64_t bytes);
  ~HostPages();
  HostPages(HostPages&& other) noexcept;
  HostPages& operator=(HostPages&&) = delete;

  std::byte* ours() const { return ours_; }

 private:
  HostPages(std::uint64_t address, std::byte* ours, std::uint64_t bytes) : address_(address), ours_(ours), bytes_(bytes) {}

  std::uint64_t address_;
  std::byte* ours_;
  std::uint64_t bytes_;
};

/// Whether all of these bytes are mapped in this process.
bool is_mapped(const void* begin, std::uint64_t bytes);
/// How many bytes from `begin` on are mapped, up to the first gap; at most `bytes`.
std::uint64_t mapped_bytes(const void* begin, std::uint64_t bytes);

/// Copy the host's bytes at `address`. False if some are not mapped or nobody may read them.
bool read_host(std::uint64_t address, std::span<std::byte> to);

enum class HostAccess : std::uint8_t { none, read, all };

/// Set the host's access to bytes `begin` to `end` of memory mapped at `address`. Changes only pages that lie entirely in this
/// range. `to_the_end`: the range ends where the memory does, so its last page changes as well.
void set_host_access(std::uint64_t address, std::uint64_t begin, std::uint64_t end, bool to_the_end, HostAccess access);

}  // namespace warplens::runtime
