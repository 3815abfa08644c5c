#include "ui/panels/open_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/shown_path.h"
#include "desk/editing/sequence_edit.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/kernel_source.h"
#include "ui/panels/panel.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

bool is_opened_here(const fs::path& file) {
  return experiment::is_experiment_file(file) || experiment::is_python_file(file) || file.extension() == ".warplens" ||
         file.extension() == ".schedule" || file.extension() == ".obj";
}

/// Templates and a copy of what is open; then the files opened last.
void show_new_and_recent(const Look& look, desk::Desk& desk, OpenFileState& state, float width) {
  const fs::path folder = state.folder;
  section(look, "New, in the folder at the right", true);
  for (const desk::KernelTemplate& each : state.templates) {
    const std::size_t colon = std::min(each.label.find(": "), each.label.size());
    if (list_row(look, "new " + each.name, each.label.substr(0, colon), each.name + ".cu", each.label, width)) {
      desk.open_new(each, folder);
      state.show = false;
    }
  }
  if (!desk.choices.experiment().recording &&
      list_row(look, "copy", "A copy of “" + desk.choices.experiment().title + "”",
               desk.choices.experiment().source.filename().string(),
               "Copy the kernel that is open now, with all that is known about it, and edit the copy", width)) {
    desk.open_copy(folder);
    state.show = false;
  }
  const experiment::Experiment& open = desk.choices.experiment();
  if (open.source.extension() == ".cu" &&
      list_row(look, "program", "“" + open.title + "” as a program", open.source.stem().string() + "-program.cu",
               "Write a CUDA program that fills the same arrays, launches this kernel as chosen now, prints what comes out and "
               "compares it. nvcc compiles it, and it runs on a GPU without Warplens",
               width)) {
    desk.save_as_program(folder);
    state.show = false;
  }
  const bool of_kernel_file = open.opened_by_user() && open.file == open.source && open.source.extension() == ".cu";
  if (of_kernel_file &&
      list_row(look, "experiment", "Save as an experiment", open.source.stem().string() + ".toml",
               "Write what is chosen now (sizes, contents, grid, block) to a file next to the kernel, to be opened and "
               "edited as an experiment",
               width)) {
    desk.save_as_experiment();
    state.show = false;
  }
  if (has_sequence(desk.choices) &&
      list_row(
          look, "sequence", "Run its kernels in a row", open.source.stem().string() + ".toml",
          "Make an experiment of all kernels of this file, one after the other on the same buffers; order, buffers, grids and "
          "blocks can be changed",
          width)) {
    desk.open_sequence();
    state.show = false;
  }
  if (desk.recent.files().empty()) return;
  section(look, "Opened last");
  for (const fs::path& file : std::vector<fs::path>(desk.recent.files())) {
    if (!list_row(look, "recent " + file.string(), file.filename().string(), base::shown_path(file.parent_path()),
                  base::shown_path(file), width))
      continue;
    desk.open_file(file);
    state.show = false;
  }
}

/// The folder's path, to type, and what is in it, to click.
void show_folder(const Look& look, desk::Desk& desk, OpenFileState& state, float width, float height) {
  section(look, "Open", true);
  bool left = false;
  if (std::exchange(state.keyboard_wanted, false)) ImGui::SetKeyboardFocusHere();
  if (text_field(look, "##folder", state.folder, width, "The folder: type a path, or click below", state.contents.problem,
                 &left) ||
      left) {
    std::error_code code;
    if (fs::is_regular_file(state.folder, code)) {
      if (left) {
        desk.open_file(state.folder);
        state.show = false;
      } else {
        state.contents = read_folder(fs::path(state.folder).parent_path());
      }
    } else if (fs::path(state.folder) != state.contents.folder) {
      state.contents = read_folder(state.folder);
    }
  }
  if (!state.contents.problem.empty()) note(look, state.contents.problem, look.colours().wrong);
  const float tall = std::max(height - (ImGui::GetCursorPosY() - ImGui::GetCursorStartPos().y), look.px(120));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("folder", {width, tall}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  const float inner = width - ImGui::GetStyle().ScrollbarSize;
  std::optional<fs::path> enter, open;
  const fs::path parent = state.contents.folder.parent_path();
  if (parent != state.contents.folder && list_row(look, "..", "..", "the folder above", parent.string(), inner)) enter = parent;
  for (const fs::path& folder : state.contents.folders)
    if (list_row(look, folder.string(), folder.filename().string() + "/", "", folder.string(), inner)) enter = folder;
  for (const fs::path& file : state.contents.files)
    if (list_row(look, file.string(), file.filename().string(), "", file.string(), inner)) open = file;
  if (state.contents.files.empty() && state.contents.problem.empty())
    note(look, "No kernel here: .cu, .ptx, .ll, .toml, .recording, .warplens, .schedule and .obj files are listed.",
         look.colours().muted);
  ImGui::EndChild();
  if (enter) {
    state.folder = enter->string();
    state.contents = read_folder(*enter);
  } else if (open) {
    desk.open_file(*open);
    state.show = false;
  }
}

}  // namespace

FolderContents read_folder(const fs::path& folder) {
  constexpr std::size_t most = 5000;
  FolderContents contents{folder, {}, {}, ""};
  std::error_code code;
  std::size_t seen = 0;
  for (fs::directory_iterator at(folder, code), end; !code && at != end && seen < most; at.increment(code), ++seen) {
    std::error_code unknown;
    const bool hidden = at->path().filename().string().starts_with('.');
    if (at->is_directory(unknown) && !hidden) contents.folders.push_back(at->path());
    if (at->is_regular_file(unknown) && is_opened_here(at->path())) contents.files.push_back(at->path());
  }
  if (code) contents.problem = "This folder cannot be read: " + code.message();
  std::ranges::sort(contents.folders);
  std::ranges::sort(contents.files);
  return contents;
}

void open_dialog(const desk::RecentFiles& recent, OpenFileState& state) {
  state.show = true;
  state.templates = desk::kernel_templates();
  state.folder = desk::folder_for_new_files(recent).string();
  // A folder that is made with its first file is no problem before.
  std::error_code code;
  state.contents =
      std::filesystem::exists(state.folder, code) ? read_folder(state.folder) : FolderContents{state.folder, {}, {}, ""};
}

void show_open_file(const Look& look, desk::Desk& desk, OpenFileState& state) {
  const float gap_between = look.px(28);
  show_overlay(look, {"open", {1160, 720}, {28, 24}}, state.show, [&] {
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float half = (room.x - gap_between) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::BeginChild("new and recent", {half, room.y}, false, ImGuiWindowFlags_NoNav);
    show_new_and_recent(look, desk, state, half - ImGui::GetStyle().ScrollbarSize);
    ImGui::EndChild();
    ImGui::SetCursorScreenPos({at.x + half + gap_between, at.y});
    ImGui::BeginChild("open in folder", {half, room.y}, false, ImGuiWindowFlags_NoNav);
    show_folder(look, desk, state, half, room.y);
    ImGui::EndChild();
    ImGui::PopStyleVar();
  });
}

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
    section(look, "Open " + view::as_written(question->file.filename().string()), true);
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

void show_template_question(const Look& look, desk::Desk& desk) {
  if (!desk.template_question) return;
  bool open = true, add = false, cancel = false;
  show_overlay(look, {"template", {860, 276}, {28, 24}}, open, [&] {
    const view::Theme& theme = look.colours();
    section(look, "Open " + view::as_written(desk.template_question->file.filename().string()), true);
    say(look, {{"Its kernels are templates: for which types?", theme.text, view::Face::semibold}}, theme.line);
    gap(look, 4);
    text_field(look, "##instances", desk.template_question->lines, ImGui::GetContentRegionAvail().x,
               "An explicit instantiation for each kernel; float may become int, double or another type, and numbers others");
    note(look, "This is added to the end of the file. What the file holds now is kept beside it, under its name with ~.",
         theme.muted);
    gap(look, 6);
    add = primary_button(look, "add", "Add and open", "Add the line to the file, and open it (Enter)");
    cancel = link(look, "cancel", "Do not open", "Leave everything as it is (Esc)");
  });
  if (!open || cancel) return desk.template_question.reset();
  if (add) desk.answer_template();
}

}  // namespace warplens::ui
