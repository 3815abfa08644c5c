#include "experiment/references/baseline.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>

#include "experiment/references/blas.h"
#include "launch/arguments/element_type.h"

namespace warplens::experiment {
namespace {

using Arguments = std::vector<const launch::Argument*>;

/// The input buffers of a baseline and its output buffer, all of one element type, and the sizes of a loop in a loop.
struct Data {
  std::vector<launch::Bytes> in;
  launch::Bytes out, initial;
  std::uint64_t inner = 0, columns = 0;

  template <typename T>
  const T* input(std::size_t k) const {
    return reinterpret_cast<const T*>(in[k].data());
  }
  template <typename T>
  T* output() {
    return reinterpret_cast<T*>(out.data());
  }
};

/// Computes the elements (of a matrix product: the rows) `begin` to `end` of the output.
using Loop = void (*)(Data& data, std::uint64_t begin, std::uint64_t end);
/// Computes the whole output.
using Compute = void (*)(Data& data, Workers& workers);

Baseline baseline(const std::shared_ptr<Data>& data, launch::ElementType type, std::function<void(Workers&)> compute) {
  Baseline made;
  made.reset = [data] { data->out = data->initial; };
  made.compute = std::move(compute);
  made.output = [data, type] {
    std::vector<double> values;
    launch::for_each_element(type, data->out, [&](std::uint64_t, double value) { values.push_back(value); });
    return values;
  };
  made.reset();
  return made;
}

/// Only what depends on the element type is compiled for each of them: the loops.
Baseline by_loop(const std::shared_ptr<Data>& data, launch::ElementType type, std::uint64_t size, Loop loop) {
  return baseline(data, type, [data, size, loop](Workers& workers) {
    workers.share(size, [&](std::uint64_t begin, std::uint64_t end, unsigned) { loop(*data, begin, end); });
  });
}

const launch::Buffer* buffer_at(const Arguments& arguments, std::size_t k) { return std::get_if<launch::Buffer>(arguments[k]); }

/// The value of a scalar argument as a size; nothing if it is not a scalar, or negative.
std::optional<std::uint64_t> size_at(const Arguments& arguments, std::size_t k) {
  const auto* scalar = std::get_if<launch::Scalar>(arguments[k]);
  if (scalar == nullptr || launch::to_double(*scalar) < 0) return std::nullopt;
  return static_cast<std::uint64_t>(launch::to_double(*scalar));
}

base::Error misfit(const char* what) { return base::error(std::string("the baseline's arguments do not fit: ") + what); }

/// A loop over pairs of elements: a[i] and b[i] give c[i].
base::Result<Baseline> pairs(const Arguments& arguments, Loop (*loop)(launch::ElementType)) {
  const auto *a = buffer_at(arguments, 0), *b = buffer_at(arguments, 1), *c = buffer_at(arguments, 2);
  if (a == nullptr || b == nullptr || c == nullptr || a->type != b->type || a->type != c->type || a->size < c->size ||
      b->size < c->size)
    return misfit("three buffers of one type and size");
  const auto data = std::make_shared<Data>(Data{{*a->initial, *b->initial}, {}, *c->initial});
  return by_loop(data, c->type, c->size, loop(c->type));
}

/// c[i] = a[i] + b[i].
template <typename T>
void add_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  const T *a = data.input<T>(0), *b = data.input<T>(1);
  T* const c = data.output<T>();
  for (std::uint64_t i = begin; i < end; ++i) c[i] = static_cast<T>(a[i] + b[i]);
}

base::Result<Baseline> add(const Arguments& arguments) {
  return pairs(arguments, [](launch::ElementType type) -> Loop {
    return launch::with_type(type, [](auto zero) -> Loop { return add_loop<decltype(zero)>; });
  });
}

/// c[i] = a[i] · b[i].
template <typename T>
void multiply_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  const T *a = data.input<T>(0), *b = data.input<T>(1);
  T* const c = data.output<T>();
  for (std::uint64_t i = begin; i < end; ++i) c[i] = static_cast<T>(a[i] * b[i]);
}

base::Result<Baseline> multiply(const Arguments& arguments) {
  return pairs(arguments, [](launch::ElementType type) -> Loop {
    return launch::with_type(type, [](auto zero) -> Loop { return multiply_loop<decltype(zero)>; });
  });
}

/// a[i] = a[i] + 1.
template <typename T>
void increment_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  T* const a = data.output<T>();
  for (std::uint64_t i = begin; i < end; ++i) a[i] = static_cast<T>(a[i] + T{1});
}

base::Result<Baseline> increment(const Arguments& arguments) {
  const auto* a = buffer_at(arguments, 0);
  if (a == nullptr) return misfit("one buffer");
  const Loop loop = launch::with_type(a->type, [](auto zero) -> Loop { return increment_loop<decltype(zero)>; });
  return by_loop(std::make_shared<Data>(Data{{}, {}, *a->initial}), a->type, a->size, loop);
}

/// c = a · b by three plain loops: a is m × n, b is n × p, both row-major. The innermost goes along a row of b and of c, as a
/// loop down a column of b waits for memory; each element still is the sum over k in its order.
template <typename T>
void product_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  const T *a = data.input<T>(0), *b = data.input<T>(1);
  const std::uint64_t inner = data.inner, columns = data.columns;
  for (std::uint64_t row = begin; row < end; ++row) {
    T* const c = data.output<T>() + row * columns;
    std::fill_n(c, columns, T{0});
    for (std::uint64_t k = 0; k < inner; ++k) {
      const T factor = a[row * inner + k];
      for (std::uint64_t column = 0; column < columns; ++column)
        c[column] = static_cast<T>(c[column] + factor * b[k * columns + column]);
    }
  }
}

template <typename T>
std::function<void()> product_by_blas(const std::shared_ptr<Data>& data, std::uint64_t rows) {
  if (blas() == nullptr) return {};
  return [data, rows = static_cast<int>(rows), n = static_cast<int>(data->inner), p = static_cast<int>(data->columns)] {
    blas()->multiply(rows, n, p, data->input<T>(0), data->input<T>(1), data->output<T>());
  };
}

base::Result<Baseline> matrix_product(const Arguments& arguments) {
  const auto *a = buffer_at(arguments, 0), *b = buffer_at(arguments, 1), *c = buffer_at(arguments, 2);
  const auto m = size_at(arguments, 3), n = size_at(arguments, 4), p = size_at(arguments, 5);
  constexpr std::uint64_t largest = std::numeric_limits<int>::max();
  if (a == nullptr || b == nullptr || c == nullptr || a->type != b->type || a->type != c->type || !m || !n || !p ||
      *m > largest || *n > largest || *p > largest || a->size < *m * *n || b->size < *n * *p || c->size < *m * *p)
    return misfit("matrices of m × n, n × p and m × p of one type, and m, n, p");
  const auto data = std::make_shared<Data>(Data{{*a->initial, *b->initial}, {}, *c->initial, *n, *p});
  const Loop loop = launch::with_type(a->type, [](auto zero) -> Loop { return product_loop<decltype(zero)>; });
  Baseline made = by_loop(data, c->type, *m, loop);
  if (c->type == launch::ElementType::f32) made.blas = product_by_blas<float>(data, *m);
  if (c->type == launch::ElementType::f64) made.blas = product_by_blas<double>(data, *m);
  return made;
}

template <typename T>
std::vector<T> values_of(const launch::Buffer& buffer) {
  std::vector<T> values(buffer.size);
  std::memcpy(values.data(), buffer.initial->data(), buffer.size * sizeof(T));
  return values;
}

/// Counts of samples in equal bins over [low, high), in the arithmetic of the kernel. With several workers, each has its own
/// bins, which are added at the end.
base::Result<Baseline> histogram(const Arguments& arguments) {
  const auto *samples = buffer_at(arguments, 0), *counts = buffer_at(arguments, 1);
  const auto *low = std::get_if<launch::Scalar>(arguments[2]), *high = std::get_if<launch::Scalar>(arguments[3]);
  if (samples == nullptr || counts == nullptr || low == nullptr || high == nullptr || samples->type != launch::ElementType::f32 ||
      counts->type != launch::ElementType::i32)
    return misfit("samples f32[], counts i32[], low and high");
  struct Counting {
    std::vector<float> samples;
    std::vector<std::int32_t> counts, initial;
    float low, high;
  };
  const auto data = std::make_shared<Counting>(Counting{values_of<float>(*samples),
                                                        {},
                                                        values_of<std::int32_t>(*counts),
                                                        static_cast<float>(launch::to_double(*low)),
                                                        static_cast<float>(launch::to_double(*high))});
  Baseline made;
  made.reset = [data] { data->counts = data->initial; };
  made.compute = [data](Workers& workers) {
    const std::size_t bins = data->counts.size();
    const auto count = [&](std::uint64_t begin, std::uint64_t end, std::vector<std::int32_t>& into) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const float place = (data->samples[i] - data->low) / (data->high - data->low) * static_cast<float>(bins);
        if (place >= 0 && place < static_cast<float>(bins)) ++into[static_cast<std::size_t>(place)];
      }
    };
    if (workers.count() == 1) return count(0, data->samples.size(), data->counts);
    std::vector<std::vector<std::int32_t>> own(workers.count(), std::vector<std::int32_t>(bins));
    workers.share(data->samples.size(),
                  [&](std::uint64_t begin, std::uint64_t end, unsigned worker) { count(begin, end, own[worker]); });
    for (const std::vector<std::int32_t>& part : own)
      for (std::size_t bin = 0; bin < bins; ++bin) data->counts[bin] += part[bin];
  };
  made.output = [data] { return std::vector<double>(data->counts.begin(), data->counts.end()); };
  made.reset();
  return made;
}

base::Result<Baseline> from_in_to_out(const launch::Buffer* in, const launch::Buffer* out, Compute compute) {
  const auto data = std::make_shared<Data>(Data{{*in->initial}, {}, *out->initial});
  return baseline(data, in->type, [data, compute](Workers& workers) { compute(*data, workers); });
}

/// sum[0] = the sum of all elements, in the elements' type.
template <typename T>
void sum_all(Data& data, Workers& workers) {
  const T* const in = data.input<T>(0);
  std::vector<T> parts(workers.count());
  workers.share(data.in[0].size() / sizeof(T), [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
    T part = 0;
    for (std::uint64_t i = begin; i < end; ++i) part = static_cast<T>(part + in[i]);
    parts[worker] = part;
  });
  T& sum = *data.output<T>();
  for (const T part : parts) sum = static_cast<T>(sum + part);
}

base::Result<Baseline> sum(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || out->size < 1) return misfit("two buffers of one type");
  return from_in_to_out(in, out, launch::with_type(in->type, [](auto zero) -> Compute { return sum_all<decltype(zero)>; }));
}

/// out[i] = 2 · in[i] + 1.
template <typename T>
void affine_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  const T* const in = data.input<T>(0);
  T* const out = data.output<T>();
  for (std::uint64_t i = begin; i < end; ++i) out[i] = static_cast<T>(T{2} * in[i] + T{1});
}

base::Result<Baseline> affine(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || in->size < out->size) return misfit("two buffers of one type");
  const Loop loop = launch::with_type(in->type, [](auto zero) -> Loop { return affine_loop<decltype(zero)>; });
  return by_loop(std::make_shared<Data>(Data{{*in->initial}, {}, *out->initial}), out->type, out->size, loop);
}

/// The recurrence out[i] = out[i - 1] / 2 + in[i] in each of `inner` interleaved series of `columns` elements.
void recurrence_loop(Data& data, std::uint64_t begin, std::uint64_t end) {
  const float* const in = data.input<float>(0);
  float* const out = data.output<float>();
  for (std::uint64_t series = begin; series < end; ++series) {
    float value = 0;
    for (std::uint64_t i = 0; i < data.columns; ++i)
      out[i * data.inner + series] = value = 0.5f * value + in[i * data.inner + series];
  }
}

/// The series are distributed over the workers: a single series is not parallel.
base::Result<Baseline> recurrence(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  const auto n = size_at(arguments, 2), series = size_at(arguments, 3);
  constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();
  if (in == nullptr || out == nullptr || in->type != launch::ElementType::f32 || out->type != in->type || !n || !series ||
      *n > largest || *series > largest || in->size < *n * *series || out->size < *n * *series)
    return misfit("in f32[n * series], out f32[n * series], n and series");
  const auto data = std::make_shared<Data>(Data{{*in->initial}, {}, *out->initial, *series, *n});
  return by_loop(data, out->type, *series, recurrence_loop);
}

/// out[i] = the sum of in[0] to in[i]. With several workers, each sums its part, then scans it, starting with the sum of the
/// parts before.
template <typename T>
void scan_all(Data& data, Workers& workers) {
  const T* const in = data.input<T>(0);
  T* const out = data.output<T>();
  const std::uint64_t size = data.out.size() / sizeof(T);
  std::vector<T> from(workers.count() + 1);
  if (workers.count() > 1)
    workers.share(size, [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
      T sum = 0;
      for (std::uint64_t i = begin; i < end; ++i) sum = static_cast<T>(sum + in[i]);
      from[worker + 1] = sum;
    });
  for (std::size_t k = 1; k < from.size(); ++k) from[k] = static_cast<T>(from[k] + from[k - 1]);
  workers.share(size, [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
    T sum = from[worker];
    for (std::uint64_t i = begin; i < end; ++i) out[i] = sum = static_cast<T>(sum + in[i]);
  });
}

base::Result<Baseline> scan(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || in->size < out->size) return misfit("two buffers of one type");
  return from_in_to_out(in, out, launch::with_type(in->type, [](auto zero) -> Compute { return scan_all<decltype(zero)>; }));
}

struct Row {
  std::string_view name, signature;
  std::size_t arguments;
  base::Result<Baseline> (*make)(const Arguments&);
};
constexpr std::array<Row, 9> rows{{
    {"add", "add(a, b, c)", 3, add},
    {"multiply", "multiply(a, b, c)", 3, multiply},
    {"increment", "increment(a)", 1, increment},
    {"matrix_product", "matrix_product(a, b, c, m, n, p)", 6, matrix_product},
    {"histogram", "histogram(samples, counts, low, high)", 4, histogram},
    {"sum", "sum(values, sum)", 2, sum},
    {"scan", "scan(in, out)", 2, scan},
    {"affine", "affine(in, out)", 2, affine},
    {"recurrence", "recurrence(in, out, n, series)", 4, recurrence},
}};

const Row* row_named(std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [name](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : found;
}

}  // namespace

base::Result<Baseline> make_baseline(std::string_view name, const std::vector<const launch::Argument*>& arguments) {
  const Row* row = row_named(name);
  if (row == nullptr) return base::error("there is no baseline '" + std::string(name) + "'; there are: " + baseline_names());
  if (arguments.size() != row->arguments || std::find(arguments.begin(), arguments.end(), nullptr) != arguments.end())
    return base::error("the baseline is " + std::string(row->signature));
  return row->make(arguments);
}

std::size_t baseline_arguments(std::string_view name) {
  const Row* row = row_named(name);
  return row == nullptr ? 0 : row->arguments;
}

std::string baseline_names() {
  std::string names;
  for (const Row& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.signature);
  return names;
}

}  // namespace warplens::experiment
