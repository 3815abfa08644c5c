#pragma once

#include <optional>
#include <string>
#include <utility>

#include "runtime/call.h"
#include "runtime/status.h"

namespace warplens::runtime {

/// Tracks the errors returned by calls: the value of cudaGetLastError, and whether the program has looked at errors.
class Errors {
 public:
  /// An error that the program has not noticed.
  struct Unnoticed {
    Call call;
    Status status = Status::success;
    bool launch = false;   ///< a launch's error: only cudaGetLastError returns it
    bool went_on = false;  ///< the program has made another call since, as if nothing had happened
    std::string reason;    ///< a sentence for a student; may be empty
  };

  /// Say why the call that is being made fails.
  void explain(std::string reason) { reason_ = std::move(reason); }
  /// What explain() has said of this call; "" if nothing.
  const std::string& explanation() const { return reason_; }
  /// Record that a call returns `status`. Returns `status`, or the error of a kernel that failed before.
  Status report(const Call& call, Status status, bool launch, const std::string& reason);
  /// Record that a kernel has failed: every later call returns `status`.
  void fail(const Call& call, Status status, const std::string& reason);
  /// The error that every call returns once a kernel has failed.
  Status failed() const { return sticky_; }
  /// Note that the program makes a call that it would not make if it knew of an error.
  void go_on();
  /// Do what cudaGetLastError does; peek() is cudaPeekAtLastError, notice() serves other questions about errors.
  Status take_last();
  Status peek() const { return last_; }
  void notice() { unnoticed_.reset(); }
  /// What a call of the driver finds: its own errors are returned, and the runtime's questions about errors know nothing of them.
  struct BeforeDriver {
    Status last = Status::success;
    bool unnoticed = false;
  };
  BeforeDriver before_driver() const { return {last_, unnoticed_.has_value()}; }
  void after_driver(const BeforeDriver& before) {
    last_ = sticky_ != Status::success ? sticky_ : before.last;
    if (!before.unnoticed) notice();
  }
  const std::optional<Unnoticed>& unnoticed() const { return unnoticed_; }
  /// Forget all errors, for cudaDeviceReset.
  void reset();

 private:
  std::string reason_;  ///< of the call that is being made
  Status last_ = Status::success, sticky_ = Status::success;
  std::optional<Unnoticed> unnoticed_;
};

}  // namespace warplens::runtime
