// Strings, big numbers, checksums and ciphers: integers of every width.

/// Where a pattern begins, a thread a place.
__global__ void match_naive(const char* text, int length, const char* pattern, int pattern_length, unsigned char* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + pattern_length > length) return;
  int k = 0;
  while (k < pattern_length && text[i + k] == pattern[k]) ++k;
  if (k == pattern_length) found[i] = 1;
}

/// Knuth, Morris and Pratt: each thread reads a piece of the text once; pieces overlap by the pattern's length less one.
__global__ void match_kmp(const char* text, int length, const char* pattern, const int* fallback, int pattern_length, int piece,
                          int* matches) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
  const int end = min(length, first + piece + pattern_length - 1);
  int count = 0;
  for (int i = first, k = 0; i < end; ++i) {
    while (k > 0 && pattern[k] != text[i]) k = fallback[k - 1];
    if (pattern[k] == text[i]) ++k;
    if (k == pattern_length) {
      ++count;
      k = fallback[k - 1];
    }
  }
  if (count > 0) atomicAdd(matches, count);
}

/// Scores of the best alignment of two sequences (Needleman and Wunsch), along one antidiagonal after the other. One block; the
/// table has (n + 1) × (n + 1) scores, its first row and column filled.
__global__ void needleman_wunsch(const char* a, const char* b, int* scores, int n, int gap) {
  for (int diagonal = 2; diagonal <= 2 * n; ++diagonal) {
    for (int i = 1 + threadIdx.x; i < diagonal && i <= n; i += blockDim.x) {
      const int k = diagonal - i;
      if (k > n) continue;
      const int match = scores[(i - 1) * (n + 1) + k - 1] + (a[i - 1] == b[k - 1] ? 1 : -1);
      const int up = scores[(i - 1) * (n + 1) + k] - gap, left = scores[i * (n + 1) + k - 1] - gap;
      scores[i * (n + 1) + k] = max(match, max(up, left));
    }
    __syncthreads();
  }
}

/// CRC-32 of each record by a table that the block makes in shared memory.
__global__ void crc32(const unsigned char* records, int length, unsigned* checksums, int n) {
  __shared__ unsigned table[256];
  for (unsigned value = threadIdx.x; value < 256; value += blockDim.x) {
    unsigned entry = value;
    for (int bit = 0; bit < 8; ++bit) entry = entry & 1 ? entry >> 1 ^ 0xEDB88320u : entry >> 1;
    table[value] = entry;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned crc = ~0u;
  for (int k = 0; k < length; ++k) crc = crc >> 8 ^ table[(crc ^ records[i * length + k]) & 255];
  checksums[i] = ~crc;
}

__device__ unsigned rotate_left(unsigned x, int n) { return x << n | x >> (32 - n); }
__device__ unsigned rotate_right(unsigned x, int n) { return x >> n | x << (32 - n); }

__constant__ unsigned md5_sines[64];
__constant__ int md5_shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

/// MD5 (RFC 1321) of messages of one padded block each: 16 words in, 4 words out.
__global__ void md5_block(const unsigned* messages, uint4* digests, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned* const words = messages + 16 * i;
  unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int step = 0; step < 64; ++step) {
    unsigned mixed;
    int word;
    switch (step / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = step;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = (5 * step + 1) % 16;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = (3 * step + 5) % 16;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * step % 16;
    }
    const unsigned turned = rotate_left(a + mixed + md5_sines[step] + words[word], md5_shifts[step / 16 * 4 + step % 4]);
    a = d;
    d = c;
    c = b;
    b += turned;
  }
  digests[i] = make_uint4(a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476);
}

__constant__ unsigned sha256_constants[64];

/// SHA-256 (FIPS 180-4) of messages of one padded block each: 16 big-endian words in, 8 out.
__global__ void sha256_block(const unsigned* messages, unsigned* digests, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned schedule[64], state[8];
  for (int k = 0; k < 16; ++k) schedule[k] = messages[16 * i + k];
  for (int k = 16; k < 64; ++k) {
    const unsigned x = schedule[k - 15], y = schedule[k - 2];
    schedule[k] = schedule[k - 16] + (rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3) + schedule[k - 7] +
                  (rotate_right(y, 17) ^ rotate_right(y, 19) ^ y >> 10);
  }
  for (int k = 0; k < 8; ++k) state[k] = first[k];
  for (int k = 0; k < 64; ++k) {
    const unsigned a = state[0], e = state[4];
    const unsigned one = state[7] + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) +
                         ((e & state[5]) ^ (~e & state[6])) + sha256_constants[k] + schedule[k];
    const unsigned two = (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) +
                         ((a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]));
    for (int q = 7; q > 0; --q) state[q] = state[q - 1];
    state[4] += one;
    state[0] = one + two;
  }
  for (int k = 0; k < 8; ++k) digests[8 * i + k] = first[k] + state[k];
}

/// Bytes through a substitution table, turned columns and a round key, as in a round of AES.
__global__ void substitute(const unsigned char* table, const unsigned* data, unsigned* result, unsigned key, int n) {
  __shared__ unsigned char box[256];
  for (int value = threadIdx.x; value < 256; value += blockDim.x) box[value] = table[value];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned word = 0;
  for (int byte = 0; byte < 4; ++byte) {
    const unsigned from = data[i / 4 * 4 + (i + byte) % 4];
    word |= (unsigned)box[from >> 8 * byte & 255] << 8 * byte;
  }
  result[i] = word ^ key;
}

/// Sums of numbers of four 64-bit words, least word first, with the carry of the processor; the last carry apart.
__global__ void big_add(const unsigned long long* a, const unsigned long long* b, unsigned long long* sum, unsigned* carry, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long *x = a + 4 * i, *y = b + 4 * i;
  unsigned long long r0, r1, r2, r3;
  unsigned out;
  asm("add.cc.u64 %0, %5, %9;\n\t"
      "addc.cc.u64 %1, %6, %10;\n\t"
      "addc.cc.u64 %2, %7, %11;\n\t"
      "addc.cc.u64 %3, %8, %12;\n\t"
      "addc.u32 %4, 0, 0;"
      : "=l"(r0), "=l"(r1), "=l"(r2), "=l"(r3), "=r"(out)
      : "l"(x[0]), "l"(x[1]), "l"(x[2]), "l"(x[3]), "l"(y[0]), "l"(y[1]), "l"(y[2]), "l"(y[3]));
  sum[4 * i] = r0;
  sum[4 * i + 1] = r1;
  sum[4 * i + 2] = r2;
  sum[4 * i + 3] = r3;
  carry[i] = out;
}

/// (a · b + c) mod m with 128 bits between, by the compiler's own wide integers.
__global__ void multiply_modulo(const unsigned long long* a, const unsigned long long* b, unsigned long long* result,
                                unsigned long long m, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned __int128 product = (unsigned __int128)a[i] * b[i] + 12345;
  unsigned long long high = (unsigned long long)(product >> 64), low = (unsigned long long)product, rest = 0;
  for (int bit = 127; bit >= 0; --bit) {  // schoolbook division, m below 2^63
    rest = rest << 1 | (bit >= 64 ? high >> (bit - 64) : low >> bit) % 2;
    if (rest >= m) rest -= m;
  }
  result[i] = rest;
}

/// Parity, reversed bits, leading zeros, set bits, and lowest set bit of 64-bit words.
__global__ void bit_tricks(const unsigned long long* words, int* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long word = words[i];
  results[5 * i] = __popcll(word) % 2;
  results[5 * i + 1] = (int)(__brevll(word) >> 40);
  results[5 * i + 2] = __clzll(word);
  results[5 * i + 3] = __popc((unsigned)word);
  results[5 * i + 4] = __ffsll(word);
}
