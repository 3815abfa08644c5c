#include "base/user_state.h"

#include <cstdlib>

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

}  // namespace warplens::base
