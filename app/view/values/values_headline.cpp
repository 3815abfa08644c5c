#include "base/number_format.h"
#include "view/values/values_picture.h"

namespace warplens::view {
Headline values_headline(const ValuesInput& input, const Theme& theme) {
  const Subject& subject = input.subject;
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour, Face face = Face::semibold) {
    headline.title.push_back({words, colour, face});
  };
  const std::uint64_t element = input.hover.element;
  if (element < subject.elements) {
    const auto before = value_before(input, element), now = final_value(subject, element);
    title(subject.buffer_name + "[" + base::grouped(element) + "]", theme.accent, Face::mono);
    if (before && now && *before == *now)
      title(" is " + number(*now) + ", as before.", theme.text);
    else
      title(" was " + (before ? number(*before) : "unknown") + " and is " + (now ? number(*now) : "unknown") + ".", theme.text);
    if (is_uninitialised(subject, element)) title(" That is what uninitialised memory holds.", theme.wrong);
    if (element < subject.expected.size())
      headline.detail = {{"Expected: " + number(subject.expected[element]) + ".",
                          is_wrong(input, element) ? theme.wrong : theme.good, Face::regular}};
    return headline;
  }
  headline.origin = launch::Origin::counted;
  title(base::counted(input.changed, "element") + " of " + base::grouped(subject.elements) + " changed in ", theme.text);
  title(subject.buffer_name, theme.accent, Face::mono);
  title(".", theme.text);
  if (subject.expected.empty())
    headline.detail = {{"Nothing says what it should hold.", theme.muted, Face::regular}};
  else if (subject.wrong == 0)
    headline.detail = {{subject.elements == 1 ? "It is as expected." : "All are as expected.", theme.good, Face::regular}};
  else
    headline.detail = {{base::counted(subject.wrong, "element") + (subject.wrong == 1 ? " is" : " are") + " not as expected.",
                        theme.wrong, Face::regular}};
  return headline;
}

}  // namespace warplens::view
