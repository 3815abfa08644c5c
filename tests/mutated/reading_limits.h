#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace warplens {

/// During its lifetime a file is read: within 10 seconds, or else the process is aborted with a message that says which one; and
/// the process has at most 2 GB, which is an expectation of GoogleTest's at the end.
class ReadingLimits {
 public:
  explicit ReadingLimits(std::string file);
  ~ReadingLimits();
  ReadingLimits(const ReadingLimits&) = delete;
  ReadingLimits& operator=(const ReadingLimits&) = delete;

 private:
  void watch();

  std::string file_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool read_ = false;
  std::thread watcher_;
};

}  // namespace warplens
