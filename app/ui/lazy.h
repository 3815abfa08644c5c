#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace warplens::ui {

/// A value that is worked out when it is first asked for, by whichever thread that is. Copies share it.
template <typename Value>
class Lazy {
 public:
  /// The value; `make` is called by the first call alone.
  template <typename Make>
  const Value& get(Make make) const {
    std::call_once(state_->once, [&] {
      state_->value = make();
      state_->made = true;
    });
    return state_->value;
  }
  /// Whether it is there: get() does not take time.
  bool made() const { return state_->made; }

 private:
  struct State {
    std::once_flag once;
    std::atomic<bool> made = false;
    Value value{};
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace warplens::ui
