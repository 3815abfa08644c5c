#include "base/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <system_error>
#include <utility>

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

template <typename Container>
Result<Container> read_all(const std::filesystem::path& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return failed(path, "cannot read", EISDIR);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failed(path, "cannot read", errno);
  Container content;
  constexpr std::size_t chunk = 1 << 16;
  for (;;) {
    const std::size_t size = content.size();
    content.resize(size + chunk);
    const std::size_t got = std::fread(content.data() + size, 1, chunk, file.get());
    content.resize(size + got);
    if (got < chunk) break;
  }
  if (std::ferror(file.get())) return failed(path, "cannot read", errno);
  return content;
}

struct NewFile {
  File file;
  std::filesystem::path path;
};

/// A new file beside `path`. Its permissions are those of any new file of the user (mkstemp would make it private).
Result<NewFile> open_beside(const std::filesystem::path& path) {
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

}  // namespace

std::filesystem::path whole_path(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::absolute(path, code).lexically_normal();
}

Result<std::string> read_text(const std::filesystem::path& path) { return read_all<std::string>(path); }

Result<std::string> read_text(const std::filesystem::path& path, std::uintmax_t most, const std::string& what) {
  std::error_code code;
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    return Error{path.string(), 0, 0, "cannot read: not a regular file"};
  if (const auto size = std::filesystem::file_size(path, code); !code && size > most)
    return Error{path.string(), 0, 0, "too large for " + what + ": over " + binary_size(most)};
  return read_text(path);
}

Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path) { return read_all<std::vector<std::byte>>(path); }

Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::error_code code;
  if (std::filesystem::is_other(path, code) || std::filesystem::is_symlink(path, code)) {
    File file(std::fopen(path.c_str(), "wb"));
    if (!file) return failed(path, "cannot write", errno);
    if (const int reason = write_and_close(std::move(file), bytes)) return failed(path, "cannot write", reason);
    return Nothing{};
  }
  auto made = open_beside(path);
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

Result<std::filesystem::path> create_beside(const std::filesystem::path& path) {
  auto made = open_beside(path);
  if (!made) return made.error();
  return made->path;
}

}  // namespace warplens::base
