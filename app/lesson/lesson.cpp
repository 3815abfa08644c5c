#include "lesson/lesson.h"

#include <algorithm>
#include <cctype>

#include "lesson/markdown.h"
#include "lesson/step_reader.h"

namespace warplens::lesson {
namespace {

constexpr std::size_t max_steps = 100;

/// Builds a lesson block by block; stops at the first error.
struct Builder {
  const std::string& path;
  const experiment::Catalogue& catalogue;
  const Glossary& glossary;
  Lesson lesson;
  bool has_state = false;  ///< of the current step

  base::Error wrong(int line, std::string why) const { return {path, line, 0, std::move(why)}; }

  base::Status check_links(const std::vector<Block>& blocks, int line) const {
    for (const Block& block : blocks) {
      for (const Piece& piece : block.pieces) {
        if (piece.link.empty() || linked_term(glossary, piece.link) != nullptr) continue;
        return wrong(line > 0 ? line : block.line,
                     "the link “" + piece.link + "” leads to no term of the glossary (glossary.md#TERM)");
      }
    }
    return base::Nothing{};
  }

  /// Checks that the step which ends here is complete.
  base::Status end_step() const {
    if (lesson.steps.empty()) return base::Nothing{};
    const Step& step = lesson.steps.back();
    const auto lacks = [&](const char* what) { return wrong(step.line, "the step “" + step.title + "” has no " + what); };
    if (step.task.empty()) return lacks("quote (>) that says what to do");
    if (!has_state) return lacks("block “warplens”");
    return check_links(step.seen, step.line);
  }

  base::Status take(const Block& block) {
    if (block.kind == BlockKind::heading && block.level == 1) {
      if (!lesson.title.empty() || !lesson.about.empty())
        return wrong(block.line, "a lesson has one title (#), and it comes first");
      lesson.title = plain(block);
      return base::Nothing{};
    }
    if (lesson.title.empty()) return wrong(block.line, "a lesson begins with its title (#)");
    if (block.kind == BlockKind::heading && block.level == 2) {
      if (const auto ended = end_step(); !ended) return ended.error();
      if (lesson.steps.size() == max_steps) return wrong(block.line, "a lesson has at most 100 steps");
      Step& step = lesson.steps.emplace_back();
      step.title = plain(block);
      step.line = block.line;
      has_state = false;
      return base::Nothing{};
    }
    if (const auto links = check_links({block}, 0); !links) return links.error();
    const bool state = block.kind == BlockKind::code && block.language == "warplens";
    if (lesson.steps.empty()) {
      if (state) return wrong(block.line, "a block “warplens” stands in a step (##)");
      lesson.about.push_back(block);
      return base::Nothing{};
    }
    Step& step = lesson.steps.back();
    if (!state) {
      (block.quoted ? step.task : step.text).push_back(block);
      return base::Nothing{};
    }
    if (has_state) return wrong(block.line, "the step has a block “warplens” already");
    has_state = true;
    return read_step(block, path, catalogue, step);
  }
};

/// Length of the number that starts "01-threads-and-blocks", with its hyphen; 0 if there is none.
std::size_t number_length(std::string_view id) {
  std::size_t digits = 0;
  while (digits < id.size() && std::isdigit(static_cast<unsigned char>(id[digits])) != 0) ++digits;
  return digits > 0 && digits < id.size() && id[digits] == '-' ? digits + 1 : 0;
}

std::string_view without_zeros(std::string_view number) {
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

}  // namespace

base::Result<Lesson> parse_lesson(const std::string& text, const std::filesystem::path& file,
                                  const experiment::Catalogue& catalogue, const Glossary& glossary) {
  const std::string path = file.string();
  const auto blocks = parse_markdown(text, path);
  if (!blocks) return blocks.error();
  Builder builder{path, catalogue, glossary, {}};
  builder.lesson.id = file.stem().string();
  builder.lesson.file = file;
  for (const Block& block : *blocks) {
    if (const auto taken = builder.take(block); !taken) return taken.error();
  }
  if (const auto ended = builder.end_step(); !ended) return ended.error();
  if (builder.lesson.steps.empty()) return base::Error{path, 0, 0, "a lesson has at least one step (##)"};
  for (std::size_t k = 0; k < builder.lesson.steps.size(); ++k) {
    Step& step = builder.lesson.steps[k];
    for (Session* state : {&step.state, &step.done.state}) {
      state->lesson = builder.lesson.id;
      state->lesson_step = static_cast<std::uint32_t>(k + 1);
    }
  }
  return std::move(builder.lesson);
}

Lessons load_lessons(const std::vector<std::filesystem::path>& folders, const experiment::Catalogue& catalogue) {
  Lessons all;
  std::vector<std::filesystem::path> files;
  bool glossary = false;
  for (const std::filesystem::path& folder : folders) {
    std::error_code code;
    for (std::filesystem::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
      const std::filesystem::path& file = at->path();
      if (file.extension() == ".md" && number_length(file.stem().string()) > 0) files.push_back(file);
    }
    if (code) all.errors.push_back({folder.string(), 0, 0, "cannot read: " + code.message()});
    if (const auto file = folder / "glossary.md"; !glossary && std::filesystem::exists(file, code)) {
      glossary = true;
      auto loaded = load_glossary(file);
      if (loaded)
        all.glossary = std::move(*loaded);
      else
        all.errors.push_back(loaded.error());
    }
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return std::pair(a.filename(), a) < std::pair(b.filename(), b); });
  for (const std::filesystem::path& file : files) {
    const auto text = read_lesson_text(file);
    base::Result<Lesson> lesson = text ? parse_lesson(*text, file, catalogue, all.glossary) : base::Result<Lesson>(text.error());
    if (lesson)
      all.lessons.push_back(std::move(*lesson));
    else
      all.errors.push_back(lesson.error());
  }
  return all;
}

const Lesson* find(const Lessons& lessons, std::string_view name) {
  for (const Lesson& lesson : lessons.lessons) {
    const std::string_view id = lesson.id;
    const std::size_t length = number_length(id);
    if (id == name || id.substr(length) == name) return &lesson;
    if (length > 0 && without_zeros(id.substr(0, length - 1)) == without_zeros(name)) return &lesson;
  }
  return nullptr;
}

}  // namespace warplens::lesson
