#include "experiment/references/baseline.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "experiment/references/blas.h"
#include "launch/arguments/element_type.h"

namespace warplens::experiment {
namespace {

using Arguments = std::vector<const launch::Argument*>;

template <typename T>
std::vector<T> content(const launch::Buffer& buffer) {
  std::vector<T> values(buffer.size);
  std::memcpy(values.data(), buffer.initial->data(), buffer.size * sizeof(T));
  return values;
}

/// The input buffers of a baseline and its output buffer, all of one element type.
template <typename T>
struct Data {
  std::vector<std::vector<T>> in;
  std::vector<T> out, initial;
};

/// A baseline that computes `out` from `in`.
template <typename T, typename Compute>
Baseline baseline(std::shared_ptr<Data<T>> data, Compute compute) {
  Baseline made;
  made.reset = [data] { data->out = data->initial; };
  made.compute = [data, compute](Workers& workers) { compute(*data, workers); };
  made.output = [data] { return std::vector<double>(data->out.begin(), data->out.end()); };
  made.reset();
  return made;
}

const launch::Buffer* buffer_at(const Arguments& arguments, std::size_t k) { return std::get_if<launch::Buffer>(arguments[k]); }

/// The value of a scalar argument as a size; nothing if it is not a scalar, or negative.
std::optional<std::uint64_t> size_at(const Arguments& arguments, std::size_t k) {
  const auto* scalar = std::get_if<launch::Scalar>(arguments[k]);
  if (scalar == nullptr || launch::to_double(*scalar) < 0) return std::nullopt;
  return static_cast<std::uint64_t>(launch::to_double(*scalar));
}

base::Error misfit(const char* what) { return base::error(std::string("the baseline's arguments do not fit: ") + what); }

/// c[i] = operation(a[i], b[i]).
template <typename Operation>
base::Result<Baseline> pairs(const Arguments& arguments, Operation operation) {
  const auto *a = buffer_at(arguments, 0), *b = buffer_at(arguments, 1), *c = buffer_at(arguments, 2);
  if (a == nullptr || b == nullptr || c == nullptr || a->type != b->type || a->type != c->type || a->size < c->size ||
      b->size < c->size)
    return misfit("three buffers of one type and size");
  return launch::with_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    const auto data = std::make_shared<Data<T>>(Data<T>{{content<T>(*a), content<T>(*b)}, {}, content<T>(*c)});
    return baseline(data, [operation](Data<T>& d, Workers& workers) {
      workers.share(d.out.size(), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::uint64_t i = begin; i < end; ++i) d.out[i] = static_cast<T>(operation(d.in[0][i], d.in[1][i]));
      });
    });
  });
}

base::Result<Baseline> add(const Arguments& arguments) {
  return pairs(arguments, [](auto a, auto b) { return a + b; });
}

base::Result<Baseline> multiply(const Arguments& arguments) {
  return pairs(arguments, [](auto a, auto b) { return a * b; });
}

/// a[i] = a[i] + 1.
base::Result<Baseline> increment(const Arguments& arguments) {
  const auto* a = buffer_at(arguments, 0);
  if (a == nullptr) return misfit("one buffer");
  return launch::with_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    return baseline(std::make_shared<Data<T>>(Data<T>{{}, {}, content<T>(*a)}), [](Data<T>& d, Workers& workers) {
      workers.share(d.out.size(), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::uint64_t i = begin; i < end; ++i) d.out[i] = static_cast<T>(d.out[i] + T{1});
      });
    });
  });
}

/// c = a · b by the three loops of the definition: a is m × n, b is n × p, both row-major.
base::Result<Baseline> matrix_product(const Arguments& arguments) {
  const auto *a = buffer_at(arguments, 0), *b = buffer_at(arguments, 1), *c = buffer_at(arguments, 2);
  const auto m = size_at(arguments, 3), n = size_at(arguments, 4), p = size_at(arguments, 5);
  constexpr std::uint64_t largest = std::numeric_limits<int>::max();
  if (a == nullptr || b == nullptr || c == nullptr || a->type != b->type || a->type != c->type || !m || !n || !p ||
      *m > largest || *n > largest || *p > largest || a->size < *m * *n || b->size < *n * *p || c->size < *m * *p)
    return misfit("matrices of m × n, n × p and m × p of one type, and m, n, p");
  return launch::with_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    const auto data = std::make_shared<Data<T>>(Data<T>{{content<T>(*a), content<T>(*b)}, {}, content<T>(*c)});
    const std::uint64_t inner = *n, columns = *p;
    Baseline made = baseline(data, [rows = *m, inner, columns](Data<T>& d, Workers& workers) {
      workers.share(rows, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::uint64_t row = begin; row < end; ++row)
          for (std::uint64_t column = 0; column < columns; ++column) {
            T sum = 0;
            for (std::uint64_t k = 0; k < inner; ++k)
              sum = static_cast<T>(sum + d.in[0][row * inner + k] * d.in[1][k * columns + column]);
            d.out[row * columns + column] = sum;
          }
      });
    });
    if constexpr (std::is_floating_point_v<T>)
      if (blas() != nullptr)
        made.blas = [data, rows = static_cast<int>(*m), n = static_cast<int>(inner), p = static_cast<int>(columns)] {
          blas()->multiply(rows, n, p, data->in[0].data(), data->in[1].data(), data->out.data());
        };
    return made;
  });
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
  const auto data = std::make_shared<Counting>(Counting{content<float>(*samples),
                                                        {},
                                                        content<std::int32_t>(*counts),
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

/// sum[0] = the sum of all elements, in the elements' type.
base::Result<Baseline> sum(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || out->size < 1) return misfit("two buffers of one type");
  return launch::with_type(in->type, [&](auto zero) {
    using T = decltype(zero);
    const auto data = std::make_shared<Data<T>>(Data<T>{{content<T>(*in)}, {}, content<T>(*out)});
    return baseline(data, [](Data<T>& d, Workers& workers) {
      std::vector<T> parts(workers.count());
      workers.share(d.in[0].size(), [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
        T part = 0;
        for (std::uint64_t i = begin; i < end; ++i) part = static_cast<T>(part + d.in[0][i]);
        parts[worker] = part;
      });
      for (const T part : parts) d.out[0] = static_cast<T>(d.out[0] + part);
    });
  });
}

/// out[i] = 2 · in[i] + 1.
base::Result<Baseline> affine(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || in->size < out->size) return misfit("two buffers of one type");
  return launch::with_type(in->type, [&](auto zero) {
    using T = decltype(zero);
    const auto data = std::make_shared<Data<T>>(Data<T>{{content<T>(*in)}, {}, content<T>(*out)});
    return baseline(data, [](Data<T>& d, Workers& workers) {
      workers.share(d.out.size(), [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::uint64_t i = begin; i < end; ++i) d.out[i] = static_cast<T>(T{2} * d.in[0][i] + T{1});
      });
    });
  });
}

/// The recurrence out[i] = out[i - 1] / 2 + in[i] in each of `series` interleaved series. The series are distributed over the
/// workers: a single series is not parallel.
base::Result<Baseline> recurrence(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  const auto n = size_at(arguments, 2), series = size_at(arguments, 3);
  constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max();
  if (in == nullptr || out == nullptr || in->type != launch::ElementType::f32 || out->type != in->type || !n || !series ||
      *n > largest || *series > largest || in->size < *n * *series || out->size < *n * *series)
    return misfit("in f32[n * series], out f32[n * series], n and series");
  const auto data = std::make_shared<Data<float>>(Data<float>{{content<float>(*in)}, {}, content<float>(*out)});
  return baseline(data, [n = *n, series = *series](Data<float>& d, Workers& workers) {
    workers.share(series, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
      for (std::uint64_t own = begin; own < end; ++own) {
        float value = 0;
        for (std::uint64_t i = 0; i < n; ++i) d.out[i * series + own] = value = 0.5f * value + d.in[0][i * series + own];
      }
    });
  });
}

/// out[i] = the sum of in[0] to in[i]. With several workers, each sums its part, then scans it, starting with the sum of the
/// parts before.
base::Result<Baseline> scan(const Arguments& arguments) {
  const auto *in = buffer_at(arguments, 0), *out = buffer_at(arguments, 1);
  if (in == nullptr || out == nullptr || in->type != out->type || in->size < out->size) return misfit("two buffers of one type");
  return launch::with_type(in->type, [&](auto zero) {
    using T = decltype(zero);
    const auto data = std::make_shared<Data<T>>(Data<T>{{content<T>(*in)}, {}, content<T>(*out)});
    return baseline(data, [](Data<T>& d, Workers& workers) {
      std::vector<T> from(workers.count() + 1);
      if (workers.count() > 1)
        workers.share(d.out.size(), [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
          T sum = 0;
          for (std::uint64_t i = begin; i < end; ++i) sum = static_cast<T>(sum + d.in[0][i]);
          from[worker + 1] = sum;
        });
      for (std::size_t k = 1; k < from.size(); ++k) from[k] = static_cast<T>(from[k] + from[k - 1]);
      workers.share(d.out.size(), [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
        T sum = from[worker];
        for (std::uint64_t i = begin; i < end; ++i) d.out[i] = sum = static_cast<T>(sum + d.in[0][i]);
      });
    });
  });
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
