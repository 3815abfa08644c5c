#pragma once

#include <memory>

#include "desk/playback/path.h"
#include "desk/playback/playback.h"
#include "desk/playback/stepping.h"

namespace warplens::desk {

/// Return the shown view's path: the steps of the paused launch in the steps view, the calls in the program view, else the shown
/// trace. The arguments must outlive it.
std::unique_ptr<Path> path_of(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);

/// Play this path from its place, or from the start if at the end; pause if playing.
void press_play(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs);
/// Play on by `seconds`; call once a frame. Stops if the view has changed since playing began.
void play_on(Playback& playback, Stepping& stepping, Choices& choices, const Runs& runs, double seconds);

}  // namespace warplens::desk
