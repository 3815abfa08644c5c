#include "curand/generators.h"

// Generators and their settings.

namespace warplens::curand {
namespace {

std::optional<Generator::Sequence> sequence_of(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
      return Generator::Sequence::xorwow;
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return Generator::Sequence::mrg32k3a;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return Generator::Sequence::philox;
    default:
      return std::nullopt;
  }
}

/// "MT19937"; "" if cuRAND has no such generator either.
const char* name_of_other(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_MTGP32:
      return "MTGP32";
    case CURAND_RNG_PSEUDO_MT19937:
      return "MT19937";
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
      return "Sobol's sequence";
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return "Sobol's scrambled sequence";
    default:
      return "";
  }
}

curandStatus_t create(const char* name, curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  const std::lock_guard lock(cudart::calls_in_turn());
  if (generator == nullptr) return refused(name, CURAND_STATUS_NOT_INITIALIZED, "the generator's address is null");
  const auto sequence = sequence_of(type);
  if (!sequence && *name_of_other(type) != '\0')
    return refused(
        name, CURAND_STATUS_TYPE_ERROR,
        std::string(name_of_other(type)) + " is not among the generators that Warplens has: XORWOW, MRG32k3a and Philox4x32-10");
  if (!sequence) return refused(name, CURAND_STATUS_TYPE_ERROR, std::to_string(type) + " is no type of generators");
  const cudaError_t error = cudart::work(name, [&](runtime::Program&, const runtime::Call&) {
    *generator = make_generator({.sequence = *sequence, .on_host = on_host});
    return runtime::Status::success;
  });
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_PREEXISTING_FAILURE;
}

/// body(generator, program) of a call that sets something.
template <typename Body>
curandStatus_t change(const char* name, curandGenerator_t generator, Body body) {
  return with_generator(name, generator, [&](Generator& settings) {
    curandStatus_t status = CURAND_STATUS_SUCCESS;
    (void)cudart::question(name, [&](runtime::Program& program, const runtime::Call&) {
      status = body(settings, program);
      return runtime::Status::success;
    });
    return status;
  });
}

/// Whether a generator has the order. (XORWOW's "seeded" one is not documented, and not there.)
bool has_order(const Generator& generator, curandOrdering_t order) {
  switch (order) {
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY:
      return true;
    case CURAND_ORDERING_PSEUDO_SEEDED:
      return generator.sequence == Generator::Sequence::mrg32k3a;
    case CURAND_ORDERING_PSEUDO_DYNAMIC:
      return !generator.on_host;
    default:
      return false;
  }
}

}  // namespace
}  // namespace warplens::curand

using namespace warplens;
using curand::Generator;

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return curand::create(__func__, generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return curand::create(__func__, generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return curand::change(__func__, generator, [&](const Generator&, runtime::Program&) {
    curand::remove_generator(generator);
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = 10'400;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = type == MAJOR_VERSION ? 10 : type == MINOR_VERSION ? 4 : 0;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return curand::change(__func__, generator, [&](Generator& settings, const runtime::Program& program) {
    if (!cudart::stream_of(program, stream)) return CURAND_STATUS_OUT_OF_RANGE;
    settings.stream = stream;
    return CURAND_STATUS_SUCCESS;
  });
}
/// As in NVIDIA's library, the generator goes on from where it is, in the new seed's numbers.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return curand::change(__func__, generator, [&](Generator& settings, runtime::Program&) {
    if (settings.seed != seed) settings.forget_states();
    settings.seed = seed;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return curand::change(__func__, generator, [&](Generator& settings, runtime::Program&) {
    settings.forget_states();
    settings.position = settings.start = offset;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  const char* const name = __func__;
  return curand::with_generator(name, generator, [&](Generator& settings) {
    if (!curand::has_order(settings, order))
      return curand::refused(name, CURAND_STATUS_OUT_OF_RANGE, "the generator has no such order here");
    return curand::change(name, generator, [&](Generator& changed, runtime::Program&) {
      const std::uint32_t threads = changed.threads();
      changed.order = order;
      if (changed.threads() != threads) changed.forget_states();
      return CURAND_STATUS_SUCCESS;
    });
  });
}
/// States are made when they are needed.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return curand::change(__func__, generator, [](const Generator&, runtime::Program&) { return CURAND_STATUS_SUCCESS; });
}
