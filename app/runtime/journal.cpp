#include "runtime/journal.h"

#include <string>
#include <string_view>

#include "runtime/host_code.h"

namespace warplens::runtime {

Journal::Journal(const std::filesystem::path& path) : file_(path.empty() ? nullptr : std::fopen(path.c_str(), "ae")) {}

void Journal::write(report::Json event) {
  if (!file_) return;
  if (in_call_) event["in_call"] = *in_call_;
  const std::string line = report::text_of(event) + "\n";
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fflush(file_.get());
}

report::Json json_of(const Call& call) {
  report::Json json{{"function", call.function}, {"frames", report::Json::array()}};
  for (const std::uintptr_t frame : call.frames) {
    if (frame == 0) break;
    if (const auto code = host_code_at(frame)) json["frames"].push_back({code->file, code->offset});
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
