#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cudart/process.h"
#include "curand/interface.h"
#include "curand/states.h"

// Generators, and the errors of calls with them.

namespace warplens::curand {

/// A generator: what a program has set, and how far it is.
struct Generator {
  enum class Sequence : std::uint8_t { xorwow, mrg32k3a, philox };
  Sequence sequence = Sequence::xorwow;
  bool on_host = false;  ///< its numbers are for the host's memory, and computed there
  std::uint64_t seed = 0;
  std::uint64_t position = 0;  ///< Philox: numbers so far; others: turns of threads so far
  std::uint64_t start = 0;     ///< the position that the program has set
  curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT;
  cudaStream_t stream = nullptr;
  /// States of the threads; empty until they are needed, and where something was set since.
  std::vector<Xorwow> xorwow{};
  std::vector<Mrg32k3a> mrg32k3a{};

  /// Threads that take turns (cuRAND documentation, "Order").
  std::uint32_t threads() const;
  void forget_states();
};

curandGenerator_t make_generator(Generator generator);
bool remove_generator(curandGenerator_t generator);
/// The generator of a handle; null if it is none. Use it while holding cudart::calls_in_turn().
Generator* find_generator(curandGenerator_t generator);

/// A call of `name` that fails, and tells the person who started the program why.
curandStatus_t refused(const char* name, curandStatus_t status, const std::string& why);

/// body(generator) of a call of `name`, without its launches; CURAND_STATUS_NOT_INITIALIZED if there is no such generator.
template <typename Body>
curandStatus_t with_generator(const char* name, curandGenerator_t generator, Body body) {
  const std::lock_guard lock(cudart::calls_in_turn());
  Generator* const found = find_generator(generator);
  if (found == nullptr)
    return refused(name, CURAND_STATUS_NOT_INITIALIZED,
                   "its generator is none that curandCreateGenerator has made, or is destroyed");
  return body(*found);
}

}  // namespace warplens::curand
