#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace warplens::view {

/// The input of one picture of one view, as a value: equal inputs give equal pictures. It keeps the objects it points to alive,
/// so that no other table can reuse an address while inputs are compared.
class Input {
 public:
  using Owners = std::vector<std::shared_ptr<const void>>;

  Input() = default;
  /// `value` has ==; `owners` keep the objects it points to alive.
  template <typename Value>
  Input(Value value, Owners owners) : held_(std::make_shared<const Model<Value>>(std::move(value))), owners_(std::move(owners)) {}

  bool empty() const { return held_ == nullptr; }
  /// The value, for the row that has made it: of no other type.
  template <typename Value>
  const Value& as() const {
    return static_cast<const Model<Value>&>(*held_).value;
  }

  /// Inputs of different types are unequal; two empty ones are equal.
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
