#include "launch/arguments/npy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/names.h"
#include "base/number_format.h"
#include "launch/launch.h"

namespace warplens::launch {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::uint64_t max_header = 1 << 20;

/// NumPy's codes without the byte order.
constexpr base::Names<ElementType> codes{{ElementType::i8, "i1"},  {ElementType::u8, "u1"},  {ElementType::i16, "i2"},
                                         {ElementType::u16, "u2"}, {ElementType::i32, "i4"}, {ElementType::u32, "u4"},
                                         {ElementType::i64, "i8"}, {ElementType::u64, "u8"}, {ElementType::f32, "f4"},
                                         {ElementType::f64, "f8"}};

/// The header: a Python dictionary with three known keys.
struct NpyHeader {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

/// Reads the dictionary. Every member function returns false if the text does not match.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : rest_(text) {}

  bool read(NpyHeader& header) {
    if (!take('{')) return false;
    while (!take('}')) {
      std::string key;
      if (!read_string(key) || !take(':')) return false;
      if (key == "descr") {
        if (!read_string(header.descr.emplace())) return false;
      } else if (key == "fortran_order") {
        if (!read_bool(header.fortran_order.emplace())) return false;
      } else if (key == "shape") {
        if (!read_shape(header.shape.emplace())) return false;
      } else {
        return false;
      }
      if (!take(',') && !next_is('}')) return false;
    }
    skip_space();
    return rest_.empty() && header.descr && header.fortran_order && header.shape;
  }

 private:
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
  }
  bool next_is(char wanted) {
    skip_space();
    return !rest_.empty() && rest_[0] == wanted;
  }
  bool take(char wanted) {
    if (!next_is(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool read_string(std::string& text) {
    const char quote = next_is('"') ? '"' : '\'';
    if (!take(quote)) return false;
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) return false;
    text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool read_bool(bool& value) {
    skip_space();
    value = rest_.starts_with("True");
    if (!value && !rest_.starts_with("False")) return false;
    rest_.remove_prefix(value ? 4 : 5);
    return true;
  }
  bool read_shape(std::vector<std::uint64_t>& shape) {
    if (!take('(')) return false;
    while (!take(')')) {
      skip_space();
      const char* end = rest_.data() + rest_.size();
      const auto [after, code] = std::from_chars(rest_.data(), end, shape.emplace_back());
      if (code != std::errc()) return false;
      rest_.remove_prefix(static_cast<std::size_t>(after - rest_.data()));
      if (rest_.starts_with('L')) rest_.remove_prefix(1);  // Python 2
      if (!take(',') && !next_is(')')) return false;
    }
    return true;
  }

  std::string_view rest_;
};

/// Number of elements of a shape; nothing if they exceed the largest buffer.
std::optional<std::uint64_t> elements_of(const std::vector<std::uint64_t>& shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::uint64_t size = 1;
  for (const std::uint64_t extent : shape) {
    if (extent > max_buffer / size) return std::nullopt;
    size *= extent;
  }
  return size;
}

std::uint64_t little_endian(const std::byte* from, std::size_t count) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, count);
  return value;
}

}  // namespace

base::Result<Bytes> read_input_file(const std::filesystem::path& path) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) return base::Error{path.string(), 0, 0, "cannot read: No such file or directory"};
  if (!std::filesystem::is_regular_file(status)) return base::Error{path.string(), 0, 0, "cannot read: not a regular file"};
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code) return base::Error{path.string(), 0, 0, "cannot read: " + code.message()};
  if (size > max_buffer + max_header)
    return base::Error{path.string(), 0, 0, "too large: " + base::counted(size, "byte") + "; a buffer holds at most 8 GiB"};
  try {
    return base::read_bytes(path);
  } catch (const std::bad_alloc&) {
    return base::Error{path.string(), 0, 0, "too large for the memory there is: " + base::counted(size, "byte")};
  }
}

base::Result<NpyArray> read_npy(const std::filesystem::path& path) {
  base::Result<Bytes> file = read_input_file(path);
  if (!file) return file.error();
  return parse_npy(std::move(*file), path.string());
}

base::Result<NpyArray> parse_npy(Bytes file, const std::string& name) {
  const auto refuse = [&](const std::string& why) { return base::Error{name, 0, 0, why}; };
  if (file.size() < 10 || std::memcmp(file.data(), npy_magic.data(), npy_magic.size()) != 0)
    return refuse("not a NumPy .npy file: it does not begin with \\x93NUMPY");
  const auto major = static_cast<unsigned>(file[6]);
  if (major < 1 || major > 3)
    return refuse(".npy version " + std::to_string(major) + " is not supported; versions 1, 2 and 3 are");
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t header_at = 8 + length_bytes;
  if (file.size() < header_at) return refuse("damaged .npy file: it ends inside its header");
  const std::uint64_t length = little_endian(file.data() + 8, length_bytes);
  if (length > max_header || length > file.size() - header_at) return refuse("damaged .npy file: it ends inside its header");

  NpyHeader header;
  if (!HeaderReader({reinterpret_cast<const char*>(file.data()) + header_at, static_cast<std::size_t>(length)}).read(header))
    return refuse("damaged .npy file: its header is not a dictionary with descr, fortran_order and shape");
  // A byte-order character, then the code: '<f4'. One byte has no order: '|i1'.
  const std::string_view descr = *header.descr;
  const std::string_view code = descr.substr(std::min<std::size_t>(1, descr.size()));
  const auto found = codes.value_of(code);
  if (!found || (descr[0] != '<' && descr[0] != '>' && descr[0] != '|'))
    return refuse("elements of type '" + *header.descr + "' are not supported; there are i1 u1 i2 u2 i4 u4 i8 u8 f4 f8");
  const ElementType type = *found;
  if (bytes(type) > 1 && descr[0] != '<')
    return refuse("the array is not little-endian ('" + *header.descr + "'); save it as '<'");
  if (*header.fortran_order && header.shape->size() > 1)
    return refuse("the array is in Fortran order; save numpy.ascontiguousarray(a)");
  const std::optional<std::uint64_t> size = elements_of(*header.shape);
  const std::uint64_t rest = file.size() - header_at - length;
  if (!size || *size > rest / bytes(type) || *size * bytes(type) != rest)
    return refuse("damaged .npy file: " + base::counted(rest, "byte") + " of data do not fit its shape");
  file.erase(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header_at + length));
  return NpyArray{type, std::move(*header.shape), *size, std::move(file)};
}

base::Status write_npy(const std::filesystem::path& path, ElementType type, const Bytes& data) {
  std::string header = std::string("{'descr': '") + (bytes(type) == 1 ? '|' : '<') + std::string(codes.name_of(type)) +
                       "', 'fortran_order': False, 'shape': (" + std::to_string(data.size() / bytes(type)) + ",), }";
  // The header ends with a newline, and the data starts at a multiple of 64 bytes.
  constexpr std::size_t preamble = 10;
  header.append(63 - (preamble + header.size()) % 64, ' ');
  header += '\n';
  Bytes file;
  file.reserve(preamble + header.size() + data.size());
  const auto append = [&](std::string_view text) {
    const auto* from = reinterpret_cast<const std::byte*>(text.data());
    file.insert(file.end(), from, from + text.size());
  };
  append(npy_magic);
  const std::array<char, 4> version_and_length{1, 0, static_cast<char>(header.size() & 0xff),
                                               static_cast<char>(header.size() >> 8)};
  append({version_and_length.data(), version_and_length.size()});
  append(header);
  file.insert(file.end(), data.begin(), data.end());
  return base::write_file(path, file);
}

}  // namespace warplens::launch
