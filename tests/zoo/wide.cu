// Integers of 128 bits, which only nvcc divides.

/// Quotient and remainder, unsigned and signed.
__global__ void divide_wide(const unsigned long long* dividends, const unsigned long long* divisors, unsigned long long* results) {
  const int i = threadIdx.x;
  const unsigned __int128 a = (unsigned __int128)dividends[2 * i + 1] << 64 | dividends[2 * i];
  const unsigned __int128 b = (unsigned __int128)divisors[2 * i + 1] << 64 | divisors[2 * i];
  const unsigned __int128 parts[4] = {a / b, a % b, (unsigned __int128)((__int128)a / (__int128)b),
                                      (unsigned __int128)((__int128)a % (__int128)b)};
  for (int k = 0; k < 4; ++k) {
    results[8 * i + 2 * k] = (unsigned long long)parts[k];
    results[8 * i + 2 * k + 1] = (unsigned long long)(parts[k] >> 64);
  }
}
