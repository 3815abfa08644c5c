// Every element by itself, with much to do for each: a part of the array can be copied, worked on and copied back while another
// part is.
__global__ void work(float* a, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    for (int round = 0; round < rounds; ++round) {
      value = 0.5f * value + 1.0f;
    }
    a[i] = value;
  }
}
