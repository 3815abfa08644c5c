#include "cli/picture.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/number_format.h"
#include "cli/choose.h"
#include "cli/report.h"
#include "desk/choices/choices.h"
#include "desk/pointer/pointer.h"
#include "experiment/kernel_file/describe.h"
#include "experiment/recording/recorded_parameters.h"
#include "launch/arguments/value.h"
#include "launch/recording/recording.h"
#include "session/files_read.h"
#include "session/own_files.h"
#include "session/session.h"
#include "view/mapping/colour_mode.h"
#include "view/table.h"

namespace warplens::cli {
namespace {

constexpr std::uint32_t smallest_side = 400, max_side = 8192;

/// LESSON:STEP rather than a session file or an experiment.
bool is_lesson_step(const std::string& name) {
  return name.find(':') != std::string::npos && std::filesystem::path(name).extension() != ".warplens" &&
         !experiment::kernel_named(name);
}

base::Result<Session> state_of_step(const std::string& name, const lesson::Lessons& lessons) {
  const std::size_t colon = name.rfind(':');
  const lesson::Lesson* lesson = lesson::find(lessons, name.substr(0, colon));
  if (lesson == nullptr) {
    for (const base::Error& error : lessons.errors) {
      if (std::filesystem::path(error.file).stem() == name.substr(0, colon)) return error;
    }
    return base::error("no lesson '" + name.substr(0, colon) + "'; warplens list names them");
  }
  const auto step = parse_whole(name, launch::ElementType::u32, name.substr(colon + 1));
  if (!step) return step.error();
  if (*step < 1 || *step > lesson->steps.size())
    return base::error("the lesson '" + lesson->id + "' has steps 1 to " + std::to_string(lesson->steps.size()));
  return lesson->steps[*step - 1].state;
}

base::Result<Session> session_of_file(const std::string& name, const Context& context, experiment::Catalogue& catalogue) {
  auto document = load_session(name);
  if (!document) return document.error();
  if (const base::Status unpacked = unpack(*document, base::user_state_file("sessions")); !unpacked) return unpacked.error();
  if (const base::Status fine = check_outside(context, name, files_read_outside(*document, name, catalogue)); !fine)
    return fine.error();
  return std::move(document->session);
}

/// Adds the name of the session or lesson to an error that has no file.
base::Error in_file(const std::string& name, base::Error error) {
  if (error.file.empty()) error.file = name;
  return error;
}

}  // namespace

void add_picture_options(CLI::App& command, PictureOptions& options) {
  command
      .add_option("--set", options.assignments, "a parameter of the experiment, or entry, grid, block, seed, schedule, repeats")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--size", options.size, "of the picture in pixels (default 1920x1080)")->type_name("WxH");
  command.add_option("--scale", options.scale, "pixels per point of the design (default: by the size)")->type_name("S");
  command
      .add_option("--device", options.device,
                  "auto, simt, gpu, gpu:NUMBER or remote:COMMAND (see warplens run --help); a GPU also draws, and says whether "
                  "the output "
                  "went through this computer's memory")
      ->type_name("DEVICE");
  command.add_option("--view", options.view, view::view_names() + " (default: as the experiment opens)")->type_name("VIEW");
  command
      .add_option("--colour", options.colour,
                  "of the mapping: block, warp, order, count, result or value; of a matrix that was written: value; of values: "
                  "value, or as a picture: grey, rgb or rgba")
      ->type_name("COLOUR");
  command.add_option("--theme", options.theme, "dark, light or projector")->type_name("THEME");
}

base::Status show_buffer(const std::string& element, const experiment::Experiment& experiment, experiment::Settings& settings) {
  const std::string name = element.substr(0, element.find('['));
  const bool recorded = experiment.recording != nullptr;
  const std::string buffer =
      recorded ? experiment::buffer_meant(experiment::recorded_parameters(experiment, settings.entry), name) : name;
  if (const base::Status shown = experiment::set_shown(experiment, settings, buffer); !shown)
    return base::Error{"--element", 0, 0, shown.error().message};
  return base::Nothing{};
}

base::Status highlight(const std::string& element, desk::Desk& desk) {
  if (!desk.runs.shown) return base::Nothing{};  // nothing ran, as the picture says
  const std::size_t bracket = element.find('[');
  const bool has_index = bracket != std::string::npos && element.ends_with(']');
  if (bracket != std::string::npos && !has_index)
    return base::Error{"--element", 0, 0, "'" + element + "' is not of the form NAME[INDEX]"};
  const std::string index = has_index ? element.substr(bracket + 1, element.size() - bracket - 2) : "0";
  const launch::Buffer& buffer = desk.runs.shown->shown_buffer();
  const auto found = launch::element_at(index, buffer.indexing.extents);
  if (!found || *found >= buffer.size)
    return base::Error{"--element", 0, 0,
                       "'" + element + "' is no element of " + buffer.name + ", which has " +
                           base::counted(buffer.size, "element") + ", numbered from 0"};
  go_to_element(desk.pointer, desk.choices, *found);
  return base::Nothing{};
}

base::Result<PictureSize> picture_size(const PictureOptions& options) {
  if (options.scale && !(*options.scale > 0 && *options.scale <= 8))
    return base::Error{"--scale", 0, 0, "it must be more than 0 and at most 8"};
  return options.size.empty() ? PictureSize{} : parse_size(options.size);
}

base::Result<PictureSize> parse_size(const std::string& text) {
  const auto wrong = [&](const std::string& why) { return base::Error{"--size", 0, 0, why}; };
  const std::size_t x = text.find('x');
  const auto number = [](std::string_view digits) { return launch::parse_scalar(launch::ElementType::u32, digits); };
  if (x == std::string::npos) return wrong("'" + text + "' is not of the form WxH");
  const auto width = number(std::string_view(text).substr(0, x)), height = number(std::string_view(text).substr(x + 1));
  if (!width || !height) return wrong("'" + text + "' is not of the form WxH");
  const auto fits = [](std::uint64_t side) { return side >= smallest_side && side <= max_side; };
  if (!fits(width->bits) || !fits(height->bits)) {
    return wrong("each side must be from " + std::to_string(smallest_side) + " to " + std::to_string(max_side) + " pixels");
  }
  return PictureSize{static_cast<std::uint32_t>(width->bits), static_cast<std::uint32_t>(height->bits)};
}

base::Result<view::ThemeName> parse_theme(const std::string& text) {
  if (const auto theme = view::theme_names.value_of(text)) return *theme;
  return base::Error{"--theme", 0, 0, "'" + text + "' is not one of dark, light, projector"};
}

base::Result<Session> session_of(const PictureOptions& options, const Context& context, experiment::Catalogue& catalogue,
                                 const lesson::Lessons& lessons) {
  Session session;
  const bool step = is_lesson_step(options.name);
  const bool file = step || std::filesystem::path(options.name).extension() == ".warplens";
  if (file) {
    auto loaded = step ? state_of_step(options.name, lessons) : session_of_file(options.name, context, catalogue);
    if (!loaded) return loaded.error();
    session = std::move(*loaded);
  } else {
    session.experiment = options.name;
  }
  const bool session_file = file && !step;  // checked as a whole
  const auto chosen = session_file ? choose_experiment(catalogue, session.experiment)
                                   : choose_checked_experiment(context, catalogue, session.experiment);
  if (!chosen) return file ? in_file(options.name, chosen.error()) : chosen.error();
  const experiment::Experiment& experiment = **chosen;
  session.experiment = experiment.id;  // of a kernel file, with the kernel that it does not name
  const auto memory = complete_memory_name(session.memory, experiment, catalogue);
  if (!memory) return in_file(options.name, memory.error());
  session.memory = *memory;
  auto settings = file ? complete_settings(experiment, session.settings, options.assignments)
                       : choose_settings(experiment, options.assignments);
  if (!settings) return settings.error();
  const auto says_check = [](const std::string& assignment) { return assignment.starts_with("check="); };
  const bool checks = std::none_of(options.assignments.begin(), options.assignments.end(), says_check);
  if (!options.element.empty())
    if (const base::Status shown = show_buffer(options.element, experiment, *settings); !shown) return shown.error();
  session.settings = std::move(*settings);
  if (!file && checks) session.settings.check = true;  // same default as the window
  if (!file) {
    session.view = experiment.entries[session.settings.entry].view.value_or(experiment.view);
    session.line_measure = experiment.line_measure;
    if (experiment.recording) session.spec = experiment.recording->spec;
    if (experiment.plot_first) session.view = view::sweep_view;
  }
  if (!options.view.empty()) {
    if (view::find_row(view::table(), options.view) == nullptr)
      return base::Error{"--view", 0, 0, "'" + options.view + "' is not one of " + view::view_names()};
    session.view = options.view;
  }
  if (!options.device.empty()) {
    const auto choice = parse_device(options.device, "");
    if (!choice) return choice.error();
    session.device = *choice;
  }
  if (session.device == launch::automatic_device)
    session.device = launch::resolve(context.devices.all(), launch::first_gpu) ? launch::first_gpu : launch::simt_device;
  if (!options.colour.empty()) {
    session.colour = view::colour_mode_named(options.colour);
    if (!session.colour)
      return base::Error{"--colour", 0, 0,
                         "'" + options.colour + "' is not block, warp, order, count, result, value, grey, rgb or rgba"};
  }
  if (session.sweep.parameter.empty()) session.sweep = desk::first_sweep(experiment);
  if (!options.sweep.empty()) {
    const experiment::Sweep* found = experiment::find_sweep(experiment, options.sweep);
    if (found == nullptr)
      return base::Error{"--sweep", 0, 0, "experiment '" + experiment.id + "' has no sweep '" + options.sweep + "'"};
    session.sweep = *found;
    session.view = view::sweep_view;
  }
  desk::complete_sweep(experiment, session.sweep);
  if (view::row_of(session.view).needs.sweep)
    if (const base::Status fine = experiment::check(experiment, session.sweep); !fine) return fine.error();
  if (!options.theme.empty()) {
    const auto theme = parse_theme(options.theme);
    if (!theme) return theme.error();
    session.theme = *theme;
  }
  return session;
}

base::Result<launch::Device*> device_of(const Session& session, const PictureOptions& options, launch::DeviceFinder& devices) {
  const auto device = find_device(devices, session.device, session.spec);
  if (device) return device;
  return in_file(options.device.empty() ? options.name : "--device", device.error());
}

base::Result<experiment::Run> run_once(const Session& session, const experiment::Experiment& experiment, launch::Device& device) {
  const auto module = experiment::load_module(experiment, session.settings);
  if (!module) return module.error();
  launch::Progress progress;
  return experiment::run(experiment, *module, session.settings, device, progress);
}

base::Result<Answer> not_drawn(const base::Error& error, const Session& session, const experiment::Experiment& experiment,
                               launch::Device& device) {
  const auto run = run_once(session, experiment, device);
  if (run.ok() && run->result.fault) return Answer{"", {error_of(run->result)}, status_kernel_failed};
  return error;
}

}  // namespace warplens::cli
