#pragma once

#include <span>

#include "lesson/glossary.h"
#include "lesson/markdown.h"
#include "ui/widgets/look.h"

namespace warplens::ui {

/// Sizes of a lesson's text and of its code, points: the em and the height of a line.
struct LessonSize {
  float em, line, code_em, code_line;
};
inline constexpr LessonSize lesson_size{17, 26, 14, 23}, small_lesson_size{15, 21, 13, 19};

/// Set blocks of a lesson at ImGui's cursor, `width` pixels wide: paragraphs, lists, code as CUDA C++; a linked term shows its
/// definition under the pointer. The cursor moves below.
void show_lesson_text(const Look& look, const LessonSize& size, std::span<const lesson::Block> blocks,
                      const lesson::Glossary& glossary, float width);

}  // namespace warplens::ui
