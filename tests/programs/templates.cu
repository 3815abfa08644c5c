// Kernels that are templates: of a type, a number and a function object.
#include <cstdio>
#include <vector>

struct Square {
  template <typename T>
  __device__ T operator()(T x) const { return x * x; }
};

template <typename T>
struct AddTo {
  T value;
  __host__ __device__ T operator()(T x) const { return x + value; }
};

template <typename T, int per_thread, typename Function>
__global__ void transform(T* data, int n, Function function) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
#pragma unroll
  for (int k = 0; k < per_thread; ++k)
    if (first + k < n) data[first + k] = function(data[first + k]);
}

template <typename T>
class DeviceVector {
 public:
  explicit DeviceVector(const std::vector<T>& host) : size_(host.size()) {
    cudaMalloc(&data_, size_ * sizeof(T));
    cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~DeviceVector() { cudaFree(data_); }
  DeviceVector(const DeviceVector&) = delete;
  template <int per_thread = 1, typename Function>
  void apply(Function function) {
    transform<T, per_thread><<<4, 32>>>(data_, (int)size_, function);
  }
  T last() const {
    T value;
    cudaMemcpy(&value, data_ + size_ - 1, sizeof value, cudaMemcpyDeviceToHost);
    return value;
  }

 private:
  T* data_ = nullptr;
  size_t size_;
};

int main() {
  DeviceVector<int> whole(std::vector<int>(100, 7));
  whole.apply(Square{});
  whole.apply<4>(AddTo<int>{-9});
  DeviceVector<double> real(std::vector<double>(128, 1.5));
  real.apply(Square{});
  real.apply<2>(AddTo<double>{0.25});
  printf("%d %g\n", whole.last(), real.last());
}
