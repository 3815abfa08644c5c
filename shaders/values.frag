#version 330 core
// Cells (app/view/drawing/cells.h) as texels from the bytes of a buffer that a kernel wrote; app/view/drawing/values.cpp is the same
// on the CPU.
precision highp float;
precision highp int;

uniform usamplerBuffer words;  // the buffer's 32-bit words
uniform uint row_bits;         // of the texels
uniform uint size;             // elements
uniform int kind;              // 0 unsigned, 1 signed, 2 floating
uniform uint width;            // bytes of an element
uniform bool nan;              // whether any value may be NaN
uniform int exponent;          // values are scaled by 2^-exponent, so that no difference of two overflows
uniform float low, span;       // of the range, after scaling

out uint texel;

uint word_at(uint index) { return texelFetch(words, int(index)).r; }

float power(int of_two) { return uintBitsToFloat(uint(clamp(of_two, -126, 127) + 127) << 23); }

// From two words, the high one first.
float wide(uint high, uint low_word) {
  if (kind == 0) return (float(high) * 4294967296.0 + float(low_word)) * power(-exponent);
  if (kind == 1) return (float(int(high)) * 4294967296.0 + float(low_word)) * power(-exponent);
  int e = int(high >> 20 & 2047u);
  float mantissa = float(high & 0xfffffu) / 1048576.0 + float(low_word) / 4503599627370496.0;
  float size_of = e == 0 ? 0.0 : (1.0 + mantissa) * power(e - 1023 - exponent);
  return (high >> 31) != 0u ? -size_of : size_of;
}

// From fewer than 32 bits.
float narrow(uint index) {
  uint bits = width * 8u, of_word = 4u / width;
  uint value = word_at(index / of_word) >> (index % of_word * bits) & ((1u << bits) - 1u);
  float number = float(value);
  if (kind == 1 && (value >> (bits - 1u)) != 0u) number -= float(1u << bits);
  return number * power(-exponent);
}

float value_at(uint index) {
  if (width == 8u) return wide(word_at(2u * index + 1u), word_at(2u * index));
  if (width < 4u) return narrow(index);
  uint word = word_at(index);
  float value = kind == 0 ? float(word) : kind == 1 ? float(int(word)) : uintBitsToFloat(word);
  return value * power(-exponent);
}

bool is_nan(uint index) {
  if (!nan) return false;
  if (width == 4u) return (word_at(index) & 0x7fffffffu) > 0x7f800000u;
  uint high = word_at(2u * index + 1u) & 0x7fffffffu;
  return high > 0x7ff00000u || (high == 0x7ff00000u && word_at(2u * index) != 0u);
}

uint key_of(uint index) {
  float place = span > 0.0 ? clamp((value_at(index) - low) / span, 0.0, 1.0) : 1.0;
  return place >= 1.0 ? 0x3fffffffu : uint(place * 1073741824.0);
}

void main() {
  uint index = uint(gl_FragCoord.y) << row_bits | uint(gl_FragCoord.x);
  const uint marked = 2u << 30;
  texel = index >= size ? 0u : is_nan(index) ? marked : key_of(index);
}
