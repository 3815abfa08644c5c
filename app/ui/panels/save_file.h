#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "ui/panels/open_file.h"
#include "view/drawing/drawing.h"

namespace warplens::ui {

struct App;

/// What is saved: the session, all of the window as it is, or only the headline and the picture, at a size of its own.
enum class SavedThing : std::uint8_t { session, window, picture };

/// The dialog that asks for a name and a place.
struct SaveFileState {
  bool show = false;
  SavedThing thing = SavedThing::session;
  std::string name;                    ///< as typed, with its ending
  std::string folder;                  ///< as typed
  FolderContents contents;             ///< of that folder
  double width = 1920, height = 1080;  ///< of the picture, pixels
  std::string problem;                 ///< why the last try to save failed
  bool replaces = false;               ///< Enter was pressed over a file that there is already
  float footer_height = 140;           ///< of what is below the folders, pixels, as of the last frame
  bool keyboard_wanted = false;        ///< the name is to take what is typed

  std::string proposed;                 ///< name after what is shown
  std::string own_window, own_picture;  ///< names given last instead of those
};

/// Open the dialog with the last name and place, or a name after what is shown.
void open_save_dialog(App& app, SavedThing thing);

/// Draw it, and save what it says.
void show_save_file(App& app);

/// Save under the name of the dialog. A file of that name is replaced only when this is asked for twice.
void save_named(App& app);

/// Copy a link to the session (App::copy_link). What went wrong is a notice.
void copy_link(App& app);

/// Copy an HTML element that shows the view of this session in another page (App::copy_frame). What went wrong is a notice.
void copy_frame(App& app);

/// Write the window's pixels where the dialog said, or to the clipboard (App::picture_wanted).
void save_window(App& app, const view::Raster& pixels);

}  // namespace warplens::ui
