#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "desk/editing/editor.h"
#include "desk/editing/line_match.h"
#include "ui/panels/listing.h"
#include "ui/widgets/code_field.h"

namespace warplens::ui {

/// The editor as the window has it.
struct EditorState {
  bool wide = false;         ///< over most of the picture's width
  bool keyboard = false;     ///< as of the last frame: what is typed goes to the source or to the field of what to find
  bool entered = false;      ///< Enter was pressed for this frame
  bool finding = false;      ///< the field of what to find is there
  bool find_wanted = false;  ///< it is to have the keyboard in this frame
  std::string find;
  std::size_t found = 0;  ///< index of the chosen match

  std::string text;                                  ///< in the field
  CodeChange change;                                 ///< for the next frame
  std::size_t caret = 0;                             ///< as of the last frame, byte offset
  std::uint64_t version = 0;                         ///< desk::Editor::version() that `text` comes from
  desk::SourceText coloured;                         ///< `text`
  std::vector<desk::MatchedLine> matches;            ///< its lines in the text that the shown run ran
  std::shared_ptr<const desk::SourceText> matched;   ///< that text
  std::vector<desk::MatchedLine> compiled_matches;   ///< its lines in the text that was last read from the file, and compiled
  std::shared_ptr<const desk::SourceText> compiled;  ///< that text
};

/// A compiler's message, at the line of the text where it belongs now.
struct EditorMessage {
  std::uint32_t line = 1;  ///< from 1
  std::string text;
  bool error = true;  ///< else a warning
};

/// Bring the state up to date with the editor, the text in the file, and the text that ran (null: not known). Call before a
/// Listing of EditorState::coloured is made.
void update_editor(const desk::Editor& editor, const std::shared_ptr<const desk::SourceText>& compiled,
                   std::shared_ptr<const desk::SourceText> ran, EditorState& state);

/// The source as a field to edit, with what the listing says of its lines; those that were changed since the run are grey.
void show_editor(const Look& look, desk::Pointer& pointer, const Listing& listing, desk::Editor& editor, EditorState& state,
                 const std::vector<EditorMessage>& messages, float width, float height);

}  // namespace warplens::ui
