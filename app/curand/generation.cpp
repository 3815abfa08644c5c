#include <algorithm>
#include <cstring>
#include <type_traits>

#include "cudart/library_kernels.h"
#include "curand/generators.h"
#include "curand/kernel_texts.h"

// Numbers: by kernels for the device's memory, here for the host's.

namespace warplens::curand {
namespace {

using Sequence = Generator::Sequence;

/// What is to be made. T: float, double or unsigned.
template <typename T>
struct Request {
  const char* name;    ///< of the call
  const char* kernel;  ///< "normal", in its name
  T* to;
  std::uint64_t count;
  T mean{}, deviation{};
};

template <typename T>
std::string type_name() {
  return std::is_same_v<T, float> ? "float" : std::is_same_v<T, double> ? "double" : "unsigned";
}

/// Launch a kernel, of as many threads as have anything to do. `arguments`: those of the kernel, or more.
curandStatus_t launch(const char* function, const char* ptx, const std::string& kernel, std::uint64_t threads,
                      cudaStream_t stream, void** arguments) {
  constexpr std::uint64_t of_block = 256, most_blocks = 1 << 20;
  const auto blocks = static_cast<std::uint32_t>(std::clamp((threads + of_block - 1) / of_block, std::uint64_t{1}, most_blocks));
  const cudaError_t error = cudart::launch_library_kernel(function, {ptx, kernel}, {{blocks}, {of_block}, 0, stream}, arguments);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/// Words that a thread takes from its sequence in a turn.
template <typename State, typename Distribution, typename T>
constexpr std::uint64_t words_of_turn() {
  const bool two = std::is_same_v<State, Xorwow> && std::is_same_v<T, double>;
  return std::uint64_t{Distribution::numbers} * (two ? 2 : 1);
}

/// Numbers of a generator whose threads take turns.
template <typename Distribution, typename T, typename State>
curandStatus_t make(Generator& generator, std::vector<State>& states, const char* ptx, const char* state_name,
                    Request<T> request) {
  const std::uint32_t threads = generator.threads();
  const std::uint64_t turns = request.count / Distribution::numbers;
  auto turn = static_cast<std::uint32_t>(generator.position % threads);
  const auto busy = static_cast<std::uint32_t>(std::min<std::uint64_t>(turns, threads));
  const auto state_at = [&](std::uint32_t index) -> State& { return states[(turn + index) % threads]; };
  generator.position += turns;
  if (generator.on_host) {
    for (std::uint32_t index = 0; index < busy; ++index)
      make_turns<Distribution>(state_at(index), index, threads, request.to, request.count, request.mean, request.deviation);
    return CURAND_STATUS_SUCCESS;
  }
  const runtime::Allocation* const variable = cudart::library_variable(ptx, "curand_states");
  if (variable == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  std::memcpy(variable->memory, states.data(), states.size() * sizeof(State));
  void* states_of_device = variable->pointer;
  std::uint32_t all = threads;
  void* arguments[] = {&states_of_device, &all, &turn, &request.to, &request.count, &request.mean, &request.deviation};
  const std::string types =
      "<curand::" + std::string(state_name) + (std::is_same_v<T, unsigned> ? std::string() : ", " + type_name<T>()) + ">";
  const curandStatus_t status = launch(request.name, ptx, "curand::" + std::string(request.kernel) + types, busy,
                                       generator.stream, static_cast<void**>(arguments));
  // The kernel only reads the states: here they go as far as its threads did.
  for (std::uint32_t index = 0; index < busy; ++index) {
    const std::uint64_t had = (turns - index + threads - 1) / threads;
    for (std::uint64_t word = 0; word < had * words_of_turn<State, Distribution, T>(); ++word) (void)next_word(state_at(index));
  }
  return status;
}

template <typename Distribution, typename T>
curandStatus_t make_by_philox(Generator& generator, Request<T> request) {
  std::uint64_t position = generator.position, start = generator.start, seed = generator.seed;
  const std::uint64_t groups = (position % philox_group + request.count + philox_group - 1) / philox_group;
  generator.position += request.count;
  if (generator.on_host) {
    for (std::uint64_t group = 0; group < groups; ++group)
      make_group<Distribution>(seed, start, group, position, request.to, request.count, request.mean, request.deviation);
    return CURAND_STATUS_SUCCESS;
  }
  void* arguments[] = {&seed, &start, &position, &request.to, &request.count, &request.mean, &request.deviation};
  const std::string types = std::is_same_v<T, unsigned> ? std::string() : "<" + type_name<T>() + ">";
  return launch(request.name, philox_ptx, "curand::philox_" + std::string(request.kernel) + types, groups, generator.stream,
                static_cast<void**>(arguments));
}

template <typename Distribution, typename T>
curandStatus_t generate(curandGenerator_t handle, const Request<T>& request) {
  return with_generator(request.name, handle, [&](Generator& generator) {
    if (request.count == 0) return CURAND_STATUS_SUCCESS;
    if (generator.on_host)
      (void)cudart::question(request.name, [](runtime::Program&, const runtime::Call&) { return runtime::Status::success; });
    if (request.to == nullptr) return refused(request.name, CURAND_STATUS_OUT_OF_RANGE, "the address for the numbers is null");
    if (generator.sequence == Sequence::philox) return make_by_philox<Distribution>(generator, request);
    if (request.count % Distribution::numbers != 0)
      return refused(request.name, CURAND_STATUS_LENGTH_NOT_MULTIPLE,
                     "this generator makes normal numbers in pairs, and " + std::to_string(request.count) + " is odd");
    if (generator.sequence == Sequence::xorwow) {
      if (generator.xorwow.empty()) generator.xorwow = xorwow_states(generator.seed, generator.threads(), generator.position);
      return make<Distribution>(generator, generator.xorwow, xorwow_ptx, "Xorwow", request);
    }
    if (generator.mrg32k3a.empty()) generator.mrg32k3a = mrg32k3a_states(generator.seed, generator.threads(), generator.position);
    return make<Distribution>(generator, generator.mrg32k3a, mrg32k3a_ptx, "Mrg32k3a", request);
  });
}

}  // namespace
}  // namespace warplens::curand

using namespace warplens;
using curand::generate;
using curand::Request;

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* to, size_t count) {
  return generate<curand::Bits>(generator, Request<unsigned>{__func__, "bits", to, count});
}
/// Only of Sobol's 64-bit sequences.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long*, size_t) {
  const char* const name = __func__;
  return curand::with_generator(name, generator, [&](const curand::Generator&) {
    return curand::refused(name, CURAND_STATUS_TYPE_ERROR, "this generator makes no numbers of 64 bits");
  });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t count) {
  return generate<curand::Uniform>(generator, Request<float>{__func__, "uniform", to, count});
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t count) {
  return generate<curand::Uniform>(generator, Request<double>{__func__, "uniform", to, count});
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation) {
  return generate<curand::Normal>(generator, Request<float>{__func__, "normal", to, count, mean, deviation});
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t count, double mean, double deviation) {
  return generate<curand::Normal>(generator, Request<double>{__func__, "normal", to, count, mean, deviation});
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t count, float mean, float deviation) {
  return generate<curand::LogNormal>(generator, Request<float>{__func__, "log_normal", to, count, mean, deviation});
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to, size_t count, double mean,
                                             double deviation) {
  return generate<curand::LogNormal>(generator, Request<double>{__func__, "log_normal", to, count, mean, deviation});
}
