#include "ui/window/picture_file.h"

#include <algorithm>
#include <cstdlib>

#include "base/process.h"
#include "desk/figure.h"
#include "desk/view_inputs.h"
#include "export/png.h"
#include "export/svg.h"
#include "ui/window/offscreen.h"

namespace warplens::ui {
namespace {

/// Pixels per point: as on a slide, where 1280 × 720 points are legible from the last row.
float scale_of(std::uint32_t width, std::uint32_t height) {
  return std::clamp(std::min(static_cast<float>(width) / 1280, static_cast<float>(height) / 720), 0.5f, 6.0f);
}

base::Result<desk::Figure> figure_at(desk::Desk& desk, std::uint32_t width, std::uint32_t height, float scale, bool caption) {
  if (!has_picture(desk)) return base::error("There is no picture yet");
  // Cells are painted with two pixels a point at least, so that their edges are sharp.
  return figure_of(desk, static_cast<float>(width) / scale, static_cast<float>(height) / scale, std::max(scale, 2.0f), caption);
}

/// The program, and the words that make it take a PNG file's content; "$1" is the file.
std::string copying_command() {
  const bool wayland = std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (wayland && !base::find_program("wl-copy").empty()) return "wl-copy --type image/png < \"$1\"";
  if (!base::find_program("xclip").empty()) return "xclip -selection clipboard -t image/png -i \"$1\"";
  return "";
}

}  // namespace

base::Result<view::Raster> picture_pixels(desk::Desk& desk, std::uint32_t width, std::uint32_t height, bool caption) {
  const float scale = scale_of(width, height);
  const auto drawn = figure_at(desk, width, height, scale, caption);
  if (!drawn) return drawn.error();
  return render_drawing_here(drawn->drawing, desk.choices.theme(), width, height, scale);
}

base::Result<std::string> picture_svg(desk::Desk& desk, std::uint32_t width, std::uint32_t height, bool caption) {
  const float scale = scale_of(width, height);
  const auto drawn = figure_at(desk, width, height, scale, caption);
  if (!drawn) return drawn.error();
  return export_::svg_of(drawn->drawing, desk.choices.theme().background, drawn->title, scale);
}

bool can_copy_images() { return !copying_command().empty(); }

base::Status copy_image(const view::Raster& pixels) {
  const std::string command = copying_command();
  if (command.empty()) return base::error("Images go to the clipboard with wl-copy or xclip; neither is installed");
  const auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const std::filesystem::path file = folder->path() / "picture.png";
  if (const base::Status written = export_::write_png(file, pixels); !written) return written;
  // The program stays, to give the image away when it is asked for; it must not keep our pipe open for as long.
  constexpr std::chrono::seconds limit{5};
  const auto ran = base::run_process("/bin/sh", {"-c", command + " > /dev/null 2>&1", "sh", file.string()}, limit);
  if (!ran) return ran.error();
  return ran->exit_status == 0 ? base::Status(base::Nothing{}) : base::error("The clipboard did not take the image");
}

}  // namespace warplens::ui
