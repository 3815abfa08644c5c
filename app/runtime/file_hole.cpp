#include "runtime/file_hole.h"

#include <fcntl.h>

namespace warplens::runtime {

bool free_part_of_file(int descriptor, std::uint64_t offset, std::uint64_t bytes) {
  return ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                     static_cast<off_t>(bytes)) == 0;
}

}  // namespace warplens::runtime
