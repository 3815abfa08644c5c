#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "grade/sandbox.h"
#include "ptx/compile/content_store.h"

namespace warplens::serve {

/// A CUDA source that a browser sends.
struct CompileRequest {
  std::string name;     ///< its file name, for messages
  std::string options;  ///< as on the command line (ptx::parse_compile_options); no folders
  std::string source;
};

/// Compiles CUDA sources from clients, first come, first served. Each compiler runs in its own sandboxed process with time and
/// memory limits. Recent PTX is cached. Thread-safe.
class CompileService {
 public:
  enum class Busy : bool { no, yes };

  /// Run at most `at_once` compilers at the same time, without a sandbox if `trusts`. `cache`: an empty folder for PTX.
  CompileService(unsigned at_once, bool trusts, std::filesystem::path cache)
      : free_(at_once), sandbox_(trusts ? std::nullopt : std::optional(grade::Sandbox::find())), cache_(std::move(cache)) {}

  /// Compile a source to PTX. Errors: the compiler's first error, with the request's name, line and column; forbidden options; a
  /// limit exceeded. If too many requests wait already, `busy` becomes Busy::yes and the error says so.
  base::Result<std::string> compile(const CompileRequest& request, Busy& busy);

  static constexpr std::size_t max_waiting = 200;
  static constexpr std::uintmax_t max_ptx = 16u << 20;  ///< bytes

 private:
  class Turn;
  base::Result<std::string> compile_now(const CompileRequest& request) const;

  std::mutex mutex_;
  std::condition_variable turn_;
  std::deque<const CompileRequest*> waiting_;                  ///< in order of arrival
  unsigned free_;                                              ///< compilers that may be started now
  const std::optional<base::Result<grade::Sandbox>> sandbox_;  ///< nothing: sources are trusted
  const ptx::ContentStore cache_;
};

}  // namespace warplens::serve
