#include "desk/choices/undo.h"

#include <utility>

namespace warplens::desk {
namespace {

/// `session` with those parts of `other` that are no settings.
Session with_place_of(Session session, const Session& other) {
  session.camera = other.camera;
  session.orbit = other.orbit;
  session.scrub = other.scrub;
  session.program_scrub = other.program_scrub;
  session.why = other.why;
  session.lesson = other.lesson;
  session.lesson_step = other.lesson_step;
  return session;
}

Session settings_of(const Session& session) { return with_place_of(session, Session()); }

}  // namespace

void Undo::note(const Session& session, bool held) {
  if (held && current_) return;
  Session now = settings_of(session);
  if (current_ == now) return;
  if (current_) past_.push_back(std::move(*current_));
  if (past_.size() > max_steps) past_.erase(past_.begin());
  current_ = std::move(now);
  future_.clear();
}

std::optional<Session> Undo::undo(const Session& now) { return step(now, past_, future_); }

std::optional<Session> Undo::redo(const Session& now) { return step(now, future_, past_); }

std::optional<Session> Undo::step(const Session& now, std::vector<Session>& from, std::vector<Session>& to) {
  note(now, false);
  if (from.empty()) return std::nullopt;
  to.push_back(std::move(*current_));
  current_ = std::move(from.back());
  from.pop_back();
  return with_place_of(*current_, now);
}

void Undo::restored(const Session& session) { current_ = settings_of(session); }

}  // namespace warplens::desk
