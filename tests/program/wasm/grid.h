#pragma once

extern "C" void note(int);  // is imported

namespace host {

struct Grid {
  int cells;
  int scaled(int by) const { return measured(cells) * by; }
  static int measured(int n);
};

}  // namespace host
