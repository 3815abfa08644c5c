#include "launch/python/python_words.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

TEST(PythonWords, TakeThePlaceOfThoseOfCuda) {
  EXPECT_EQ(in_words_of_python("no barrier (__syncthreads, or __syncwarp() in one warp); atomicAdd"),
            "no barrier (cuda.syncthreads(), or cuda.syncwarp() in one warp); cuda.atomic.add");
  EXPECT_EQ(in_words_of_python("cuMemcpyDtoHAsync while cuMemcpyHtoD"), "copy_to_host while to_device");
  EXPECT_EQ(in_words_of_python("a thread of block 3"), "a thread of block 3");
}

TEST(PythonWords, AreSaidOnce) {
  for (const char* message : {"threadIdx.x and blockIdx.y", "__syncthreads and __syncthreads()",
                              "cudaDeviceSynchronize or atomicCAS", "is \"if (i < n)\" missing"}) {
    const std::string once = in_words_of_python(message);
    EXPECT_NE(once, message);
    EXPECT_EQ(in_words_of_python(once), once);
  }
}

TEST(PythonWords, ASourceIsPythonsByItsName) {
  for (const char* file : {"a.py", "/tmp/x/cells/book.ipynb/cell 3", "/tmp/ipykernel_12/345.py", "<string>", "/tmp/<stdin>"})
    EXPECT_TRUE(is_python_source(file)) << file;
  for (const char* file : {"", "a.cu", "py", "book.ipynb.cu"}) EXPECT_FALSE(is_python_source(file)) << file;
  EXPECT_EQ(cell_name("/tmp/x/book.ipynb/cell 3"), "book.ipynb, cell 3");
  EXPECT_EQ(cell_name("/tmp/x/book.py"), std::nullopt);
}

}  // namespace
}  // namespace warplens::launch
