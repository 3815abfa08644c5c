#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/code/builtins/builtin.h"

// Device printf (CUDA C++ Programming Guide, "Formatted Output"): the format is that of the host's printf; the arguments are
// consecutive, each aligned to its size, like C's variable arguments.

namespace warplens::simt {
namespace {

constexpr std::size_t max_printed = 1u << 20;  // bytes: cudaLimitPrintfFifoSize unless a program sets it
constexpr int widest = 4096;                   // characters of one number

/// Reads arguments from the buffer.
class Arguments {
 public:
  explicit Arguments(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  T take() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (at_ <= bytes_.size() && sizeof(T) <= bytes_.size() - at_) std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    ++taken_;
    return value;
  }
  std::uint64_t taken() const { return taken_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::uint64_t taken_ = 0;
};

template <typename T>
std::string formatted(const std::string& specification, T value) {
  const int size = std::snprintf(nullptr, 0, specification.c_str(), value);
  if (size < 0) return {};
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), specification.c_str(), value);
  text.pop_back();
  return text;
}

/// %[flags][width][.precision][length]conversion
struct Specification {
  std::string flags;
  int width = -1, precision = -1;
  bool wide = false;  ///< 64 bits: ll, j, and l, z or t unless those types have 32
  int narrow = 0;     ///< h: 16 bits, hh: 8
  char conversion = 0;

  /// The specification for snprintf, with the length modifier of the type passed there.
  std::string text(const char* length) const {
    std::string specification = "%" + flags;
    if (width >= 0) specification += std::to_string(width);
    if (precision >= 0) specification += "." + std::to_string(precision);
    return specification + length + conversion;
  }
};

class Formatter {
 public:
  /// `pointers`: where pointers, long and size_t have 32 bits; else null.
  Formatter(const ThreadMemory& memory, std::string_view format, std::span<const std::byte> arguments,
            const launch::NarrowPointers* pointers)
      : memory_(memory), format_(format), arguments_(arguments), pointers_(pointers) {}

  std::string run() {
    while (at_ < format_.size()) {
      const char c = format_[at_++];
      if (c != '%')
        out_ += c;
      else
        convert();
    }
    return std::move(out_);
  }
  std::uint64_t taken() const { return arguments_.taken(); }

 private:
  bool next_is(std::string_view characters) const {
    return at_ < format_.size() && characters.find(format_[at_]) != std::string_view::npos;
  }

  /// A number, or the next argument for *.
  int number() {
    if (next_is("*")) {
      ++at_;
      return std::clamp(arguments_.take<std::int32_t>(), -widest, widest);
    }
    int value = 0;
    for (; next_is("0123456789"); ++at_) value = std::min(widest, value * 10 + (format_[at_] - '0'));
    return value;
  }

  Specification specification() {
    Specification read;
    for (; next_is("-+ #0"); ++at_) read.flags += format_[at_];
    if (next_is("*123456789")) {
      const int width = number();
      if (width < 0) read.flags += '-';  // width from a * (C11, 7.21.6.1)
      read.width = std::abs(width);
    }
    if (next_is(".")) {
      ++at_;
      read.precision = number();
    }
    int longs = 0;
    for (; next_is("hlLqjzt"); ++at_) {
      const char length = format_[at_];
      longs += length == 'l' ? 1 : 0;
      read.wide |= length != 'h' && (pointers_ == nullptr || longs > 1 || length == 'L' || length == 'q' || length == 'j');
      read.narrow += length == 'h' ? 1 : 0;
    }
    if (at_ < format_.size()) read.conversion = format_[at_++];
    return read;
  }

  template <typename Wide, typename Word, typename Half, typename Byte>
  std::string integer(const Specification& read) {
    if (read.wide) return formatted(read.text("ll"), static_cast<Wide>(arguments_.take<Wide>()));
    const auto value = arguments_.take<Word>();
    if (read.narrow == 1) return formatted(read.text(""), static_cast<Word>(static_cast<Half>(value)));
    if (read.narrow > 1) return formatted(read.text(""), static_cast<Word>(static_cast<Byte>(value)));
    return formatted(read.text(""), value);
  }

  void convert() {
    const std::size_t start = at_;
    const Specification read = specification();
    switch (read.conversion) {
      case '%':
        out_ += '%';
        break;
      case 'd':
      case 'i':
        out_ += integer<long long, std::int32_t, std::int16_t, std::int8_t>(read);
        break;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        out_ += integer<unsigned long long, std::uint32_t, std::uint16_t, std::uint8_t>(read);
        break;
      case 'c':
        out_ += formatted(read.text(""), arguments_.take<std::int32_t>());
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        out_ += formatted(read.text(""), arguments_.take<double>());
        break;
      case 'p':
        out_ += pointer(read, pointers_ != nullptr ? arguments_.take<std::uint32_t>() : arguments_.take<std::uint64_t>());
        break;
      case 's': {
        const std::uint64_t address =
            pointers_ != nullptr ? pointers_->widened(arguments_.take<std::uint32_t>()) : arguments_.take<std::uint64_t>();
        out_ += formatted(read.text(""), text_at(memory_, address).value_or(address == 0 ? "(null)" : "?").c_str());
        break;
      }
      case 'n':  // CUDA consumes its argument and writes nothing
        pointers_ != nullptr ? arguments_.take<std::uint32_t>() : arguments_.take<std::uint64_t>();
        break;
      default:  // not a conversion: copied verbatim
        out_ += "%" + std::string(format_.substr(start, at_ - start));
        break;
    }
  }

  /// As glibc writes pointers, whose addresses may be longer than the host's.
  static std::string pointer(Specification read, unsigned long long address) {
    read.conversion = address == 0 ? 's' : 'x';
    if (address == 0) return formatted(read.text(""), "(nil)");
    read.flags += '#';
    return formatted(read.text("ll"), address);
  }

  const ThreadMemory& memory_;
  std::string_view format_;
  Arguments arguments_;
  const launch::NarrowPointers* pointers_;
  std::size_t at_ = 0;
  std::string out_;
};

void print(BuiltinCall& call, const launch::NarrowPointers* pointers) {
  BuiltinState& state = call.state;
  const auto format = text_at(call.memory, call.arguments[0]);
  if (!format) {
    call.fault = BuiltinFault{launch::FaultKind::out_of_bounds, "calls printf with a format that lies in no buffer"};
    return;
  }
  Formatter formatter(call.memory, *format, call.memory.at(call.arguments[1]), pointers);
  const std::string text = formatter.run();
  call.result = formatter.taken();
  if (!state.printed_all) return;
  state.printed_all = text.size() <= max_printed - state.printed.size();
  state.printed.append(text, 0, max_printed - state.printed.size());
  if (!state.printed_all) state.printed += "\n[printf: more than 1 MiB was printed; the rest is left out]\n";
}

}  // namespace

void print_formatted(BuiltinCall& call) { print(call, nullptr); }
void print_formatted_narrow(BuiltinCall& call) { print(call, &call.heap.pointers()); }

}  // namespace warplens::simt
