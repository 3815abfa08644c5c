#include "view/material.h"
#include "view/memory/memory_picture.h"

namespace warplens::view {

MemoryInput memory_input(const Material& material) {
  MemoryInput input;
  input.subject = material.subject;
  input.traffic = material.tables->traffic(material.subject);
  input.chosen = chosen_memory(input.subject, input.traffic, material.memory);
  input.steps = material.place;
  input.first_row = material.navigation.timeline.first_request;
  input.hover = material.hover;
  return input;
}

void move_memory(const MemoryInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 132;  // three rows
  const MemoryRows rows = memory_rows(input, size.width, size.height);
  Timeline scrolled = navigation.timeline;
  scrolled.first_row = rows.first;
  scroll_rows(scrolled, gesture.drag.y + gesture.wheel * points_a_notch, rows.all, rows.visible);
  navigation.timeline.rows_dragged = scrolled.rows_dragged;
  navigation.timeline.first_request = scrolled.first_row;
}

}  // namespace warplens::view
