#pragma once

#include "desk/choices/choices.h"

namespace warplens::desk {

/// Drop the session's answer when the user changes the run, the view or the run beside it, and the question when another
/// experiment is chosen. Call once a frame, after the controls.
void keep_question_true(Choices& choices);

}  // namespace warplens::desk
