#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "ui/panel.h"
#include "ui/view_inputs.h"
#include "ui/widgets.h"

namespace warplens::ui {
namespace {

using launch::LanesAt;
using view::Face;

constexpr TextStyle mono{Face::mono, 15}, text{Face::regular, 15};
constexpr float warp_row = 30, register_row = 27, name_width = 128, lane_width = 6;  // points

const char* reason(LanesAt::Waits waits) {
  switch (waits) {
    case LanesAt::Waits::for_block:
      return "wait at the block's barrier";
    case LanesAt::Waits::for_lanes:
      return "wait for other lanes of the warp";
    case LanesAt::Waits::to_reconverge:
      return "wait for lanes that went another way";
    case LanesAt::Waits::not_at_all:
      break;
  }
  return "go on";
}

/// Lanes at one place have one colour; those that wait are pale, those that have exited are empty.
view::Colour colour_of(const view::Theme& theme, const launch::WarpAt& warp, std::uint32_t lane) {
  for (std::size_t k = 0; k < warp.lanes.size(); ++k) {
    if ((warp.lanes[k].lanes >> lane & 1) == 0) continue;
    const view::Colour colour = warp.lanes.size() == 1 ? theme.accent : view::label_colour(theme, 2 * k, 8);
    return faded(colour, warp.lanes[k].waits == LanesAt::Waits::not_at_all ? 1.0f : 0.35f);
  }
  return theme.idle;
}

/// "115, 7" where "block 115, warp 7" has no room: the list's title says what the numbers are.
std::string name_in(const Look& look, const std::string& name, float width) {
  if (text_width(look, text, name) <= width) return name;
  std::string numbers = name;
  for (const std::string_view word : {"block ", "warp "}) {
    if (const std::size_t at = numbers.find(word); at != std::string::npos) numbers.erase(at, word.size());
  }
  return shortened(look, text, numbers, width);
}

/// A warp of the list: its name, its lanes, and what it does next.
void show_warp_row(App& app, const launch::WarpAt& warp, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const view::Subject subject = subject_of(app);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(warp_row);
  const float each = std::clamp((width - look.px(name_width)) / 32, look.px(2), look.px(lane_width));
  ImGui::PushID(static_cast<int>(warp.warp));
  if (ImGui::InvisibleButton("warp", {width, height})) choose_warp(app, warp.warp, 0);
  const bool chosen = warp.warp == app.stepping.warp;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(chosen ? theme.selected : theme.control), look.px(6));
  const float baseline = middle_baseline(look, at.y, height, text.size), lanes = 32 * each;
  const std::string name = view::warp_name(subject, warp.warp);
  draw_text(list, look, text, {at.x + look.px(10), baseline}, view::label_colour(theme, warp.block, base::count(subject.grid)),
            name_in(look, name, width - lanes - look.px(32)));
  const float x = at.x + width - lanes - look.px(10);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const float left = x + each * static_cast<float>(lane);
    list.AddRectFilled({left, at.y + look.px(8)}, {left + each - std::min(look.px(1), each * 0.25f), at.y + height - look.px(8)},
                       packed(colour_of(theme, warp, lane)));
  }
  tip(look, fmt::format("{} on SM {}{}. Click to look at it (↑ ↓).", view::capitalised(name), warp.multiprocessor,
                        warp.can_go ? "" : ": it cannot go on now"));
  if (chosen && app.stepping.warp_wanted) {
    if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.4f);
    app.stepping.warp_wanted = false;
  }
  ImGui::PopID();
}

void show_warps(App& app, float width, float height) {
  const Look& look = app.look;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("warps", {width, height}, false, ImGuiWindowFlags_NoNav);
  const float inner = width - ImGui::GetStyle().ScrollbarSize;
  const std::vector<launch::WarpAt>& warps = app.stepping.warps;
  // The chosen one's row may be out of sight: a clipper would never draw it.
  const float first = ImGui::GetScrollY() / look.px(warp_row), seen = height / look.px(warp_row);
  for (std::size_t k = 0; k < warps.size(); ++k) {
    const auto row = static_cast<float>(k);
    const bool wanted = app.stepping.warp_wanted && warps[k].warp == app.stepping.warp;
    if (wanted || (row > first - 2 && row < first + seen + 2)) {
      show_warp_row(app, warps[k], inner);
    } else {
      ImGui::Dummy({inner, look.px(warp_row)});
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

/// The 32 lanes of the chosen warp, to choose one.
void show_lanes(App& app, const launch::WarpAt& warp, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const std::uint32_t across = width >= look.px(24) * 32 ? 32 : width >= look.px(24) * 16 ? 16 : 8;
  const float each = width / static_cast<float>(across), tall = look.px(28);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr TextStyle style{Face::mono, 14};
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const ImVec2 from(at.x + each * static_cast<float>(lane % across),
                      at.y + (tall + look.px(3)) * static_cast<float>(lane / across));
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(static_cast<int>(lane));
    if (ImGui::InvisibleButton("lane", {each, tall})) choose_warp(app, warp.warp, lane);
    const ImVec2 to(from.x + each - look.px(2), from.y + tall);
    const view::Colour colour = colour_of(theme, warp, lane);
    list.AddRectFilled(from, to, packed(faded(colour, 0.45f)), look.px(4));
    if (lane == app.stepping.lane) list.AddRect(from, to, packed(theme.text), look.px(4), 0, look.px(2));
    const std::string number = std::to_string(lane);
    draw_text(
        list, look, style,
        {from.x + (each - look.px(2) - text_width(look, style, number)) / 2, middle_baseline(look, from.y, tall, style.size)},
        theme.text, number);
    tip(look, fmt::format("Lane {}. Click to see its registers first.", lane));
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos({at.x, at.y + (tall + look.px(3)) * static_cast<float>(32 / across)});
  ImGui::Dummy({width, look.px(2)});
}

/// Where the lanes of the chosen warp are, a line for each place.
void show_places(App& app, const launch::WarpAt& warp, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const RunTables& tables = *app.stepping.launch.request.tables;
  for (const LanesAt& at : warp.lanes) {
    const std::uint32_t line = at.instruction < tables.link.cuda_line.size() ? tables.link.cuda_line[at.instruction] : 0;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float height = look.px(26), square = look.px(11), middle = from.y + height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(at.lanes));
    list.AddRectFilled({from.x, middle - square / 2}, {from.x + square, middle + square / 2},
                       packed(colour_of(theme, warp, lane)), look.px(3));
    const float baseline = middle_baseline(look, from.y, height, text.size);
    std::string who = "lanes " + lane_ranges(at.lanes) + (line > 0 ? fmt::format(" · line {} · ", line) : " · ");
    who += at.waits == LanesAt::Waits::not_at_all ? "next " : std::string(reason(at.waits)) + " at ";
    const std::string instruction = instruction_text(tables, at.instruction);
    const float x = from.x + look.px(20), room = width - look.px(20), words = text_width(look, text, who);
    draw_text(list, look, text, {x, baseline}, theme.muted, shortened(look, text, who, room));
    // On the same line where there is room, else below.
    const bool beside = words + text_width(look, mono, instruction) <= room;
    draw_text(list, look, mono, {beside ? x + words : x, beside ? baseline : baseline + look.px(22)}, theme.text,
              shortened(look, mono, instruction, room));
    ImGui::Dummy({width, beside ? height : height + look.px(22)});
    tip(look, instruction + ": what these lanes do next, in PTX. Its source line is marked at the right.");
  }
}

/// A row for each register, a column for each lane from the chosen one on.
void show_registers(App& app, float width, float height) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const Stepping& stepping = app.stepping;
  const float name = std::min(look.px(128), width * 0.42f), column = std::min(look.px(146), width - name),
              row = look.px(register_row);
  const auto columns = static_cast<std::uint32_t>(std::clamp((width - name) / column, 1.0f, 32.0f));
  const std::uint32_t first = std::min(stepping.lane, 32 - columns);
  section(look, columns == 1 ? fmt::format("Registers of lane {}", first)
                             : fmt::format("Registers of lanes {} to {}", first, first + columns - 1));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("registers", {width, std::max(height, 4 * row)}, false, ImGuiWindowFlags_NoNav);
  if (const auto written =
          std::find_if(stepping.written.begin(), stepping.written.end(), [](std::uint32_t lanes) { return lanes != 0; });
      app.stepping.written_wanted && written != stepping.written.end()) {
    const float y = row * static_cast<float>(written - stepping.written.begin());
    if (y < ImGui::GetScrollY() || y + row > ImGui::GetScrollY() + ImGui::GetWindowHeight()) ImGui::SetScrollY(y - 3 * row);
  }
  app.stepping.written_wanted = false;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(stepping.registers.size()), row);
  while (clipper.Step()) {
    for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
      const launch::RegisterAt& at = stepping.registers[static_cast<std::size_t>(r)];
      const std::uint32_t written = stepping.written[static_cast<std::size_t>(r)];
      const ImVec2 from = ImGui::GetCursorScreenPos();
      const float baseline = middle_baseline(look, from.y, row, mono.size);
      if (written != 0) list.AddRectFilled(from, {from.x + width, from.y + row}, packed(faded(theme.write, 0.14f)), look.px(4));
      draw_text(list, look, mono, {from.x + look.px(6), baseline}, written != 0 ? theme.text : theme.soft, at.name);
      const std::string type = std::string(ptx::name(at.type));
      draw_text(list, look, {Face::mono, 14}, {from.x + name - look.px(8) - text_width(look, {Face::mono, 14}, type), baseline},
                faint(theme), type);
      for (std::uint32_t k = 0; k < columns; ++k) {
        const std::uint32_t lane = first + k;
        const std::string value = shortened(look, mono, register_text(at, lane), column - look.px(12));
        const bool new_value = (written >> lane & 1) != 0;
        const float right = from.x + name + column * static_cast<float>(k + 1) - look.px(6);
        draw_text(list, look, mono, {right - text_width(look, mono, value), baseline}, new_value ? theme.write : theme.text,
                  value);
      }
      ImGui::Dummy({width, row});
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void show_warp(App& app, float width, float height) {
  const Look& look = app.look;
  const float top = ImGui::GetCursorPosY();
  const launch::WarpAt* found = app.stepping.chosen();
  const std::string name = view::warp_name(subject_of(app), app.stepping.warp);
  section(look, name, true);
  if (found == nullptr) {
    note(look, "It is on no multiprocessor: its block has not started yet, or has ended.", look.colours().muted);
    return;
  }
  const launch::WarpAt warp = *found;  // a click below reads all warps anew
  show_lanes(app, warp, width);
  show_places(app, warp, width);
  if (!app.stepping.memory.empty()) note(look, app.stepping.memory, look.colours().text);
  gap(look, 4);
  show_registers(app, width, height - (ImGui::GetCursorPosY() - top) - look.px(46));
}

/// A button `width` pixels wide.
bool sized_button(const Look& look, const char* id, const char* label, const char* tooltip, float width) {
  ImGui::BeginChild(id, {width, look.px(40)}, false, ImGuiWindowFlags_NoNav);
  const bool clicked = button(look, "button", label, tooltip);
  ImGui::EndChild();
  return clicked;
}

/// As it ran or by hand, and what can be done; in two rows where one is too narrow.
void show_mode(App& app, float width) {
  const Look& look = app.look;
  static const std::string labels[] = {"As it ran", "By hand"};
  static const std::string tips[] = {"Go through the steps of the shown run",
                                     "Choose which warp goes next, one instruction at a time"};
  const bool by_hand = app.stepping.by_hand, one_row = width >= look.px(620);
  const float mode = look.px(210), between = look.px(14);
  if (const auto chosen = segmented(look, "mode", labels, by_hand ? 1 : 0, mode, tips)) choose_by_hand(app, *chosen == 1);
  if (one_row) ImGui::SameLine(0, between);
  const float each = std::min(look.px(190), (width - (one_row ? mode + between : 0) - between) / 2);
  if (sized_button(
          look, "step", "Step this warp",
          by_hand ? "The chosen warp does its next instruction (W)" : "On to the next instruction of the chosen warp (W)", each))
    step_warp(app);
  if (by_hand) {
    ImGui::SameLine(0, between);
    if (sized_button(look, "run", "Run this order", "Run the launch in the order stepped by hand, and see it in every view",
                     each))
      run_stepped_order(app);
  }
}

}  // namespace

void show_steps(App& app) {
  const Look& look = app.look;
  if (!app.stepping.ready()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  show_mode(app, width);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float between = look.px(22);
  const float left = std::min(std::max(room.x * 0.4f, look.px(name_width + 32 * 2)), look.px(name_width + 32 * lane_width + 60));
  section(look, "Block, warp · " + base::grouped(std::uint64_t{app.stepping.warps.size()}) + " on multiprocessors", true,
          room.x - left);
  const float legend = look.px(64);
  show_warps(app, left, room.y - (ImGui::GetCursorScreenPos().y - at.y) - legend);
  paragraph(
      look, 14, 20,
      {{"Lanes at one place have one colour. Pale: they wait. Dark: they have exited.", look.colours().muted, Face::regular}},
      left);
  ImGui::SetCursorScreenPos({at.x + left + between, at.y});
  ImGui::BeginChild("warp", {room.x - left - between, room.y}, false, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar);
  show_warp(app, room.x - left - between, room.y);
  ImGui::EndChild();
}

}  // namespace warplens::ui
