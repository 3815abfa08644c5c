#pragma once

#include "desk/choices/choices.h"

namespace warplens::desk {

/// Forget the session's answer once the run, the view or the run beside it differs from what was opened; forget the question,
/// too, with another experiment. Call once a frame, after the choices were changed.
void keep_question_true(Choices& choices);

}  // namespace warplens::desk
