#include "base/shown_path.h"

#include "base/file.h"

namespace warplens::base {

std::string shown_path(const std::filesystem::path& path) {
  const std::filesystem::path home = home_folder();
  if (home.empty() || home == home.root_path()) return path.string();
  const std::filesystem::path inside = path.lexically_normal().lexically_relative(home.lexically_normal());
  if (inside.empty() || *inside.begin() == ".." || inside == ".") return path.string();
  return (std::filesystem::path("~") / inside).string();
}

}  // namespace warplens::base
