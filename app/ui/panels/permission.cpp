#include <fmt/format.h>

#include <algorithm>

#include "ui/panels/panel.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

void show_permission(const Look& look, desk::Desk& desk) {
  constexpr std::size_t most = 8;
  constexpr float width = 720, row = 26, rest = 278;  // points
  const auto question = desk.permissions.question();
  if (!question) return;
  const std::vector<std::filesystem::path>& outside = question->outside;
  const float rows = static_cast<float>(std::min(outside.size(), most) + (outside.size() > most ? 1 : 0));
  bool open = true;
  std::optional<bool> answer;
  show_overlay(look, {"permission", {width, rest + rows * row}, {28, 24}}, open, [&] {
    const view::Theme& theme = look.colours();
    section(look, "Open " + question->file.filename().string(), true);
    say(look, {{"It reads outside of its folder:", theme.text, view::Face::semibold}}, theme.line);
    gap(look, 4);
    for (std::size_t k = 0; k < std::min(outside.size(), most); ++k) note(look, outside[k].string(), theme.text);
    if (outside.size() > most) note(look, fmt::format("and {} more", outside.size() - most), theme.muted);
    gap(look, 6);
    note(look,
         "They are read into the kernel's buffers, or compiled, on this computer; nothing is sent anywhere. Allow it if you "
         "know where the file comes from. You are asked once.",
         theme.muted);
    gap(look, 6);
    if (primary_button(look, "allow", "Read them and open", "Open the file, now and later, and let it read what is listed"))
      answer = true;
    if (link(look, "refuse", "Do not open", "Leave everything as it is (Esc)")) answer = false;
  });
  if (!open) answer = false;
  if (answer) desk.answer(*answer);
}

}  // namespace warplens::ui
