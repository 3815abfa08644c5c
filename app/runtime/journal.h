#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/dim3.h"
#include "report/json.h"
#include "runtime/call.h"

namespace warplens::runtime {

/// A file of events, one line of JSON each, written by a program's process for the process that started it. Every line is written
/// at once, so that nothing is lost when the program crashes.
class Journal {
 public:
  /// Open the file. If `path` is empty or cannot be written, the journal drops all events.
  explicit Journal(const std::filesystem::path& path);

  void write(report::Json event);
  /// From now on, add the member "in_call" with this number to each event; nothing: add no such member.
  void set_call(std::optional<std::uint64_t> number) { in_call_ = number; }
  std::optional<std::uint64_t> in_call() const { return in_call_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::optional<std::uint64_t> in_call_;
};

/// {"function": …, "frames": [[path of the executable or library, return address as its debug information has it], …]}
report::Json json_of(const Call& call);
/// [x, y, z]
report::Json json_of(const base::Dim3& extents);
/// Two hexadecimal digits per byte.
std::string in_hexadecimal(std::span<const std::byte> bytes);

}  // namespace warplens::runtime
