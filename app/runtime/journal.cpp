#include "runtime/journal.h"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <string_view>

namespace warplens::runtime {

Journal::Journal(const std::filesystem::path& path) : file_(path.empty() ? nullptr : std::fopen(path.c_str(), "ae")) {}

void Journal::write(report::Json event) {
  if (!file_) return;
  if (in_call_) event["in_call"] = *in_call_;
  const std::string line = report::text_of(event) + "\n";
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fflush(file_.get());
}

namespace {

/// Whether a file is an executable with fixed addresses, which its debug information has as well.
bool has_fixed_addresses(const void* start) { return static_cast<const ElfW(Ehdr)*>(start)->e_type == ET_EXEC; }

}  // namespace

report::Json json_of(const Call& call) {
  report::Json json{{"function", call.function}, {"frames", report::Json::array()}};
  for (const std::uintptr_t frame : call.frames) {
    Dl_info module{};
    if (frame == 0) break;
    if (::dladdr(reinterpret_cast<void*>(frame), &module) == 0 || module.dli_fname == nullptr) continue;
    const std::uintptr_t start = has_fixed_addresses(module.dli_fbase) ? 0 : reinterpret_cast<std::uintptr_t>(module.dli_fbase);
    json["frames"].push_back({module.dli_fname, frame - start});
  }
  for (const PythonFrame& frame : call.python) json["python"].push_back({frame.file, frame.line, frame.function});
  return json;
}

report::Json json_of(const base::Dim3& extents) { return {extents.x, extents.y, extents.z}; }

std::string in_hexadecimal(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<std::size_t>(byte >> 4)];
    text += digits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

}  // namespace warplens::runtime
