#include "launch/arguments/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "launch/arguments/element_type.h"

namespace warplens::launch {
namespace {

using enum ElementType;

std::uint64_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST(ElementTypes, NamesGoThereAndBack) {
  const std::vector<std::string_view> names{"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"};
  const std::vector<std::size_t> widths{1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  for (std::size_t index = 0; index < names.size(); ++index) {
    const auto type = element_type_named(names[index]);
    ASSERT_TRUE(type.has_value()) << names[index];
    EXPECT_EQ(name(*type), names[index]);
    EXPECT_EQ(bytes(*type), widths[index]);
    EXPECT_EQ(is_floating(*type), names[index][0] == 'f');
    EXPECT_EQ(is_signed(*type), names[index][0] != 'u');
  }
  for (const char* wrong : {"", "i", "f16", "int", "I32", " i32"}) EXPECT_FALSE(element_type_named(wrong).has_value()) << wrong;
}

TEST(ElementTypes, HaveNamesInC) {
  // Checked against the compiler's own types, which are those of the same platform.
  const auto same = [](const char* name, auto value) {
    using T = decltype(value);
    const auto type = element_type_in_c(name);
    ASSERT_TRUE(type.has_value()) << name;
    EXPECT_EQ(bytes(*type), sizeof(T)) << name;
    EXPECT_EQ(is_signed(*type), std::is_signed_v<T>) << name;
    EXPECT_EQ(is_floating(*type), std::is_floating_point_v<T>) << name;
    EXPECT_EQ(element_type_written(name), type) << name;
  };
  same("float", float{});
  same("double", double{});
  same("bool", bool{});
  same("char", char{});
  same("signed char", static_cast<signed char>(0));
  same("unsigned char", static_cast<unsigned char>(0));
  same("short", short{});
  same("unsigned short int", static_cast<unsigned short>(0));
  same("int", int{});
  same("unsigned", 0u);
  same("unsigned int", 0u);
  same("int unsigned", 0u);
  same("long", 0l);
  same("unsigned long", 0ul);
  same("long long", 0ll);
  same("long  long  unsigned", 0ull);
  same("size_t", std::size_t{});
  same("std::uint8_t", std::uint8_t{});
  same("int64_t", std::int64_t{});
  EXPECT_EQ(element_type_written("u16"), u16);
  for (const char* wrong : {"", "half", "long double", "float4", "Float", "unsigned float", "float*", "f32 "})
    EXPECT_FALSE(element_type_written(wrong).has_value()) << wrong;
}

struct Parsed {
  ElementType type;
  const char* text;
  std::uint64_t bits;
};

class ParsesScalar : public testing::TestWithParam<Parsed> {};
TEST_P(ParsesScalar, ToItsBits) {
  const auto scalar = parse_scalar(GetParam().type, GetParam().text);
  ASSERT_TRUE(scalar.ok()) << GetParam().text << ": " << scalar.error().message;
  EXPECT_EQ(scalar->bits, GetParam().bits) << GetParam().text;
  EXPECT_EQ(scalar->type, GetParam().type);
}
INSTANTIATE_TEST_SUITE_P(Scalars, ParsesScalar,
                         testing::Values(Parsed{i32, "1024", 1024}, Parsed{i32, "-7", 0xfffffff9u}, Parsed{i32, "+7", 7},
                                         Parsed{i32, "0x10", 16}, Parsed{i32, "-0x80000000", 0x80000000u},
                                         Parsed{i8, "-128", 0x80}, Parsed{u8, "255", 255}, Parsed{u16, "65535", 65535},
                                         Parsed{i16, "-1", 0xffff}, Parsed{i64, "-9223372036854775808", 0x8000000000000000u},
                                         Parsed{u64, "18446744073709551615", ~std::uint64_t{0}},
                                         Parsed{u64, "0xFFFFFFFFFFFFFFFF", ~std::uint64_t{0}}, Parsed{u32, "-0", 0},
                                         Parsed{f32, "0.5", 0x3f000000u}, Parsed{f32, "1e-45", 1},
                                         Parsed{f32, "-inf", 0xff800000u}, Parsed{f32, "0.1", 0x3dcccccdu},
                                         Parsed{f32, "+2", 0x40000000u}, Parsed{f64, "0.1", 0x3fb999999999999au},
                                         Parsed{f64, "1e308", 0x7fe1ccf385ebc8a0u}));

TEST(Scalars, NanIsANumberOfFloatingTypes) {
  EXPECT_TRUE(std::isnan(to_double(*parse_scalar(f32, "nan"))));
  EXPECT_TRUE(std::isnan(to_double(*parse_scalar(f64, "nan"))));
  EXPECT_FALSE(parse_scalar(i32, "nan").ok());
}

TEST(Scalars, WhatIsNotOneIsAnError) {
  const std::vector<std::pair<ElementType, const char*>> wrong{
      {i32, ""},     {i32, "-"},          {i32, "+"},           {i32, "1.5"},
      {i32, "1e3"},  {i32, " 1"},         {i32, "1 "},          {i32, "0x"},
      {i32, "--1"},  {i32, "2147483648"}, {i8, "128"},          {i8, "-129"},
      {u8, "-1"},    {u8, "256"},         {i32, "-0x80000001"}, {u64, "18446744073709551616"},
      {f32, ""},     {f32, "1,5"},        {f32, "1e9999"},      {f32, "+-1"},
      {f32, "0.5f"}, {f64, "x"},          {f32, "1e39"},        {i64, "9223372036854775808"}};
  for (const auto& [type, text] : wrong) {
    const auto scalar = parse_scalar(type, text);
    EXPECT_FALSE(scalar.ok()) << name(type) << " '" << text << "'";
    EXPECT_TRUE(scalar.ok() || scalar.error().message.find(text) != std::string::npos);
  }
}

TEST(Scalars, OfADouble) {
  EXPECT_EQ(make_scalar(i32, -2.9)->bits, 0xfffffffeu);
  EXPECT_EQ(make_scalar(u8, 255.9)->bits, 255u);
  EXPECT_EQ(make_scalar(u8, -0.9)->bits, 0u);
  EXPECT_EQ(make_scalar(i64, -0x1p63)->bits, 0x8000000000000000u);
  EXPECT_EQ(make_scalar(f32, 0.1)->bits, bits_of(0.1f));
  EXPECT_EQ(make_scalar(f32, std::numeric_limits<float>::max())->bits, bits_of(std::numeric_limits<float>::max()));
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  EXPECT_TRUE(std::isinf(to_double(*make_scalar(f32, inf))));
  EXPECT_TRUE(std::isnan(to_double(*make_scalar(f64, nan))));
  for (const auto& [type, value] : std::vector<std::pair<ElementType, double>>{
           {u8, 256}, {u8, -1}, {i32, 0x1p31}, {i64, 0x1p63}, {u64, 0x1p64}, {i32, nan}, {u64, inf}, {i8, -129}, {f32, 1e39}})
    EXPECT_FALSE(make_scalar(type, value).ok()) << name(type) << " " << value;
}

TEST(Scalars, TextReadsBackAsTheSameValue) {
  for (const auto& [type, text] : std::vector<std::pair<ElementType, std::string>>{{i8, "-128"},
                                                                                   {u8, "200"},
                                                                                   {i32, "-1"},
                                                                                   {u64, "18446744073709551615"},
                                                                                   {f32, "0.1"},
                                                                                   {f64, "0.1"},
                                                                                   {f32, "inf"},
                                                                                   {f32, "1e-45"}})
    EXPECT_EQ(to_text(*parse_scalar(type, text)), text);
}

TEST(Elements, HaveTheNamesThatTheSourceGivesThem) {
  EXPECT_EQ(element_name("c", 17, {}), "c[17]");
  EXPECT_EQ(element_name("p", 5, {{"x", "y"}, {}}), "p[2].y");
  EXPECT_EQ(element_name("p", -1, {{"x", "y"}, {}}), "p[-1].y");
  EXPECT_EQ(element_name("m", 3 * 32 + 17, {{}, {8, 32}}), "m[3, 17]");
  EXPECT_EQ(element_name("m", 1 * 20 + 2 * 5 + 3, {{}, {2, 4, 5}}), "m[1, 2, 3]");
  EXPECT_EQ(element_name("m", 8 * 32, {{}, {8, 32}}), "m[8, 0]") << "behind the end";
  EXPECT_EQ(element_name("m", -1, {{}, {8, 32}}), "m[-1, 31]");
  EXPECT_EQ(element_name("m", 0, {{}, {8, 0}}), "m[0, 0]") << "without elements";
  EXPECT_EQ(shape_text({8, 32}), "(8, 32)");
  EXPECT_EQ(shape_text({8}), "(8,)");
}

TEST(Elements, AreFoundByTheirIndices) {
  EXPECT_EQ(element_at("17", {}), 17u);
  EXPECT_EQ(element_at("17", {8, 32}), 17u);
  EXPECT_EQ(element_at("3, 17", {8, 32}), 3u * 32 + 17);
  EXPECT_EQ(element_at("1,2,3", {2, 4, 5}), 33u);
  for (const char* const wrong : {"", ",", "3,", ",3", "3,,4", "3, 32", "8, 0", "-1, 0", "a, b", "1, 2, 3"})
    EXPECT_EQ(element_at(wrong, {8, 32}), std::nullopt) << wrong;
}

TEST(Elements, AreReadAndStored) {
  Bytes data(4 * 3);
  set_element(f32, data, 1, 2.5);
  EXPECT_EQ(to_double(element(f32, data, 1)), 2.5);
  EXPECT_EQ(to_double(element(f32, data, 0)), 0.0);
  EXPECT_EQ(element(u32, data, 1).bits, 0x40200000u);
  set_element(i16, data, 0, 1e9);
  EXPECT_EQ(to_double(element(i16, data, 0)), 32767);
  set_element(i16, data, 0, -1e9);
  EXPECT_EQ(to_double(element(i16, data, 0)), -32768);
  set_element(u8, data, 0, std::nan(""));
  EXPECT_EQ(to_double(element(u8, data, 0)), 0);
}

}  // namespace
}  // namespace warplens::launch
