#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace warplens::desk {

/// A message shown for a few seconds at the bottom of the picture.
struct Notice {
  std::string text;
  bool wrong = false;
  std::optional<double> until;  ///< seconds of the window's clock, set when it is first drawn
};

/// Replace the message.
void notify(Notice& notice, std::string text, bool wrong = false);

/// Show an error as the message: where it is in no file, its sentence alone.
void notify(Notice& notice, const base::Error& error);

/// Show the error of what the user has asked for, if there is one.
void notify(Notice& notice, const base::Status& status);

/// Say where a file was written, with `what` after its path, or why it was not.
void notify_saved(Notice& notice, const base::Result<std::filesystem::path>& file, const std::string& what = "");

}  // namespace warplens::desk
