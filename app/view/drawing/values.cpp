#include "view/drawing/values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace warplens::view {

namespace {

/// Calls `work` with a function that maps an index to the element as a double.
template <typename Work>
auto with_elements(const Values& values, const Work& work) {
  const auto reader = [&values]<typename T>(T) {
    return [data = values.bytes.data()](std::uint64_t index) {
      T element;
      std::memcpy(&element, data + index * sizeof(T), sizeof(T));
      return static_cast<double>(element);
    };
  };
  switch (values.type) {
    case launch::ElementType::i8:
      return work(reader(std::int8_t{}));
    case launch::ElementType::u8:
      return work(reader(std::uint8_t{}));
    case launch::ElementType::i16:
      return work(reader(std::int16_t{}));
    case launch::ElementType::u16:
      return work(reader(std::uint16_t{}));
    case launch::ElementType::i32:
      return work(reader(std::int32_t{}));
    case launch::ElementType::u32:
      return work(reader(std::uint32_t{}));
    case launch::ElementType::i64:
      return work(reader(std::int64_t{}));
    case launch::ElementType::u64:
      return work(reader(std::uint64_t{}));
    case launch::ElementType::f64:
      return work(reader(double{}));
    case launch::ElementType::f32:
      break;
  }
  return work(reader(float{}));
}

}  // namespace

ValueRange range_of(const Values& values) {
  return with_elements(values, [&](const auto& element) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    bool nan = false;
    for (std::uint64_t k = 0; k < values.size; ++k) {
      const double value = element(k);
      nan = nan || std::isnan(value);
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return low <= high ? ValueRange{low, high, nan} : ValueRange{0, 0, nan};
  });
}

void read_value_cells(const Values& values, const ValueRange& range, std::uint64_t first, std::span<Cell> to) {
  with_elements(values, [&](const auto& element) {
    // Halved, so that high - low cannot overflow.
    const double low = range.low / 2, span = range.high / 2 - low, scale = span > 0 ? Cell::max_key / span : 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
      const double value = element(first + k);
      const bool nan = std::isnan(value);
      const double key = nan ? 0 : span > 0 ? std::clamp((value / 2 - low) * scale, 0.0, double{Cell::max_key}) : Cell::max_key;
      to[k] = {nan ? Cell::Kind::marked : Cell::Kind::shown, static_cast<std::uint32_t>(key)};
    }
  });
}

Cells value_cells(const Values& values, const ValueRange& range) {
  Cells cells(values.size);
  read_value_cells(values, range, 0, cells);
  return cells;
}

}  // namespace warplens::view
