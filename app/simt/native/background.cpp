#include "simt/native/background.h"

#include <system_error>

namespace warplens::simt::native {

Background::~Background() {
  if (thread_.joinable()) thread_.join();
}

void Background::compile() {
  code_ = std::make_unique<const Code>(*module_, program_, set_);
  ready_.store(code_.get(), std::memory_order_release);
}

const Code* Background::code_at_once() {
  if (set_ == InstructionSet::none) return nullptr;
  if (!begun_.exchange(true)) compile();
  if (thread_.joinable()) thread_.join();
  return ready_.load(std::memory_order_acquire);
}

const Code* Background::code(bool worth_it) {
  if (const Code* const ready = ready_.load(std::memory_order_acquire)) return ready;
  if (!worth_it || set_ == InstructionSet::none || begun_.exchange(true)) return nullptr;
  try {
    thread_ = std::thread([this] { compile(); });
  } catch (const std::system_error&) {
    // The system has no more threads: the interpreter goes on.
  }
  return nullptr;
}

}  // namespace warplens::simt::native
