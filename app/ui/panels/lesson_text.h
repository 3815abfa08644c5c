#pragma once

#include <span>

#include "lesson/glossary.h"
#include "lesson/markdown.h"
#include "ui/widgets/look.h"

namespace warplens::ui {

/// Set blocks of a lesson at ImGui's cursor, `width` pixels wide: paragraphs, lists, code as CUDA C++; a linked term shows its
/// definition under the pointer. The cursor moves below.
void show_lesson_text(const Look& look, std::span<const lesson::Block> blocks, const lesson::Glossary& glossary, float width);

}  // namespace warplens::ui
