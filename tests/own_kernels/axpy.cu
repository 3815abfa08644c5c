// A structure as argument.
struct Line {
  float slope, offset;
  const float* x;
  float* y;
  int n;
};

__global__ void axpy(Line line) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < line.n) line.y[i] = line.slope * line.x[i] + line.offset;
}
