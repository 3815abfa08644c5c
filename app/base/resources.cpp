#include "base/resources.h"

#include <cstdlib>

namespace warplens::base {

std::filesystem::path resource_folder() {
  if (const char* folder = std::getenv("WARPLENS_RESOURCES")) return folder;
  std::error_code code;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
  return (code ? std::filesystem::current_path() : program.parent_path()) / "resources";
}

}  // namespace warplens::base
