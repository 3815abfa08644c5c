// run: --grid 4 --block 32 --arg i32[2]=zeros
// why: --element count[0]
// says: wrote \d+ to count\[0\] at line {update}, the last of 128 writes: count\[0\] \+ 1 = \d+ \+ 1
// says: \d+ of 128 updates are not in it\. First, thread \d+ of block \d+ read \d+ before thread \d+ of block \d+ had written its own result
// run: --grid 1 --block 1 --arg i32[2]=zeros
// why: --element count[0]
// says: Why is count\[0\] 1\?
// says: Thread 0 of block 0 wrote 1 to count\[0\] at line {update}: count\[0\] \+ 1 = 0 \+ 1
// never: not in it
// why: --element count[1]
// says: Why did no thread write count\[1\]\?
// says: The store at line {update} wrote only count\[0\] to count\[0\]
__global__ void counter(int* count) {
  count[0] = count[0] + 1;  // update
}
