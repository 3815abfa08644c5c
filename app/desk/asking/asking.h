#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/why/cause.h"
#include "base/result.h"
#include "desk/background/background.h"
#include "desk/playback/playback.h"
#include "desk/pointer/pointer.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"

namespace warplens::desk {

/// "Why …?" about an element or a thread of a run.
struct Question {
  std::shared_ptr<const RunTables> tables;  ///< null: none
  std::string about;                        ///< as Session::why
  std::shared_ptr<const RunTables> kept{};  ///< the run beside it, to compare an element with; null: none
};

/// An answer as a list: every sentence before its causes, with its depth.
struct ListedCause {
  std::size_t depth = 0;
  analysis::Cause cause;
};
struct Explanation {
  Question question;
  std::string asked;  ///< "Why is c[17] 18?"
  std::vector<ListedCause> causes;
  std::string missing;  ///< what the answer does not know; empty: it is complete
};

/// The answer to the session's question about the shown run. The question stays for the runs that follow it.
struct Asking {
  explicit Asking(const std::function<void()>& wake);

  Question asked;                             ///< the last request
  std::shared_ptr<const Explanation> answer;  ///< to `asked`; null: not yet, or there is none
  std::size_t current = 0;                    ///< the sentence last gone to; the number of sentences: none yet
  bool wanted = false;                        ///< bring the answer into view
  Background<Question, Explanation> worker;
};

/// Ask about what the pointer is on, or has kept; asked again about the same, or without anything under the pointer, go to the
/// next sentence of the answer. Errors: there is nothing to ask about, or the run has no full trace.
base::Status ask(Asking& asking, Pointer& pointer, Playback& playback, Session& session, const Runs& runs);
/// Take the answer; request one for a new question or a new run. Another experiment has no question. Call once a frame.
void update_asking(Asking& asking, Session& session, const Runs& runs);

/// Go to the place of sentence `index`: its step in the trace, and its thread, lit in every view.
void go_to_cause(Asking& asking, std::size_t index, Pointer& pointer, Playback& playback, Session& session, const Runs& runs);
/// Go to the next (1) or the previous (-1) sentence, around the ends.
void move_cause(Asking& asking, int by, Pointer& pointer, Playback& playback, Session& session, const Runs& runs);

}  // namespace warplens::desk
