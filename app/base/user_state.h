#pragma once

#include <filesystem>
#include <string>

namespace warplens::base {

/// The file `name` in warplens' folder for a user's state (XDG Base Directory Specification, XDG_STATE_HOME; else
/// ~/.local/state); "" where there is none.
std::filesystem::path user_state_file(const std::string& name);

/// The user's home folder; "" where there is none.
std::filesystem::path home_folder();

}  // namespace warplens::base
