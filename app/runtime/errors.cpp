#include "runtime/errors.h"

#include <utility>

namespace warplens::runtime {

Status Errors::report(const Call& call, Status status, bool launch, const std::string& reason) {
  const std::string explained = std::exchange(reason_, {});
  if (status == Status::success) status = sticky_;
  if (status == Status::success || (status == Status::not_ready && explained.empty())) return status;
  if (status != Status::not_ready) last_ = status;
  if (!unnoticed_) unnoticed_ = Unnoticed{call, status, launch, false, reason.empty() ? explained : reason};
  return status;
}

void Errors::fail(const Call& call, Status status, const std::string& reason) {
  sticky_ = last_ = status;
  if (!unnoticed_) unnoticed_ = Unnoticed{call, status, false, false, reason};
}

void Errors::go_on() {
  if (unnoticed_) unnoticed_->went_on = true;
}

Status Errors::take_last() {
  notice();
  return std::exchange(last_, sticky_);
}

void Errors::reset() { last_ = sticky_ = Status::success; }

}  // namespace warplens::runtime
