#include "desk/program/page_run_web.h"

#include <emscripten.h>
#include <emscripten/threading.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/file.h"

// Functions of the page (cmake/web/functions.js). `words`: the preset of the SIMT machine, the number of arguments, these, and a
// path and a text for each file, with a zero byte between each two. The page copies both, then calls
// warplens_program_started().
extern "C" void warplens_start_program(int number, const char* words, std::size_t bytes, const char* program,
                                       std::size_t program_bytes);
extern "C" void warplens_stop_program(int number);

namespace warplens::desk {
namespace {

struct Noted {
  std::string words, program;  ///< until the page has copied them
  bool abandoned = false;      ///< nobody asks any more
  std::string printed;
  std::optional<PageEnd> end;
};

/// Runs, by number. The page's own thread notes; any thread asks.
struct Runs {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<int, Noted> all;
  int last = 0;
};

Runs& runs() {
  static Runs only;
  return only;
}

std::string words_for(const ProgramCommand& command) {
  std::string words = command.spec + '\0' + std::to_string(command.arguments.size());
  for (const std::string& argument : command.arguments) words += '\0' + argument;
  for (const std::filesystem::path& source : command.sources)
    if (const auto text = base::read_text(source)) words += '\0' + source.string() + '\0' + *text;
  return words;
}

}  // namespace

PageRun::PageRun(const ProgramCommand& command, const std::string& program) {
  std::string words = words_for(command);  // reads files, with the page's own thread, which must not wait for the lock meanwhile
  Runs& shared = runs();
  const std::lock_guard lock(shared.mutex);
  number_ = ++shared.last;
  Noted& noted = shared.all[number_];
  noted.words = std::move(words);
  noted.program = program;
  warplens_start_program(number_, noted.words.data(), noted.words.size(), noted.program.data(), noted.program.size());
}

PageRun::~PageRun() {
  Runs& shared = runs();
  const std::lock_guard lock(shared.mutex);
  Noted& noted = shared.all[number_];
  if (!noted.end) warplens_stop_program(number_);
  noted.abandoned = true;
  if (noted.program.empty()) shared.all.erase(number_);
}

bool PageRun::take_printed(std::string& output) {
  Runs& shared = runs();
  const std::lock_guard lock(shared.mutex);
  std::string& printed = shared.all[number_].printed;
  output.append(printed, 0, ProgramRun::max_output - std::min(ProgramRun::max_output, output.size()));
  const bool any = !printed.empty();
  printed.clear();
  return any;
}

std::optional<PageEnd> PageRun::end() {
  constexpr std::chrono::milliseconds patience{50};
  Runs& shared = runs();
  std::unique_lock lock(shared.mutex);
  const Noted& noted = shared.all[number_];
  if (emscripten_is_main_runtime_thread() == 0)
    shared.changed.wait_for(lock, patience, [&] { return noted.end || !noted.printed.empty(); });
  return noted.end;
}

}  // namespace warplens::desk

namespace {

/// A text that JavaScript has put into memory.
std::string taken(char* text, std::size_t bytes) {
  std::string copy(text, bytes);
  std::free(text);
  return copy;
}

}  // namespace

/// The page has copied what warplens_start_program() gave it.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_program_started(int number) {
  auto& shared = warplens::desk::runs();
  const std::lock_guard lock(shared.mutex);
  const auto found = shared.all.find(number);
  if (found == shared.all.end()) return;
  found->second.words = found->second.program = "";
  if (found->second.abandoned) shared.all.erase(found);
}

/// The program has printed something. `text` is to be freed.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_program_printed(int number, char* text, std::size_t bytes) {
  const std::string printed = taken(text, bytes);
  auto& shared = warplens::desk::runs();
  const std::lock_guard lock(shared.mutex);
  const auto found = shared.all.find(number);
  if (found == shared.all.end()) return;
  std::string& all = found->second.printed;
  all.append(printed, 0, warplens::desk::ProgramRun::max_output - std::min(warplens::desk::ProgramRun::max_output, all.size()));
  shared.changed.notify_all();
}

/// The program has ended. `why` and `recording` are to be freed.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_program_ended(int number, int status, char* why, std::size_t why_bytes,
                                                            char* recording, std::size_t recording_bytes) {
  warplens::desk::PageEnd end{status, taken(why, why_bytes), taken(recording, recording_bytes)};
  auto& shared = warplens::desk::runs();
  const std::lock_guard lock(shared.mutex);
  if (const auto found = shared.all.find(number); found != shared.all.end()) found->second.end = std::move(end);
  shared.changed.notify_all();
}
