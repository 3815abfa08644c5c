#include "ui/window/last_frame.h"

#include <imgui.h>

#include <utility>

namespace warplens::ui {
namespace {

/// Values of types without padding.
template <typename Value>
void append(std::vector<std::byte>& content, std::span<const Value> values) {
  const auto bytes = std::as_bytes(values);
  content.insert(content.end(), bytes.begin(), bytes.end());
}

template <typename Value>
void append(std::vector<std::byte>& content, const Value& value) {
  append(content, std::span<const Value>(&value, 1));
}

void append(std::vector<std::byte>& content, const ImDrawList& list) {
  append(content, list.VtxBuffer.Size);
  append(content, std::span<const ImDrawVert>(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size)));
  append(content, list.IdxBuffer.Size);
  append(content, std::span<const ImDrawIdx>(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.Size)));
  append(content, list.CmdBuffer.Size);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    append(content, command.ClipRect);
    append(content, command.GetTexID());
    append(content, command.VtxOffset);
    append(content, command.IdxOffset);
    append(content, command.ElemCount);
  }
}

}  // namespace

bool LastFrame::replace(const ImDrawData& drawn, view::Colour colour, std::span<const Ground> grounds) {
  next_.clear();
  append(next_, drawn.DisplayPos);
  append(next_, drawn.DisplaySize);
  append(next_, drawn.FramebufferScale);
  append(next_, colour);
  append(next_, grounds.size());
  append(next_, grounds);
  for (int k = 0; k < drawn.CmdListsCount; ++k) append(next_, *drawn.CmdLists[k]);
  if (next_ == content_) return false;
  std::swap(content_, next_);
  return true;
}

}  // namespace warplens::ui
