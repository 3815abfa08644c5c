#include "launch/arguments/symbol.h"

#include <gtest/gtest.h>

#include "ptx/find_variable.h"

namespace warplens::launch {
namespace {

ptx::Variable variable(std::string name, ptx::Space space, ptx::Type type, std::uint64_t size) {
  ptx::Variable variable;
  variable.name = std::move(name);
  variable.space = space;
  variable.type = type;
  variable.size = size;
  return variable;
}

ptx::Module module_of_variables() {
  ptx::Module module;
  module.path = "a.ptx";
  module.variables = {
      variable("_ZN1a5tableE", ptx::Space::constant, ptx::Type::b8, 16),
      variable("_ZN1b5tableE", ptx::Space::global, ptx::Type::f32, 4), variable("total", ptx::Space::global, ptx::Type::s32, 4),
      variable("tile", ptx::Space::shared, ptx::Type::f32, 64), variable("$str", ptx::Space::global, ptx::Type::b8, 6)};
  return module;
}

std::string message_of(const std::string& text) {
  const auto symbol = parse_symbol(module_of_variables(), text, 1);
  return symbol ? "" : symbol.error().message;
}

TEST(FindVariable, ByEveryName) {
  const ptx::Module module = module_of_variables();
  EXPECT_EQ(*ptx::find_variable(module, "_ZN1b5tableE"), 1u);
  EXPECT_EQ(*ptx::find_variable(module, "a::table"), 0u);
  EXPECT_EQ(*ptx::find_variable(module, "total"), 2u);
  EXPECT_EQ(ptx::find_variable(module, "table").error().message,
            "'table' is more than one variable; say which by its name in the PTX: _ZN1a5tableE, _ZN1b5tableE");
  for (const char* other : {"tile", "$str", "", "tot"})
    EXPECT_EQ(
        ptx::find_variable(module, other).error().message,
        "there is no __constant__ or __device__ variable '" + std::string(other) + "'; there are: a::table, b::table, total");
  EXPECT_NE(ptx::find_variable({}, "x").error().message.find("the module has none"), std::string::npos);
}

TEST(Symbol, TakesEveryFormOfAnArgument) {
  const auto scalar = parse_symbol(module_of_variables(), "total=i32=-2", 1);
  ASSERT_TRUE(scalar);
  EXPECT_EQ(scalar->name, "total");
  EXPECT_EQ(scalar->size, 1u);
  EXPECT_EQ(*scalar->initial, (Bytes{std::byte{0xfe}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff}}));
  const auto list = parse_symbol(module_of_variables(), "a::table=u16=1,2", 1);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->name, "_ZN1a5tableE");
  EXPECT_EQ(*list->initial, (Bytes{std::byte{1}, std::byte{0}, std::byte{2}, std::byte{0}}));
}

TEST(Symbol, RefusesWhatDoesNotFit) {
  EXPECT_NE(message_of("total=f32=1").find("holds .s32, not f32"), std::string::npos);
  EXPECT_NE(message_of("total=i64=1").find("holds .s32, not i64"), std::string::npos);
  EXPECT_EQ(message_of("total=u32=1"), "");
  EXPECT_NE(message_of("a::table=i32[5]=iota").find("16 bytes; 5 elements of i32 are 20"), std::string::npos);
  EXPECT_NE(message_of("b::table=f32=x").find("not a number"), std::string::npos);
  EXPECT_NE(message_of("total").find("NAME=ARG"), std::string::npos);
}

TEST(Symbol, OfALaunchIsCheckedAgain) {
  Launch launch;
  launch.module = std::make_shared<const ptx::Module>(module_of_variables());
  EXPECT_TRUE(check_symbols(launch));
  launch.symbols = {{"total", ElementType::i32, 1, std::make_shared<const Bytes>(4)}};
  launch.saved_symbols = {"total", "_ZN1a5tableE"};
  EXPECT_TRUE(check_symbols(launch));
  launch.saved_symbols = {"tile"};
  EXPECT_FALSE(check_symbols(launch));
  launch.saved_symbols.clear();
  launch.symbols[0].size = 2;
  EXPECT_FALSE(check_symbols(launch)) << "two elements in the bytes of one";
  launch.symbols[0] = {"total", ElementType::i32, 2, std::make_shared<const Bytes>(8)};
  EXPECT_FALSE(check_symbols(launch)) << "larger than the variable";
  launch.symbols[0] = {"nobody", ElementType::i32, 1, std::make_shared<const Bytes>(4)};
  EXPECT_FALSE(check_symbols(launch));
}

TEST(Symbol, IsReadAsItsOwnTypeOrAsBytes) {
  const auto type = [](ptx::Type type) { return element_type_of(variable("v", ptx::Space::global, type, 8)); };
  EXPECT_EQ(type(ptx::Type::f32), ElementType::f32);
  EXPECT_EQ(type(ptx::Type::f64), ElementType::f64);
  EXPECT_EQ(type(ptx::Type::s16), ElementType::i16);
  EXPECT_EQ(type(ptx::Type::u64), ElementType::u64);
  EXPECT_EQ(type(ptx::Type::b8), ElementType::u8);
  EXPECT_EQ(type(ptx::Type::b32), ElementType::u8);
  EXPECT_EQ(type(ptx::Type::f16), ElementType::u16);
}

}  // namespace
}  // namespace warplens::launch
