#include "launch/arguments/argument.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/file.h"
#include "launch/arguments/npy.h"
#include "tests/scratch_folder.h"

namespace warplens::launch {
namespace {

template <typename T>
std::vector<T> values(const base::Result<Argument>& argument) {
  EXPECT_TRUE(argument.ok()) << (argument.ok() ? "" : describe(argument.error()));
  if (!argument.ok()) return {};
  const auto* buffer = std::get_if<Buffer>(&*argument);
  EXPECT_NE(buffer, nullptr);
  if (buffer == nullptr) return {};
  EXPECT_EQ(buffer->initial->size(), buffer->size * sizeof(T));
  std::vector<T> result(buffer->size);
  if (!result.empty()) std::memcpy(result.data(), buffer->initial->data(), buffer->initial->size());
  return result;
}

TEST(Argument, ScalarsAndBuffers) {
  const auto scalar = parse_argument("i32=1024", 1);
  ASSERT_TRUE(scalar.ok());
  EXPECT_EQ(std::get<Scalar>(*scalar).bits, 1024u);
  EXPECT_EQ(values<float>(parse_argument("f32[4]=iota", 1)), (std::vector<float>{0, 1, 2, 3}));
  EXPECT_EQ(values<std::int8_t>(parse_argument("i8[3]=zeros", 1)), (std::vector<std::int8_t>{0, 0, 0}));
  EXPECT_EQ(values<double>(parse_argument("f64[2]=-0.5", 1)), (std::vector<double>{-0.5, -0.5}));
  EXPECT_EQ(values<std::uint16_t>(parse_argument("u16[3]=1,2,65535", 1)), (std::vector<std::uint16_t>{1, 2, 65535}));
  EXPECT_EQ(values<std::int64_t>(parse_argument("i64=-1,7", 1)), (std::vector<std::int64_t>{-1, 7}));
  EXPECT_TRUE(values<float>(parse_argument("f32[0]=zeros", 1)).empty());
}

TEST(Argument, RandomNumbersAreSeededAndInRange) {
  const auto a = values<float>(parse_argument("f32[100000]=random", 5));
  EXPECT_EQ(a, values<float>(parse_argument("f32[100000]=random", 5)));
  EXPECT_NE(a, values<float>(parse_argument("f32[100000]=random", 6)));
  double sum = 0;
  for (const float value : a) {
    ASSERT_GE(value, 0.0f);
    ASSERT_LT(value, 1.0f);
    sum += value;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 5 * std::sqrt(1.0 / 12 / 100000));  // five standard errors
}

TEST(Argument, DigitsAreSeededAndEachAsFrequent) {
  const auto a = values<std::int32_t>(parse_argument("i32[100000]=digits", 5));
  EXPECT_EQ(a, values<std::int32_t>(parse_argument("i32[100000]=digits", 5)));
  EXPECT_NE(a, values<std::int32_t>(parse_argument("i32[100000]=digits", 6)));
  std::vector<int> counts(10);
  for (const std::int32_t value : a) ++counts.at(static_cast<std::size_t>(value));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 5 * std::sqrt(100000 * 0.1 * 0.9));  // five standard errors
  const auto b = values<float>(parse_argument("f32[100000]=digits", 5));
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

TEST(Argument, NormalNumbersAreNormal) {
  // Compare with the distribution function Φ(x) = erfc(-x / √2) / 2 at eleven places, within five standard errors.
  constexpr int count = 400'000;
  const auto samples = values<double>(parse_argument("f64[400000]=normal", 1));
  for (double x = -2.5; x <= 2.5; x += 0.5) {
    int below = 0;
    for (const double sample : samples) below += sample < x;
    const double expected = std::erfc(-x / std::sqrt(2.0)) / 2;
    EXPECT_NEAR(below / double{count}, expected, 5 * std::sqrt(expected * (1 - expected) / count)) << x;
  }
}

TEST(Argument, ThePortableLogarithmIsTheLogarithm) {
  for (double x = 1e-300; x < 1e300; x *= 1.7)
    EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x)))) << x;
  EXPECT_EQ(portable_log(1.0), 0.0);
}

TEST(Argument, Files) {
  const Bytes six{std::byte{1}, std::byte{0}, std::byte{2}, std::byte{0}, std::byte{0xff}, std::byte{0xff}};
  ASSERT_TRUE(base::write_file(scratch("six.bin"), six).ok());
  const std::string bin = scratch("six.bin").string();
  EXPECT_EQ(values<std::int16_t>(parse_argument("i16=@" + bin, 1)), (std::vector<std::int16_t>{1, 2, -1}));
  EXPECT_EQ(values<std::int16_t>(parse_argument("i16[3]=@" + bin, 1)), (std::vector<std::int16_t>{1, 2, -1}));
  EXPECT_FALSE(parse_argument("i16[2]=@" + bin, 1).ok());
  EXPECT_FALSE(parse_argument("i32=@" + bin, 1).ok());
  const Bytes floats = *std::get<Buffer>(*parse_argument("f32=1,2,3", 1)).initial;
  ASSERT_TRUE(write_npy(scratch("x.npy"), ElementType::f32, floats).ok());
  EXPECT_EQ(values<float>(parse_argument("f32=@" + scratch("x.npy").string(), 1)), (std::vector<float>{1, 2, 3}));
  const auto other = parse_argument("i32=@" + scratch("x.npy").string(), 1);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find("holds f32, not i32"), std::string::npos);
  EXPECT_EQ(other.error().file, scratch("x.npy").string());
}

TEST(Argument, WrongFormsSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "TYPE=value"},
      {"1024", "TYPE=value"},
      {"=5", "unknown type"},
      {"half=5", "there are i8 u8"},
      {"i32=", "not a whole number"},
      {"i32=1.5", "not a whole number"},
      {"i32=iota", "i32[SIZE]=iota"},
      {"i32[=5", "size in [ ]"},
      {"i32[]=5", "size in [ ]"},
      {"i32[4=5", "size in [ ]"},
      {"i32[-4]=5", "size in [ ]"},
      {"i32[4]x=5", "size in [ ]"},
      {"i32[1e9]=5", "size in [ ]"},
      {"i32[99999999999999999999999]=0", "8 GiB"},
      {"u8[8589934593]=zeros", "8 GiB"},
      {"f64[1073741825]=normal", "8 GiB"},
      {"i32[4]=foo", "zeros, iota, random"},
      {"i32[4]=", "zeros, iota, random"},
      {"i32[3]=1,2", "has 2 elements, not 3"},
      {"i32[2]=1,,2", "not a whole number"},
      {"i32[2]=1,2,", "not a whole number"},
      {"u8[300]=iota", "does not fit in u8"},
      {"i32[4]=random", "fractions"},
      {"u8[4]=normal", "fractions"},
      {"f32=@", "ends in .npy"},
      {"f32=@nothing.npy", "cannot read"},
      {"f32=@/dev/zero", "ends in .npy"},
      {"f32=@/", "ends in .npy"},
      {"i32=" + std::string(100'000, '9'), "does not fit"},
  };
  for (const auto& [text, message] : wrong) {
    const auto argument = parse_argument(text, 1);
    ASSERT_FALSE(argument.ok()) << text;
    EXPECT_NE(argument.error().message.find(message), std::string::npos) << text << " → " << describe(argument.error());
    EXPECT_LT(argument.error().file.size(), 100u);
  }
}

TEST(Argument, ABufferThatThisComputerCannotHoldIsRefused) {
  const std::uint64_t largest = max_buffer_here();
  EXPECT_LE(largest, std::uint64_t{8} << 30);
  EXPECT_GE(largest, std::uint64_t{64} << 20);  // any machine that runs this has more than 256 MiB
  const auto argument = parse_argument("u8[" + std::to_string(largest + 1) + "]=zeros", 1);
  ASSERT_FALSE(argument.ok());
  EXPECT_NE(argument.error().message.find("too large"), std::string::npos);
}

TEST(Argument, AFileThatNeverEndsIsRefused) {
  const auto link = scratch("endless.bin");
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/dev/zero", link);
  const auto argument = parse_argument("u8=@" + link.string(), 1);
  ASSERT_FALSE(argument.ok());
  EXPECT_NE(argument.error().message.find("not a regular file"), std::string::npos);
}

}  // namespace
}  // namespace warplens::launch
