#include "ui/window/offscreen.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "gl/context.h"
#include "gl/objects.h"
#include "ui/widgets/painter.h"
#include "ui/window/app_frame.h"
#include "ui/window/framebuffer.h"
#include "ui/window/layout.h"

namespace warplens::ui {

/// ImGui with its OpenGL back end and no window; what was current before is current again afterwards.
class ImGuiWithoutWindow {
 public:
  ImGuiWithoutWindow(float width, float height) : before_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(own_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    ImGui_ImplOpenGL3_Init(shading_language);
  }
  /// The fonts were baked anew (Window::begin_frame()).
  static void fonts_changed() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_Init(shading_language);
  }
  ImGuiWithoutWindow(const ImGuiWithoutWindow&) = delete;
  ImGuiWithoutWindow& operator=(const ImGuiWithoutWindow&) = delete;
  ~ImGuiWithoutWindow() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(own_);
    ImGui::SetCurrentContext(before_);
  }

 private:
  static constexpr const char* shading_language = "#version 330 core";

  ImGuiContext* before_;
  ImGuiContext* own_;
};

namespace {

constexpr std::uint32_t smallest = 64, largest = 8192;  // pixels a side
/// The first frame learns how tall its contents are, the second draws them; one more for what follows from that.
constexpr int frames = 3;

base::Status check_size(std::uint32_t width, std::uint32_t height) {
  if (width >= smallest && height >= smallest && width <= largest && height <= largest) return base::Nothing{};
  return base::error("a picture has 64 to 8192 pixels a side, not " + std::to_string(width) + " × " + std::to_string(height));
}

/// Draw what ImGui has rendered into the framebuffer, and read it back.
view::Raster drawn_pixels(std::uint32_t framebuffer, const view::Theme& theme, std::uint32_t width, std::uint32_t height,
                          std::span<const Ground> grounds = {}) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  clear(static_cast<int>(width), static_cast<int>(height), theme.background, grounds);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return read_pixels(width, height);
}

/// In CUDA's order, of the GPU that the session runs on; nothing where it is none.
std::optional<int> number_of_gpu(const Session& session, const launch::DeviceList& devices) {
  const auto device = launch::resolve(devices, session.device, session.spec);
  if (!device || (*device)->properties().kind != launch::DeviceKind::gpu || !(*device)->properties().place.empty())
    return std::nullopt;
  return std::atoi((*device)->properties().id.c_str());
}

}  // namespace

/// In the order in which they need each other.
struct OffscreenWindow::Parts {
  Parts(gl::OffscreenContext current, gl::Framebuffer framebuffer, const experiment::Catalogue& catalogue,
        launch::DeviceList& devices, std::uint32_t wide, std::uint32_t high)
      : context(std::move(current)),
        target(std::move(framebuffer)),
        width(wide),
        height(high),
        imgui(static_cast<float>(wide), static_cast<float>(high)),
        app(catalogue, devices, [] {}) {}

  gl::OffscreenContext context;
  gl::Framebuffer target;
  std::uint32_t width, height;
  float scale = 0;  ///< pixels per point; 0: the default of such a window
  ImGuiWithoutWindow imgui;
  App app;
};

OffscreenWindow::OffscreenWindow(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
OffscreenWindow::OffscreenWindow(OffscreenWindow&&) noexcept = default;
OffscreenWindow::~OffscreenWindow() = default;

desk::Desk& OffscreenWindow::desk() { return parts_->app; }
App& OffscreenWindow::app() { return parts_->app; }

base::Result<std::unique_ptr<OffscreenWindow::Parts>> OffscreenWindow::make_parts(
    std::optional<int> gpu, std::uint32_t width, std::uint32_t height, launch::DeviceList& devices,
    const experiment::Catalogue& catalogue, std::shared_ptr<const lesson::Lessons> lessons) {
  if (const base::Status fine = check_size(width, height); !fine) return fine.error();
  auto context = gl::OffscreenContext::create(gpu);
  if (!context) return context.error();
  auto target = gl::Framebuffer::create(width, height);
  if (!target) return target.error();
  auto cells = view::make_shader_cell_painter(), cells_beside = view::make_shader_cell_painter();
  if (!cells || !cells_beside) return (cells ? cells_beside : cells).error();

  auto parts = std::make_unique<Parts>(std::move(*context), std::move(*target), catalogue, devices, width, height);
  App& app = parts->app;
  app.picture.cells = std::move(*cells);
  app.picture_beside.cells = std::move(*cells_beside);
  app.runs.lends_output = true;
  if (lessons) app.lessons.all = std::move(lessons);
  return parts;
}

base::Result<OffscreenWindow> OffscreenWindow::open(const Session& session, std::uint32_t width, std::uint32_t height,
                                                    float scale, launch::DeviceList& devices,
                                                    const experiment::Catalogue& catalogue,
                                                    std::shared_ptr<const lesson::Lessons> lessons) {
  auto parts = make_parts(number_of_gpu(session, devices), width, height, devices, catalogue, std::move(lessons));
  if (!parts) return parts.error();
  (*parts)->scale = scale;
  (*parts)->app.permissions.allow_all();
  if (const base::Status ran = (*parts)->app.open_and_run(session); !ran) return ran.error();
  return OffscreenWindow(std::move(*parts));
}

base::Result<OffscreenWindow> OffscreenWindow::open(std::uint32_t width, std::uint32_t height, launch::DeviceList& devices,
                                                    const experiment::Catalogue& catalogue,
                                                    std::shared_ptr<const lesson::Lessons> lessons) {
  auto parts = make_parts(std::nullopt, width, height, devices, catalogue, std::move(lessons));
  if (!parts) return parts.error();
  return OffscreenWindow(std::move(*parts));
}

base::Status OffscreenWindow::frame() {
  App& app = parts_->app;
  const auto width = static_cast<float>(parts_->width), height = static_cast<float>(parts_->height);
  const float theme_scale = view::theme(app.choices.session.theme).scale;
  const auto baked = update_look(app, parts_->scale > 0 ? parts_->scale : window_scale(width, height, 1, app.zoom, theme_scale));
  if (!baked) return baked.error();
  if (*baked) ImGuiWithoutWindow::fonts_changed();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  app_frame(app, width, height);
  ImGui::Render();
  if (app.picture_wanted) save_window(app, pixels());
  return base::Nothing{};
}

base::Status OffscreenWindow::settle() {
  App& app = parts_->app;
  for (int left = frames; left > 0; --left) {
    const desk::Answers before = answers_of(app);
    if (const base::Status drawn = frame(); !drawn) return drawn;
    // What a frame has asked for is in the next one.
    app.wait_until_idle();
    const bool sweeps = app.sweeping.running || app.sweeping.wanted || app.choices.sweep_order != desk::SweepOrder::none;
    if (sweeps) left = frames;  // the next frame takes its result
    if (answers_of(app) != before) left = frames;
  }
  return base::Nothing{};
}

view::Raster OffscreenWindow::pixels() const {
  const App& app = parts_->app;
  return drawn_pixels(parts_->target.name(), view::theme(app.choices.session.theme), parts_->width, parts_->height, app.grounds);
}

base::Result<RenderedWindow> OffscreenWindow::draw() {
  if (const base::Status settled = settle(); !settled) return settled.error();
  const App& app = parts_->app;
  if (app.runs.failure && !app.choices.row().needs.program) return *app.runs.failure;
  if (app.sweeping.error) return *app.sweeping.error;
  return RenderedWindow{pixels(), app.runs.output.note()};
}

base::Result<RenderedWindow> render_offscreen(const Session& session, std::uint32_t width, std::uint32_t height, float scale,
                                              launch::DeviceList& devices, const experiment::Catalogue& catalogue,
                                              std::shared_ptr<const lesson::Lessons> lessons) {
  auto window = OffscreenWindow::open(session, width, height, scale, devices, catalogue, std::move(lessons));
  if (!window) return window.error();
  return window->draw();
}

base::Result<view::Raster> render_drawing(const view::Drawing& drawing, const view::Theme& theme, std::uint32_t width,
                                          std::uint32_t height, float scale) {
  const auto context = gl::OffscreenContext::create();
  if (!context) return context.error();
  return render_drawing_here(drawing, theme, width, height, scale);
}

base::Result<view::Raster> render_drawing_here(const view::Drawing& drawing, const view::Theme& theme, std::uint32_t width,
                                               std::uint32_t height, float scale) {
  if (const base::Status fine = check_size(width, height); !fine) return fine.error();
  auto target = gl::Framebuffer::create(width, height);
  if (!target) return target.error();
  const ImGuiWithoutWindow imgui(static_cast<float>(width), static_cast<float>(height));
  Look look;
  look.theme = &theme;
  look.scale = scale;
  if (const auto built = look.fonts.build(scale); !built) return built.error();
  Painter painter;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  painter.paint(*ImGui::GetBackgroundDrawList(), look, drawing, {0, 0}, scale);
  ImGui::Render();
  return drawn_pixels(target->name(), theme, width, height);
}

}  // namespace warplens::ui
