#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "session/session.h"

namespace warplens::desk {

/// Undo and redo of every setting, as a history of sessions. Camera, trace position, the question "why" and the open lesson are
/// not settings: undo leaves them unchanged.
class Undo {
 public:
  static constexpr std::size_t max_steps = 200;

  /// Record the current session; call once a frame. All changes while a control is `held` (a slider being dragged, a number being
  /// typed) form one step, which starts from the value before.
  void note(const Session& session, bool held);

  /// The session before the last step (undo) or after the last undone step (redo); empty if there is none. `now`: the current
  /// session.
  std::optional<Session> undo(const Session& now);
  std::optional<Session> redo(const Session& now);

  /// Set the session that results from an undo or redo, so that the changes made to complete it do not count as a step.
  void restored(const Session& session);

 private:
  std::optional<Session> step(const Session& now, std::vector<Session>& from, std::vector<Session>& to);

  std::optional<Session> current_;  ///< without camera, trace position and open lesson, which undo leaves alone
  std::vector<Session> past_, future_;
};

}  // namespace warplens::desk
