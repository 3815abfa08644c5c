#pragma once

#include <optional>
#include <string>

#include "runtime/call.h"
#include "runtime/status.h"

namespace warplens::runtime {

/// The errors that calls have returned: what cudaGetLastError returns, and whether the program has looked.
class Errors {
 public:
  /// Something went wrong in a call, and the program did not notice.
  struct Unnoticed {
    Call call;
    Status status = Status::success;
    bool launch = false;   ///< only cudaGetLastError tells it
    bool went_on = false;  ///< the program has made another call since, as if nothing had happened
    std::string reason;    ///< a sentence for a student; may be empty
  };

  /// A call returns `status`. Returns it, or the error of a kernel that failed before.
  Status report(const Call& call, Status status, bool launch, const std::string& reason);
  /// A kernel has failed: every later call returns `status`.
  void fail(const Call& call, Status status, const std::string& reason);
  /// The error that every call returns, if a kernel has failed.
  Status failed() const { return sticky_; }
  /// The program makes a call that it would not make if it knew of an error.
  void go_on();
  /// cudaGetLastError, cudaPeekAtLastError, and other questions about errors.
  Status take_last();
  Status peek() const { return last_; }
  void notice() { unnoticed_.reset(); }
  const std::optional<Unnoticed>& unnoticed() const { return unnoticed_; }
  /// cudaDeviceReset.
  void reset();

 private:
  Status last_ = Status::success, sticky_ = Status::success;
  std::optional<Unnoticed> unnoticed_;
};

}  // namespace warplens::runtime
