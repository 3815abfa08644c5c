#include "curand/generators.h"

#include <map>
#include <memory>
#include <utility>

namespace warplens::curand {
namespace {

struct Generators {
  std::map<curandGenerator_t, Generator> all;
  std::uint32_t made = 0;
};

/// Never destroyed: destructors of the program's objects may still give generators back.
Generators& generators() {
  static Generators* const kept = std::make_unique<Generators>().release();
  return *kept;
}

}  // namespace

std::uint32_t Generator::threads() const {
  constexpr std::uint32_t usual = 4096, of_mrg32k3a = 81'920;
  return sequence == Sequence::mrg32k3a && order != CURAND_ORDERING_PSEUDO_LEGACY ? of_mrg32k3a : usual;
}

void Generator::forget_states() {
  xorwow.clear();
  mrg32k3a.clear();
}

curandGenerator_t make_generator(Generator generator) {
  const auto handle = cudart::make_handle<curandGenerator_t>(++generators().made);
  generators().all.emplace(handle, std::move(generator));
  return handle;
}

bool remove_generator(curandGenerator_t generator) { return generators().all.erase(generator) > 0; }

Generator* find_generator(curandGenerator_t generator) {
  const auto found = generators().all.find(generator);
  return found != generators().all.end() ? &found->second : nullptr;
}

curandStatus_t refused(const char* name, curandStatus_t status, const std::string& why) {
  (void)cudart::question(name, [&](runtime::Program& program, const runtime::Call& call) {
    program.refuse(call, why);
    return runtime::Status::success;
  });
  return status;
}

}  // namespace warplens::curand
