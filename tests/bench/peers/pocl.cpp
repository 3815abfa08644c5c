#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// The benchmark kernels in OpenCL C on the first OpenCL device; on a machine without a GPU that is PoCL on the CPU. Prints one
// line per workload: its name and the median kernel time in milliseconds. A wrong result is an error.

namespace {

constexpr const char* source = R"(
kernel void increment(global float* data, int n) {
  int i = get_global_id(0);
  if (i < n) data[i] += 1.0f;
}
kernel void count(global const float* samples, int n, global int* bins, int number) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    int bin = (int)(samples[i] * (float)number);
    if (bin >= 0 && bin < number) atomic_inc(&bins[bin]);
  }
}
kernel void counter(global volatile int* counter) { counter[0] = counter[0] + 1; }
kernel void multiply(global const float* a, global const float* b, global float* c, int m, int k, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
kernel void multiply_tiled(global const float* a, global const float* b, global float* c, int m, int k, int n) {
  local float tile_a[16][16], tile_b[16][16];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < k; first += 16) {
    tile_a[y][x] = a[row * k + first + x];
    tile_b[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; ++i) sum += tile_a[y][i] * tile_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
)";

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) throw std::runtime_error(std::string(what) + " failed with OpenCL status " + std::to_string(status));
}

/// The first device, its queue and the kernels; not released before the process ends.
struct OpenCl {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  OpenCl() {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    const char* text = source;
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  }

  template <typename T>
  cl_mem buffer(const std::vector<T>& content) const {
    cl_int status;
    const cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, content.size() * sizeof(T), nullptr, &status);
    check(status, "clCreateBuffer");
    write(memory, content);
    return memory;
  }
  template <typename T>
  void write(cl_mem memory, const std::vector<T>& content) const {
    check(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, content.size() * sizeof(T), content.data(), 0, nullptr, nullptr),
          "write");
  }
  template <typename T>
  std::vector<T> read(cl_mem memory, std::size_t size) const {
    std::vector<T> content(size);
    check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size * sizeof(T), content.data(), 0, nullptr, nullptr), "read");
    return content;
  }
};

/// Median milliseconds of 11 runs after two warm-up runs; `prepare` before and `verify` after each run are not timed.
template <typename... Arguments>
void measure(const OpenCl& cl, const char* name, const char* kernel_name, std::vector<std::size_t> global,
             std::vector<std::size_t> local, const std::function<void()>& prepare, const std::function<bool()>& verify,
             Arguments... arguments) {
  cl_int status;
  const cl_kernel kernel = clCreateKernel(cl.program, kernel_name, &status);
  check(status, kernel_name);
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
  std::vector<double> times;
  for (int run = -2; run < 11; ++run) {
    prepare();
    const auto begin = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(cl.queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(), local.data(), 0,
                                 nullptr, nullptr),
          kernel_name);
    check(clFinish(cl.queue), "clFinish");
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    if (run >= 0) times.push_back(elapsed.count());
    if (!verify()) throw std::runtime_error(std::string(name) + ": wrong result");
  }
  std::nth_element(times.begin(), times.begin() + 5, times.end());
  std::printf("%s %.4f\n", name, times[5]);
}

/// Reproducible pseudorandom numbers in [0, 1).
std::vector<float> uniform(std::size_t size) {
  std::vector<float> values(size);
  std::uint32_t state = 1;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;  // Numerical Recipes' generator
    value = static_cast<float>(state >> 8) / 16777216.0f;
  }
  return values;
}

void measure_all(const OpenCl& cl) {
  const auto nothing = [] {};
  const std::size_t elements = 1 << 20;
  const std::vector<float> zeros(elements);
  const cl_mem data = cl.buffer(zeros);
  measure(
      cl, "increment", "increment", {elements}, {256}, [&] { cl.write(data, zeros); },
      [&] { return cl.read<float>(data, elements) == std::vector<float>(elements, 1.0f); }, data, cl_int{1 << 20});

  const cl_mem counter = cl.buffer(std::vector<cl_int>{0});
  measure(
      cl, "counter", "counter", {1024 * 1024}, {1024}, nothing, [&] { return cl.read<cl_int>(counter, 1)[0] > 0; }, counter);

  const std::vector<float> samples = uniform(1'000'000);
  std::vector<cl_int> counts(150);
  for (const float sample : samples) ++counts[static_cast<std::size_t>(sample * 150.0f)];
  const cl_mem input = cl.buffer(samples), bins = cl.buffer(std::vector<cl_int>(150));
  measure(
      cl, "histogram", "count", {4096}, {64}, [&] { cl.write(bins, std::vector<cl_int>(150)); },
      [&] { return cl.read<cl_int>(bins, 150) == counts; }, input, cl_int{1'000'000}, bins, cl_int{150});

  const std::size_t m = 256, k = 512, n = 256;
  const std::vector<float> a = uniform(m * k), b = uniform(k * n);
  std::vector<double> product(m * n);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t column = 0; column < n; ++column)
        product[row * n + column] += double{a[row * k + i]} * double{b[i * n + column]};
  const cl_mem left = cl.buffer(a), right = cl.buffer(b), result = cl.buffer(std::vector<float>(m * n));
  const auto correct = [&] {
    const std::vector<float> c = cl.read<float>(result, m * n);
    for (std::size_t i = 0; i < c.size(); ++i)
      if (std::fabs(double{c[i]} - product[i]) > 1e-4 * product[i]) return false;
    return true;
  };
  for (const auto& [name, kernel] : {std::pair{"matmul_naive", "multiply"}, std::pair{"matmul_tiled", "multiply_tiled"}})
    measure(cl, name, kernel, {n, m}, {16, 16}, nothing, correct, left, right, result, cl_int{256}, cl_int{512}, cl_int{256});
}

}  // namespace

int main() {
  try {
    measure_all(OpenCl());
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "error: %s\n", problem.what());
    return 1;
  }
}
