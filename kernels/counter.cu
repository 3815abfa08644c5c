// Every thread adds 1 to the same counter.

// Read, add, write: another thread may write in between, and its update is lost.
__global__ void counter_racy(int* counter) {
  counter[0] = counter[0] + 1;
}

// Read, add and write in one: nothing comes in between.
__global__ void counter_atomic(int* counter) {
  atomicAdd(&counter[0], 1);
}
