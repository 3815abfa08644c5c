#include "desk/playback/playing.h"

#include "desk/playback/program_calls.h"

namespace warplens::desk {

std::unique_ptr<Path> path_of(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs) {
  const view::Needs& needs = choices.row().needs;
  if (needs.stepping) return step_path(stepping);
  if (needs.program) return call_path(playback, choices);
  return trace_path(playback, choices.session, runs);
}

void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs) {
  const std::unique_ptr<Path> path = path_of(playback, stepping, choices, runs);
  const bool starts = !playback.playing && path->length() > 0;
  if (starts && path->place() >= path->length()) path->go_to(0);
  playback.playing_view = choices.session.view;
  playback.playing = starts;
  playback.played_to = static_cast<double>(path->place());
}

void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds) {
  if (playback.playing_view != choices.session.view) playback.playing = false;
  if (!playback.playing) return;
  const std::unique_ptr<Path> path = path_of(playback, stepping, choices, runs);
  playback.played_to += path->speed() * seconds;
  const auto to = static_cast<std::uint64_t>(playback.played_to);
  if (to > path->place()) path->go_to(to);
  playback.playing = path->place() < path->length();
}

}  // namespace warplens::desk
