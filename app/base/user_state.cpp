#include "base/user_state.h"

#include <cstdlib>

#include "base/file.h"

namespace warplens::base {
namespace {

std::filesystem::path folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::filesystem::path(value).is_absolute() ? value : "";
}

}  // namespace

std::filesystem::path home_folder() { return folder_of("HOME"); }

std::filesystem::path user_state_file(const std::string& name) {
  if (const auto state = folder_of("XDG_STATE_HOME"); !state.empty()) return state / "warplens" / name;
  if (const auto home = home_folder(); !home.empty()) return home / ".local" / "state" / "warplens" / name;
  return {};
}

Status write_user_state(const std::filesystem::path& file, const std::string& text) {
  if (file.empty()) return Nothing{};
  std::error_code code;
  std::filesystem::create_directories(file.parent_path(), code);
  if (code) return Error{file.parent_path().string(), 0, 0, "cannot make this folder: " + code.message()};
  return write_file(file, text);
}

}  // namespace warplens::base
