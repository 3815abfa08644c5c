#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/result.h"

namespace warplens::serve {

/// A CUDA source that a browser sends.
struct CompileRequest {
  std::string name;     ///< its file name, for messages
  std::string options;  ///< as on the command line (ptx::parse_compile_options), without folders
  std::string source;
};

/// Compiles sources of strangers, a few at once and the others in the order in which they came, each in a process with limits of
/// time and memory and in a sandbox. Any thread may use it. The last results are kept.
class CompileService {
 public:
  enum class Busy : bool { no, yes };

  /// `at_once`: number of compilers that may run at the same time. `trusts`: without a sandbox.
  CompileService(unsigned at_once, bool trusts) : free_(at_once), trusts_(trusts) {}

  /// The PTX. Errors: the compiler's first, with its line and column and the request's name; options that are not allowed; the
  /// limits. If too many are waiting already, `busy` is Busy::yes and the error says so.
  base::Result<std::string> compile(const CompileRequest& request, Busy& busy);

  static constexpr std::size_t most_waiting = 200;

 private:
  base::Result<std::string> compile_now(const CompileRequest& request) const;

  std::mutex mutex_;
  std::condition_variable turn_;
  std::deque<const CompileRequest*> waiting_;  ///< first come, first served
  unsigned free_;
  const bool trusts_;
  std::unordered_map<std::string, base::Result<std::string>> known_;  ///< by options and source
  std::deque<std::string> latest_;                                    ///< keys of `known_`, the oldest first
};

}  // namespace warplens::serve
