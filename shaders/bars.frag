#version 330 core
// Bars as high as the keys of cells (app/view/drawing/cells.h); transparent outside the bars.
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D texels;
uniform uint row_bits;
uniform uint size;         // elements
uniform uint each;         // elements per bar; a bar shows the largest
uniform float pitch, gap;  // between bars, pixels
uniform float radius;      // of the bars' corners
uniform float height;      // of the picture, pixels
uniform vec4 fill, lit;
uniform uint lit_bar;

out vec4 colour;

float place_of(uint index) {
  uint cell = texelFetch(texels, ivec2(int(index & ((1u << row_bits) - 1u)), int(index >> row_bits)), 0).r;
  return float(cell & 0x3fffffffu) / 1073741824.0;
}

void main() {
  uint bar = uint(gl_FragCoord.x / pitch);
  uint first = bar * each, end = min(first + each, size);
  float place = 0.0;
  for (uint k = first; k < end; ++k) place = max(place, place_of(k));
  float top = height * (1.0 - place);
  vec2 half_size = vec2(max(pitch - gap, 0.5), height - top) / 2.0;
  float corner = min(radius, min(half_size.x, half_size.y));
  vec2 d = abs(gl_FragCoord.xy - vec2(float(bar) * pitch, top) - half_size) - half_size + corner;
  if (gap == 0.0) d.x = -half_size.y - 1.0;  // bars that touch: between them no edge that would let the ground through
  float outside = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - corner;
  vec4 of_bar = bar == lit_bar ? lit : fill;
  colour = vec4(of_bar.rgb, first < size && half_size.y > 0.1 ? of_bar.a * clamp(0.5 - outside, 0.0, 1.0) : 0.0);
}
