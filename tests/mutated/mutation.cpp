#include "tests/mutated/mutation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/random.h"

namespace warplens {
namespace {

constexpr std::size_t max_bytes = 1u << 20;  // of a mutated file

/// Numbers where readers go wrong.
constexpr std::array<std::string_view, 18> numbers{"0",
                                                   "-1",
                                                   "1",
                                                   "255",
                                                   "65536",
                                                   "2147483647",
                                                   "-2147483648",
                                                   "4294967295",
                                                   "4294967296",
                                                   "9223372036854775807",
                                                   "18446744073709551615",
                                                   "99999999999999999999",
                                                   "1e308",
                                                   "-1e308",
                                                   "1e-320",
                                                   "nan",
                                                   "inf",
                                                   "0.5"};
constexpr std::array<std::string_view, 20> pieces{
    "[",   "]",   "{",        "}", "\"",   "\\",       "@",  "../",  "\n",   "#include ",
    "```", "%r1", "\xff\xfe", ";", "\x1b", "\xc3\xa9", "//", "= -1", ", , ", ".reg .b64 %a<4294967295>;"};

class Mutation {
 public:
  Mutation(std::string text, const std::vector<std::string>& seeds, base::Random& random)
      : text_(std::move(text)), seeds_(seeds), random_(random) {}

  void change() {
    switch (random_.below(12)) {
      case 0:
        return flip();
      case 1:
        return overwrite_number();
      case 2:
        return insert(std::string(pieces[random_.below(pieces.size())]));
      case 3:
        return static_cast<void>(text_.erase(place(), random_.below(64)));
      case 4:
        return static_cast<void>(text_.resize(place()));
      case 5:
        return repeat();
      case 6: {
        const std::string& other = seeds_[random_.below(seeds_.size())];
        const std::size_t from = random_.below(other.size() + 1);
        return insert(other.substr(from, random_.below(512)));
      }
      case 7:
        return erase_line();
      default:
        return change_digits();
    }
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t place() { return random_.below(text_.size() + 1); }

  void insert(const std::string& piece) {
    if (text_.size() + piece.size() <= max_bytes) text_.insert(place(), piece);
  }
  void flip() {
    if (text_.empty()) return;
    char& byte = text_[random_.below(text_.size())];
    byte =
        static_cast<char>(random_.below(2) == 0 ? static_cast<unsigned char>(byte) ^ 1u << random_.below(8) : random_.below(256));
  }
  /// An integer of 1, 2, 4 or 8 bytes: small, large or negative.
  void overwrite_number() {
    const std::size_t bytes = std::size_t{1} << random_.below(4);
    if (text_.size() < bytes) return;
    const std::array<std::uint64_t, 6> values{
        0, 1, ~std::uint64_t{0}, ~std::uint64_t{0} >> 1, std::uint64_t{1} << 31, random_.next()};
    const std::uint64_t value = values[random_.below(values.size())];
    std::memcpy(text_.data() + random_.below(text_.size() - bytes + 1), &value, bytes);
  }
  /// A piece many times, to nest or to lengthen what it is.
  void repeat() {
    const std::size_t from = place();
    const std::string piece = text_.substr(from, 1 + random_.below(40));
    const std::size_t times = std::size_t{1} << random_.below(16);
    if (text_.size() + piece.size() * times > max_bytes) return;
    std::string many;
    for (std::size_t k = 0; k < times; ++k) many += piece;
    text_.insert(from, many);
  }
  void erase_line() {
    const std::size_t from = text_.find('\n', place());
    if (from != std::string::npos) text_.erase(from, text_.find('\n', from + 1) - from);
  }
  /// The next number of the text becomes another.
  void change_digits() {
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto from = std::find_if(text_.begin() + static_cast<std::ptrdiff_t>(place()), text_.end(), is_digit);
    const auto end = std::find_if_not(from, text_.end(), is_digit);
    text_.replace(from, end, numbers[random_.below(numbers.size())]);
  }

  std::string text_;
  const std::vector<std::string>& seeds_;
  base::Random& random_;
};

std::uint32_t checksum_of(std::string_view bytes) {  // PNG specification, annex D
  std::uint32_t sum = 0xffffffff;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? 0xedb88320 ^ sum >> 1 : sum >> 1;
  }
  return ~sum;
}

}  // namespace

std::string mutated(const std::vector<std::string>& seeds, std::uint64_t number) {
  base::Random random(number * 0x9e3779b97f4a7c15u + 1);
  Mutation mutation(seeds[number % seeds.size()], seeds, random);
  // Most files have one change, which lets readers come far.
  for (std::uint64_t left = 1 + random.below(2) * random.below(6); left > 0; --left) mutation.change();
  return mutation.take();
}

std::string with_png_checksums(std::string file) {
  constexpr std::size_t signature = 8, length_bytes = 4, name_bytes = 4, sum_bytes = 4;
  const auto number_at = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < length_bytes; ++k) value = value << 8 | static_cast<unsigned char>(file[at + k]);
    return value;
  };
  for (std::size_t at = signature; at + length_bytes + name_bytes + sum_bytes <= file.size();) {
    const std::size_t checked = at + length_bytes, bytes = name_bytes + number_at(at);
    if (bytes > file.size() - checked || file.size() - checked - bytes < sum_bytes) break;
    const std::uint32_t sum = checksum_of(std::string_view(file).substr(checked, bytes));
    for (std::size_t k = 0; k < sum_bytes; ++k) file[checked + bytes + k] = static_cast<char>(sum >> (24 - 8 * k));
    at = checked + bytes + sum_bytes;
  }
  return file;
}

}  // namespace warplens
