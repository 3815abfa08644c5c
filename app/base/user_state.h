#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace warplens::base {

/// Path of the file `name` in warplens' folder for a user's state (XDG Base Directory Specification, XDG_STATE_HOME; else
/// ~/.local/state); "" if there is no such folder.
std::filesystem::path user_state_file(const std::string& name);

/// Store `text` in a file of user_state_file(). Creates its folder if needed. Does nothing if `file` is "". Errors: the folder or
/// the file cannot be written.
Status write_user_state(const std::filesystem::path& file, const std::string& text);
/// Store `lines` like write_user_state(), one per line.
template <typename Lines>
Status write_user_lines(const std::filesystem::path& file, const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return write_user_state(file, text);
}

/// The user's home folder; "" if there is none.
std::filesystem::path home_folder();

}  // namespace warplens::base
