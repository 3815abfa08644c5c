#include "experiment/kernel_file/signature.h"

#include <gtest/gtest.h>

#include "experiment/kernel_file/describe.h"

// What the signatures of kernels say that have no experiment file.

namespace warplens::experiment {
namespace {

using launch::ElementType;

KernelParameter only(const std::vector<KernelParameter>& parameters) {
  EXPECT_EQ(parameters.size(), 1u);
  return parameters.at(0);
}

Field only(const KernelParameter& parameter) {
  EXPECT_EQ(parameter.fields.size(), 1u);
  return parameter.fields.at(0);
}

TEST(Signature, TypesAsTheyAreWritten) {
  struct Case {
    const char* text;
    const char* name;
    std::optional<ElementType> type;
    bool pointer, read_only;
    std::uint32_t components;
  };
  for (const Case& each :
       {Case{"int n", "n", ElementType::i32, false, false, 1}, Case{"unsigned int n", "n", ElementType::u32, false, false, 1},
        Case{"unsigned n", "n", ElementType::u32, false, false, 1},
        Case{"long long int n", "n", ElementType::i64, false, false, 1},
        Case{"const size_t n", "n", ElementType::u64, false, false, 1},
        Case{"std::uint8_t *bytes", "bytes", ElementType::u8, true, false, 1},
        Case{"const float* __restrict__ a", "a", ElementType::f32, true, true, 1},
        Case{"float const *a", "a", ElementType::f32, true, true, 1},
        Case{"float* const a", "a", ElementType::f32, true, false, 1}, Case{"double a[]", "a", ElementType::f64, true, false, 1},
        Case{"const float4* v", "v", ElementType::f32, true, true, 4},
        Case{"float x = 0.5f", "x", ElementType::f32, false, false, 1}, Case{"Particle* p", "p", std::nullopt, true, false, 1},
        Case{"float** rows", "rows", std::nullopt, true, false, 1},
        Case{"float const*", "argument_1", ElementType::f32, true, true, 1},
        Case{"unsigned int", "argument_1", ElementType::u32, false, false, 1}}) {
    SCOPED_TRACE(each.text);
    const KernelParameter found = only(parameters_of(each.text));
    EXPECT_EQ(found.name, each.name);
    ASSERT_EQ(found.fields.size(), each.type ? 1u : 0u);
    if (!each.type) continue;
    const std::vector<std::string> names{"x", "y", "z", "w"};
    EXPECT_EQ(found.fields[0], (Field{"", *each.type, each.components, each.pointer, each.read_only, 0,
                                      each.components == 4 ? names : std::vector<std::string>{}}));
  }
  EXPECT_TRUE(parameters_of("").empty());
  EXPECT_TRUE(parameters_of("void").empty());
}

TEST(Signature, KernelsAreFoundAmongEverythingElse) {
  const char* const text = R"(
#define COUNT int
using real = float;  // __global__ void not_this(int n) {
typedef const real *input;
__device__ float twice(float x) { return 2 * x; }
__global__ void declared(int n);
template <typename T> __global__ void generic(T *a) { }
const char *s = "__global__ void nor_this(int n) {";
extern "C" __global__ void __launch_bounds__(256, 2)
first(input a, real *b, COUNT n) {
  b[threadIdx.x] = twice(a[threadIdx.x]);
}
__global__ static void second(int *m) { m[blockIdx.y] = threadIdx.x; }
)";
  const std::vector<KernelSignature> found = signatures_of(text);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kernel, "first");
  EXPECT_EQ(found[0].line, 10u);
  ASSERT_EQ(found[0].parameters.size(), 3u);
  EXPECT_EQ(only(found[0].parameters[0]), (Field{"", ElementType::f32, 1, true, true, 0}));
  EXPECT_EQ(only(found[0].parameters[1]), (Field{"", ElementType::f32, 1, true, false, 0}));
  EXPECT_EQ(only(found[0].parameters[2]), (Field{"", ElementType::i32, 1, false, false, 0}));
  EXPECT_FALSE(found[0].two_dimensional);
  EXPECT_EQ(found[1].kernel, "second");
  EXPECT_TRUE(found[1].two_dimensional);
}

TEST(Signature, KernelsHaveTheirNamespaces) {
  const char* const text = R"(
#define OPEN namespace never {
namespace a { namespace b::c {
__global__ void deep(float *x) { if (x) { } }
} // b::c
__global__ void shallow(float *x);
template <typename T> __global__ void generic(T *x) { }
template __global__ void generic<int>(int *);
extern "C" __global__ void plain(float *x) { }
#if defined(X)
struct S {
#else
struct T {
#endif
};
}  // a
__global__ void outside(float *x) { }
__global__ void a::shallow(float *x) { }
template __global__ void a::generic<float>(float *);
namespace { __global__ void hidden(float *x) { } }
extern "C" { namespace d { __global__ void linked(float *x) { } } }
)";
  std::vector<std::string> kernels;
  for (const KernelSignature& each : signatures_of(text)) kernels.push_back(each.kernel);
  EXPECT_EQ(kernels, (std::vector<std::string>{"a::b::c::deep", "a::generic<int>", "plain", "outside", "a::shallow",
                                               "a::generic<float>", "hidden", "linked"}));
}

TEST(Signature, TemplatesAreSuggestedAnInstance) {
  const char* const text = R"(
namespace a {
template <typename T, int BLOCK_SIZE, bool last = false>
__global__ void reduce(const T *in, T *out, int n) { __shared__ T part[BLOCK_SIZE]; }
}
template <class Real, unsigned TILE> __global__ void multiply(Real (&tile)[TILE], Real *c) { }
__global__ void plain(float *x) { }
)";
  const std::vector<std::string> suggested = suggested_instantiations(text);
  EXPECT_EQ(suggested,
            (std::vector<std::string>{"template __global__ void a::reduce<float, 256, 1>(const float *in, float *out, int n);",
                                      "template __global__ void multiply<float, 16>(float(&tile)[16], float *c);"}));
  std::vector<std::string> kernels;
  for (const KernelSignature& each : signatures_of(text + suggested.front())) kernels.push_back(each.kernel);
  EXPECT_EQ(kernels, (std::vector<std::string>{"plain", "a::reduce<float, 256, 1>"})) << "the line makes the instance";
  EXPECT_TRUE(suggested_instantiations("__global__ void plain(float *x) { }").empty());
}

TEST(Signature, AnythingEnds) {
  for (const char* text : {"__global__", "__global__ void f(", "__global__ void f(int", "__global__ (((", "\"", "/*", "'",
                           "#define a a\n__global__ void f(a a) {", "__global__ void f(,,,) {}", "__global__ void f([]) {}",
                           "}}}# # else #endif __global__ void ::f() {}", "namespace {{ #if #if __global__ void a::f() {",
                           "template <> __global__ void <>();"}) {
    signatures_of(text);
    suggested_instantiations(text);
  }
}

}  // namespace
}  // namespace warplens::experiment
