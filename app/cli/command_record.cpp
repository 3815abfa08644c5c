#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli/choose.h"
#include "cli/command.h"
#include "cli/film_timing.h"
#include "cli/picture.h"
#include "cli/signals.h"
#include "desk/playback/playback.h"
#include "experiment/kernel_file/describe.h"
#include "export/film.h"
#include "ui/window/offscreen.h"
#include "view/table.h"

namespace warplens::cli {
namespace {

struct RecordOptions : PictureOptions {
  std::filesystem::path output;
  std::uint32_t rate = 30;
};

/// One scene of the film: a window that is opened, played back and, in a lesson, completed.
struct Scene {
  std::string name;  ///< as `render` names it
  Session session;
};

/// The steps of a lesson, or else the one scene `name`. Errors: a broken lesson, or neither a lesson nor an experiment.
base::Result<std::vector<std::string>> scenes_named(const std::string& name, const lesson::Lessons& lessons,
                                                    const experiment::Catalogue& catalogue) {
  if (const lesson::Lesson* lesson = lesson::find(lessons, name)) {
    std::vector<std::string> names;
    for (std::size_t step = 1; step <= lesson->steps.size(); ++step) names.push_back(lesson->id + ":" + std::to_string(step));
    return names;
  }
  const auto is_of_name = [&name](const base::Error& error) { return std::filesystem::path(error.file).stem() == name; };
  if (const auto broken = std::ranges::find_if(lessons.errors, is_of_name); broken != lessons.errors.end()) return *broken;
  const bool file = name.find(':') != std::string::npos || std::filesystem::path(name).extension() == ".warplens";
  if (file || experiment::kernel_named(name) || experiment::find(catalogue, name) != nullptr ||
      std::ranges::any_of(catalogue.errors, is_of_name))
    return std::vector{name};
  return base::error("no lesson and no experiment '" + name + "'; warplens list names them");
}

class Recorder {
 public:
  Recorder(const Context& context, const experiment::Catalogue& catalogue, std::shared_ptr<const lesson::Lessons> lessons,
           const RecordOptions& options, export_::Film& film, const export_::FilmFormat& format)
      : context_(context), catalogue_(catalogue), lessons_(std::move(lessons)), options_(options), film_(film), format_(format) {}

  ~Recorder() {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
  }

  /// Films a window: reading time, playback, then the lesson step's solution and the reading time of its final text.
  base::Status record(const Scene& scene, const std::string& progress) {
    progress_ = progress;
    auto window = ui::OffscreenWindow::open(scene.session, format_.width, format_.height, options_.scale.value_or(0),
                                            context_.devices.all(), catalogue_, lessons_);
    if (!window) return undrawn(window.error());
    desk::Desk& desk = window->desk();
    const lesson::Step* step = desk::open_step(desk.lessons, desk.choices.session);
    const base::Status seen =
        step == nullptr ? add(*window, frames_of(reading_time(0), format_.rate)) : read(*window, words_of(*step));
    if (!seen) return seen;
    if (view::row_of(scene.session.view).needs.run) {
      const std::unique_ptr<desk::Path> path = path_of(desk.playback, desk.stepping, desk.choices, desk.runs);
      for (const Shot& shot : playback(path->length(), format_.rate)) {
        path->go_to(shot.place);
        if (const base::Status added = add(*window, shot.frames); !added) return added;
      }
    }
    return step == nullptr ? base::Nothing{} : do_step(*window, scene.session);
  }

  const std::string& note() const { return note_; }
  /// Whether the last error came from a window rather than from the film.
  bool window_failed() const { return window_failed_; }
  /// Whether Ctrl C ended it, and how much was filmed.
  bool interrupted() const { return interrupted_; }
  std::uint64_t frames() const { return frames_; }
  std::string filmed() const {
    const std::uint64_t seconds = frames_ / format_.rate;
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  }

 private:
  base::Error undrawn(base::Error error) {
    window_failed_ = true;
    return error;
  }

  /// Completes the open step; what is then said of it appears below the task, which is always in sight.
  base::Status do_step(ui::OffscreenWindow& window, const Session& session) {
    desk::Desk& desk = window.desk();
    if (!desk.lessons.step.done && desk.lessons.step.start) {
      if (const base::Status shown = show_lesson_step(desk.lessons, desk.choices); !shown) return shown;
      desk.choices.session.device = session.device;
      if (const auto done = window.draw(); !done) return undrawn(done.error());
    }
    return add(window, frames_of(reading_time(words_of(desk.lessons.step.seen)), format_.rate));
  }

  /// Films the lesson text, page by page if it does not fit, for the time that it takes to read `words` words.
  base::Status read(ui::OffscreenWindow& window, std::uint64_t words) {
    auto picture = window.draw();  // also measures the text
    if (!picture) return undrawn(picture.error());
    desk::Lessons& lessons = window.desk().lessons;
    const std::vector<float> tops = pages(lessons.text_height, lessons.text_shown);
    const std::uint64_t frames = frames_of(reading_time(words), format_.rate);
    for (std::size_t page = 0; page < tops.size(); ++page) {
      if (tops[page] > 0) {
        lessons.scroll_to = tops[page];
        picture = window.draw();
        if (!picture) return undrawn(picture.error());
      }
      const std::uint64_t before = frames * page / tops.size(), after = frames * (page + 1) / tops.size();
      if (const base::Status added = add(*picture, after - before); !added) return added;
    }
    return base::Nothing{};
  }

  base::Status add(ui::OffscreenWindow& window, std::uint64_t frames) {
    const auto picture = window.draw();
    return picture ? add(*picture, frames) : undrawn(picture.error());
  }

  /// In pieces of one second, so that Ctrl-C takes effect soon.
  base::Status add(const ui::RenderedWindow& picture, std::uint64_t frames) {
    note_ = picture.note;
    while (frames > 0) {
      const std::uint64_t piece = std::min<std::uint64_t>(frames, format_.rate);
      interrupted_ = interrupt_.came();
      if (interrupted_) return base::error("interrupted");
      if (const base::Status added = film_.add(picture, piece); !added) return added;
      frames -= piece;
      frames_ += piece;
      show_progress();
    }
    return base::Nothing{};
  }

  void show_progress() const {
    if (!terminal_) return;
    // Return to the start of the line and clear it (ECMA-48: EL).
    fmt::print(stderr, "\r\x1b[K{}, {} of film", progress_, filmed());
    std::fflush(stderr);
  }

  Interrupt interrupt_;
  const Context& context_;
  const experiment::Catalogue& catalogue_;
  std::shared_ptr<const lesson::Lessons> lessons_;
  const RecordOptions& options_;
  export_::Film& film_;
  export_::FilmFormat format_;
  const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  std::string progress_, note_;
  std::uint64_t frames_ = 0;
  bool window_failed_ = false, interrupted_ = false;
};

base::Result<Answer> serve(const RecordOptions& options, const Context& context) {
  const auto size = picture_size(options);
  if (!size) return size.error();
  constexpr std::uint32_t max_rate = 120;
  if (options.rate < 1 || options.rate > max_rate) return base::Error{"--fps", 0, 0, "it must be from 1 to 120"};
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const auto lessons = std::make_shared<const lesson::Lessons>(all_lessons(context.kernels, catalogue));
  std::vector<Scene> scenes;
  const auto names = scenes_named(options.name, *lessons, catalogue);
  if (!names) return names.error();
  for (const std::string& name : *names) {
    PictureOptions own = options;
    own.name = name;
    auto session = session_of(own, context, catalogue, *lessons);
    if (!session) return session.error();
    const auto device = device_of(*session, own, context.devices);
    if (!device) return device.error();
    scenes.push_back({name, std::move(*session)});
  }
  const export_::FilmFormat format{size->width, size->height, options.rate};
  const auto film = export_::open_film(options.output, format);
  if (!film) return film.error();
  Recorder recorder(context, catalogue, lessons, options, **film, format);
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    const Scene& scene = scenes[k];
    const base::Status recorded = recorder.record(scene, fmt::format("{}, part {} of {}", scene.name, k + 1, scenes.size()));
    if (recorded.ok()) continue;
    base::Error error = recorded.error();
    if (error.file.empty()) error.file = scene.name;
    if (recorder.interrupted() && recorder.frames() > 0) {  // a long film is worth keeping
      if (const base::Status kept = (*film)->finish(); !kept) return kept.error();
      error.message += fmt::format("; {} has the film until then, {}", options.output.string(), recorder.filmed());
      return error;
    }
    if (!recorder.window_failed()) return error;
    const auto device = device_of(scene.session, options, context.devices);
    if (!device) return device.error();
    return not_drawn(error, scene.session, *experiment::find(catalogue, scene.session.experiment), **device);
  }
  if (const base::Status finished = (*film)->finish(); !finished) return finished.error();
  Answer answer;
  if (!recorder.note().empty()) answer.text = recorder.note() + "\n";
  return answer;
}

}  // namespace

Serve add_record(CLI::App& command) {
  const auto options = std::make_shared<RecordOptions>();
  command
      .add_option(
          "name", options->name,
          "a lesson of `warplens list`, a step of one, an experiment, or a .warplens file; of two with one name, the lesson")
      ->required()
      ->type_name("LESSON[:STEP]|NAME|SESSION");
  add_picture_options(command, *options);
  command
      .add_option("-o,--output", options->output,
                  ".mp4: a film, by the program ffmpeg; a folder (FOLDER/): its frames as frame-000001.png and so on")
      ->required()
      ->type_name("FILE");
  command.add_option("--fps", options->rate, "frames per second (default 30)")->type_name("N");
  command.footer(
      "Each step is shown for as long as it takes to read (160 words a minute, at least 4 s), its run is played from "
      "beginning to end, and what it asks for is done. The same command gives the same frames, but for times that were "
      "measured.\n"
      "Exit status: 0 fine; 1 the request is wrong; 2 the kernel failed.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
