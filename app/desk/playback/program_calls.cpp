#include "desk/playback/program_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "experiment/recording/recorded_program.h"

namespace warplens::desk {
namespace {

class CallPath final : public Path {
 public:
  CallPath(Playback& playback, Choices& choices) : playback_(playback), choices_(choices) {}

  std::uint64_t length() const override { return calls_of(choices_); }
  std::uint64_t place() const override { return call_place(choices_); }
  void go_to(std::uint64_t place) override { go_to_call(playback_, choices_, place); }
  std::string label() const override {
    const std::uint64_t calls = length(), at = place();
    if (calls == 0) return "no calls";
    if (at == 0) return "start";
    return at >= calls ? "end · " + base::counted(calls, "call") : label_at(at);
  }
  std::string longest_label() const override { return label_at(length()); }
  PathWords words() const override { return {"call", "Play the program's calls", "Drag to any call of the program."}; }
  double speed() const override {
    constexpr double slowest = 2;  // calls a second: each has a sentence to read
    return std::max(slowest, static_cast<double>(length()) / 30);
  }

 private:
  std::string label_at(std::uint64_t call) const {
    return fmt::format("call {} of {}", base::grouped(call), base::grouped(length()));
  }

  Playback& playback_;
  Choices& choices_;
};

}  // namespace

std::uint64_t calls_of(const Choices& choices) {
  const auto& recording = choices.experiment().recording;
  return recording ? recording->calls.size() : 0;
}

std::uint64_t call_place(const Choices& choices) { return place_of(choices.session.program_scrub, calls_of(choices)); }

void go_to_call(Playback& playback, Choices& choices, std::uint64_t place) {
  choices.session.program_scrub = scrub_of(place, calls_of(choices));
  playback.playing = false;
}

std::unique_ptr<Path> call_path(Playback& playback, Choices& choices) { return std::make_unique<CallPath>(playback, choices); }

base::Status choose_call(Playback& playback, Choices& choices, std::uint64_t call) {
  if (call >= calls_of(choices)) return base::Nothing{};
  go_to_call(playback, choices, call + 1);
  const experiment::Experiment& experiment = choices.experiment();
  const std::uint32_t launch = experiment.recording->calls[call].launch;
  if (launch >= experiment.recording->launches.size()) return base::Nothing{};
  if (const auto entry = experiment::entry_of_launch(experiment, launch))
    return *entry == choices.session.settings.entry ? base::Status(base::Nothing{}) : choose_entry(choices, *entry);
  return base::error(fmt::format("Launch {} cannot be opened: {}", launch + 1, experiment.recording->launches[launch].not_kept));
}

base::Status move_entry(Choices& choices, int by) {
  const auto entries = static_cast<std::int64_t>(choices.experiment().entries.size());
  const std::int64_t to = std::clamp<std::int64_t>(choices.session.settings.entry + std::int64_t{by}, 0, entries - 1);
  if (to == choices.session.settings.entry) return base::Nothing{};
  return choose_entry(choices, static_cast<std::uint32_t>(to));
}

EntryRange listed_entries(const Choices& choices, std::uint32_t most) {
  const auto entries = static_cast<std::uint32_t>(choices.experiment().entries.size());
  if (entries <= most) return {0, entries};
  const std::uint32_t chosen = choices.session.settings.entry, before = std::min(chosen, most / 2);
  const std::uint32_t begin = std::min(chosen - before, entries - most);
  return {begin, begin + most};
}

launch::ProgramPlace host_place(const Choices& choices, std::uint64_t pointed) {
  const std::uint64_t calls = calls_of(choices), call = pointed < calls ? pointed : call_place(choices) - 1;
  return call < calls ? choices.experiment().recording->calls[call].place : launch::ProgramPlace();
}

std::string recorded_file(const Choices& choices, std::uint64_t pointed) {
  const launch::ProgramRecording& recording = *choices.experiment().recording;
  if (choices.row().needs.program) {
    const auto* const source = experiment::recorded_source(recording, host_place(choices, pointed).file);
    if (source != nullptr) return source->file;
  }
  if (!choices.entry().file.empty() || recording.sources.empty()) return choices.entry().file;
  return recording.sources.front().file;
}

}  // namespace warplens::desk
