#include "runtime/host_pages.h"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <utility>

namespace warplens::runtime {
namespace {

std::uint64_t page_bytes() { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + page_bytes() - 1) / page_bytes() * page_bytes(); }

}  // namespace

std::optional<HostPages> HostPages::map(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t size = whole_pages(bytes == 0 ? 1 : bytes);
  const int file = ::memfd_create("shared with kernels", MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  void* ours = MAP_FAILED;
  void* theirs = MAP_FAILED;
  if (::ftruncate(file, static_cast<off_t>(size)) == 0) {
    ours = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    theirs = ::mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
  }
  ::close(file);
  if (ours != MAP_FAILED && theirs != MAP_FAILED) return HostPages(address, static_cast<std::byte*>(ours), size);
  if (ours != MAP_FAILED) ::munmap(ours, size);
  if (theirs != MAP_FAILED) ::munmap(theirs, size);
  return std::nullopt;
}

HostPages::~HostPages() {
  if (ours_ == nullptr) return;
  ::munmap(ours_, bytes_);
  ::munmap(reinterpret_cast<void*>(address_), bytes_);
}

HostPages::HostPages(HostPages&& other) noexcept
    : address_(other.address_), ours_(std::exchange(other.ours_, nullptr)), bytes_(other.bytes_) {}

bool is_mapped(const void* begin, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uint64_t>(begin), offset = address % page_bytes();
  return ::msync(reinterpret_cast<void*>(address - offset), offset + bytes, MS_ASYNC) == 0;
}

std::uint64_t mapped_bytes(const void* begin, std::uint64_t bytes) {
  if (is_mapped(begin, bytes)) return bytes;
  std::uint64_t mapped = 0, too_many = bytes;
  while (too_many - mapped > 1) {
    const std::uint64_t middle = mapped + (too_many - mapped) / 2;
    (is_mapped(begin, middle) ? mapped : too_many) = middle;
  }
  return mapped;
}

bool read_host(std::uint64_t address, std::span<std::byte> to) {
  // The system copies them, so that a page that nobody may read is no fault.
  const ::iovec here{to.data(), to.size()}, there{reinterpret_cast<void*>(address), to.size()};
  return ::process_vm_readv(::getpid(), &here, 1, &there, 1, 0) == static_cast<::ssize_t>(to.size());
}

void set_host_access(std::uint64_t address, std::uint64_t begin, std::uint64_t end, bool to_the_end, HostAccess access) {
  const std::uint64_t page = page_bytes();
  const std::uint64_t first = whole_pages(begin), last = to_the_end ? whole_pages(end) : end / page * page;
  if (first >= last) return;
  const int protection = access == HostAccess::none ? PROT_NONE : access == HostAccess::read ? PROT_READ : PROT_READ | PROT_WRITE;
  ::mprotect(reinterpret_cast<void*>(address + first), last - first, protection);
}

}  // namespace warplens::runtime
