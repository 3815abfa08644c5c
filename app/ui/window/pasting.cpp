#include "ui/window/pasting.h"

#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "desk/editing/kernel_files.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

/// Call `open` with the folder for new files. If another source is shown afterwards, show it wide, and return true.
template <typename Open>
bool open_wide(App& app, Open open) {
  const std::filesystem::path before = app.choices.experiment().source;
  open(desk::folder_for_new_files(app.recent));
  const bool opened = app.choices.experiment().source != before;
  if (opened) app.editing.wide = true;
  return opened;
}

void open_empty_kernel(App& app) {
  const auto templates = desk::kernel_templates();
  const auto empty = std::ranges::find(templates, "empty", &desk::KernelTemplate::name);
  if (empty == templates.end()) return;
  if (open_wide(app, [&](const std::filesystem::path& folder) { app.open_new(*empty, folder); }))
    notify(app.notice, "What was copied last is no kernel. Write yours here, or copy it and press Ctrl V");
}

}  // namespace

void open_clipboard(App& app) {
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr) open_wide(app, [&](const std::filesystem::path& folder) { app.open_text(text, folder); });
}

void paste_kernel(App& app) {
  if (app.ask_for_code) return app.ask_for_code();
  const char* const text = ImGui::GetClipboardText();
  if (text != nullptr && desk::has_kernel(text)) return open_clipboard(app);
  open_empty_kernel(app);
}

}  // namespace warplens::ui
