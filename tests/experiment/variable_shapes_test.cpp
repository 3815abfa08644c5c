#include "experiment/kernel_file/variable_shapes.h"

#include <gtest/gtest.h>

namespace warplens::experiment {
namespace {

using launch::VariableShape;

TEST(VariableShapes, AreReadFromTheSource) {
  const auto shapes = variable_shapes(R"(
    #define TILE 16
    constexpr int pad = 1;
    struct Body { float x, y; int kind; };
    __device__ unsigned counter;
    __constant__ float weights[3 * 3];
    __device__ float twice(float x) { return 2 * x; }
    __global__ void k(int* out) {
      __shared__ float tile[TILE][TILE + pad], other[TILE];
      volatile __shared__ int flags[2 * TILE];
      __shared__ Body bodies[4];
      extern __shared__ double all[];
    })");
  const std::vector<VariableShape> wanted{
      {"counter", 4, {}, {}}, {"weights", 4, {9}, {}}, {"tile", 4, {16, 17}, {}},
      {"other", 4, {16}, {}}, {"flags", 4, {32}, {}},  {"bodies", 12, {4}, {{"x", 0, 4}, {"y", 4, 4}, {"kind", 8, 4}}},
      {"all", 8, {0}, {}},
  };
  EXPECT_EQ(shapes, wanted);
}

TEST(VariableShapes, OfTemplatesAreThoseOfTheirInstances) {
  const char* const text = R"(
    template <int TILE, typename T = float>
    __global__ void __launch_bounds__(256) turn(T* out) {
      constexpr int wide = TILE + 1;
      __shared__ T tile[TILE][wide];
      __shared__ float rest[4];
    }
    namespace sums {
    template <class T> struct Block {
      template <unsigned N> static __device__ T sum(T x) {
        __shared__ T parts[N / 32];
        return parts[0];
      }
    };
    }
    __global__ void plain(int* out) { __shared__ int TILE[2]; })";
  const std::vector<std::string> variables{"turn<8, float>(float*)::tile", "turn<16, unsigned int>(unsigned int*)::tile",
                                           "sums::Block<double>::sum<64u>(double)::parts", "plain(int*)::TILE"};
  const std::vector<VariableShape> wanted{{"tile", 4, {8, 9}, {}}, {"tile", 4, {16, 17}, {}}, {"rest", 4, {4}, {}},
                                          {"rest", 4, {4}, {}},    {"parts", 8, {2}, {}},     {"TILE", 4, {2}, {}}};
  EXPECT_EQ(variable_shapes(text, {}, variables), wanted);
}

TEST(VariableShapes, AnyNamesOfVariablesAreRead) {
  for (const char* name : {"", "<", "k<", "k<>", "k<4", "<4>::a", "k<4>(", "k<4>::", "k<(4>::a", "k<4, 5, 6>(int)::a", "::"})
    EXPECT_LE(variable_shapes("template <int N> __global__ void k() { __shared__ int a[N]; }", {}, {name}).size(), 1u) << name;
  for (const char* text : {"template", "template <", "template <int", "template <int N>", "template <int N> void", "template <>",
                           "template <int N> void f() {", "template <int = 3> struct S { __shared__ int a[3]; };"})
    EXPECT_LE(variable_shapes(text, {}, {"f<3>()::a"}).size(), 1u) << text;
}

TEST(VariableShapes, OfTemplatesWithoutInstancesAreNotKnown) {
  EXPECT_TRUE(
      variable_shapes("template <typename T, int N> __global__ void k(T* out) { __shared__ T a[4]; __shared__ int b[N]; }")
          .empty());
}

TEST(VariableShapes, AnyTextIsRead) {
  for (const char* text : {"__shared__", "__shared__ int", "__shared__ int a[", "__shared__ int a[4", "__shared__ int a[4], b",
                           "__shared__ int a[1/0];", "__shared__ int a[-1];", "__device__ __shared__ ;",
                           "__shared__ __align__(16", "__shared__ int a[99999999999999999999];"})
    EXPECT_TRUE(variable_shapes(text).size() <= 2) << text;
}

}  // namespace
}  // namespace warplens::experiment
