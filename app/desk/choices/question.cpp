#include "desk/choices/question.h"

namespace warplens::desk {
namespace {

/// Whether both show the same: an answer speaks of the picture and its numbers.
bool shows_same(const Session& a, const Session& b) {
  return a.experiment == b.experiment && a.settings == b.settings && a.device == b.device && a.spec == b.spec &&
         a.view == b.view && a.beside == b.beside;
}

}  // namespace

void keep_question_true(Choices& choices) {
  Session& session = choices.session;
  if (session.question.empty() && session.answer.empty()) return choices.answered.reset();
  if (!choices.answered) choices.answered = session;
  if (!shows_same(session, *choices.answered)) session.answer.clear();
  if (session.experiment != choices.answered->experiment) session.question.clear();
}

}  // namespace warplens::desk
