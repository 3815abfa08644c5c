#pragma once

#include <optional>
#include <string>

#include "desk/program/program_run.h"

namespace warplens::desk {

/// How a program in a page has ended.
struct PageEnd {
  int status = 0;         ///< its exit status; 128 + a signal's number where a defect ended it
  std::string why;        ///< a sentence on a defect that ended it, or on why there is no recording; "": there is none
  std::string recording;  ///< the file's bytes; "": it left none
};

/// A run of a program in a worker of the page (assets/web/program.js). Any thread may call.
class PageRun {
 public:
  /// Start `program`, a WebAssembly file, with the command's arguments and preset. Its worker gets the command's sources.
  PageRun(const ProgramCommand& command, const std::string& program);
  /// Stops the program if it still runs.
  ~PageRun();
  PageRun(const PageRun&) = delete;
  PageRun& operator=(const PageRun&) = delete;

  /// Append to `output`, up to ProgramRun::max_output, what it has printed since the last call. Whether that is anything.
  bool take_printed(std::string& output);
  /// How it has ended; nothing: it still runs. On a thread of its own, waits a moment for the end or for something printed.
  std::optional<PageEnd> end();

 private:
  int number_;
};

}  // namespace warplens::desk
