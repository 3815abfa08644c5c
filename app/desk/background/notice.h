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
  std::optional<double> until;  ///< seconds of the window's clock, set when the notice is first drawn
};

/// Replace the message.
void notify(Notice& notice, std::string text, bool wrong = false);

/// Show an error as the message, with its place if it is in a file.
void notify(Notice& notice, const base::Error& error);

/// Show the error of a user's action, if it failed.
void notify(Notice& notice, const base::Status& status);

/// Show the path of a written file, followed by `what`, or the error.
void notify_saved(Notice& notice, const base::Result<std::filesystem::path>& file, const std::string& what = "");

}  // namespace warplens::desk
