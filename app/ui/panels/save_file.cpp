#include "ui/panels/save_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "desk/view_inputs.h"
#include "experiment/kernel_file/describe.h"
#include "export/png.h"
#include "ui/panels/panel.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"
#include "ui/window/picture_file.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

/// EXPERIMENT-VIEW.png; of a sweep, EXPERIMENT-LABEL.png.
std::string picture_name(const App& app) {
  const Session& session = app.choices.session;
  const auto named = experiment::kernel_named(session.experiment);
  const std::string experiment = named ? fs::path(named->file).stem().string() : session.experiment;
  return experiment + "-" + (app.choices.row().needs.sweep ? session.sweep.label : session.view) + ".png";
}

/// The name that the user gave last in place of the one that was proposed; of a session, Choices::session_file has it.
std::string& own_name(SaveFileState& state) { return state.thing == SavedThing::window ? state.own_window : state.own_picture; }

void propose(App& app, SaveFileState& state) {
  const bool session = state.thing == SavedThing::session;
  state.proposed = session ? proposed_session_file(app.choices).filename().string() : picture_name(app);
  state.name = session || own_name(state).empty() ? state.proposed : own_name(state);
  state.problem.clear();
  state.replaces = false;
}

fs::path file_of(const SaveFileState& state) { return fs::path(state.folder) / state.name; }

bool is_there(const SaveFileState& state) {
  std::error_code code;
  return !state.name.empty() && fs::exists(file_of(state), code);
}

bool is_svg(const SaveFileState& state) { return fs::path(state.name).extension() == ".svg"; }

std::uint32_t pixels_of(double side) { return static_cast<std::uint32_t>(std::clamp(side, 64.0, 8192.0)); }

/// The name with the ending that its kind of file has.
std::string with_ending(const SaveFileState& state) {
  const std::string ending = fs::path(state.name).extension().string();
  if (state.thing == SavedThing::session) return ending == ".warplens" ? state.name : state.name + ".warplens";
  const bool fits = ending == ".png" || (state.thing == SavedThing::picture && ending == ".svg");
  return fits ? state.name : state.name + ".png";
}

base::Status write_picture(App& app, const SaveFileState& state) {
  const std::uint32_t width = pixels_of(state.width), height = pixels_of(state.height);
  if (is_svg(state)) {
    const auto svg = picture_svg(app, width, height, state.caption);
    return svg ? base::write_file(file_of(state), *svg) : base::Status(svg.error());
  }
  const auto pixels = picture_pixels(app, width, height, state.caption);
  return pixels ? export_::write_png(file_of(state), *pixels) : base::Status(pixels.error());
}

void save(App& app, SaveFileState& state) {
  state.name = with_ending(state);
  const fs::path file = file_of(state);
  std::error_code code;
  fs::create_directories(state.folder, code);  // one that cannot be made is reported by what writes there
  base::Status saved = base::Nothing{};
  if (state.thing == SavedThing::session) {
    const auto written = app.save_session_as(file);
    if (!written) saved = written.error();
  } else if (state.thing == SavedThing::picture) {
    saved = write_picture(app, state);
  } else {
    app.picture_ordered = file;
    app.focus.hide();
  }
  if (!saved) {
    state.problem = base::describe(saved.error());
    return;
  }
  if (state.thing != SavedThing::session && state.name != state.proposed) own_name(state) = state.name;
  state.show = false;
  app.typing_ends = true;
  if (state.thing != SavedThing::window)
    notify_saved(app.notice, file, state.thing == SavedThing::session ? app.not_in_session() : "");
}

void copy(App& app, SaveFileState& state) {
  base::Status copied = base::Nothing{};
  if (state.thing == SavedThing::window) {
    app.picture_ordered = fs::path();
    app.focus.hide();
  } else if (is_svg(state)) {
    const auto svg = picture_svg(app, pixels_of(state.width), pixels_of(state.height), state.caption);
    if (svg)
      ImGui::SetClipboardText(svg->c_str());
    else
      copied = svg.error();
  } else {
    const auto pixels = picture_pixels(app, pixels_of(state.width), pixels_of(state.height), state.caption);
    copied = pixels ? copy_image(*pixels) : base::Status(pixels.error());
  }
  if (!copied) {
    state.problem = base::describe(copied.error());
    return;
  }
  state.show = false;
  app.typing_ends = true;
  if (state.thing != SavedThing::window) notify(app.notice, "Copied to the clipboard");
}

void show_thing(App& app, SaveFileState& state, float width) {
  static const std::array<std::string, 3> labels{"Session", "Window", "Only the picture"};
  static const std::array<std::string, 3> tips{"Everything needed to see the same again, in one file to open here or hand on",
                                               "The whole window as it is now, as an image",
                                               "The headline and what is below it, without the panels, at a size of your own"};
  if (const auto chosen = segmented(app.look, "thing", labels, static_cast<std::size_t>(state.thing), width, tips)) {
    state.thing = static_cast<SavedThing>(*chosen);
    propose(app, state);
  }
}

/// PNG or SVG, and how large.
void show_format(const Look& look, SaveFileState& state, float width) {
  static const std::array<std::string, 2> labels{"PNG", "SVG"};
  static const std::array<std::string, 2> tips{"An image of pixels",
                                               "A drawing that stays sharp at any size, with text that stays text"};
  if (const auto chosen = segmented(look, "format", labels, is_svg(state) ? 1 : 0, width, tips))
    state.name = fs::path(state.name).replace_extension(*chosen == 0 ? ".png" : ".svg").string();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float between = look.px(24), half = (width - between) / 2;
  const auto side = [&](const char* label, double& value, float x) {
    ImGui::SetCursorScreenPos({at.x + x, at.y});
    ImGui::BeginChild(label, {half, look.px(62)}, false, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar);
    number_slider(look, {label, label, "Pixels, 64 to 8,192", 320, 3840, true, true, "", ""}, value);
    ImGui::EndChild();
  };
  side("Width", state.width, 0);
  side("Height", state.height, half + between);
  toggle(look, "caption", "With a caption", state.caption,
         "Below it, in small letters: experiment, kernel, sizes, machine and seed, to make the same again");
}

void show_place(const Look& look, SaveFileState& state, float width, float height) {
  if (text_field(look, "##folder", state.folder, width, "The folder: type a path, or click below", state.contents.problem) &&
      fs::path(state.folder) != state.contents.folder)
    state.contents = read_folder(state.folder);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("folders", {width, height}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  const float inner = width - ImGui::GetStyle().ScrollbarSize;
  const fs::path parent = state.contents.folder.parent_path();
  std::optional<fs::path> enter;
  if (parent != state.contents.folder && list_row(look, "..", "..", "the folder above", parent.string(), inner)) enter = parent;
  for (const fs::path& folder : state.contents.folders)
    if (list_row(look, folder.string(), folder.filename().string() + "/", "", folder.string(), inner)) enter = folder;
  ImGui::EndChild();
  if (!enter) return;
  state.folder = enter->string();
  state.contents = read_folder(*enter);
}

/// What is in the way, and the buttons.
void show_buttons(App& app, SaveFileState& state) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  SaveFileState ended = state;
  ended.name = with_ending(state);
  const bool there = is_there(ended);
  if (!state.problem.empty())
    note(look, state.problem, theme.wrong);
  else if (there)
    note(look, fmt::format("There is a file {} already.{}", ended.name, state.replaces ? " Enter once more replaces it." : ""),
         theme.wrong);
  else
    note(look, "", theme.muted);
  if (primary_button(look, "save", there ? "Replace it" : "Save   ⏎",
                     there ? "Write over the file of that name" : "Write the file (Enter)", !state.name.empty()))
    save(app, state);
  if (there) {
    const fs::path other = desk::unused_path(file_of(ended));
    if (button(look, "other", "Save as " + other.filename().string(), "Keep the file that is there")) {
      state.name = other.filename().string();
      save(app, state);
    }
  }
  const bool copies = state.thing != SavedThing::session && (can_copy_images() || is_svg(state));
  if (copies && button(look, "copy", "Copy to the clipboard", "Paste it into a slide or a message")) copy(app, state);
  if (state.thing == SavedThing::session && app.copy_link &&
      button(look, "link", "Copy a link", "Whoever opens it sees the same: the link holds all of the session")) {
    state.show = false;
    copy_link(app);
  }
}

}  // namespace

void open_save_dialog(App& app, SavedThing thing) {
  SaveFileState& state = app.save_dialog;
  state.show = state.keyboard_wanted = true;
  state.thing = thing;
  app.notice = {};  // it would stand over the dialog
  propose(app, state);
  if (state.folder.empty() || thing == SavedThing::session) {
    state.folder = base::whole_path(proposed_session_file(app.choices)).parent_path().string();
    state.contents = read_folder(state.folder);
  }
}

void save_named(App& app) {
  SaveFileState& state = app.save_dialog;
  if (state.name.empty()) return;
  SaveFileState ended = state;
  ended.name = with_ending(state);
  if (is_there(ended) && !std::exchange(state.replaces, true)) return;
  save(app, state);
}

void show_save_file(App& app) {
  const Look& look = app.look;
  SaveFileState& state = app.save_dialog;
  show_overlay(look, {"save", {640, 640}, {28, 24}}, state.show, [&] {
    const float width = ImGui::GetContentRegionAvail().x;
    section(look, "Save", true);
    show_thing(app, state, width);
    if (std::exchange(state.keyboard_wanted, false)) ImGui::SetKeyboardFocusHere();
    if (text_field(look, "##name", state.name, width, "The file's name")) {
      state.replaces = false;
      state.problem.clear();
    }
    const bool picture = state.thing == SavedThing::picture;
    if (picture) show_format(look, state, width);
    note(look, "in the folder", look.colours().muted);
    show_place(look, state, width, std::max(ImGui::GetContentRegionAvail().y - look.px(40) - state.footer_height, look.px(60)));
    const float top = ImGui::GetCursorPosY();
    show_buttons(app, state);
    state.footer_height = ImGui::GetCursorPosY() - top;
  });
}

void copy_link(App& app) {
  const auto text = app.session_text();
  if (!text) return notify(app.notice, text.error());
  app.copy_link(*text);
  notify(app.notice, "The link is in the address bar and, if the browser allowed it, in the clipboard" + app.not_in_session());
}

void copy_frame(App& app) {
  const auto text = app.session_text();
  if (!text) return notify(app.notice, text.error());
  app.copy_frame(*text);
  notify(app.notice, "The frame is in the clipboard, if the browser allowed it. It shows this view and the bar below it" +
                         app.not_in_session());
}

void save_window(App& app, const view::Raster& pixels) {
  const auto to = std::exchange(app.picture_wanted, std::nullopt);
  if (!to) return;
  if (to->empty()) {
    const base::Status copied = copy_image(pixels);
    notify(app.notice, "Copied to the clipboard");
    return notify(app.notice, copied);
  }
  const base::Status written = export_::write_png(*to, pixels);
  notify_saved(app.notice, written ? base::Result<fs::path>(*to) : written.error());
}

}  // namespace warplens::ui
