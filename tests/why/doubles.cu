// run: --grid 1 --block 32 --arg f64[32]=iota --arg f64[32]=zeros --arg i64[32]=zeros
// why: --element out[3]
// says: Why is out\[3\] 9\?
// says: Thread 3 of block 0 wrote 9 to out\[3\] at line {square}: in\[3\] \* in\[3\] = 3 \* 3
// why: --element wide[7]
// says: Thread 7 of block 0 wrote 5000000007 to wide\[7\] at line {wide}
// why: --element out[40]
// says: out has 32 elements, numbered from 0
__global__ void doubles(const double* in, double* out, long long* wide) {
  int i = threadIdx.x;
  out[i] = in[i] * in[i];  // square
  wide[i] = 5000000000LL + i;  // wide
}
