#include "desk/background/notice.h"

#include <utility>

#include "base/shown_path.h"

namespace warplens::desk {

void notify(Notice& notice, std::string text, bool wrong) { notice = {std::move(text), wrong, std::nullopt}; }

void notify(Notice& notice, const base::Error& error) {
  notify(notice, error.file.empty() ? error.message : base::describe_briefly(error), true);
}

void notify(Notice& notice, const base::Status& status) {
  if (!status.ok()) notify(notice, status.error());
}

void notify_saved(Notice& notice, const base::Result<std::filesystem::path>& file, const std::string& what) {
  if (!file.ok()) return notify(notice, file.error());
  notify(notice, "Saved to " + base::shown_path(std::filesystem::absolute(*file)) + what);
}

}  // namespace warplens::desk
