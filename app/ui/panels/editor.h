#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "desk/editing/editor.h"
#include "ui/panels/listing.h"
#include "ui/widgets/text_field.h"

namespace warplens::ui {

/// The window's state of the editor.
struct EditorState {
  bool wide = false;         ///< over most of the picture's width
  bool keyboard = false;     ///< as of the last frame: typing goes to the source or to the search field
  bool entered = false;      ///< Enter was pressed for this frame
  bool finding = false;      ///< the search field is open
  bool find_wanted = false;  ///< the search field gets the keyboard in this frame
  std::string find;
  std::size_t found = 0;  ///< index of the chosen match of `find`

  std::string text;                                  ///< text in the field for the source
  CodeChange change;                                 ///< change to make in the next frame
  std::size_t caret = 0;                             ///< as of the last frame, byte offset
  std::uint64_t version = 0;                         ///< desk::Editor::version() that `text` comes from
  desk::SourceText coloured;                         ///< `text`
  std::vector<desk::MatchedLine> matches;            ///< for its lines: the lines in the text of the shown run
  std::shared_ptr<const desk::SourceText> matched;   ///< text of the shown run
  std::vector<desk::MatchedLine> compiled_matches;   ///< for its lines: the lines in the file's text, as last compiled
  std::shared_ptr<const desk::SourceText> compiled;  ///< text last compiled
};

/// A compiler's message, at its line in the edited text.
struct EditorMessage {
  std::uint32_t line = 1;  ///< from 1
  std::string text;
  bool error = true;  ///< else a warning
};

/// Bring the state up to date with the editor, the text in the file, and the text of the shown run (null: unknown). Call before
/// making a Listing of EditorState::coloured.
void update_editor(const desk::Editor& editor, const std::shared_ptr<const desk::SourceText>& compiled,
                   std::shared_ptr<const desk::SourceText> ran, EditorState& state);

/// Show the source as a field to edit, with the listing's marks and texts for its lines; lines changed since the run are grey.
void show_editor(const Look& look, desk::Pointer& pointer, const Listing& listing, desk::Editor& editor, EditorState& state,
                 const std::vector<EditorMessage>& messages, float width, float height);

}  // namespace warplens::ui
