// cuRAND's generators on the host: each number is where the documentation of their order says, in the sequences that kernels
// have; the same for the device's memory and the host's; and calls go on where the one before ended. MRG32k3a's numbers are
// NVIDIA's.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr unsigned long long seed = 20240607;
constexpr int places = 6;
__constant__ int place_of[places] = {0, 1, 2, 4095, 4096, 9000};
const int at[places] = {0, 1, 2, 4095, 4096, 9000};

/// Result n is number n / 4096 of subsequence n mod 4096.
__global__ void xorwow(unsigned* to) {
  curandStateXORWOW_t state;
  const int n = place_of[threadIdx.x];
  curand_init(seed, n % 4096, n / 4096, &state);
  to[threadIdx.x] = curand(&state);
}
/// Groups of four results are of subsequence after subsequence.
__global__ void philox(unsigned* to) {
  curandStatePhilox4_32_10_t state;
  const int n = place_of[threadIdx.x];
  curand_init(seed, n / 4 % 65536, n / 262144 * 4 + n % 4, &state);
  to[threadIdx.x] = curand(&state);
}

std::vector<unsigned> bits(curandRngType_t type, bool on_host, unsigned long long seed, int count, int calls) {
  curandGenerator_t generator;
  std::vector<unsigned> numbers(count);
  unsigned* memory = numbers.data();
  if (!on_host) cudaMalloc(&memory, count * sizeof(unsigned));
  if ((on_host ? curandCreateGeneratorHost : curandCreateGenerator)(&generator, type) != CURAND_STATUS_SUCCESS) return {};
  curandSetPseudoRandomGeneratorSeed(generator, seed);
  for (int call = 0; call < calls; ++call) curandGenerate(generator, memory + count / calls * call, count / calls);
  if (!on_host) {
    cudaMemcpy(numbers.data(), memory, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(memory);
  }
  curandDestroyGenerator(generator);
  return numbers;
}

template <typename Kernel>
void compare(const char* name, curandRngType_t type, Kernel kernel) {
  unsigned expected[places], *d_expected;
  cudaMalloc(&d_expected, sizeof expected);
  kernel<<<1, places>>>(d_expected);
  cudaMemcpy(expected, d_expected, sizeof expected, cudaMemcpyDeviceToHost);
  cudaFree(d_expected);
  const std::vector<unsigned> numbers = bits(type, false, seed, 10000, 1);
  int wrong = 0;
  for (int k = 0; k < places; ++k) wrong += numbers[at[k]] != expected[k];
  std::printf("%s: %d wrong, on the host %s, in 5 calls %s\n", name, wrong,
              numbers == bits(type, true, seed, 10000, 1) ? "the same" : "others",
              numbers == bits(type, false, seed, 10000, 5) ? "the same" : "others");
}

/// Mean and deviation, to two digits, of many numbers; whether they are where they may be.
void distributions(curandRngType_t type) {
  constexpr int count = 40000;
  curandGenerator_t generator;
  float* d_x;
  double* d_y;
  std::vector<float> x(count);
  std::vector<double> y(count);
  cudaMalloc(&d_x, count * sizeof(float));
  cudaMalloc(&d_y, count * sizeof(double));
  curandCreateGenerator(&generator, type);
  curandSetPseudoRandomGeneratorSeed(generator, 1);
  const auto print = [&](const char* name, const auto& numbers) {
    double sum = 0, squares = 0, least = numbers[0];
    for (const double number : numbers) {
      sum += number;
      squares += number * number;
      least = std::fmin(least, number);
    }
    const double mean = sum / count;
    std::printf(" %s %.1f %.1f%s", name, mean, std::sqrt(squares / count - mean * mean), least > 0 ? " > 0" : "");
  };
  curandGenerateUniform(generator, d_x, count);
  cudaMemcpy(x.data(), d_x, count * sizeof(float), cudaMemcpyDeviceToHost);
  print("uniform", x);
  curandGenerateUniformDouble(generator, d_y, count);
  cudaMemcpy(y.data(), d_y, count * sizeof(double), cudaMemcpyDeviceToHost);
  print("uniform", y);
  curandGenerateNormal(generator, d_x, count, 5, 2);
  cudaMemcpy(x.data(), d_x, count * sizeof(float), cudaMemcpyDeviceToHost);
  print("normal", x);
  curandGenerateNormalDouble(generator, d_y, count, -3, 0.5);
  cudaMemcpy(y.data(), d_y, count * sizeof(double), cudaMemcpyDeviceToHost);
  print("normal", y);
  curandGenerateLogNormal(generator, d_x, count, 1, 0.1f);
  cudaMemcpy(x.data(), d_x, count * sizeof(float), cudaMemcpyDeviceToHost);
  print("log-normal", x);
  std::printf("\n");
  cudaFree(d_x);
  cudaFree(d_y);
  curandDestroyGenerator(generator);
}

int main() {
  compare("XORWOW", CURAND_RNG_PSEUDO_DEFAULT, xorwow);
  compare("Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, philox);
  const std::vector<unsigned> mrg = bits(CURAND_RNG_PSEUDO_MRG32K3A, false, 0, 5000, 1);
  std::printf("MRG32k3a: %u %u %u %u\n", mrg[0], mrg[1], mrg[4096], mrg[4097]);
  for (const curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10}) distributions(type);

  curandGenerator_t generator;
  float x[3];
  std::printf("%d", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937));
  std::printf(" %d", curandCreateGenerator(&generator, (curandRngType_t)7));
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW);
  std::printf(" %d", curandGenerateNormal(generator, x, 3, 0, 1));
  std::printf(" %d", curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT));
  std::printf(" %d", curandDestroyGenerator(generator));
  std::printf(" %d\n", curandDestroyGenerator(generator));
}
