#include <fmt/format.h>

#include <bit>

#include "view/steps/steps_picture.h"

namespace warplens::view {

std::string lane_ranges(std::uint32_t lanes) {
  // Evenly spaced lanes (every second, every fourth) are given by the first two and the last.
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes)),
             last = 31 - static_cast<std::uint32_t>(std::countl_zero(lanes));
  if (std::popcount(lanes) > 3) {
    const auto apart = static_cast<std::uint32_t>(std::countr_zero(lanes >> first & ~1u));
    std::uint32_t equally = 0;
    for (std::uint32_t lane = first; lane <= last; lane += apart) equally |= 1u << lane;
    if (apart > 1 && equally == lanes) return fmt::format("{}, {} … {}", first, first + apart, last);
  }
  std::string text;
  for (std::uint32_t lane = 0; lane < 32;) {
    if ((lanes >> lane & 1) == 0) {
      ++lane;
      continue;
    }
    std::uint32_t end = lane;
    while (end + 1 < 32 && (lanes >> (end + 1) & 1) != 0) ++end;
    if (!text.empty()) text += ", ";
    text += end == lane ? std::to_string(lane) : fmt::format("{}–{}", lane, end);
    lane = end + 1;
  }
  return text;
}

std::string lanes_words(std::uint32_t lanes) { return (std::popcount(lanes) == 1 ? "lane " : "lanes ") + lane_ranges(lanes); }

std::string absence_words(const StepsInput& input) {
  const std::uint64_t block = input.moment->warp / std::max<std::uint64_t>(input.subject.warps_per_block(), 1);
  const bool started = block < input.moment->blocks_started;
  return std::string("It is on no multiprocessor: its block has ") + (started ? "ended." : "not started yet.");
}

std::string register_text(const launch::RegisterAt& at, std::uint32_t lane) {
  const std::uint64_t bits = at.bits[lane % 32];
  constexpr std::int64_t readable = 1'000'000'000;
  if (at.type == ptx::Type::pred) return bits != 0 ? "true" : "false";
  if (at.type == ptx::Type::f32) return fmt::format("{:g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (at.type == ptx::Type::f64) return fmt::format("{:g}", std::bit_cast<double>(bits));
  if (at.type == ptx::Type::s8) return std::to_string(static_cast<std::int8_t>(bits));
  if (at.type == ptx::Type::u8) return std::to_string(static_cast<std::uint8_t>(bits));
  if (at.type == ptx::Type::u16) return std::to_string(static_cast<std::uint16_t>(bits));
  if (at.type == ptx::Type::u32) return std::to_string(static_cast<std::uint32_t>(bits));
  if (at.type == ptx::Type::u64) return std::to_string(bits);
  // Untyped registers: small values as numbers, others, such as addresses, in hexadecimal.
  const int width = ptx::bits(at.type);
  const std::int64_t number = width == 64   ? static_cast<std::int64_t>(bits)
                              : width == 16 ? static_cast<std::int16_t>(bits)
                                            : static_cast<std::int32_t>(bits);
  const bool is_signed = at.type == ptx::Type::s16 || at.type == ptx::Type::s32 || at.type == ptx::Type::s64;
  if (is_signed || (number > -readable && number < readable)) return std::to_string(number);
  return fmt::format("0x{:x}", bits);
}

}  // namespace warplens::view
