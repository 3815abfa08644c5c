#include "desk/playback/stepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

#include "base/number_format.h"
#include "experiment/kernel_file/signature.h"
#include "view/subject.h"

namespace warplens::desk {
namespace {

std::string name_of(const RunTables& tables, std::uint64_t element) { return view::element_name(subject_of(tables), element); }

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

/// The element that is looked at, with its current value in memory.
std::string memory_sentence(const RunTables& tables, const launch::Moment& moment, std::uint64_t element) {
  constexpr std::uint64_t largest = 16u << 20;  // bytes that are read at each step
  const launch::Buffer& buffer = tables.shown_buffer();
  if (element >= buffer.size || buffer.size * launch::bytes(buffer.type) > largest) return "";
  const launch::Scalar value = launch::element(buffer.type, moment.buffer(tables.run.shown), element);
  return fmt::format("{} is {} in memory now.", name_of(tables, element), launch::to_text(value));
}

/// Text of the run's source, with its lines where they are; "" if it is not known.
std::string text_of(const SteppingRequest& request) { return request.source ? whole_text(*request.source) : ""; }

/// The names that the source gives to the entry's parameters, by their places; none where it is not known.
std::vector<std::string> parameters_in(const SteppingRequest& request) {
  const RunTables& tables = *request.tables;
  std::vector<std::string> names;
  if (request.source) {
    for (const experiment::KernelSignature& signature : experiment::signatures_of(whole_text(*request.source)))
      if (signature.kernel == tables.function().demangled && names.empty())
        for (const experiment::KernelParameter& parameter : signature.parameters) names.push_back(parameter.name);
  }
  return names.size() == tables.function().parameters.size() ? names : std::vector<std::string>();
}

/// An instruction's text with the source's names for the entry's parameters: [a] for [_Z3addPKfS0_Pfi_param_0].
std::string with_source_names(std::string text, const ptx::Function& entry, const std::vector<std::string>& names) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; };
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& mangled = entry.parameters[k].name;
    if (names[k].empty() || mangled.empty()) continue;
    for (std::size_t at = text.find(mangled); at != std::string::npos; at = text.find(mangled, at + 1)) {
      const std::size_t end = at + mangled.size();
      if ((at > 0 && in_word(text[at - 1])) || (end < text.size() && in_word(text[end]))) continue;
      text.replace(at, mangled.size(), names[k]);
    }
  }
  return text;
}

/// The function that the chosen lane executes.
std::uint32_t function_of(const RunTables& tables, const view::SteppedMoment& moment) {
  const launch::WarpAt* warp = moment.chosen();
  if (warp == nullptr) return tables.run.launch.entry;
  const auto at = std::ranges::find_if(warp->lanes, [&](const auto& each) { return (each.lanes >> moment.lane & 1) != 0; });
  const bool here = at != warp->lanes.end();
  return here || !warp->lanes.empty() ? tables.listing.place((here ? *at : warp->lanes.front()).instruction).function
                                      : tables.run.launch.entry;
}

/// What is known of the variables of a function, found when it is first looked at.
const KnownVariables& known_in(SteppedLaunch& launch, std::uint32_t function) {
  const auto [known, is_new] = launch.variables.try_emplace(function);
  if (is_new) known->second = known_variables(*launch.request.tables, function, text_of(launch.request));
  return known->second;
}

/// Read the state at this step.
void read_moment(Stepping& stepping) {
  const launch::Moment& now = *stepping.launch.moment();
  const RunTables& tables = *stepping.launch.request.tables;
  const auto text_of = [&](std::uint32_t number) -> view::InstructionText {
    std::string text = instruction_text(tables, number);
    if (tables.listing.place(number).function == tables.run.launch.entry)
      text = with_source_names(std::move(text), tables.function(), stepping.launch.parameters);
    return {std::move(text), number < tables.link.cuda_line.size() ? tables.link.cuda_line[number] : 0};
  };
  auto moment = std::make_shared<view::SteppedMoment>();
  moment->step = now.step();
  moment->length = stepping.length();
  moment->by_hand = stepping.launch.request.by_hand;
  moment->warp = stepping.warp;
  moment->lane = stepping.lane;
  moment->warps = now.warps();
  moment->blocks_started = now.blocks_started();
  moment->registers = now.registers(stepping.warp, stepping.lane);
  moment->written.assign(moment->registers.size(), 0);
  moment->memory = memory_sentence(tables, now, stepping.element);
  moment->last = now.last_step();
  moment->fault = now.fault();
  if (moment->last) moment->last_instruction = text_of(moment->last->instruction);
  if (const launch::WarpAt* warp = moment->chosen())
    for (const launch::LanesAt& at : warp->lanes) moment->next.push_back(text_of(at.instruction));
  if (moment->last && moment->last->warp == stepping.warp)
    for (std::size_t r = 0; r < moment->registers.size(); ++r)
      moment->written[r] = lanes_written(tables, *moment->last, moment->registers[r].name);
  const std::uint32_t function = function_of(tables, *moment);
  read_variables(known_in(stepping.launch, function), tables, function, now, *moment);
  stepping.moment = std::move(moment);
}

/// Read the state at this step; a chosen warp whose block has gone gives way to the next one.
void moved(Stepping& stepping) {
  if (!stepping.ready()) return;
  read_moment(stepping);
  const std::vector<launch::WarpAt>& warps = stepping.moment->warps;
  if (stepping.chosen() != nullptr || warps.empty()) return;
  const auto after = std::find_if(warps.begin(), warps.end(), [&](const launch::WarpAt& at) { return at.warp >= stepping.warp; });
  const bool gone = stepping.step() < stepping.length() || stepping.by_hand;
  if (gone) choose_warp(stepping, (after != warps.end() ? *after : warps.back()).warp, 0);
}

/// In recorded order, the warp that has just executed a step becomes the chosen one.
void follow_step(Stepping& stepping) {
  const auto last = stepping.launch.moment()->last_step();
  if (last && !stepping.by_hand) {
    stepping.warp = last->warp;
    if (last->lanes != 0 && (last->lanes >> stepping.lane & 1) == 0)
      stepping.lane = static_cast<std::uint32_t>(std::countr_zero(last->lanes));
  }
  moved(stepping);
}

bool lane_can_go(const launch::WarpAt& warp, std::uint32_t lane) {
  return std::any_of(warp.lanes.begin(), warp.lanes.end(), [&](const launch::LanesAt& at) {
    return at.waits == launch::LanesAt::Waits::not_at_all && (at.lanes >> lane & 1) != 0;
  });
}

base::Status step_by_hand(Stepping& stepping) {
  const launch::WarpAt* warp = stepping.chosen();
  const bool chosen = warp != nullptr && lane_can_go(*warp, stepping.lane);
  const auto lane = chosen ? static_cast<std::uint8_t>(stepping.lane) : launch::ScheduleRun::any_lane;
  if (const base::Status done = stepping.launch.stepper->do_step(stepping.warp, lane); !done)
    return base::error(view::sentence(done.error().message));
  moved(stepping);
  return base::Nothing{};
}

class StepPath final : public Path {
 public:
  explicit StepPath(Stepping& stepping) : stepping_(stepping) {}

  std::uint64_t length() const override { return stepping_.length(); }
  std::uint64_t place() const override { return stepping_.step(); }
  void go_to(std::uint64_t place) override { go_to_step(stepping_, place); }
  base::Status forward() override { return step_on(stepping_); }
  bool can_go_forward() const override { return length() > 0 || (stepping_.by_hand && stepping_.ready()); }
  std::string label() const override { return label_at(place()); }
  std::string longest_label() const override { return label_at(length()); }
  PathWords words() const override { return {"instruction", "Play the run", "Drag to any moment of the run."}; }

 private:
  std::string label_at(std::uint64_t step) const {
    return stepping_.ready() ? "step " + base::grouped(step) + " of " + base::grouped(length()) : "no steps yet";
  }

  Stepping& stepping_;
};

}  // namespace

const launch::Moment* SteppedLaunch::moment() const {
  if (history) return history.get();
  return stepper.get();
}

SteppedLaunch stand_still(const SteppingRequest& request) {
  SteppedLaunch launch{request, nullptr, nullptr, std::nullopt, {}, parameters_in(request)};
  (void)known_in(launch, request.tables->run.launch.entry);
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

void update_stepping(Stepping& stepping, const Choices& choices, const Runs& runs) {
  const bool shown = choices.row().needs.stepping;
  if (auto answer = stepping.worker.take()) {
    const bool wanted = stepping.asked && answer->request.progress == stepping.asked->progress;
    if (wanted) {
      stepping.launch = std::move(*answer);
      stepping.element = stepping.launch.request.tables->experiment->shown_element;
      const double scrub = choices.session.scrub;
      if (stepping.ready()) go_to_step(stepping, scrub < 1 ? place_of(scrub, stepping.length()) : 0);
    }
  }
  const bool asked = stepping.asked && stepping.asked->tables == runs.shown && stepping.asked->by_hand == stepping.by_hand;
  if (asked || (!shown && !stepping.asked)) return;
  // The state of another run is large: it goes, whether or not it is looked at.
  if (stepping.asked) stepping.asked->progress->cancel = true;
  stepping.asked.reset();
  stepping.launch = {};
  stepping.moment.reset();
  if (!shown || !runs.shown) return;
  stepping.asked =
      SteppingRequest{runs.shown, &choices.device(), stepping.by_hand, std::make_shared<launch::Progress>(), runs.shown_source};
  stepping.worker.request(*stepping.asked);
}

void choose_stepped_element(Stepping& stepping, std::optional<std::uint64_t> element) {
  if (!stepping.ready()) return;
  const std::uint64_t wanted = element.value_or(stepping.launch.request.tables->experiment->shown_element);
  if (wanted == stepping.element) return;
  stepping.element = wanted;
  read_moment(stepping);
}

std::string stepped_element_name(const Stepping& stepping) {
  if (!stepping.ready()) return "";
  const RunTables& tables = *stepping.launch.request.tables;
  return stepping.element < tables.shown_buffer().size ? name_of(tables, stepping.element) : "";
}

void choose_warp(Stepping& stepping, std::uint32_t warp, std::uint32_t lane) {
  stepping.warp = warp;
  stepping.lane = lane;
  if (stepping.ready()) read_moment(stepping);
}

void move_warp(Stepping& stepping, int by) {
  if (!stepping.moment || stepping.moment->warps.empty()) return;
  const std::vector<launch::WarpAt>& warps = stepping.moment->warps;
  const auto at =
      std::find_if(warps.begin(), warps.end(), [&](const launch::WarpAt& each) { return each.warp >= stepping.warp; });
  const auto last = static_cast<std::ptrdiff_t>(warps.size()) - 1;
  const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(at - warps.begin() + by, 0, last);
  choose_warp(stepping, warps[static_cast<std::size_t>(to)].warp, 0);
}

void go_to_step(Stepping& stepping, std::uint64_t step) {
  if (!stepping.ready()) return;
  step = std::min(step, stepping.length());
  if (stepping.launch.history)
    stepping.launch.history->go_to(step);
  else
    stepping.launch.stepper->go_to(step);
  follow_step(stepping);
}

base::Status step_on(Stepping& stepping) {
  if (stepping.ready() && stepping.step() < stepping.length()) {
    go_to_step(stepping, stepping.step() + 1);
  } else if (stepping.launch.stepper) {
    return step_by_hand(stepping);
  }
  return base::Nothing{};
}

base::Status step_warp(Stepping& stepping) {
  if (stepping.launch.stepper) return step_by_hand(stepping);
  if (!stepping.ready()) return base::Nothing{};
  constexpr std::uint64_t max_steps = 200'000;  // a small part of a second
  launch::History& history = *stepping.launch.history;
  const std::uint64_t from = history.step(), end = std::min(history.length(), from + max_steps);
  while (history.step() < end) {
    history.go_to(history.step() + 1);
    if (const auto last = history.last_step(); last && last->warp == stepping.warp) {
      follow_step(stepping);
      return base::Nothing{};
    }
  }
  history.go_to(from);
  return base::error("This warp does nothing more here");
}

std::unique_ptr<Path> step_path(Stepping& stepping) { return std::make_unique<StepPath>(stepping); }

void run_stepped_order(const Stepping& stepping, Choices& choices, const Runs& runs) {
  if (!stepping.launch.stepper) return;
  choices.session.settings = runs.shown->run.settings;
  follow_order(choices, std::make_shared<const launch::ScheduleRecord>(stepping.launch.stepper->record()), "by hand");
  if (choices.row().needs.stepping) choose_view(choices, std::string(choices.view_before));
}

std::vector<LanesOfLine> lanes_by_line(const Stepping& stepping, const Choices& choices, const Runs& runs) {
  std::vector<LanesOfLine> lines;
  const launch::WarpAt* warp = stepping.ready() ? stepping.chosen() : nullptr;
  if (!choices.row().needs.stepping || warp == nullptr || !stepping.asked || stepping.asked->tables != runs.shown) return lines;
  const RunTables& tables = *runs.shown;
  for (const launch::LanesAt& at : warp->lanes) {
    const ptx::Instruction* instruction = tables.listing.instruction(*tables.run.launch.module, at.instruction);
    const std::uint32_t cuda = at.instruction < tables.link.cuda_line.size() ? tables.link.cuda_line[at.instruction] : 0;
    lines.push_back(
        {cuda, instruction != nullptr ? instruction->ptx_line : 0, at.lanes, at.waits != launch::LanesAt::Waits::not_at_all});
  }
  return lines;
}

std::string instruction_text(const RunTables& tables, std::uint32_t number) {
  const ptx::Module& module = *tables.run.launch.module;
  const ptx::Instruction* instruction = tables.listing.instruction(module, number);
  if (instruction == nullptr) {
    const ptx::Listing::Position place = tables.listing.place(number);
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

}  // namespace warplens::desk
