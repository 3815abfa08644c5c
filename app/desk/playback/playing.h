#pragma once

#include <memory>

#include "desk/playback/path.h"
#include "desk/playback/playback.h"
#include "desk/playback/stepping.h"

namespace warplens::desk {

/// Return the path that the shown view goes along: the steps of the paused launch in the steps view, the calls in the program
/// view, else the shown trace. It refers to the parts.
std::unique_ptr<Path> path_of(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);

/// Play that path from its place, or from the start when at the end; pause when playing.
void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);
/// Play on by `seconds`, once a frame. Another view than the one that began to play stops it.
void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds);

}  // namespace warplens::desk
