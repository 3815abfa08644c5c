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
#include "desk/playback/stepping.h"
#include "desk/pointer/pointer.h"
#include "desk/run/run_tables.h"
#include "desk/run/runs.h"

namespace warplens::desk {

/// "Why …?" about an element or a thread of a run.
struct Question {
  std::shared_ptr<const RunTables> tables;     ///< null: none
  std::string about;                           ///< as Session::why
  std::shared_ptr<const RunTables> kept{};     ///< the run beside it, to compare an element with; null: none
  std::shared_ptr<const SourceText> source{};  ///< of the run; null: unknown
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

/// Where questions are asked, and where the places of an answer are shown.
struct AskedIn {
  Pointer& pointer;
  Playback& playback;
  Stepping& stepping;
  Session& session;
  const Runs& runs;
};

/// Ask about a target. Errors: nothing can be asked about it, or the run has no full trace.
base::Status ask_about(const view::Target& target, const AskedIn& in);
/// Whether a question is about a target, at whatever step.
bool is_about(const std::string& question, const view::Target& target, const RunTables& tables, const Stepping& stepping);
/// Ask about what the pointer is on, or has kept; asked again about the same, or without anything under the pointer, go to the
/// next sentence of the answer. Errors: as ask_about().
base::Status ask(Asking& asking, const AskedIn& in);
/// Take the answer; request one for a new question or a new run. Another experiment has no question. Call once a frame.
void update_asking(Asking& asking, Session& session, const Runs& runs);

/// Go to the place of sentence `index`: its step in the trace and in a paused launch, and its thread, lit in every view.
void go_to_cause(Asking& asking, std::size_t index, const AskedIn& in);
/// Go to the next (1) or the previous (-1) sentence, around the ends.
void move_cause(Asking& asking, int by, const AskedIn& in);

}  // namespace warplens::desk
