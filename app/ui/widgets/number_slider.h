#pragma once

#include <string>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// A number to drag and to type. The slider covers `minimum` to `maximum`; a typed number may lie outside, so that the window can
/// say why it is refused: the caller puts that sentence into `problem`.
struct NumberSlider {
  std::string id, label, tooltip;
  double minimum = 0, maximum = 1;
  bool integer = true, logarithmic = false;
  std::string note;     ///< small grey text below; "" for none
  std::string problem;  ///< why the number is refused, shown below in the colour of wrong; "" when it is fine
};

/// Draw it over the width at the cursor; true when `value` changed.
bool number_slider(const Look& look, const NumberSlider& slider, double& value);

/// Place of a value on the slider, 0 … 1, and the value at a place. A logarithmic slider that starts at 0 or below is linear.
double slider_place(const NumberSlider& slider, double value);
double slider_value(const NumberSlider& slider, double place);

/// The value after ↑ (`by` 1) or ↓ (−1): the next integer, or a hundredth of the range, on a logarithmic slider a tenth of the
/// value; `far`: a twentieth of the range, on a logarithmic slider twice or half the value. Within the slider's range.
double turned_value(const NumberSlider& slider, double value, int by, bool far);

/// The number in a typed text, or nothing where it is not one (empty, "-", letters, beyond what a double's integers hold).
bool typed_number(const char* text, bool integer, double& value);

}  // namespace warplens::ui
