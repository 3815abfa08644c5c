#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"

namespace warplens::grade {

/// The picture of a finding: a launch of an experiment, or of a recorded program, in one of the views. The image is drawn
/// later.
struct FindingPicture {
  std::string caption{};  ///< the finding, a sentence
  std::shared_ptr<const experiment::Experiment> experiment{};
  experiment::Settings settings{};
  std::string view{};        ///< key in the table of views
  double program_scrub = 1;  ///< Session::program_scrub
  std::string image{};       ///< a data URL (RFC 2397); empty: not drawn
};

/// The word for a submission: the gravest one that applies.
enum class Word : std::uint8_t {
  right,
  leaking,        ///< right, but memory is never freed; only where that is marked (ProgramJudge::mark_leaks)
  unsound,        ///< right in this run, but the check found something else
  racy,           ///< has a data race, whatever its result
  wrong,          ///< has another result than the model solution
  hanging,        ///< never ends, or not within the limits
  out_of_bounds,  ///< uses memory that is not its own
  crashing,       ///< was ended by the system, or failed otherwise
  not_compiling,
  refused,  ///< could not be judged: no such kernel, no sandbox
};
std::string_view name(Word word);  ///< "out of bounds"
std::optional<Word> word_named(std::string_view name);

/// Costs of a kernel, for comparison with the model solution.
struct Costs {
  std::uint64_t instructions = 0;  ///< warp instructions (counted)
  std::uint64_t sectors = 0;       ///< sectors of global memory (counted)
  std::uint64_t cycles = 0;        ///< (modelled)
};

struct Verdict {
  /// Set the verdict, with its reason and place.
  void set(Word its_word, std::string its_reason, std::string its_file = "", int its_line = 0);
  /// Add a finding of kind `kind` ("data-race"). The gravest finding gives word, reason and place.
  void find(const std::string& kind, const std::string& message, const std::string& its_file, int its_line);

  std::string name{};  ///< name of the submission
  Word word = Word::right;
  std::string reason{};  ///< one sentence: the first finding, the first wrong element, the compiler's error; empty if right
  std::string file{};    ///< place of the reason, if known
  int line = 0;
  std::vector<std::string> findings{};  ///< all findings: "data-race at line 7"
  std::optional<Costs> costs{};
  std::vector<FindingPicture> pictures{};  ///< of findings, the most telling first; none if the submission hangs
};

/// The word for a finding of this kind.
Word word_for(std::string_view kind);

/// A verdict as one line of JSON, to send to another process. Pictures keep only their captions and images.
std::string message_of(const Verdict& verdict);

/// Parse the line; nothing if the text is no verdict.
std::optional<Verdict> verdict_in(const std::string& message);

}  // namespace warplens::grade
