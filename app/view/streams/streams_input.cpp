#include "view/material.h"
#include "view/streams/streams_picture.h"

namespace warplens::view {

StreamsInput streams_input(const Material& material) {
  return {{material.streams.begin(), material.streams.end()}, material.streams_note};
}

}  // namespace warplens::view
