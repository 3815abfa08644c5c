#include "simt/native/background_code.h"

#include <new>
#include <system_error>

namespace warplens::simt {

BackgroundCode::~BackgroundCode() {
  if (thread_.joinable()) thread_.join();
}

void BackgroundCode::compile() {
  code_ = std::make_unique<const native::Code>(*module_, program_, set_);
  ready_.store(code_.get(), std::memory_order_release);
  ended_.store(true, std::memory_order_release);
}

const native::Code* BackgroundCode::code_at_once() {
  if (set_ == InstructionSet::none) return nullptr;
  if (!begun_.exchange(true)) compile();
  if (thread_.joinable()) thread_.join();
  return ready_.load(std::memory_order_acquire);
}

const native::Code* BackgroundCode::code(std::uint64_t issued) {
  if (const native::Code* const ready = ready_.load(std::memory_order_acquire)) return ready;
  if (issued < long_launch || set_ == InstructionSet::none || begun_.exchange(true)) return nullptr;
  try {
    thread_ = std::thread([this] {
      try {
        compile();
      } catch (const std::bad_alloc&) {
        ended_.store(true);  // the interpreter goes on
      }
    });
  } catch (const std::system_error&) {
    ended_.store(true);  // the system has no more threads: the interpreter goes on
  }
  return nullptr;
}

}  // namespace warplens::simt
