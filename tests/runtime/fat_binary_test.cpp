#include "runtime/fat_binary.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

// Fat binaries as nvcc writes them (field by field as `cuobjdump` shows them), and such with sizes that contradict each other.

namespace warplens::runtime {
namespace {

/// Little-endian bytes, one field after the other.
class Bytes {
 public:
  template <typename T>
  Bytes& add(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
    return *this;
  }
  Bytes& add(const Bytes& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    return *this;
  }
  Bytes& text(const std::string& characters) {
    for (const char c : characters) bytes_.push_back(static_cast<std::byte>(c));
    return *this;
  }
  std::size_t size() const { return bytes_.size(); }
  const std::byte* data() const { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
};

constexpr std::uint16_t ptx = 1, elf = 2;

Bytes entry(std::uint16_t kind, std::uint32_t architecture, const std::string& content, std::uint64_t flags = 0,
            std::uint64_t claimed = 0, std::uint32_t header_bytes = 64) {
  Bytes bytes;
  bytes.add(kind).add<std::uint16_t>(0x101).add(header_bytes);
  bytes.add<std::uint64_t>(claimed != 0 ? claimed : content.size());
  bytes.add<std::uint32_t>(0).add<std::uint32_t>(0).add<std::uint16_t>(0).add<std::uint16_t>(9).add(architecture);
  bytes.add<std::uint32_t>(0).add<std::uint32_t>(0).add(flags).add<std::uint64_t>(0).add<std::uint64_t>(0);
  return bytes.text(content);
}

Bytes binary(const std::vector<Bytes>& entries) {
  Bytes content, all;
  for (const Bytes& each : entries) content.add(each);
  all.add<std::uint32_t>(0xba55ed50).add<std::uint16_t>(1).add<std::uint16_t>(16).add<std::uint64_t>(content.size());
  return all.add(content);
}

TEST(FatBinary, EveryPtxWithItsArchitecture) {
  const Bytes bytes = binary({entry(elf, 90, "machine code"), entry(ptx, 75, ".version 7.0 first"), entry(ptx, 90, "second")});
  const auto images = ptx_images(bytes.data());
  ASSERT_TRUE(images.ok()) << base::describe(images.error());
  ASSERT_EQ(images->size(), 2u);
  EXPECT_EQ((*images)[0].architecture, 75u);
  EXPECT_EQ((*images)[0].text, ".version 7.0 first");
  EXPECT_EQ((*images)[1].architecture, 90u);
}

TEST(FatBinary, TextEndsAtItsZeros) {
  const auto images = ptx_images(binary({entry(ptx, 75, std::string("text\0\0\0\0", 8))}).data());
  ASSERT_TRUE(images.ok());
  EXPECT_EQ(images->front().text, "text");
}

TEST(FatBinary, BehindTheWrapperOfTheCompiler) {
  const Bytes bytes = binary({entry(ptx, 75, "text")});
  Bytes wrapper;
  wrapper.add<std::uint32_t>(0x466243b1).add<std::uint32_t>(1).add(bytes.data()).add<const void*>(nullptr);
  const auto images = ptx_images(wrapper.data());
  ASSERT_TRUE(images.ok());
  EXPECT_EQ(images->front().text, "text");
}

TEST(FatBinary, PlainPtxAsClangEmbedsIt) {
  const Bytes text = Bytes().text("//\n// comment\n\n.version 6.3\n.target sm_75\n").add<std::uint64_t>(0).add<std::uint64_t>(0);
  const auto images = ptx_images(text.data());
  ASSERT_TRUE(images.ok());
  EXPECT_NE(images->front().text.find(".target"), std::string::npos);
}

TEST(FatBinary, WithoutPtxTheErrorSaysWhatToDo) {
  const auto images = ptx_images(binary({entry(elf, 90, "machine code")}).data());
  ASSERT_FALSE(images.ok());
  EXPECT_NE(images.error().message.find("compute_75"), std::string::npos) << images.error().message;
  EXPECT_FALSE(ptx_images(binary({}).data()).ok());
}

TEST(FatBinary, AnEntryThatClaimsMoreThanThereIsIsNotRead) {
  for (const std::uint64_t claimed : {std::uint64_t{1000}, ~std::uint64_t{0}, ~std::uint64_t{0} - 63, std::uint64_t{1} << 63})
    EXPECT_FALSE(ptx_images(binary({entry(ptx, 75, "text", 0, claimed)}).data()).ok()) << claimed;
  for (const std::uint32_t header : {0u, 8u, 100'000u, ~0u})
    EXPECT_FALSE(ptx_images(binary({entry(ptx, 75, "text", 0, 0, header)}).data()).ok()) << header;
}

TEST(FatBinary, WhatComesBeforeABrokenEntryCounts) {
  const auto images = ptx_images(binary({entry(ptx, 75, "good"), entry(ptx, 90, "bad", 0, 1u << 30)}).data());
  ASSERT_TRUE(images.ok());
  EXPECT_EQ(images->size(), 1u);
}

TEST(FatBinary, SomethingElseIsAnError) {
  Bytes bytes;
  for (int k = 0; k < 8; ++k) bytes.add<std::uint64_t>(0);
  EXPECT_FALSE(ptx_images(bytes.data()).ok());
}

}  // namespace
}  // namespace warplens::runtime
