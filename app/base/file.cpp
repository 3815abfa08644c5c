#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

#include "base/spawn.h"

namespace warplens::base {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error failed(const std::filesystem::path& path, const char* what, int reason) {
  return Error{path.string(), 0, 0, std::string(what) + ": " + std::strerror(reason)};
}

/// 1048576 → "1 MiB".
std::string binary_size(std::uintmax_t bytes) {
  constexpr std::uintmax_t kib = 1024, mib = kib * kib;
  return bytes % mib == 0 ? std::to_string(bytes / mib) + " MiB" : std::to_string(bytes / kib) + " KiB";
}

/// What may be read.
struct ReadLimits {
  std::uintmax_t max_bytes = std::numeric_limits<std::uintmax_t>::max();
  std::string what;  ///< that the file is too large for
  int flags = 0;     ///< of open(), further ones
};

Error too_large(const std::filesystem::path& path, const ReadLimits& limits) {
  return Error{path.string(), 0, 0, "too large for " + limits.what + ": over " + binary_size(limits.max_bytes)};
}

/// Whether the opened file may be read.
Status check_readable(const std::filesystem::path& path, const Descriptor& file, const ReadLimits& limits) {
  if (file.number() < 0 && errno == ELOOP && limits.flags != 0) return Error{path.string(), 0, 0, "cannot read: a symbolic link"};
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return failed(path, "cannot read", errno);
  if (S_ISDIR(status.st_mode)) return failed(path, "cannot read", EISDIR);
  if (!S_ISREG(status.st_mode)) return Error{path.string(), 0, 0, "cannot read: not a regular file"};
  if (static_cast<std::uintmax_t>(status.st_size) > limits.max_bytes) return too_large(path, limits);
  return Nothing{};
}

/// The whole file, in pieces: it may grow while it is read, and some files of the system say that they are empty. O_NONBLOCK: it
/// may be a pipe, and open() would wait for somebody who writes to it.
template <typename Container>
Result<Container> read_all(const std::filesystem::path& path, const ReadLimits& limits) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | limits.flags));
  if (const Status readable = check_readable(path, file, limits); !readable) return readable.error();
  Container content;
  constexpr std::size_t chunk = 1 << 16;
  for (;;) {
    const std::size_t size = content.size();
    content.resize(size + chunk);
    const ssize_t got = ::read(file.number(), content.data() + size, chunk);
    const int reason = errno;
    content.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && reason == EINTR) continue;
    if (got < 0) return failed(path, "cannot read", reason);
    if (content.size() > limits.max_bytes) return too_large(path, limits);
    if (got == 0) return content;
  }
}

struct NewFile {
  File file;
  std::filesystem::path path;
};

/// A new file in the folder of `path`. Its permissions are those of any new file of the user (mkstemp would make it private).
Result<NewFile> open_part(const std::filesystem::path& path) {
  constexpr int attempts = 100;
  std::random_device random;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x%08x", random(), random());
    std::filesystem::path name = path;
    name += std::string(".") + digits.data() + ".part";
    constexpr mode_t readable_and_writable = 0666;
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, readable_and_writable);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return failed(path, "cannot write", errno);
    File file(::fdopen(descriptor, "wb"));
    if (!file) {
      const int reason = errno;
      ::close(descriptor);
      ::unlink(name.c_str());
      return failed(path, "cannot write", reason);
    }
    return NewFile{std::move(file), std::move(name)};
  }
  return failed(path, "cannot write", EEXIST);
}

/// Write all of `bytes` and close the file: 0, or the system's reason for failing.
int write_and_close(File file, std::span<const std::byte> bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int reason = errno;
  const bool closed = std::fclose(file.release()) == 0;
  return !written ? reason : !closed ? errno : 0;
}

std::filesystem::path folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::filesystem::path(value).is_absolute() ? value : "";
}

}  // namespace

std::filesystem::path whole_path(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::absolute(path, code).lexically_normal();
}

Result<std::string> read_text(const std::filesystem::path& path) { return read_all<std::string>(path, {}); }

Result<std::string> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes, const std::string& what) {
  return read_all<std::string>(path, {max_bytes, what});
}

Result<std::string> read_text_left_by_program(const std::filesystem::path& path, std::uintmax_t max_bytes) {
  return read_all<std::string>(path, {max_bytes, "what is read of a program", O_NOFOLLOW});
}

Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path) {
  return read_all<std::vector<std::byte>>(path, {});
}

Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::error_code code;
  if (std::filesystem::is_other(path, code) || std::filesystem::is_symlink(path, code)) {
    File file(std::fopen(path.c_str(), "wb"));
    if (!file) return failed(path, "cannot write", errno);
    if (const int reason = write_and_close(std::move(file), bytes)) return failed(path, "cannot write", reason);
    return Nothing{};
  }
  auto made = open_part(path);
  if (!made) return made.error();
  int reason = write_and_close(std::move(made->file), bytes);
  if (reason == 0 && std::rename(made->path.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return Nothing{};
  std::remove(made->path.c_str());
  return failed(path, "cannot write", reason);
}

Status write_file(const std::filesystem::path& path, const std::string& text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

Result<std::filesystem::path> create_part(const std::filesystem::path& path) {
  auto made = open_part(path);
  if (!made) return made.error();
  return made->path;
}

std::filesystem::path home_folder() { return folder_of("HOME"); }

std::filesystem::path user_state_file(const std::string& name) {
  if (const auto state = folder_of("XDG_STATE_HOME"); !state.empty()) return state / "warplens" / name;
  if (const auto home = home_folder(); !home.empty()) return home / ".local" / "state" / "warplens" / name;
  return {};
}

Status write_user_state(const std::filesystem::path& file, const std::string& text) {
  if (file.empty()) return Nothing{};
  std::error_code code;
  std::filesystem::create_directories(file.parent_path(), code);
  if (code) return Error{file.parent_path().string(), 0, 0, "cannot make this folder: " + code.message()};
  return write_file(file, text);
}

}  // namespace warplens::base
