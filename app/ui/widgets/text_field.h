#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/look.h"
#include "ui/widgets/text.h"

namespace warplens::ui {

/// Draw a field for one line of text, `width` pixels wide; true if the text was changed. With a `problem`, the frame has the
/// colour of wrong and the problem is the tooltip. `left`: set to whether the field has just lost the keyboard.
bool text_field(const Look& look, const char* id, std::string& text, float width, std::string_view tooltip,
                std::string_view problem = {}, bool* left = nullptr);

/// Whether a field that has just lost the keyboard lost it by Enter.
bool ended_by_enter();

/// Draw a placeholder, grey words, in an empty text_field(). `at`: the field's top left corner on the screen, pixels.
void draw_placeholder(const Look& look, ImVec2 at, std::string_view words);

/// Style of a field for code.
struct CodeFieldStyle {
  TextStyle text;
  ImVec2 size;     ///< pixels
  ImVec2 padding;  ///< pixels around the text; the caller may draw in the left padding
};

/// A field for code as it was drawn: the frame, the selection and the scroll bars, but not the letters and the caret, which the
/// caller draws over it, coloured.
struct CodeField : FieldInside {
  bool edited = false, active = false;
  float line_height = 0;             ///< pixels
  std::optional<std::size_t> caret;  ///< byte offset, where the field has the keyboard
};

/// A change of the text of a field that has the keyboard.
struct CodeChange {
  std::size_t erase_before = 0;  ///< bytes before the character before the caret
  std::string insert;            ///< at the caret
  bool replace = false;          ///< replace the field's text by the caller's, with the caret at `caret`
  std::size_t caret = 0;
};

/// Computes a change in response to this frame's typing, given the text and the caret after it.
using AfterTyping = std::function<CodeChange(std::string_view text, std::size_t caret)>;

/// A field to edit `text`, with selection and clipboard, but without undo. In each frame the field takes the typed letters, then
/// makes `change` and empties it, then makes the change returned by `after`.
CodeField code_field(const Look& look, const char* id, const CodeFieldStyle& style, std::string& text, CodeChange& change,
                     const AfterTyping& after);

/// Scroll so that a line (from 0) is about a third below the top of the field.
void scroll_code_field(const CodeField& field, std::size_t line);

}  // namespace warplens::ui
