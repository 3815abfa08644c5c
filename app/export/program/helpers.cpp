#include "export/program/helpers.h"

#include <array>
#include <cctype>
#include <string_view>

namespace warplens::export_ {
namespace {

struct Helper {
  std::string_view mark, text;
};

/// The generators give the numbers of base::Random and launch::NormalNumbers.
constexpr std::array helpers{
    Helper{"$CHECK", R"(// Every call of the CUDA runtime returns an error code: ask for it.
#define $CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));  \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

)"},
    Helper{"$Random", R"(// Random numbers that are the same on every computer (SplitMix64: Steele, Lea, Flood, 2014).
struct $Random {
  std::uint64_t state;
  explicit $Random(std::uint64_t seed) : state(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double uniform() { return (next() >> 11) / 9007199254740992.0; }  // in [0, 1), 53 bits
  float uniform_float() { return (next() >> 40) / 16777216.0f; }  // in [0, 1), 24 bits
  unsigned below(unsigned bound) { return ((next() >> 32) * bound) >> 32; }
};

)"},
    Helper{"$Normal",
           R"(// Normally distributed numbers (Marsaglia and Bray, 1964), with a logarithm that rounds alike on every computer.
struct $Normal {
  $Random random;
  double spare = 0;
  bool has_spare = false;
  explicit $Normal(std::uint64_t seed) : random(seed) {}
  static double log(double x) {
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < 1.4142135623730951 / 2) m *= 2, --exponent;
    const double s = (m - 1) / (m + 1), z = s * s;
    double series = 1.0 / 21;
    for (int odd = 19; odd >= 1; odd -= 2) series = series * z + 1.0 / odd;
    return 2 * s * series + exponent * 0.6931471805599453;
  }
  double next() {
    if (has_spare) return has_spare = false, spare;
    double u, v, square;
    do {
      u = 2 * random.uniform() - 1;
      v = 2 * random.uniform() - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * log(square) / square);
    spare = v * factor;
    has_spare = true;
    return u * factor;
  }
};

)"},
    Helper{"$mod", R"(// The remainder of a division that rounds down.
double $mod(double value, double step) { return value - step * std::floor(value / step); }

)"},
    Helper{"$read_file", R"(// Fills an array from a file of its elements; the program has to run in the folder of that file.
template <typename T>
void $read_file(const char* name, std::vector<T>& values) {
  std::FILE* file = std::fopen(name, "rb");
  if (file == nullptr || std::fread(values.data(), sizeof(T), values.size(), file) != values.size()) {
    std::fprintf(stderr, "%s cannot be read; run the program in the folder of this file\n", name);
    std::exit(1);
  }
  std::fclose(file);
}

)"},
    Helper{"$print", R"(// Prints the first elements of an array and the sum of all.
template <typename T>
void $print(const char* name, const std::vector<T>& values) {
  double sum = 0;
  for (const T value : values) sum += value;
  std::printf("%s:", name);
  for (std::size_t i = 0; i < values.size() && i < 8; ++i) std::printf(" %.9g", double(values[i]));
  std::printf("%s sum %.15g\n", values.size() > 8 ? " …" : "", sum);
}

)"},
    Helper{"$compare",
           R"(// Compares an array with what is expected, rounded to its type; `tolerance` is relative. Says what differs.
template <typename T>
bool $compare(const char* name, const std::vector<T>& result, const std::vector<double>& expected, double tolerance) {
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double wanted = static_cast<T>(expected[i]), got = result[i];
    const bool same = wanted == got || (std::isnan(wanted) && std::isnan(got));
    if (!same && !(std::fabs(got - wanted) <= tolerance * std::fabs(wanted)) && wrong++ == 0) first = i;
  }
  if (wrong == 0) std::printf("right: %s is as expected\n", name);
  if (wrong > 0)
    std::printf("wrong: %zu of %zu elements of %s; the first is element %zu: %.9g instead of %.9g\n", wrong, result.size(), name,
                first, double(result[first]), double(static_cast<T>(expected[first])));
  return wrong == 0;
}

)"}};

/// Position of a mark that no longer one begins with.
std::size_t find_mark(std::string_view text, std::string_view mark, std::size_t from) {
  for (std::size_t at = text.find(mark, from); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const std::size_t end = at + mark.size();
    const bool longer = end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_');
    if (!longer) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string helpers_for(const std::string& text) {
  const bool normal = find_mark(text, "$Normal", 0) != std::string::npos;
  std::string needed;
  for (const Helper& helper : helpers)
    if (find_mark(text, helper.mark, 0) != std::string::npos || (normal && helper.mark == "$Random")) needed += helper.text;
  return needed;
}

std::string without_marks(std::string text, Names& names) {
  for (const Helper& helper : helpers) {
    if (find_mark(text, helper.mark, 0) == std::string::npos) continue;
    const std::string name = names.global(std::string(helper.mark.substr(1)));
    for (std::size_t at = 0; (at = find_mark(text, helper.mark, at)) != std::string::npos; at += name.size())
      text.replace(at, helper.mark.size(), name);
  }
  return text;
}

}  // namespace warplens::export_
