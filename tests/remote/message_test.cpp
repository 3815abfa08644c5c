#include "remote/message.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace warplens::remote {
namespace {

std::span<const std::byte> bytes_in(std::string_view text) { return std::as_bytes(std::span(text)); }

/// Everything that a client sends.
std::string sent(MessageWriter& writer) {
  std::string all = bytes_of(Greeting{Greeting::Side::client, Greeting::this_format, "1.2.3"});
  while (auto frame = writer.next()) all += *frame;
  return all;
}

launch::Bytes pattern(std::size_t size) {
  launch::Bytes bytes(size);
  std::uint32_t number = 1;
  for (std::byte& byte : bytes) byte = static_cast<std::byte>((number = number * 1664525 + 1013904223) >> 24);
  return bytes;
}

constexpr std::uint64_t plenty = 10 << 20;

TEST(Messages, come_through_whatever_the_pieces) {
  MessageWriter writer;
  const launch::Bytes hard = pattern(frame_bytes + 17), easy(3 * frame_bytes);
  writer.add({MessageKind::run, hard});
  writer.add({MessageKind::cancel});
  writer.add({MessageKind::result, easy});
  const std::string all = sent(writer);
  EXPECT_LT(all.size(), hard.size() + 10'000) << "zeros are compressed";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{4093}, all.size()}) {
    MessageReader reader(Greeting::Side::client, plenty);
    for (std::size_t at = 0; at < all.size(); at += piece)
      ASSERT_TRUE(reader.take(bytes_in(std::string_view(all).substr(at, piece))));
    EXPECT_EQ(reader.greeting()->version, "1.2.3");
    EXPECT_EQ(reader.next()->payload, hard);
    EXPECT_EQ(reader.next()->kind, MessageKind::cancel);
    EXPECT_EQ(reader.next()->payload, easy);
    EXPECT_FALSE(reader.next());
  }
}

TEST(Messages, can_be_abandoned) {
  MessageWriter writer;
  writer.add({MessageKind::run, pattern(3 * frame_bytes)});
  std::string all = bytes_of(Greeting{}) + *writer.next();
  EXPECT_EQ(writer.written(), frame_bytes);
  writer.abandon();
  writer.add({MessageKind::ping});
  while (auto frame = writer.next()) all += *frame;
  EXPECT_LT(all.size(), frame_bytes + 1000);
  MessageReader reader(Greeting::Side::client, plenty);
  ASSERT_TRUE(reader.take(bytes_in(all)));
  const auto given_up = reader.next();
  EXPECT_TRUE(given_up->abandoned);
  EXPECT_TRUE(given_up->payload.empty());
  EXPECT_EQ(reader.next()->kind, MessageKind::ping);
}

std::string refusal_of(const std::string& bytes, std::uint64_t most = plenty) {
  MessageReader reader(Greeting::Side::client, most);
  const base::Status taken = reader.take(bytes_in(bytes));
  return taken ? "" : taken.error().message;
}

TEST(Messages, of_a_stranger_are_refused) {
  EXPECT_EQ(refusal_of("Welcome to lab!\x1b[2J\n"),
            "the other end is no device server; it begins with 'Welcome to lab!\\x1b[2J '");
  EXPECT_NE(refusal_of(bytes_of(Greeting{Greeting::Side::server})), "") << "our own words come back";
  EXPECT_EQ(refusal_of(bytes_of(Greeting{Greeting::Side::client, 7, "9.9"})),
            "the other end is warplens 9.9 and speaks format 7; this program speaks format 2: use the same version at both ends");

  const std::string hello = bytes_of(Greeting{});
  const auto frame = [&](std::vector<unsigned char> bytes) { return hello + std::string(bytes.begin(), bytes.end()); };
  EXPECT_EQ(refusal_of(frame({1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 5})), "");
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 1, 0, 0, 0, 99, 1, 0, 0, 5})), "") << "kind";
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 5})), "") << "then";
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 5})), "") << "unused";
  EXPECT_NE(refusal_of(frame({2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 5})), "") << "longer than unpacked";
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 5})), "") << "16 MiB in a frame";
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 9, 0, 0, 0, 1, 1, 0, 0, 5})), "") << "not Zstandard";
  EXPECT_NE(refusal_of(frame({0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0})), "") << "nothing, and more";
  EXPECT_NE(refusal_of(frame({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 5})), "")
      << "another kind in between";
}

TEST(Messages, are_not_larger_than_expected) {
  MessageWriter writer;
  writer.add({MessageKind::run, launch::Bytes(3 * frame_bytes)});
  const std::string all = sent(writer);
  EXPECT_EQ(refusal_of(all, 3 * frame_bytes), "");
  EXPECT_NE(refusal_of(all, 3 * frame_bytes - 1), "");
}

}  // namespace
}  // namespace warplens::remote
