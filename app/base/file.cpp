#include "base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

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

}  // namespace

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
  // A pipe, a device or a link (/dev/null, /dev/stdout) is written to, not replaced.
  const bool in_place = std::filesystem::is_other(path, code) || std::filesystem::is_symlink(path, code);
  std::filesystem::path temporary = path;
  if (!in_place) temporary += ".part";
  File file(std::fopen(temporary.c_str(), "wb"));
  if (!file) return failed(path, "cannot write", errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const bool closed = std::fclose(file.release()) == 0;
  if (!written || !closed) {
    const int reason = errno;
    if (!in_place) std::remove(temporary.c_str());
    return failed(path, "cannot write", reason);
  }
  if (in_place) return Nothing{};
  std::filesystem::rename(temporary, path, code);
  if (code) {
    std::remove(temporary.c_str());
    return failed(path, "cannot write", code.value());
  }
  return Nothing{};
}

Status write_file(const std::filesystem::path& path, const std::string& text) {
  return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace warplens::base
