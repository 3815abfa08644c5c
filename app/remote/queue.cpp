#include "remote/queue.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

// The file has the number of the next ticket. Whoever has ticket N holds a lock on byte `first + N`, which no file has. The locks
// are of open file descriptions (fcntl(2), "Open file description locks"): the system gives them up with the program.

namespace warplens::remote {
namespace {

constexpr std::uint64_t first = 64, most = std::uint64_t{1} << 60;

struct flock range(std::uint64_t begin, std::uint64_t length) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(begin);
  lock.l_len = static_cast<off_t>(length);
  return lock;
}

/// Locks of others on the bytes from `begin` to before `end`.
std::uint32_t locks_in(int file, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return 0;
  struct flock lock = range(begin, end - begin);
  if (::fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return 0;
  const auto at = static_cast<std::uint64_t>(lock.l_start);
  // A ticket is one byte. Anything larger is somebody else's joke.
  if (lock.l_len != 1 || at < begin || at >= end) return 1;
  return 1 + locks_in(file, begin, at) + locks_in(file, at + 1, end);
}

base::Descriptor open_queue(const std::filesystem::path& queue) {
  constexpr mode_t everybody = 0666;
  base::Descriptor file(::open(queue.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (file.number() >= 0 || errno != ENOENT) return file;
  base::Descriptor made(::open(queue.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, everybody));
  if (made.number() < 0) return base::Descriptor(::open(queue.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  ::fchmod(made.number(), everybody);
  return made;
}

}  // namespace

base::Result<Ticket> Ticket::draw(const std::filesystem::path& queue) {
  const auto failed = [&] { return base::Error{queue.string(), 0, 0, std::string("cannot queue: ") + std::strerror(errno)}; };
  base::Descriptor file = open_queue(queue);
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return failed();
  if (!S_ISREG(status.st_mode)) return base::Error{queue.string(), 0, 0, "cannot queue: not a file"};
  struct flock counter = range(0, 1);
  if (::fcntl(file.number(), F_OFD_SETLKW, &counter) != 0) return failed();
  std::uint64_t number = 0;
  if (::pread(file.number(), &number, sizeof number, 0) != sizeof number || number >= most) number = 0;
  for (;; ++number) {
    struct flock place = range(first + number, 1);
    if (::fcntl(file.number(), F_OFD_SETLK, &place) == 0) break;
    if (errno != EAGAIN && errno != EACCES) return failed();
  }
  const std::uint64_t next = number + 1;
  if (::pwrite(file.number(), &next, sizeof next, 0) != sizeof next) return failed();
  counter.l_type = F_UNLCK;
  ::fcntl(file.number(), F_OFD_SETLK, &counter);
  return Ticket(std::move(file), number);
}

std::uint32_t Ticket::before() const { return locks_in(file_.number(), first, first + number_); }

std::uint32_t places_in(const std::filesystem::path& queue) {
  const base::Descriptor file(::open(queue.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file.number() < 0 ? 0 : locks_in(file.number(), first, first + most);
}

std::filesystem::path queue_file(const std::string& device) {
  std::string name = "warplens-queue-";
  for (const char c : device) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += plain ? c : '-';
  }
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(code);
  return (code ? "/tmp" : folder) / name;
}

}  // namespace warplens::remote
