#include "report/json_value.h"

#include <cmath>
#include <cstdint>

namespace warplens::report {

Json array_of(const base::Dim3& extent) { return Json::array({extent.x, extent.y, extent.z}); }

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json number_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json number_of(const launch::Scalar& scalar) {
  if (launch::is_floating(scalar.type)) return number_of(launch::to_double(scalar));
  if (!launch::is_signed(scalar.type)) return scalar.bits;
  const int unused = 64 - 8 * static_cast<int>(launch::bytes(scalar.type));
  return static_cast<std::int64_t>(scalar.bits << unused) >> unused;
}

}  // namespace warplens::report
