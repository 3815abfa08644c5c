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
  std::string other_file{};  ///< of the other call or access, if there is one
  int other_line = 0;
  std::string other{};    ///< which that is: "cudaMemcpyAsync"
  std::string kernel{};   ///< of a defect in a kernel
  report::Json json{};    ///< as `--json` prints it
  std::size_t event = 0;  ///< index in Events::all
};

/// A sentence that is no finding, with its place.
struct Remark {
  std::string file;
  int line = 0;
  std::string text;
};

/// What a program did, as its journal and its end tell.
struct Outcome {
  Ended ended;
  bool used_runtime = false;  ///< it has loaded our CUDA runtime
  bool launched = false;      ///< it has launched a kernel
  bool faulted = false;       ///< a kernel has failed
  report::Json calls{}, launches = report::Json::array();
  std::vector<Finding> findings{};
  std::vector<Remark> remarks{};
};

/// The outcome of a program that has ended. Error: events that are not as our runtime writes them.
base::Result<Outcome> outcome_of(const Events& events, Ended ended);

/// A remark on the signal that ended the program, if one did and nothing else is known.
void add_signal(Outcome& outcome);

/// The whole, for `--json` (docs/json.md).
report::Json json_of(const Outcome& outcome);

}  // namespace warplens::program
