#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace warplens::desk {

/// A message shown for a few seconds at the bottom of the picture.
struct Notice {
  std::string text;
  bool wrong = false;
  std::optional<double> until;  ///< seconds of the window's clock, set when it is first drawn
};

/// Replace the message.
inline void notify(Notice& notice, std::string text, bool wrong = false) { notice = {std::move(text), wrong, std::nullopt}; }

/// An error as a message: where it is in no file, its sentence alone.
inline void notify(Notice& notice, const base::Error& error) {
  notify(notice, error.file.empty() ? error.message : base::describe(error), true);
}

/// The error of what the user has asked for, if there is one.
inline void notify(Notice& notice, const base::Status& status) {
  if (!status.ok()) notify(notice, status.error());
}

/// Where a file was written, with `what` after its path, or why it was not.
inline void notify_saved(Notice& notice, const base::Result<std::filesystem::path>& file, const std::string& what = "") {
  if (!file.ok()) return notify(notice, file.error());
  notify(notice, "Saved to " + std::filesystem::absolute(*file).string() + what);
}

}  // namespace warplens::desk
