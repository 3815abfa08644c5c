#include "experiment/kernel_file/source_types.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>

// Layouts of structures as their source defines them, compared with those of this test's own compiler.

namespace warplens::experiment {
namespace {

using launch::ElementType;

std::optional<Layout> layout(const std::string& source, const Words& type) {
  return SourceTypes(tokens_of(source)).layout_of(type);
}

/// The fields' places by their names.
std::map<std::string, std::uint64_t> offsets(const Layout& layout) {
  std::map<std::string, std::uint64_t> all;
  for (const Field& field : layout.fields) all[field.name] = field.offset;
  return all;
}

/// Define structures for this test, and keep their text.
#define WARPLENS_SOURCE(text, ...) \
  __VA_ARGS__                      \
  constexpr const char* text = #__VA_ARGS__;

WARPLENS_SOURCE(
    gaps, struct Gaps {
      char flag;
      double weight;
      short low, high = 3, *none;
      bool last{true};
    };)

TEST(SourceTypes, FieldsBeginWhereTheCompilerPutsThem) {
  const auto found = layout(gaps, {"Gaps"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size, sizeof(Gaps));
  EXPECT_EQ(found->alignment, alignof(Gaps));
  EXPECT_EQ(offsets(*found), (std::map<std::string, std::uint64_t>{{"flag", offsetof(Gaps, flag)},
                                                                   {"weight", offsetof(Gaps, weight)},
                                                                   {"low", offsetof(Gaps, low)},
                                                                   {"high", offsetof(Gaps, high)},
                                                                   {"none", offsetof(Gaps, none)},
                                                                   {"last", offsetof(Gaps, last)}}));
  EXPECT_EQ(found->fields[4], (Field{"none", ElementType::i16, 1, true, false, offsetof(Gaps, none)}));
}

WARPLENS_SOURCE(
    nested, struct Point { float x, y, z; }; struct alignas(32) Ray {
     public:
      Point origin;
      const float* hits;
      char kinds[3];
      Point corners[2];
      static float ground() { return 0; }
      float length() const { return origin.x; }
      Ray() : hits(nullptr) {}
    };)

TEST(SourceTypes, StructuresAndArraysInsideAreTakenApart) {
  const auto found = layout(nested, {"struct", "Ray"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size, sizeof(Ray));
  EXPECT_EQ(found->alignment, alignof(Ray));
  EXPECT_EQ(offsets(*found), (std::map<std::string, std::uint64_t>{{"origin.x", offsetof(Ray, origin)},
                                                                   {"origin.y", offsetof(Ray, origin) + 4},
                                                                   {"origin.z", offsetof(Ray, origin) + 8},
                                                                   {"hits", offsetof(Ray, hits)},
                                                                   {"kinds[0]", offsetof(Ray, kinds)},
                                                                   {"kinds[1]", offsetof(Ray, kinds) + 1},
                                                                   {"kinds[2]", offsetof(Ray, kinds) + 2},
                                                                   {"corners[0].x", offsetof(Ray, corners)},
                                                                   {"corners[0].y", offsetof(Ray, corners) + 4},
                                                                   {"corners[0].z", offsetof(Ray, corners) + 8},
                                                                   {"corners[1].x", offsetof(Ray, corners) + 12},
                                                                   {"corners[1].y", offsetof(Ray, corners) + 16},
                                                                   {"corners[1].z", offsetof(Ray, corners) + 20}}));
}

TEST(SourceTypes, FunctionsOfAStructureAddNothing) {
  const auto found = layout(
      "struct Circle {\n"
      "  __host__ __device__ Circle(float r) : radius(r) {}\n"
      "  __device__ float area() const { return 3.14f * radius * radius; }\n"
      "  static constexpr int sides() { return 0; }\n"
      "  static constexpr float names[2] = {1, 2};\n"
      "  using Number = float;\n"
      "  enum Kind { full, half };\n"
      "  friend bool operator==(const Circle&, const Circle&) { return true; }\n"
      "  friend Circle operator+(Circle a, Circle b) { return Circle(a.radius + b.radius); }\n"
      "  static float operator()(float x) { return x; }\n"
      "  float radius;\n"
      "};",
      {"Circle"});
  ASSERT_TRUE(found);
  EXPECT_EQ(offsets(*found), (std::map<std::string, std::uint64_t>{{"radius", 0}}));
}

TEST(SourceTypes, NamesStandForTypesAndExtents) {
  const char* const source =
      "#define ROWS 2\nconstexpr int columns = 3;\nusing real = double;\n"
      "typedef struct { real m[ROWS][columns]; } Matrix;\ntypedef Matrix Transform;";
  const auto found = layout(source, {"const", "Transform"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fields.size(), 6u);
  EXPECT_EQ(found->size, 6 * sizeof(double));
}

// CUDA C++ Programming Guide, "Built-in Vector Types": alignment of each type.
TEST(SourceTypes, VectorTypesHaveTheirAlignment) {
  const auto found = layout("struct Light { float power; float4 colour; float3 place; double2 range; char4 mask; };", {"Light"});
  ASSERT_TRUE(found);
  const auto places = offsets(*found);
  EXPECT_EQ(places.at("colour.x"), 16u);
  EXPECT_EQ(places.at("place.x"), 32u);
  EXPECT_EQ(places.at("range.x"), 48u);
  EXPECT_EQ(places.at("mask.w"), 67u);
  EXPECT_EQ(found->size, 80u);
}

TEST(SourceTypes, ValuesBehindAPointerAreTheirNumbers) {
  const auto pointee = [](const std::string& members) {
    const auto found = layout("struct S { " + members + " };", {"S", "*"});
    return found ? std::optional(std::pair(found->fields.at(0).type, found->fields.at(0).components)) : std::nullopt;
  };
  EXPECT_EQ(pointee("float x, y, z, mass;"), std::pair(ElementType::f32, 4u));
  EXPECT_EQ(pointee("float x; int id;"), std::pair(ElementType::u32, 2u));
  EXPECT_EQ(pointee("double x; int id;"), std::pair(ElementType::u32, 4u)) << "with the gap at the end";
  EXPECT_EQ(pointee("char a; short b;"), std::pair(ElementType::u8, 4u)) << "with the gap in the middle";
  EXPECT_EQ(pointee("float* data;"), std::nullopt);
}

TEST(SourceTypes, WhatIsNotUnderstoodIsUnknown) {
  for (const char* source :
       {"struct S { int a : 3; };", "struct S { alignas(16) float a; };", "struct S { virtual int f(); int a; };",
        "struct S : Base { int a; };", "template <typename T> struct S { T a; };", "struct S { union { int a; float b; }; };",
        "struct S { float a[65]; };", "struct S { float a[n]; };", "struct S { Unknown a; };", "struct S { int** a; };",
        "struct S;", "struct S { int a"}) {
    EXPECT_FALSE(layout(source, {"S"})) << source;
  }
}

}  // namespace
}  // namespace warplens::experiment
