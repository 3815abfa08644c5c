#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desk/choices/refusal.h"
#include "desk/desk.h"
#include "desk/view_inputs.h"
#include "ui/panels/counters.h"
#include "ui/panels/editor.h"
#include "ui/panels/help.h"
#include "ui/panels/open_file.h"
#include "ui/panels/palette.h"
#include "ui/panels/save_file.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/look.h"
#include "ui/widgets/painter.h"
#include "ui/window/arrangement.h"
#include "ui/window/framebuffer.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/scene/scene_raster.h"
#include "view/table.h"

namespace warplens::ui {

/// The picture in the middle with its input; redrawn only when the input changes.
struct DrawnPicture {
  view::Input input;
  const view::Row* row = nullptr;
  const view::Theme* theme = nullptr;
  float width = 0, height = 0;
  view::Picture picture;
};

/// The painters of the picture, and the drawn picture.
struct PictureState {
  std::unique_ptr<view::CellPainter> cells;
  view::ScenePainter scene;
  Painter painter;
  DrawnPicture drawn;
  view::Rectangle place;  ///< place of the drawing in the window, as of the last frame, pixels
};

/// Texts of the listed entries (experiment::shows_text()), each with the settings that it would get when chosen; recomputed when
/// the experiment or the settings change.
struct EntryTexts {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  std::size_t first = 0;
  std::vector<std::string> texts;
};

/// State of the controls as of the last frame.
struct ControlsState {
  EntryTexts entry_texts;
  const experiment::Experiment* scrolled = nullptr;  ///< the experiment whose controls are scrolled
  const experiment::Experiment* tried = nullptr;     ///< the experiment of `suggestion`
  std::size_t suggestion = 0;                        ///< which of the suggestions is shown
  float footer_height = 110;                         ///< pixels
  bool scrolls = false;                              ///< whether there was a scroll bar
  bool show_properties = false;                      ///< whether the list of the GPU's properties is open
  bool adds_place = false;                           ///< whether the field for a device elsewhere is open
  std::string new_place;                             ///< text in that field
  bool place_wants_keyboard = false;
  std::string search, unfound;  ///< what was looked for in the values, and why it was not found
};

/// What the side panel shows in a window that has room for only one (Places::sides).
enum class Side : std::uint8_t { controls, lesson, source };

/// The chosen side. Opening a lesson's step chooses the lesson; asking "why" chooses the source, which has the answer.
struct SidesState {
  Side shown = Side::controls;
  std::string lesson;  ///< id of the lesson that was open in the last frame
  std::uint32_t step = 0;
};

/// State of the listings: the lines brought into view.
struct SourceState {
  float width = 0;                      ///< of the listing, pixels, as of the last frame
  std::string scrolled_to;              ///< experiment and kernel
  std::uint64_t fault_scrolled_to = 0;  ///< version of the run whose fault's line was brought into view
  desk::LanesOfLine step_shown;         ///< the step whose lines were brought into view
  std::uint32_t host_line_shown = 0;    ///< line of a program's call that was brought into view
  std::uint32_t ptx_scrolled_to = 0;    ///< CUDA line whose PTX was brought into view
  bool ptx_hovered = false;             ///< whether the pointer was on a line of PTX in the last frame
  bool copy_wanted = false;             ///< make a copy of the chosen experiment, to edit
};

/// A row of the kernel's printed output: bytes [begin, end), indented by `indent` columns, of a line counted from 1.
struct PrintedRow {
  std::size_t begin = 0, end = 0, indent = 0, line = 0;
};

/// The printed output of a run or a recorded program, folded into rows of at most `columns` letters.
struct PrintedState {
  std::uint64_t version = ~std::uint64_t{0};  ///< Runs::version of the run
  const char* text = nullptr;                 ///< output of the run, or of the recorded program
  std::size_t bytes = 0;
  std::size_t columns = 0;
  std::vector<PrintedRow> rows;
  std::string search, unfound;       ///< text searched for, and why it was not found
  std::optional<std::size_t> found;  ///< byte offset of the last find
  bool scroll_wanted = false;        ///< scroll to `found`
};

/// The whole state of the window: the desk, and the window's own parts. A panel reads all of it and changes only the parts passed
/// to it (panels/panel.h).
struct App : desk::Desk {
  using Desk::Desk;

  Focus focus;  ///< keyboard focus
  Look look{nullptr, {}, 1, &focus};
  Arrangement arrangement;        ///< of the panels
  Places places{};                ///< of the panels, as of the last frame
  Arrangement arrangement_saved;  ///< as it was last written to the user's file
  bool remembers = false;         ///< whether there is such a file (remember_user())
  SidesState sides;
  float zoom = 1;           ///< of all text, by Ctrl + and −
  desk::Refusal refusal;    ///< of the choices at the beginning of the frame
  desk::ViewsOfRuns views;  ///< the same of the runs that are drawn
  PictureState picture;
  PictureState picture_beside;  ///< picture of the run kept beside the shown one
  ControlsState controls;
  SourceState listing;
  EditorState editing;
  OpenFileState open_dialog;
  PrintedState printed;
  CountersState counters;
  PaletteState palette;
  HelpState help;
  SaveFileState save_dialog;
  /// Save the window as a PNG to this file: picture_ordered after the next frame, once the dialog is closed; picture_wanted after
  /// this frame. "": to the clipboard.
  std::optional<std::filesystem::path> picture_ordered, picture_wanted;
  /// Copies a link that opens this session. Only in a page; empty elsewhere.
  std::function<void(const std::string& session)> copy_link;
  /// Copies the HTML of an <iframe> that shows this session's view, for embedding in another page. Set only in the browser.
  std::function<void(const std::string& session)> copy_frame;
  /// Asks for a kernel or a program in a field of the page, whose text open_clipboard() opens. Only in a page.
  std::function<void()> ask_for_code;
  /// Begins to film the window; the film ends a second after the playback. Only in a page.
  std::function<void()> film;
  /// Makes the window as large as the screen, or as it was. Empty in a page and in tests.
  std::function<void()> toggle_full_screen;
  bool view_only = false;       ///< in an <iframe> of copy_frame: show only the picture and the bar
  std::vector<Ground> grounds;  ///< grounds of the panels, as of the last frame
  /// Number of consecutive frames, up to the last one, that were built but not drawn, because only the next frame shows their
  /// changes.
  int outdated = 0;
  bool typing_ends = false;  ///< end typing after this frame, which still reads the text typed before Enter
};

}  // namespace warplens::ui
