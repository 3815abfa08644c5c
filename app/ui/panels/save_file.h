#pragma once

#include <cstdint>
#include <string>

#include "ui/panels/open_file.h"
#include "view/drawing/drawing.h"

namespace warplens::ui {

struct App;

/// The thing to save: the session, the whole window as it is, or only the headline and the picture, at a chosen size.
enum class SavedThing : std::uint8_t { session, window, picture };

/// The dialog that asks for a name and a place.
struct SaveFileState {
  bool show = false;
  SavedThing thing = SavedThing::session;
  std::string name;                    ///< as typed, with its ending
  std::string folder;                  ///< as typed
  FolderContents contents;             ///< contents of `folder`
  double width = 1920, height = 1080;  ///< of the picture, pixels
  bool caption = false;                ///< below the picture: what it is of
  std::string problem;                 ///< why the last try to save failed
  bool replaces = false;               ///< Enter was pressed and the file exists already
  float footer_height = 140;           ///< height of the part below the folders, pixels, as of the last frame
  bool keyboard_wanted = false;        ///< give the keyboard to the name

  std::string proposed;                 ///< name proposed for the shown experiment
  std::string own_window, own_picture;  ///< last names typed instead of proposed ones
};

/// Open the dialog with the last name and place, or a proposed name.
void open_save_dialog(App& app, SavedThing thing);

/// Draw the dialog; save when the user confirms.
void show_save_file(App& app);

/// Save under the name of the dialog. An existing file is replaced only by a second call.
void save_named(App& app);

/// Copy a link to the session (App::copy_link). Errors become a notice.
void copy_link(App& app);

/// Copy an HTML element that shows this session's view in another page (App::copy_frame). Errors become a notice.
void copy_frame(App& app);

/// Write the window's pixels to the file chosen in the dialog, or to the clipboard (App::picture_wanted).
void save_window(App& app, const view::Raster& pixels);

}  // namespace warplens::ui
