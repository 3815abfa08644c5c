#include "program/wasm/ranges.h"

namespace warplens::program::wasm {
namespace {

using Use = std::function<void(std::uint64_t, std::uint64_t)>;

/// Of versions up to 4: pairs of numbers.
void read_pairs(CarefulBytes bytes, std::uint64_t base, const Encoding& encoding, const Use& use) {
  const std::uint64_t changes_base = encoding.address_bytes >= 8 ? ~std::uint64_t{0} : 0xffffffff;
  while (bytes.ok()) {
    const std::uint64_t begin = bytes.number(encoding.address_bytes), end = bytes.number(encoding.address_bytes);
    if (begin == 0 && end == 0) return;
    if (begin == changes_base)
      base = end;
    else
      use(base + begin, base + end);
  }
}

/// Of version 5: entries of several kinds.
void read_list(CarefulBytes bytes, std::uint64_t base, const Encoding& encoding, const Sections& sections, Work& work,
               const Use& use) {
  const auto address = [&] { return bytes.number(encoding.address_bytes); };
  const auto indexed = [&] { return address_in({address_index_form, bytes.leb()}, encoding, sections, work); };
  while (bytes.ok()) {
    std::uint64_t begin = 0, end = 0;
    switch (bytes.byte()) {
      case 1:
        base = indexed();
        continue;
      case 2:
        begin = indexed();
        end = indexed();
        break;
      case 3:
        begin = indexed();
        end = begin + bytes.leb();
        break;
      case 4:
        begin = base + bytes.leb();
        end = base + bytes.leb();
        break;
      case 5:
        base = address();
        continue;
      case 6:
        begin = address();
        end = address();
        break;
      case 7:
        begin = address();
        end = begin + bytes.leb();
        break;
      default:
        return;
    }
    use(begin, end);
  }
}

}  // namespace

void for_each_range(const Values& values, std::uint64_t base, const Encoding& encoding, const Sections& sections, Work& work,
                    const Use& use) {
  const Value &ranges = values[Attribute::ranges], &end = values[Attribute::end];
  if (!ranges) {
    if (!end) return;
    const std::uint64_t begin = address_in(values[Attribute::begin], encoding, sections, work);
    use(begin, is_address(end) ? address_in(end, encoding, sections, work) : begin + end.number);
    return;
  }
  CarefulBytes bytes(sections.named(encoding.version >= 5 ? ".debug_rnglists" : ".debug_ranges"), work);
  bytes.seek(ranges.number);
  if (encoding.version < 5) return read_pairs(bytes, base, encoding, use);
  if (ranges.form == range_index_form) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    if (encoding.range_offsets > most || ranges.number > most) return;
    bytes = CarefulBytes(sections.named(".debug_rnglists"), work);
    bytes.seek(encoding.range_offsets + ranges.number * encoding.offset_bytes);
    const std::uint64_t offset = bytes.number(encoding.offset_bytes);
    if (offset > most) return;
    bytes.seek(encoding.range_offsets + offset);
  }
  read_list(bytes, base, encoding, sections, work, use);
}

}  // namespace warplens::program::wasm
