#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "session/session.h"

namespace warplens::desk {

/// Undo and redo of every setting: the sessions that there were, one after the other. Where the user looks (camera, place in the
/// trace) and which lesson is open are no settings: they stay as they are.
class Undo {
 public:
  static constexpr std::size_t most_steps = 200;

  /// The session as it is now, once a frame. What changes while a control is `held`, as a slider that is dragged or a number that
  /// is typed, is one step, which begins with the value before.
  void note(const Session& session, bool held);

  /// The session before the last step, or after the step that was undone last; nothing where there is none. `now` is the session
  /// that it replaces.
  std::optional<Session> undo(const Session& now);
  std::optional<Session> redo(const Session& now);

  /// The session after a step back or forward was carried out: completing it is no step of its own.
  void restored(const Session& session);

 private:
  std::optional<Session> step(const Session& now, std::vector<Session>& from, std::vector<Session>& to);

  std::optional<Session> current_;  ///< without what is no setting
  std::vector<Session> past_, future_;
};

}  // namespace warplens::desk
