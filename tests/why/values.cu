// Variables and registers of a thread: in a loop, after a branch, elements and members, and through calls.
// run: -O 0 --grid 1 --block 64 --arg f32[60]=iota --arg f32[60]=zeros --arg i32=60
// why: --value 0,7,i
// says: Why is i 7 in thread 7 of block 0\?
// says: Thread 7 of block 0 set i to 7 at line {index}: blockIdx.x \* blockDim.x \+ threadIdx.x = 0 \* 64 \+ 7
// why: --value 0,7,sum
// says: set sum to 24 at line {sum}: 0 \+ a\[7\] \+ a\[8\] \+ a\[9\] = 0 \+ 7 \+ 8 \+ 9
// says: when the kernel began
// why: --value 0,7,taps[1]
// says: set taps\[1\] to 8 at line {tap}, read from a\[8\]
// why: --value 0,7,p.x
// says: set p.x to 7 at line {member}, read from a\[7\]
// why: --value 0,7,w
// says: Why is w 10 in thread 7 of block 0\?
// says: set w to 10 at line {cap}, since 84 > 10
// why: --value 0,1,w
// says: set w to 3 at line {weight}
// never: since
// why: --value 0,7,big
// says: set big to true at line {big}, since 84 > 10
// why: --value 0,7,n
// says: n is an argument of the launch: 60
// why: --value 0,7,a
// says: a is an argument of the launch
// why: --value 0,7,w --after 0
// says: has no variable or register w there
// why: --value 0,7,i --after 0
// says: hread 7 of block 0 has no(t set| variable or register) i
// why: --value 0,63,sum
// says: thread 63 of block 0 has no variable or register sum
// why: --value 0,7,nothing
// says: thread 7 of block 0 has no variable or register nothing
// why: --value 0,64,i
// says: there is no thread 64
// why: --value 0,i
// says: is not of the form BLOCK,THREAD,NAME
// why: --value 0,7,out_of
// says: set out_of to 14 at line {through}
// run: --grid 1 --block 64 --arg f32[60]=iota --arg f32[60]=zeros --arg i32=60
// why: --value 0,7,i
// says: set i to 7 at line {index}: blockIdx.x \* blockDim.x \+ threadIdx.x = 0 \* 64 \+ 7
struct Pair {
  float x;
  int k;
};

__device__ __noinline__ float weight(int i, float x) {
  float half = i * 0.5f;
  return half * x;
}

__device__ __noinline__ void twice(float* to, float x) {
  if (x < 0) *to = 0;
  *to = 2 * x;  // through
}

__global__ void values(const float* a, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;  // index
  float taps[3];
  Pair p;
  if (i < n) {
    float v = a[i];
    p.x = v;  // member
    p.k = i;
    float sum = 0;
    for (int d = 0; d < 3; ++d) {
      taps[d] = a[(i + d) % n];  // tap
      sum += taps[d];            // sum
    }
    float w = weight(i, sum);  // weight
    bool big = w > 10;  // big
    if (big) w = 10;  // cap
    float out_of = 1;
    twice(&out_of, v);
    c[i] = w + p.x * p.k + taps[1] + out_of;
  }
}
