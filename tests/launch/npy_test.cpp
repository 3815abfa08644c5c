#include "launch/arguments/npy.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/random.h"
#include "tests/scratch_folder.h"

namespace warplens::launch {
namespace {

/// A .npy file written from the specification, independently of the writer under test.
std::string npy(int version, const std::string& header, const std::string& data) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte) file += static_cast<char>(header.size() >> 8 * byte & 0xff);
  return file + header + data;
}

base::Result<NpyArray> read(const std::string& content) {
  EXPECT_TRUE(base::write_file(scratch("test.npy"), content).ok());
  return read_npy(scratch("test.npy"));
}

const std::string plain = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }  \n";
const std::string eight{"\1\0\0\0\xff\xff\xff\xff", 8};

TEST(Npy, ReadsVersionsOneToThree) {
  for (const int version : {1, 2, 3}) {
    const auto array = read(npy(version, plain, eight));
    ASSERT_TRUE(array.ok()) << describe(array.error());
    EXPECT_EQ(array->type, ElementType::i32);
    EXPECT_EQ(array->shape, std::vector<std::uint64_t>{2});
    EXPECT_EQ(to_double(element(ElementType::i32, array->data, 0)), 1);
    EXPECT_EQ(to_double(element(ElementType::i32, array->data, 1)), -1);
  }
}

TEST(Npy, ReadsEveryFormOfHeaderThatNumpyWrote) {
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> headers{
      {"{'descr': '|u1', 'fortran_order': False, 'shape': (8,), }", {8}},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (), }", {}},
      {"{'shape': (2, 2), 'fortran_order': False, 'descr': '<i2'}", {2, 2}},
      {"{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2L,)}", {2}},
      {"{'descr': '<u4', 'fortran_order': True, 'shape': (2,), }", {2}},
  };
  for (const auto& [header, shape] : headers) {
    const auto array = read(npy(1, header, eight));
    ASSERT_TRUE(array.ok()) << header << ": " << describe(array.error());
    EXPECT_EQ(array->shape, shape) << header;
    EXPECT_EQ(array->data.size(), 8u);
  }
  const auto empty = read(npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 0), }", ""));
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->size, 0u);
}

TEST(Npy, WhatItWritesIsAnNpyFileAndReadsBack) {
  for (int type = 0; type < 10; ++type) {
    const auto element_type = static_cast<ElementType>(type);
    Bytes data(24);
    for (std::size_t at = 0; at < data.size(); ++at) data[at] = static_cast<std::byte>(at * 11);
    ASSERT_TRUE(write_npy(scratch("test.npy"), element_type, data).ok());
    const std::string file = *base::read_text(scratch("test.npy"));
    EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\1\0", 8));
    EXPECT_EQ((file.size() - data.size()) % 64, 0u);  // the format requires aligned data
    EXPECT_EQ(file[file.size() - data.size() - 1], '\n');
    const auto array = read_npy(scratch("test.npy"));
    ASSERT_TRUE(array.ok()) << describe(array.error());
    EXPECT_EQ(array->type, element_type);
    EXPECT_EQ(array->data, data);
  }
}

TEST(Npy, RefusesWhatItCannotRead) {
  const auto with = [](const std::string& header) { return npy(1, header, eight); };
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "not a NumPy"},
      {"\x93NUMPY", "not a NumPy"},
      {"PK\3\4 an .npz is a zip", "not a NumPy"},
      {npy(4, plain, eight), "version 4"},
      {npy(0, plain, eight), "version 0"},
      {npy(1, plain, eight).substr(0, 40), "ends inside its header"},
      {npy(2, plain, eight).substr(0, 11), "ends inside its header"},
      {with("{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }"), "not little-endian"},
      {with("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }"), "'<c8' are not supported"},
      {with("{'descr': '|b1', 'fortran_order': False, 'shape': (8,), }"), "not supported"},
      {with("{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }"), "not supported"},
      {with("{'descr': '', 'fortran_order': False, 'shape': (4,), }"), "not supported"},
      {with("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2), }"), "Fortran"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"), "do not fit its shape"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }"), "do not fit its shape"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2), }"), "do not fit its shape"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (-2,), }"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,), }"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': False, }"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': 0, 'shape': (2,), }"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), 'x': 1}"), "not a dictionary"},
      {with("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), } x"), "not a dictionary"},
      {with("{'descr': '<i4"), "not a dictionary"},
      {with(""), "not a dictionary"},
      {with("{"), "not a dictionary"},
  };
  for (const auto& [content, message] : wrong) {
    const auto array = read(content);
    ASSERT_FALSE(array.ok()) << content;
    EXPECT_NE(array.error().message.find(message), std::string::npos) << content << " → " << describe(array.error());
    EXPECT_EQ(array.error().file, scratch("test.npy").string());
  }
}

TEST(Npy, ADamagedFileIsRefusedOrHasTheShapeItSays) {
  const std::string whole = npy(1, plain, eight);
  base::Random random(2);
  for (int turn = 0; turn < 600; ++turn) {
    std::string damaged = whole;
    for (std::uint32_t change = 0; change <= random.below(4); ++change)
      damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] = static_cast<char>(random.below(256));
    if (turn % 5 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    const auto array = read(damaged);
    if (!array.ok()) continue;
    std::uint64_t size = 1;
    for (const std::uint64_t extent : array->shape) size *= extent;
    EXPECT_EQ(array->size, size);
    EXPECT_EQ(array->data.size(), size * bytes(array->type));
  }
}

}  // namespace
}  // namespace warplens::launch
