#include "lesson/read.h"

#include "base/file.h"

namespace warplens::lesson {

base::Result<std::string> read_lesson_text(const std::filesystem::path& file) {
  return base::read_text(file, std::uintmax_t{256} << 10, "a lesson");
}

}  // namespace warplens::lesson
