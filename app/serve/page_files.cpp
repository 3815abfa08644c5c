#include "serve/page_files.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/file.h"

namespace warplens::serve {
namespace {

/// Endings of the page's files, and their media types.
constexpr std::array<std::pair<std::string_view, const char*>, 8> types{{{".html", "text/html; charset=utf-8"},
                                                                         {".js", "text/javascript; charset=utf-8"},
                                                                         {".wasm", "application/wasm"},
                                                                         {".data", "application/octet-stream"},
                                                                         {".gz", "application/gzip"},
                                                                         {".txt", "text/plain; charset=utf-8"},
                                                                         {".svg", "image/svg+xml"},
                                                                         {".webmanifest", "application/manifest+json"}}};

/// Empty if it is not smaller.
std::string gzip(const std::string& content) {
  constexpr int level = 6, gzip_format = 16;  // zlib's manual, deflateInit2(): added to the bits of the window
  z_stream stream{};
  if (::deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + gzip_format, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string packed(content.size(), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));  // which zlib does not change
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool fits = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(fits ? stream.total_out : 0);
  ::deflateEnd(&stream);
  return packed;
}

}  // namespace

std::shared_ptr<const PageFile> PageFiles::find(const std::string& name) {
  const std::filesystem::path path = name;
  const auto type = std::ranges::find(types, path.extension().string(), &std::pair<std::string_view, const char*>::first);
  if (path.has_parent_path() || type == types.end() || name.find('\0') != std::string::npos) return nullptr;
  std::error_code code;
  const auto written = std::filesystem::last_write_time(folder_ / path, code);
  if (code) return nullptr;
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const PageFile>& file = files_[name];
  if (file && file->written == written) return file;
  auto content = base::read_text(folder_ / path);
  if (!content) return nullptr;
  PageFile read{type->second, fmt::format("\"{:x}\"", written.time_since_epoch().count()), std::move(*content), {}, written};
  read.compressed = gzip(read.content);
  return file = std::make_shared<const PageFile>(std::move(read));
}

}  // namespace warplens::serve
