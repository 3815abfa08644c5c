#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/events.h"
#include "program/run.h"
#include "report/json.h"

namespace warplens::program {

/// A defect on the host's side or in a kernel, with its place.
struct Finding {
  std::string kind{}, message{}, file{};
  int line = 0;
  std::string other_file{};  ///< file of the other call or access, if there is one
  int other_line = 0;
  std::string other{};    ///< the other call or access: "cudaMemcpyAsync"
  std::string kernel{};   ///< kernel that has the defect; "": the host
  report::Json json{};    ///< as `--json` prints it
  std::size_t event = 0;  ///< index in Events::all
};

/// A sentence for the user that is no finding, with its place.
struct Remark {
  std::string file;
  int line = 0;
  std::string text;
};

/// The outcome of a program, according to its journal and the way it ended.
struct Outcome {
  Ended ended;
  bool used_runtime = false;  ///< the program loaded our CUDA runtime
  bool launched = false;      ///< the program launched a kernel
  bool faulted = false;       ///< a kernel failed
  report::Json calls{}, launches = report::Json::array();
  std::vector<Finding> findings{};
  std::vector<Finding> notes{};  ///< races that are proved harmless, memory that is never freed, slow copies
  std::vector<Remark> remarks{};
};

/// The outcome of a program that has ended. Error: events that are not in our runtime's format.
base::Result<Outcome> outcome_of(const Events& events, Ended ended);

/// Add a remark on the signal that ended the program, if there is one and no other remark or finding.
void add_signal(Outcome& outcome);

/// The whole outcome, for `--json` (docs/json.md).
report::Json json_of(const Outcome& outcome);

}  // namespace warplens::program
