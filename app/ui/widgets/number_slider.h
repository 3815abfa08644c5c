#pragma once

#include <string>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// A number to drag and to type. The slider covers `minimum` to `maximum`; a typed number may lie outside: the caller explains
/// its refusal in `problem`.
struct NumberSlider {
  std::string id, label, tooltip;
  double minimum = 0, maximum = 1;
  bool integer = true, logarithmic = false;
  std::string note;     ///< small grey text below; "" for none
  std::string problem;  ///< why the number is refused, shown below in the colour of wrong; "" when it is fine
};

/// Draw the slider over the whole width at the cursor; true if `value` changed.
bool number_slider(const Look& look, const NumberSlider& slider, double& value);

/// Convert a value to its position on the slider, 0 … 1, and back. A logarithmic slider that starts at 0 or below is linear.
double slider_place(const NumberSlider& slider, double value);
double slider_value(const NumberSlider& slider, double place);

/// The integer that somebody means who points at `place`, give or take `reach`: a power of two, or the number with most zeros at
/// its end. Of a slider that has no integers, slider_value().
double round_value(const NumberSlider& slider, double place, double reach);

/// The value after ↑ (`by` 1) or ↓ (−1), within the slider's range: the next integer, or a hundredth of the range further, on a
/// logarithmic slider a tenth of the value; `far`: a twentieth of the range, on a logarithmic slider a factor of two.
double turned_value(const NumberSlider& slider, double value, int by, bool far);

/// Parse a typed number into `value`; false if it is none (empty, "-", letters, an integer too large for a double).
bool typed_number(const char* text, bool integer, double& value);

}  // namespace warplens::ui
