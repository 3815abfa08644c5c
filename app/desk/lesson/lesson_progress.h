#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/result.h"

namespace warplens::desk {

/// Which steps of which lessons were done, by the lesson's id; steps count from 1.
struct LessonProgress {
  std::map<std::string, std::set<std::uint32_t>> done;
  bool operator==(const LessonProgress&) const = default;
};

/// JSON and back: {"version": 1, "done": {"01-threads-and-blocks": [1, 2]}}. Of a text that is not this, what is right is kept.
std::string to_json(const LessonProgress& progress);
LessonProgress progress_from_json(const std::string& text);

/// Where the user's progress is kept: lessons.json of the user's state; "" where there is none.
std::filesystem::path progress_file();
LessonProgress load_progress(const std::filesystem::path& file);
base::Status save_progress(const LessonProgress& progress, const std::filesystem::path& file);

}  // namespace warplens::desk
