#include "launch/arguments/argument.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>
#include <numbers>
#include <string>

#include "base/number_format.h"
#include "launch/arguments/array_files.h"
#include "launch/arguments/element_type.h"
#include "launch/arguments/npy.h"
#include "launch/arguments/test_image.h"

namespace warplens::launch {
namespace {

using Content = base::Result<Bytes>;

/// A list may be megabytes long: an error message quotes only its beginning.
std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "…";
}

/// Set every element to `make(index)`, converted to T.
template <typename T, typename Make>
Bytes filled(std::uint64_t size, Make make) {
  Bytes data(size * sizeof(T));
  for (std::uint64_t index = 0; index < size; ++index) {
    const T value = static_cast<T>(make(index));
    std::memcpy(data.data() + index * sizeof value, &value, sizeof value);
  }
  return data;
}

Content iota(ElementType type, std::uint64_t size) {
  if (size > 0)
    if (const auto last = make_scalar(type, static_cast<double>(size - 1)); !last)
      return base::error("iota: " + last.error().message);
  return with_type(type, [&](auto zero) { return filled<decltype(zero)>(size, [](std::uint64_t index) { return index; }); });
}

Content random_numbers(ElementType type, std::uint64_t size, std::uint64_t seed) {
  base::Random random(seed);
  // A float takes 24 random bits: rounding 53 bits to float could give 1.
  if (type == ElementType::f32)
    return filled<float>(size, [&](std::uint64_t) { return static_cast<double>(random.next() >> 40) * 0x1p-24; });
  return filled<double>(size, [&](std::uint64_t) { return random.uniform(); });
}

Content normal_numbers(ElementType type, std::uint64_t size, std::uint64_t seed) {
  NormalNumbers normal(seed);
  const auto next = [&](std::uint64_t) { return normal.next(); };
  return type == ElementType::f32 ? filled<float>(size, next) : filled<double>(size, next);
}

/// Whole numbers 0 … 9: sums and products of many are exact in every type.
Content digits(ElementType type, std::uint64_t size, std::uint64_t seed) {
  base::Random random(seed);
  return with_type(type,
                   [&](auto zero) { return filled<decltype(zero)>(size, [&](std::uint64_t) { return random.below(10); }); });
}

Content repeated(const Scalar& scalar, std::uint64_t size) {
  return with_type(scalar.type, [&](auto value) {
    std::memcpy(&value, &scalar.bits, sizeof value);
    return filled<decltype(value)>(size, [&](std::uint64_t) { return value; });
  });
}

Content list(ElementType type, std::string_view form) {
  Bytes data;
  for (std::size_t at = 0;;) {
    const std::size_t comma = std::min(form.find(',', at), form.size());
    const auto scalar = parse_scalar(type, form.substr(at, comma - at));
    if (!scalar) return scalar.error();
    const auto* from = reinterpret_cast<const std::byte*>(&scalar->bits);
    data.insert(data.end(), from, from + bytes(type));
    if (comma == form.size()) return data;
    at = comma + 1;
  }
}

Content file_content(ElementType type, std::optional<std::uint64_t> size, const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) { return base::Error{path.string(), 0, 0, why}; };
  if (path.extension() == ".npy") {
    base::Result<NpyArray> array = read_npy(path);
    if (!array) return array.error();
    if (array->type != type)
      return refuse("the file holds " + std::string(name(array->type)) + ", not " + std::string(name(type)));
    return std::move(array->data);
  }
  const std::filesystem::path ending = path.extension();
  const bool image = ending == ".png" || ending == ".jpg" || ending == ".jpeg", csv = ending == ".csv" || ending == ".txt",
             model = ending == ".obj";
  if (ending != ".bin" && !image && !csv && !model)
    return refuse("a file of numbers ends in .npy (NumPy), .csv, .png, .jpg, .obj (a 3D model) or .bin (raw, little-endian)");
  Content content = read_input_file(path);
  if (content && image) return parse_image(type, size, *content, path.string());
  const std::string_view text = content ? std::string_view(reinterpret_cast<const char*>(content->data()), content->size()) : "";
  if (content && csv) return parse_csv(type, text, path.string());
  if (content && model) return wavefront_content(type, std::string(text), path.string());
  if (content && content->size() % bytes(type) != 0)
    return refuse(base::counted(content->size(), "byte") + " are not a whole number of " + std::string(name(type)));
  return content;
}

/// Whether a form fills a buffer of any size, but is no number.
bool fills(std::string_view form) {
  constexpr std::string_view forms[] = {"zeros", "iota", "random", "normal", "digits", "image", "rgb", "rgba"};
  return std::ranges::find(forms, form) != std::end(forms);
}

/// Content of `size` elements with `columns` a row, by a form that works for any size.
Content sized_content(ElementType type, std::uint64_t size, std::uint64_t columns, std::string_view form, std::uint64_t seed) {
  if (form == "zeros") return Bytes(size * bytes(type));
  if (form == "iota") return iota(type, size);
  if (form == "digits") return digits(type, size, seed);
  if (form == "image") return test_image(type, size, columns, 1);
  if (form == "rgb") return test_image(type, size, columns, 3);
  if (form == "rgba") return test_image(type, size, columns, 4);
  if (form == "random" || form == "normal") {
    if (!is_floating(type))
      return base::error("'" + std::string(form) + "' makes fractions: it is for f32 and f64, not " + std::string(name(type)));
    return form == "random" ? random_numbers(type, size, seed) : normal_numbers(type, size, seed);
  }
  const auto scalar = parse_scalar(type, form);
  if (!scalar)
    return base::error(scalar.error().message +
                       "; an input is zeros, iota, random, normal, digits, image, rgb, rgba, a number, a list 1,2,3, or @file: "
                       ".npy, .csv, .png, "
                       ".jpg, .obj, .bin");
  return repeated(*scalar, size);
}

/// Whether a form determines the size itself (a list or a file).
bool is_list(std::string_view form) { return form.find(',') != std::string_view::npos; }
bool is_file(std::string_view form) { return form.starts_with('@'); }

}  // namespace

base::Result<Buffer> make_buffer(ElementType type, std::optional<std::uint64_t> size, std::string_view form, std::uint64_t seed,
                                 const std::filesystem::path& folder, std::uint64_t columns) {
  const std::uint64_t width = bytes(type);
  if (size && *size > max_buffer / width)
    return base::error("a buffer of " + base::grouped(*size) + " elements of " + std::string(name(type)) +
                       " is too large; a buffer holds at most 8 GiB");
  if (size && *size > max_buffer_here() / width)
    return base::error("a buffer of " + base::grouped(*size) + " elements of " + std::string(name(type)) +
                       " is too large for this computer's memory; it could hold " + base::grouped(max_buffer_here() / width));
  const bool own_size = is_list(form) || is_file(form);
  if (!size && !own_size)
    return base::error("'" + excerpt(form) + "' needs the number of elements: " + std::string(name(type)) + "[SIZE]");
  try {
    Content content = is_file(form)   ? file_content(type, size, folder / std::filesystem::path(form.substr(1)))
                      : is_list(form) ? list(type, form)
                                      : sized_content(type, *size, columns, form, seed);
    if (!content) return content.error();
    const std::uint64_t elements = content->size() / width;
    if (size && elements != *size)
      return base::error("'" + excerpt(form) + "' has " + base::counted(elements, "element") + ", not " + base::grouped(*size));
    return Buffer{{}, type, elements, std::make_shared<const Bytes>(std::move(*content))};
  } catch (const std::bad_alloc&) {
    return base::error("there is not enough memory for '" + excerpt(form) + "'");
  }
}

base::Result<Argument> parse_argument(std::string_view text, std::uint64_t seed, const std::filesystem::path& folder) {
  const auto refuse = [&](const std::string& why) { return base::Error{excerpt(text), 0, 0, why}; };
  const auto placed = [&](base::Error error) {
    if (error.file.empty()) error.file = excerpt(text);
    return error;
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return refuse("an argument is TYPE=value or TYPE[SIZE]=input, like i32=1024 or f32[1024]=iota");
  std::string_view type_text = text.substr(0, equals);
  const std::string_view form = text.substr(equals + 1);
  std::optional<std::uint64_t> size;
  if (const std::size_t bracket = type_text.find('['); bracket != std::string_view::npos) {
    const std::string_view digits = type_text.substr(bracket + 1);
    std::uint64_t number = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (code == std::errc::invalid_argument || end != digits.data() + digits.size() - 1 || *end != ']')
      return refuse("the size in [ ] is a whole number, like f32[1024]");
    if (code == std::errc::result_out_of_range) return refuse("the size is too large; a buffer holds at most 8 GiB");
    size = number;
    type_text = type_text.substr(0, bracket);
  }
  const std::optional<ElementType> type = element_type_written(type_text);
  if (!type)
    return refuse("unknown type '" + excerpt(type_text) +
                  "'; there are i8 u8 i16 u16 i32 u32 i64 u64 f32 f64, and "
                  "C's names of them, such as float");
  if (!size && !is_list(form) && !is_file(form)) {
    if (fills(form))
      return refuse("'" + std::string(form) + "' fills a buffer: write " + std::string(name(*type)) +
                    "[SIZE]=" + std::string(form));
    const auto scalar = parse_scalar(*type, form);
    if (!scalar) return placed(scalar.error());
    return Argument(*scalar);
  }
  auto buffer = make_buffer(*type, size, form, seed, folder);
  if (!buffer) return placed(buffer.error());
  return Argument(std::move(*buffer));
}

base::Result<std::vector<Argument>> parse_arguments(std::string_view text, std::uint64_t seed) {
  std::vector<Argument> arguments;
  const auto add = [&](std::string_view one) -> base::Status {
    auto argument = parse_argument(one, seed);
    if (!argument) return argument.error();
    arguments.push_back(std::move(*argument));
    return base::Nothing{};
  };
  if (!text.starts_with('{')) {
    if (const base::Status added = add(text); !added) return added.error();
    return arguments;
  }
  if (!text.ends_with('}')) return base::Error{excerpt(text), 0, 0, "the fields of a structure are {TYPE=…; TYPE=…}"};
  for (std::size_t at = 1; at < text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size() - 1);
    std::string_view field = text.substr(at, end - at);
    field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
    field = field.substr(0, field.find_last_not_of(' ') + 1);
    if (const base::Status added = add(field); !added) return added.error();
    at = end + 1;
  }
  return arguments;
}

double portable_log(double x) {
  // x = m · 2^e, m in [√½, √2). ln m = 2 (s + s³/3 + s⁵/5 + …), where s = (m - 1)/(m + 1). As |s| < 0.172, the first term left
  // out is below 2⁻⁵⁸.
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) m *= 2, --exponent;
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1.0 / 21;
  for (int odd = 19; odd >= 1; odd -= 2) series = series * z + 1.0 / odd;
  return 2 * s * series + exponent * std::numbers::ln2;
}

double NormalNumbers::next() {
  if (has_spare_) return has_spare_ = false, spare_;
  double u, v, square;
  do {
    u = 2 * random_.uniform() - 1;
    v = 2 * random_.uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * portable_log(square) / square);
  spare_ = v * factor;
  has_spare_ = true;
  return u * factor;
}

}  // namespace warplens::launch
