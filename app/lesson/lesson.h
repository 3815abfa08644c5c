#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "lesson/glossary.h"
#include "lesson/markdown.h"
#include "session/session.h"
#include "view/drawing/drawing.h"

namespace warplens::lesson {

/// A solution of a step's task: the state to set, what to point at, and the answer to type.
struct Doing {
  Session state;
  view::Target target;
  std::string answer;  ///< expression over facts; "" if the step asks for none
};

/// A step: a text, a state of the window, a task, and a comment shown once the task is done.
struct Step {
  std::string title;
  std::vector<Block> text, task, seen;  ///< `seen`: shown once the task is done, with {expressions} over facts
  Session state;
  std::string check;  ///< condition over facts (condition.h)
  Doing done;         ///< solution that makes the condition true, for “Show me” and the tests
  bool asks = false;  ///< whether the condition uses an answer
  int line = 0;       ///< 1-based, of its heading
};

struct Lesson {
  std::string id;  ///< file name without .md: "01-threads-and-blocks"
  std::filesystem::path file;
  std::string title;
  std::vector<Block> about;  ///< the text before the first step
  std::vector<Step> steps;
};

/// All lessons of some folders, in the order of their file names. A broken file hides no others; its error is in `errors`.
struct Lessons {
  std::vector<Lesson> lessons;
  Glossary glossary;
  std::vector<base::Error> errors;
};

/// Parse a lesson from Markdown: the heading of the first level is its title, each of the second level a step. A step may have
/// text, and has a quote with the task and one fenced block `warplens` (TOML: experiment, set, check, done, seen). Links lead to
/// glossary.md#TERM. Experiments, settings, names in conditions and links are checked; errors name file, line and column.
base::Result<Lesson> parse_lesson(const std::string& text, const std::filesystem::path& file,
                                  const experiment::Catalogue& catalogue, const Glossary& glossary);

/// Load the files NN-*.md of the folders, and glossary.md of the first folder that has one.
Lessons load_lessons(const std::vector<std::filesystem::path>& folders, const experiment::Catalogue& catalogue);

/// Find a lesson by its id, its number, or its name without the number: "01-threads-and-blocks", "1", "threads-and-blocks"; null
/// if there is none.
const Lesson* find(const Lessons& lessons, std::string_view name);

}  // namespace warplens::lesson
