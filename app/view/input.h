#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace warplens::view {

/// What one picture of one view is made of, as a value: where two inputs are equal, so are their pictures. It keeps alive what it
/// points to, so no other run's table can take the place of one in memory while it is compared with.
class Input {
 public:
  using Owners = std::vector<std::shared_ptr<const void>>;

  Input() = default;
  /// `value` has ==; what its pointers refer to is kept by `owners`.
  template <typename Value>
  Input(Value value, Owners owners) : held_(std::make_shared<const Model<Value>>(std::move(value))), owners_(std::move(owners)) {}

  /// The value, for the row that has made it: of no other type.
  template <typename Value>
  const Value& as() const {
    return static_cast<const Model<Value>&>(*held_).value;
  }

  /// Inputs of two types differ; two empty ones are equal.
  bool operator==(const Input& other) const {
    if (held_ == other.held_) return true;
    return held_ && other.held_ && held_->equals(*other.held_);
  }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual bool equals(const Concept& other) const = 0;
  };
  template <typename Value>
  struct Model final : Concept {
    explicit Model(Value given) : value(std::move(given)) {}
    bool equals(const Concept& other) const override {
      const auto* same = dynamic_cast<const Model*>(&other);
      return same != nullptr && value == same->value;
    }
    Value value;
  };

  std::shared_ptr<const Concept> held_;
  Owners owners_;
};

}  // namespace warplens::view
