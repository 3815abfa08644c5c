#include "ui/stepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "ui/app.h"
#include "ui/orders.h"
#include "ui/view_inputs.h"

namespace warplens::ui {
namespace {

bool names(const ptx::Operand& operand, const ptx::Function& function, const std::string& name) {
  if (operand.kind == ptx::OperandKind::reg)
    return operand.index < function.registers.size() && function.registers[operand.index].name == name;
  return std::any_of(operand.elements.begin(), operand.elements.end(),
                     [&](const ptx::Operand& element) { return names(element, function, name); });
}

/// Lanes for which `step` wrote the register called `name`: it names it as a destination.
std::uint32_t lanes_written(const RunTables& tables, const launch::Step& step, const std::string& name) {
  const ptx::Module& module = *tables.run.launch.module;
  const ptx::Instruction* instruction = tables.listing.instruction(module, step.instruction);
  if (instruction == nullptr) return 0;
  const ptx::Function& function = module.functions[tables.listing.place(step.instruction).function];
  for (std::size_t k = 0; k < instruction->destinations && k < instruction->operands.size(); ++k) {
    if (names(instruction->operands[k], function, name)) return step.lanes;
  }
  return 0;
}

/// The element whose story the other views tell, as it is in memory now.
std::string memory_sentence(const RunTables& tables, const launch::Moment& moment) {
  constexpr std::uint64_t largest = 16u << 20;  // bytes that are read at each step
  const launch::Buffer& buffer = tables.shown_buffer();
  const std::uint64_t element = tables.experiment->shown_element;
  if (element >= buffer.size || buffer.size * launch::bytes(buffer.type) > largest) return "";
  const launch::Scalar value = launch::element(buffer.type, moment.buffer(tables.run.shown), element);
  return fmt::format("{}[{}] is {} in memory now.", buffer.name, base::grouped(element), launch::to_text(value));
}

void read_moment(Stepping& stepping) {
  const launch::Moment& moment = *stepping.launch.moment();
  stepping.warps = moment.warps();
  stepping.registers = moment.registers(stepping.warp, stepping.lane);
  stepping.written.assign(stepping.registers.size(), 0);
  stepping.memory = memory_sentence(*stepping.launch.request.tables, moment);
  const auto last = moment.last_step();
  if (!last || last->warp != stepping.warp) return;
  stepping.written_wanted = true;
  for (std::size_t r = 0; r < stepping.registers.size(); ++r)
    stepping.written[r] = lanes_written(*stepping.launch.request.tables, *last, stepping.registers[r].name);
}

/// Read what is so now; a chosen warp whose block has gone gives way to the next one.
void moved(App& app) {
  Stepping& stepping = app.stepping;
  if (!stepping.ready()) return;
  read_moment(stepping);
  if (stepping.chosen() == nullptr && !stepping.warps.empty()) {
    const auto after = std::find_if(stepping.warps.begin(), stepping.warps.end(),
                                    [&](const launch::WarpAt& at) { return at.warp >= stepping.warp; });
    const bool gone = stepping.step() < stepping.length() || stepping.by_hand;
    if (gone) choose_warp(app, (after != stepping.warps.end() ? *after : stepping.warps.back()).warp, 0);
  }
}

/// As it ran, the warp that has just done something is the one to look at.
void follow_step(App& app) {
  const auto last = app.stepping.launch.moment()->last_step();
  if (last && !app.stepping.by_hand) {
    app.stepping.warp = last->warp;
    if (last->lanes != 0 && (last->lanes >> app.stepping.lane & 1) == 0)
      app.stepping.lane = static_cast<std::uint32_t>(std::countr_zero(last->lanes));
    app.stepping.warp_wanted = true;
  }
  moved(app);
}

bool lane_can_go(const launch::WarpAt& warp, std::uint32_t lane) {
  return std::any_of(warp.lanes.begin(), warp.lanes.end(), [&](const launch::LanesAt& at) {
    return at.waits == launch::LanesAt::Waits::not_at_all && (at.lanes >> lane & 1) != 0;
  });
}

void do_by_hand(App& app) {
  Stepping& stepping = app.stepping;
  const launch::WarpAt* warp = stepping.chosen();
  const bool own = warp != nullptr && lane_can_go(*warp, stepping.lane);
  const auto lane = own ? static_cast<std::uint8_t>(stepping.lane) : launch::ScheduleRun::any_lane;
  if (const base::Status done = stepping.launch.stepper->do_step(stepping.warp, lane); !done)
    return say_notice(app, view::sentence(done.error().message), true);
  moved(app);
}

}  // namespace

const launch::Moment* SteppedLaunch::moment() const {
  if (history) return history.get();
  return stepper.get();
}

SteppedLaunch stand_still(const SteppingRequest& request) {
  SteppedLaunch launch{request, nullptr, nullptr, std::nullopt};
  const launch::Launch& of = request.tables->run.launch;
  if (request.by_hand) {
    auto stepper = request.device->stepper(of);
    if (stepper) {
      launch.stepper = std::move(*stepper);
    } else {
      launch.error = stepper.error();
    }
  } else {
    auto history = request.device->history(of, *request.progress);
    if (history) {
      launch.history = std::move(*history);
    } else {
      launch.error = history.error();
    }
  }
  return launch;
}

Stepping::Stepping(std::function<void()> wake) : worker(stand_still, std::move(wake)) {}

Stepping::~Stepping() {
  if (asked) asked->progress->cancel = true;
}

std::uint64_t Stepping::length() const {
  if (launch.history) return launch.history->length();
  return launch.stepper ? launch.stepper->length() : 0;
}

const launch::WarpAt* Stepping::chosen() const {
  const auto found = std::find_if(warps.begin(), warps.end(), [this](const launch::WarpAt& at) { return at.warp == warp; });
  return found != warps.end() ? &*found : nullptr;
}

void update_stepping(App& app) {
  Stepping& stepping = app.stepping;
  if (auto answer = stepping.worker.take()) {
    const bool wanted = stepping.asked && answer->request.progress == stepping.asked->progress;
    if (wanted) {
      stepping.launch = std::move(*answer);
      if (stepping.ready()) go_to_step(app, 0);
    }
  }
  const bool asked = stepping.asked && stepping.asked->tables == app.shown && stepping.asked->by_hand == stepping.by_hand;
  if (asked || (!stepping.shown && !stepping.asked)) return;
  // What belongs to another run is large: it goes, whether or not it is looked at.
  if (stepping.asked) stepping.asked->progress->cancel = true;
  stepping.asked.reset();
  stepping.launch = {};
  stepping.warps.clear();
  stepping.registers.clear();
  if (!stepping.shown || !app.shown) return;
  stepping.asked = SteppingRequest{app.shown, &app.device(), stepping.by_hand, std::make_shared<launch::Progress>()};
  stepping.worker.request(*stepping.asked);
}

void show_steps_view(App& app, bool shown) {
  app.stepping.shown = shown;
  app.playing = false;
  if (shown) app.session.show_sweep = false;
}

void choose_by_hand(App& app, bool by_hand) {
  app.stepping.by_hand = by_hand;
  app.playing = false;
}

void choose_warp(App& app, std::uint32_t warp, std::uint32_t lane) {
  Stepping& stepping = app.stepping;
  stepping.warp = warp;
  stepping.lane = lane;
  stepping.warp_wanted = true;
  if (stepping.ready()) read_moment(stepping);
}

void move_warp(App& app, int by) {
  const Stepping& stepping = app.stepping;
  if (!stepping.shown || stepping.warps.empty()) return;
  const auto at = std::find_if(stepping.warps.begin(), stepping.warps.end(),
                               [&](const launch::WarpAt& each) { return each.warp >= stepping.warp; });
  const auto last = static_cast<std::ptrdiff_t>(stepping.warps.size()) - 1;
  const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(at - stepping.warps.begin() + by, 0, last);
  choose_warp(app, stepping.warps[static_cast<std::size_t>(to)].warp, 0);
}

void go_to_step(App& app, std::uint64_t step) {
  Stepping& stepping = app.stepping;
  if (!stepping.ready()) return;
  step = std::min(step, stepping.length());
  if (stepping.launch.history) {
    stepping.launch.history->go_to(step);
  } else {
    stepping.launch.stepper->go_to(step);
  }
  follow_step(app);
}

void step_on(App& app) {
  Stepping& stepping = app.stepping;
  if (!stepping.ready()) return;
  if (stepping.step() < stepping.length()) return go_to_step(app, stepping.step() + 1);
  if (stepping.launch.stepper) do_by_hand(app);
}

void step_warp(App& app) {
  Stepping& stepping = app.stepping;
  if (!stepping.ready()) return;
  if (stepping.launch.stepper) return do_by_hand(app);
  constexpr std::uint64_t looked_at = 200'000;  // steps, a small part of a second
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step(), end = std::min(history.length(), from + looked_at);
  while (history.step() < end) {
    history.go_to(history.step() + 1);
    if (const auto last = history.last_step(); last && last->warp == stepping.warp) return follow_step(app);
  }
  history.go_to(from);
  say_notice(app, "This warp does nothing more here");
}

void run_stepped_order(App& app) {
  if (!app.stepping.launch.stepper) return;
  const experiment::Settings settings = app.shown->run.settings;
  app.session.settings = settings;
  follow_order(app, std::make_shared<const launch::ScheduleRecord>(app.stepping.launch.stepper->record()), "by hand");
  show_steps_view(app, false);
}

view::Headline steps_headline(const App& app) {
  const view::Theme& theme = app.look.colours();
  const Stepping& stepping = app.stepping;
  view::Headline headline;
  const auto title = [&](std::string words, view::Colour colour) {
    headline.title.push_back({std::move(words), colour, view::Face::semibold});
  };
  const auto detail = [&](std::string words, view::Colour colour) {
    headline.detail.push_back({std::move(words), colour, view::Face::regular});
  };
  if (!stepping.ready()) {
    title(stepping.launch.error ? "It cannot stand still." : "Running once to its end…", theme.text);
    if (stepping.launch.error) detail(view::sentence(base::describe(*stepping.launch.error)), theme.wrong);
    return headline;
  }
  const launch::Moment& moment = *stepping.launch.moment();
  const std::uint64_t step = moment.step();
  if (stepping.by_hand) {
    title(step == 0 ? "Nothing has run yet." : "Step " + base::grouped(step) + ", by hand.", theme.text);
  } else {
    title(fmt::format("Step {} of {}.", base::grouped(step), base::grouped(stepping.length())), theme.text);
  }
  const auto last = moment.last_step();
  if (const auto fault = moment.fault()) {
    detail(view::sentence(fault->message), theme.wrong);
  } else if (last) {
    const view::Subject subject = subject_of(app);
    const std::uint32_t line = stepping.asked->tables->link.cuda_line.at(last->instruction);
    detail(view::capitalised(view::warp_name(subject, last->warp)) + " did ", theme.muted);
    detail(instruction_text(*stepping.asked->tables, last->instruction), theme.text);
    detail(fmt::format(" with {}{}.", base::counted(static_cast<std::uint64_t>(std::popcount(last->lanes)), "lane"),
                       line > 0 ? fmt::format(", line {}", line) : ""),
           theme.muted);
  } else {
    detail(stepping.by_hand ? "Choose a warp below and let it do its next instruction (→)."
                            : "Drag the bar at the bottom, or go on with →.",
           theme.muted);
  }
  headline.origin = launch::Origin::counted;
  return headline;
}

std::vector<LanesOfLine> lanes_by_line(const App& app) {
  std::vector<LanesOfLine> lines;
  const launch::WarpAt* warp = app.stepping.ready() ? app.stepping.chosen() : nullptr;
  if (!app.stepping.shown || warp == nullptr || !app.stepping.asked || app.stepping.asked->tables != app.shown) return lines;
  const RunTables& tables = *app.shown;
  for (const launch::LanesAt& at : warp->lanes) {
    const ptx::Instruction* instruction = tables.listing.instruction(*tables.run.launch.module, at.instruction);
    const std::uint32_t cuda = at.instruction < tables.link.cuda_line.size() ? tables.link.cuda_line[at.instruction] : 0;
    lines.push_back(
        {cuda, instruction != nullptr ? instruction->ptx_line : 0, at.lanes, at.waits != launch::LanesAt::Waits::not_at_all});
  }
  return lines;
}

std::string lane_ranges(std::uint32_t lanes) {
  // Every second lane, every fourth: the first two and the last tell all of them.
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes)),
             last = 31 - static_cast<std::uint32_t>(std::countl_zero(lanes));
  if (std::popcount(lanes) > 3) {
    const auto apart = static_cast<std::uint32_t>(std::countr_zero(lanes >> first & ~1u));
    std::uint32_t equally = 0;
    for (std::uint32_t lane = first; lane <= last; lane += apart) equally |= 1u << lane;
    if (apart > 1 && equally == lanes) return fmt::format("{}, {} … {}", first, first + apart, last);
  }
  std::string text;
  for (std::uint32_t lane = 0; lane < 32;) {
    if ((lanes >> lane & 1) == 0) {
      ++lane;
      continue;
    }
    std::uint32_t end = lane;
    while (end + 1 < 32 && (lanes >> (end + 1) & 1) != 0) ++end;
    if (!text.empty()) text += ", ";
    text += end == lane ? std::to_string(lane) : fmt::format("{}–{}", lane, end);
    lane = end + 1;
  }
  return text;
}

std::string instruction_text(const RunTables& tables, std::uint32_t number) {
  const ptx::Module& module = *tables.run.launch.module;
  const ptx::Instruction* instruction = tables.listing.instruction(module, number);
  if (instruction == nullptr) {
    const ptx::Listing::Place place = tables.listing.place(number);
    return place.function < module.functions.size() ? "the end of " + module.functions[place.function].demangled : "the end";
  }
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < instruction->ptx_line && begin != std::string::npos; ++line) {
    begin = module.text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return "";
  begin = std::min(begin + (instruction->ptx_column > 0 ? instruction->ptx_column - 1 : 0), module.text.size());
  std::string text = module.text.substr(begin, std::min(module.text.find(';', begin), module.text.size()) - begin);
  std::string tidy;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) tidy += c;
    if (blank && !tidy.empty() && tidy.back() != ' ') tidy += ' ';
  }
  while (tidy.ends_with(' ')) tidy.pop_back();
  return tidy;
}

std::string register_text(const launch::RegisterAt& at, std::uint32_t lane) {
  const std::uint64_t bits = at.bits[lane % 32];
  constexpr std::int64_t readable = 1'000'000'000;
  if (at.type == ptx::Type::pred) return bits != 0 ? "true" : "false";
  if (at.type == ptx::Type::f32) return fmt::format("{:g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (at.type == ptx::Type::f64) return fmt::format("{:g}", std::bit_cast<double>(bits));
  // Declared without a sign or a meaning: small numbers as numbers, others, such as addresses, as bits.
  const int width = ptx::bits(at.type);
  const std::int64_t number = width == 64   ? static_cast<std::int64_t>(bits)
                              : width == 16 ? static_cast<std::int16_t>(bits)
                                            : static_cast<std::int32_t>(bits);
  if (number > -readable && number < readable) return std::to_string(number);
  return fmt::format("0x{:x}", bits);
}

}  // namespace warplens::ui
