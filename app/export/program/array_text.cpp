#include "export/program/array_text.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "launch/arguments/element_type.h"

namespace warplens::export_ {
namespace {

constexpr std::uint64_t max_listed = 4096;

std::string list_text(const HostArray& array) {
  constexpr std::size_t widest = 120;
  std::string text = fmt::format("  std::vector<{}> {}{{", array.type, array.name), line;
  for (std::uint64_t index = 0; index < array.content.size; ++index) {
    const std::string number = literal(launch::element(array.content.type, *array.content.initial, index)) +
                               (index + 1 < array.content.size ? ", " : "};");
    const std::size_t before = text.size() - (text.rfind('\n') + 1);  // npos + 1 is 0
    if (before + number.size() > widest) {
      if (text.back() == ' ') text.pop_back();
      text += "\n      ";
    }
    text += number;
  }
  return text + "\n";
}

/// The statement after `for (TYPE& value : ARRAY)` for random content, and its generator.
std::string random_text(const HostArray& array, const std::string& generator, const std::string& next) {
  return fmt::format(
      "  std::vector<{0}> {1}({2});\n  {3} random_{1}(0x{4:x}ull);  // {5}\n  for ({0}& value : {1}) value = random_{1}.{6};\n",
      array.type, array.name, array.size, generator, array.seed, array.form, next);
}

}  // namespace

std::string_view c_type(launch::ElementType type) {
  using launch::ElementType;
  switch (type) {
    case ElementType::i8:
      return "signed char";
    case ElementType::u8:
      return "unsigned char";
    case ElementType::i16:
      return "short";
    case ElementType::u16:
      return "unsigned short";
    case ElementType::i32:
      return "int";
    case ElementType::u32:
      return "unsigned";
    case ElementType::i64:
      return "long long";
    case ElementType::u64:
      return "unsigned long long";
    case ElementType::f32:
      return "float";
    case ElementType::f64:
      break;
  }
  return "double";
}

std::string literal(const launch::Scalar& scalar) {
  std::string text = launch::to_text(scalar);
  if (!launch::is_floating(scalar.type)) {
    if (text == "-9223372036854775808") return "-9223372036854775807 - 1";  // the number without its sign is no literal
    if (scalar.type == launch::ElementType::u64 && text.size() >= 19) text += "u";
    return text;
  }
  const double value = launch::to_double(scalar);
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  const bool whole = text.find_first_of(".e") == std::string::npos;
  if (whole && std::abs(value) < 1e9 && !(value == 0 && std::signbit(value))) return text;
  return text + (whole ? ".0" : "") + (scalar.type == launch::ElementType::f32 ? "f" : "");
}

std::string array_text(const HostArray& array, const std::string& stem, DataFiles& files) {
  const launch::Buffer& content = array.content;
  if (array.form == "digits") return random_text(array, "$Random", "below(10)");
  if (array.form == "normal") return random_text(array, "$Normal", "next()");
  if (array.form == "random")
    return random_text(array, "$Random", content.type == launch::ElementType::f32 ? "uniform_float()" : "uniform()");
  const launch::Scalar first = launch::element(content.type, *content.initial, 0);
  bool equal = true, counts = true;
  for (std::uint64_t index = 0; index < content.size && (equal || counts); ++index) {
    const launch::Scalar element = launch::element(content.type, *content.initial, index);
    equal = equal && element.bits == first.bits;
    counts = counts && launch::to_double(element) == static_cast<double>(index);
  }
  if (equal && first.bits == 0) return fmt::format("  std::vector<{}> {}({});  // zeros\n", array.type, array.name, array.size);
  if (equal) return fmt::format("  std::vector<{}> {}({}, {});\n", array.type, array.name, array.size, literal(first));
  if (counts)
    return fmt::format("  std::vector<{0}> {1}({2});\n  for (std::size_t i = 0; i < {1}.size(); ++i) {1}[i] = i;\n", array.type,
                       array.name, array.size);
  if (content.size <= max_listed) return list_text(array);
  const std::string file = stem + "." + array.name + ".bin";
  files[file] = *content.initial;
  return fmt::format("  std::vector<{0}> {1}({2});\n  $read_file(\"{3}\", {1});\n", array.type, array.name, array.size, file);
}

}  // namespace warplens::export_
