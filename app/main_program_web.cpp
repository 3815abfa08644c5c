#include <emscripten.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "cudart/process.h"
#include "launch/recording/recording_file.h"
#include "program/outcome.h"
#include "program/recording.h"

// The CUDA runtime of whole programs in a page. Its worker, assets/web/program.js, calls warplens_begin(), runs the program,
// whose calls of CUDA come to app/cudart, and calls warplens_ended().

// Without threads, LLVM 14's linker gives thread_local variables their whole addresses, to which code adds __tls_base, by default
// the same as the memory's base: they would lie in the heap.
asm(".globaltype __tls_base, i32\n.globl __tls_base\n__tls_base:\n");

namespace warplens {
namespace {

// Files in the worker's memory. The program's sources are there by the paths that the page knows.
constexpr const char *journal_file = "/warplens/journal", *record_folder = "/warplens", *printed_file = "/warplens/printed",
                     *made_file = "/warplens/made.recording";

/// What was asked for.
struct Wanted {
  std::string name;
  std::vector<std::filesystem::path> sources;
  runtime::Environment environment;
};

Wanted& wanted() {
  static Wanted only;
  return only;
}

/// Write the recording of the program, which has ended. Error: it left none.
base::Status record(int exit_status) {
  program::Ended ended{.exit_status = exit_status, .signal = exit_status > 128 ? exit_status - 128 : 0};
  if (const auto printed = base::read_text(printed_file)) ended.output = *printed;
  const auto events = program::read_events(journal_file);
  if (!events) return events.error();
  const auto outcome = program::outcome_of(*events, std::move(ended));
  if (!outcome) return outcome.error();
  const auto recording = program::recording_of(*events, *outcome, wanted().name, wanted().environment, wanted().sources);
  if (!recording) return recording.error();
  if (recording->calls.empty()) return base::error("the program made no call to CUDA");
  return launch::save(*recording, made_file);
}

}  // namespace
}  // namespace warplens

/// The program has ended with this status: 128 + a signal's number where a defect ended it. Returns 0 if its recording is
/// written, else a text to be freed: why not.
extern "C" EMSCRIPTEN_KEEPALIVE char* warplens_ended(int exit_status) {
  warplens::cudart::program_has_ended();
  const warplens::base::Status recorded = warplens::record(exit_status);
  if (recorded) return nullptr;
  const std::string& why = recorded.error().message;
  auto text = std::make_unique<char[]>(why.size() + 1);
  std::copy(why.begin(), why.end(), text.get());
  return text.release();
}

/// A program begins. `words`: lines with a preset of the SIMT machine, and the sources, that with main() first.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_begin(const char* words) {
  using namespace warplens;
  Wanted& asked = wanted();
  runtime::Environment& environment = asked.environment;
  std::istringstream lines(words);
  std::getline(lines, environment.spec);
  for (std::string source; std::getline(lines, source);) asked.sources.emplace_back(source);
  if (!asked.sources.empty()) asked.name = asked.sources.front().stem().string();
  environment.journal = journal_file;
  environment.launches.check = true;
  environment.recording.folder = record_folder;
  for (const auto& [name, value] : runtime::variables_of(environment)) ::setenv(name.c_str(), value.c_str(), 1);
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // what kernels print stays in order with what the program does
}
