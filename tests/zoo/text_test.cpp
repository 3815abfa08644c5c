#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "zoo.h"

namespace warplens::zoo {
namespace {

/// Text over a small alphabet, in which short patterns are frequent.
std::vector<std::int8_t> letters(std::size_t size, std::uint64_t seed, int kinds) {
  return integers<std::int8_t>(size, seed, 'a', 'a' + kinds);
}

/// 1 where `pattern` begins in `text`.
std::vector<std::uint8_t> occurrences(const std::vector<std::int8_t>& text, const std::vector<std::int8_t>& pattern) {
  std::vector<std::uint8_t> found(text.size());
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), pattern.begin(), pattern.end());
    if (at == text.end()) return found;
    found[static_cast<std::size_t>(at - text.begin())] = 1;
  }
}

Case match_naive() {
  const auto text = letters(1500, 110, 2);
  const std::vector<std::int8_t> pattern{'a', 'b', 'a', 'a', 'b'};
  return {.grid = {12},
          .block = {128},
          .arguments = {input(text), scalar(1500), input(pattern), scalar(5), output(occurrences(text, pattern))}};
}

Case match_kmp() {
  const auto text = letters(2000, 111, 2);
  const std::vector<std::int8_t> pattern{'a', 'a', 'b', 'a', 'a'};
  const std::vector<std::int32_t> fallback{0, 1, 0, 1, 2};  // the longest border of each prefix
  const auto found = occurrences(text, pattern);
  const auto matches = static_cast<std::int32_t>(std::count(found.begin(), found.end(), 1));
  EXPECT_GT(matches, 20);
  return {.grid = {2},
          .block = {32},
          .arguments = {input(text), scalar(2000), input(pattern), input(fallback), scalar(5), scalar(33),
                        output(std::vector{0}, std::vector{matches})}};
}

Case needleman_wunsch() {
  constexpr int n = 75, gap = 2;
  constexpr std::size_t row = n + 1;
  const auto a = letters(n, 112, 4), b = letters(n, 113, 4);
  std::vector<std::int32_t> scores(row * row), rim;
  for (std::size_t i = 0; i < row; ++i) scores[i] = scores[i * row] = -gap * static_cast<std::int32_t>(i);
  rim = scores;
  for (std::size_t i = 1; i < row; ++i) {
    for (std::size_t k = 1; k < row; ++k)
      scores[i * row + k] = std::max({scores[(i - 1) * row + k - 1] + (a[i - 1] == b[k - 1] ? 1 : -1),
                                      scores[(i - 1) * row + k] - gap, scores[i * row + k - 1] - gap});
  }
  return {.grid = {1}, .block = {48}, .arguments = {input(a), input(b), output(rim, scores), scalar(n), scalar(gap)}};
}

/// CRC-32 by bitwise polynomial division.
std::uint32_t crc32_of(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t crc = ~0u;
  for (std::size_t bit = 0; bit < 8 * size; ++bit) {
    const std::uint32_t low = (crc ^ static_cast<std::uint32_t>(bytes[bit / 8] >> bit % 8)) & 1;
    crc = (crc >> 1) ^ (low != 0 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

Case crc32() {
  constexpr std::size_t length = 9, records = 100;
  auto data = integers<std::uint8_t>(length * records, 114, 0, 256);
  const std::string known = "123456789";
  std::copy(known.begin(), known.end(), data.begin());
  std::vector<std::uint32_t> checksums;
  for (std::size_t i = 0; i < records; ++i) checksums.push_back(crc32_of(&data[i * length], length));
  EXPECT_EQ(checksums[0], 0xCBF43926u);  // the standard check value of CRC-32
  return {.grid = {2},
          .block = {64},
          .arguments = {input(data), scalar(std::int32_t{length}), output(checksums), scalar(std::int32_t{records})}};
}

/// Digests from RFC 1321 and FIPS 180-4, and from other implementations.
struct Known {
  const char *message, *md5, *sha256;
};
constexpr Known known[] = {
    {"", "d41d8cd98f00b204e9800998ecf8427e", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"a", "0cc175b9c0f1b6a831c399e269772661", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
    {"abc", "900150983cd24fb0d6963f7d28e17f72", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"message digest", "f96b697d7cb7938d525a2f31aaf161d0", "f7846f55cf23e14eebeab5b4e1550cad5b509e3348fbc4efa3a1413d393cb650"},
    {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b",
     "71c480df93d6ae2f1efad1447c66c9525e316218cf51fc8d9ed832f2daf18b73"},
    {"The quick brown fox jumps over the lazy dog", "9e107d9d372bb6826bd81d3542a419d6",
     "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"},
};

/// Every message's padded block as 16 words, and every digest's words, in the function's byte order.
Case digests(bool big_endian, const char* Known::*digest, std::vector<std::uint32_t> constants, const char* name) {
  const auto word = [big_endian](const std::uint8_t* bytes) {
    std::uint32_t value;
    std::memcpy(&value, bytes, 4);
    return big_endian ? __builtin_bswap32(value) : value;
  };
  std::vector<std::uint32_t> messages, expected;
  for (const Known& row : known) {
    std::uint8_t block[64] = {};
    const std::string text = row.message;
    std::copy(text.begin(), text.end(), block);
    block[text.size()] = 0x80;
    const std::size_t bits = 8 * text.size();
    block[big_endian ? 63 : 56] = static_cast<std::uint8_t>(bits);
    block[big_endian ? 62 : 57] = static_cast<std::uint8_t>(bits >> 8);
    for (int i = 0; i < 64; i += 4) messages.push_back(word(block + i));
    std::vector<std::uint8_t> bytes;
    for (std::string hexadecimal = row.*digest; !hexadecimal.empty(); hexadecimal.erase(0, 2))
      bytes.push_back(static_cast<std::uint8_t>(std::stoi(hexadecimal.substr(0, 2), nullptr, 16)));
    for (std::size_t i = 0; i < bytes.size(); i += 4) expected.push_back(word(&bytes[i]));
  }
  return {.grid = {1},
          .block = {32},
          .arguments = {input(messages), output(expected), scalar(static_cast<std::int32_t>(std::size(known)))},
          .symbols = {buffer(constants, name)}};
}

Case md5_block() {
  std::vector<std::uint32_t> sines;
  for (int i = 1; i <= 64; ++i) sines.push_back(static_cast<std::uint32_t>(std::floor(std::abs(std::sin(i)) * 0x1p32)));
  return digests(false, &Known::md5, sines, "md5_sines");
}

Case sha256_block() {
  std::vector<std::uint32_t> roots;  // fractions of the cube roots of the first 64 primes
  for (int candidate = 2; roots.size() < 64; ++candidate) {
    bool prime = true;
    for (int divisor = 2; divisor * divisor <= candidate; ++divisor) prime = prime && candidate % divisor != 0;
    const long double root = std::cbrt(static_cast<long double>(candidate));
    if (prime) roots.push_back(static_cast<std::uint32_t>((root - std::floor(root)) * 0x1p32L));
  }
  return digests(true, &Known::sha256, roots, "sha256_constants");
}

Case substitute() {
  constexpr std::uint32_t key = 0x2b7e1516;
  std::vector<std::uint8_t> table(256);
  for (std::size_t i = 0; i < 256; ++i) table[i] = static_cast<std::uint8_t>(i * 167 + 99);
  const auto data = integers<std::uint32_t>(120, 115, 0, 0xffffffff);
  std::vector<std::uint32_t> result(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    std::uint8_t bytes[4];
    for (std::size_t b = 0; b < 4; ++b) bytes[b] = table[data[i / 4 * 4 + (i + b) % 4] >> 8 * b & 0xff];
    std::memcpy(&result[i], bytes, 4);
    result[i] ^= key;
  }
  return {.grid = {1}, .block = {128}, .arguments = {input(table), input(data), output(result), scalar(key), scalar(120)}};
}

/// Random 64-bit words, with many 0s and all-ones so that carries propagate.
std::vector<std::uint64_t> wide(std::size_t size, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::uint64_t> words(size);
  for (std::uint64_t& word : words) {
    const std::uint32_t kind = random.below(4);
    word = kind == 0 ? 0 : kind == 1 ? ~std::uint64_t{0} : random.next();
  }
  return words;
}

Case big_add() {
  constexpr std::size_t n = 150;
  const auto a = wide(4 * n, 116), b = wide(4 * n, 117);
  std::vector<std::uint64_t> sum(a.size());
  std::vector<std::uint32_t> carry(n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint64_t in = i % 4 == 0 ? 0 : carry[i / 4];
    sum[i] = a[i] + b[i] + in;
    carry[i / 4] = sum[i] < a[i] || (in == 1 && sum[i] == a[i]);
  }
  return {.grid = {3}, .block = {64}, .arguments = {input(a), input(b), output(sum), output(carry), scalar(std::int32_t{n})}};
}

Case multiply_modulo() {
  constexpr std::uint64_t modulus = 0x7ffffffffffffe29;  // below 2^63
  const auto a = wide(100, 118), b = wide(100, 119);
  std::vector<std::uint64_t> result;
  const auto add = [](std::uint64_t x, std::uint64_t y) { return (x + y) % modulus; };  // no overflow: both below 2^63
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t product = 12345, power = a[i] % modulus;
    for (std::uint64_t bits = b[i]; bits != 0; bits >>= 1) {  // by doubling, to avoid wide products
      if (bits & 1) product = add(product, power);
      power = add(power, power);
    }
    result.push_back(product);
  }
  return {.grid = {2}, .block = {64}, .arguments = {input(a), input(b), output(result), scalar(modulus), scalar(100)}};
}

Case bit_tricks() {
  auto words = wide(90, 120);
  words.insert(words.end(), {0, 1, std::uint64_t{1} << 63, ~std::uint64_t{0}});
  std::vector<std::int32_t> results;
  for (const std::uint64_t word : words) {
    std::uint64_t reversed = 0;
    for (int bit = 0; bit < 64; ++bit) reversed |= (word >> bit & 1) << (63 - bit);
    results.insert(results.end(), {std::popcount(word) % 2, static_cast<std::int32_t>(reversed >> 40), std::countl_zero(word),
                                   std::popcount(static_cast<std::uint32_t>(word)), word == 0 ? 0 : std::countr_zero(word) + 1});
  }
  const auto n = static_cast<std::int32_t>(words.size());
  return {.grid = {1}, .block = {96}, .arguments = {input(words), output(results), scalar(n)}};
}

const Kernel text_kernels[] = {
    {"match_naive", match_naive},
    {"match_kmp", match_kmp},
    {"needleman_wunsch", needleman_wunsch},
    {"crc32", crc32},
    {"md5_block", md5_block},
    {"sha256_block", sha256_block},
    {"substitute", substitute},
    {"big_add", big_add},
    {"multiply_modulo", multiply_modulo},
    {"bit_tricks", bit_tricks},
};
WARPLENS_ZOO(Text, "text", text_kernels);

}  // namespace
}  // namespace warplens::zoo
