#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/result.h"

namespace warplens::desk {

/// The completed steps of lessons, by the lesson's id; steps count from 1.
struct LessonProgress {
  std::map<std::string, std::set<std::uint32_t>> done;
  bool operator==(const LessonProgress&) const = default;
};

/// JSON and back: {"version": 1, "done": {"01-threads-and-blocks": [1, 2]}}. From a damaged text, the valid parts are kept.
std::string to_json(const LessonProgress& progress);
LessonProgress progress_from_json(const std::string& text);

/// The file for the user's progress: lessons.json in the folder for a user's state; "" if there is no such folder.
std::filesystem::path progress_file();
LessonProgress load_progress(const std::filesystem::path& file);
base::Status save_progress(const LessonProgress& progress, const std::filesystem::path& file);

}  // namespace warplens::desk
