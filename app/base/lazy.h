#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace warplens::base {

/// A value computed on first use, by the thread that first calls get(). Copies share it.
template <typename Value>
class Lazy {
 public:
  /// The value; only the first call calls `make`.
  template <typename Make>
  const Value& get(Make make) const {
    std::call_once(state_->once, [&] {
      state_->value = make();
      state_->made = true;
    });
    return state_->value;
  }
  /// The value, or null if it is not computed yet.
  const Value* if_made() const { return made() ? &state_->value : nullptr; }
  /// Whether the value is computed, so that get() returns immediately.
  bool made() const { return state_->made; }

 private:
  struct State {
    std::once_flag once;
    std::atomic<bool> made = false;
    Value value{};
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace warplens::base
