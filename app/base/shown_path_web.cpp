#include "base/shown_path.h"

namespace warplens::base {

std::string shown_path(const std::filesystem::path& path) { return path.filename().string(); }

}  // namespace warplens::base
