#include "lesson/read.h"

#include "base/file.h"

namespace warplens::lesson {

base::Result<std::string> read_lesson_text(const std::filesystem::path& file) {
  constexpr std::uintmax_t largest = std::uintmax_t{256} << 10;
  std::error_code code;
  if (std::filesystem::exists(file, code) && !std::filesystem::is_regular_file(file, code))
    return base::Error{file.string(), 0, 0, "cannot read: not a regular file"};
  if (const auto size = std::filesystem::file_size(file, code); !code && size > largest)
    return base::Error{file.string(), 0, 0, "too large for a lesson: over 256 KiB"};
  return base::read_text(file);
}

}  // namespace warplens::lesson
