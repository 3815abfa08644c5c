#include "desk/lesson/lesson_progress.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/user_state.h"

namespace warplens::desk {

using nlohmann::json;

std::string to_json(const LessonProgress& progress) {
  json done = json::object();
  for (const auto& [lesson, steps] : progress.done) done[lesson] = steps;
  return json{{"version", 1}, {"done", done}}.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

LessonProgress progress_from_json(const std::string& text) {
  LessonProgress progress;
  constexpr std::size_t longest = std::size_t{1} << 20;
  if (text.size() > longest) return progress;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || !object.contains("done") || !object["done"].is_object()) return progress;
  for (const auto& [lesson, steps] : object["done"].items()) {
    if (!steps.is_array()) continue;
    for (const json& step : steps) {
      if (step.is_number_unsigned() && step.get<std::uint64_t>() <= 1000) progress.done[lesson].insert(step.get<std::uint32_t>());
    }
  }
  return progress;
}

std::filesystem::path progress_file() { return base::user_state_file("lessons.json"); }

LessonProgress load_progress(const std::filesystem::path& file) {
  const auto text = base::read_text(file);
  return text ? progress_from_json(*text) : LessonProgress{};
}

base::Status save_progress(const LessonProgress& progress, const std::filesystem::path& file) {
  return base::write_user_state(file, to_json(progress));
}

}  // namespace warplens::desk
