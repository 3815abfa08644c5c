#version 330 core
// Cells of a picture by the rule of app/view/drawing/cells.h; cells.cpp is the same on the CPU, with the same names. Two variants, as
// a software rasteriser executes both sides of a condition: LARGE_CELLS, at least a pixel in both directions, and smaller ones.
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D texels;     // all levels in sequence, in rows of 2^row_bits texels
uniform uint row_bits;
uniform uint size;             // cells
uniform uint start[4];         // first texel of each level
uniform int mode;              // 0 hue, 1 ramp
uniform uint group, groups;
uniform float lightness_from, lightness_to, saturation;
uniform vec4 ramp[8];
uniform vec4 background, empty, empty_line, marked;
uniform bool marks;
uniform uint tile_cells, tiles_across, columns, first_column, first_row;
uniform vec2 origin, cell, tile;
uniform float gap, radius, rare_share;

out vec4 colour;

uvec2 texel_at(uint index) {
  return texelFetch(texels, ivec2(int(index & ((1u << row_bits) - 1u)), int(index >> row_bits)), 0).rg;
}

float group_hue(uint g) {
  if (groups <= 64u) return mod(float(g * 47u + 205u), 360.0);
  return mod(205.0 + 300.0 * float(g) / float(groups), 360.0);
}

vec3 key_colour(uint key) {
  if (mode == 1) {
    float place = float(key) / 4294967296.0 * 7.0;
    int from = min(int(place), 6);
    return mix(ramp[from].rgb, ramp[from + 1].rgb, place - float(from));
  }
  uint of = key / group;  // one division instead of two: they are slow on a software rasteriser
  float hue = group_hue(of);
  float lightness = mix(lightness_from, lightness_to, float(key - of * group) / float(group));
  float reach = saturation * min(lightness, 1.0 - lightness);
  vec3 k = mod(vec3(0.0, 8.0, 4.0) + hue / 30.0, 12.0);
  return lightness - reach * max(vec3(-1.0), min(min(k - 3.0, 9.0 - k), vec3(1.0)));
}

#ifdef LARGE_CELLS
float coverage(vec2 at, float inset) {
  vec2 half_size = (cell - gap) / 2.0;
  float corner = max(radius - inset, 0.0);
  vec2 d = abs(at - half_size) - (half_size - inset) + corner;
  float outside = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
  return clamp(0.5 - (outside - corner), 0.0, 1.0);
}

vec3 single_cell(vec2 at) {
  at -= origin;
  if (at.x < 0.0 || at.y < 0.0) return background.rgb;
  uint tile_index = 0u;
  uint in_tile = size;
  if (tile_cells > 0u) {
    uvec2 place = uvec2(at / tile);
    if (place.x >= tiles_across) return background.rgb;
    tile_index = place.y * tiles_across + place.x;
    at -= vec2(place) * tile;
    in_tile = tile_cells;
  }
  uvec2 place = uvec2(at / cell);
  if (place.x + first_column >= columns) return background.rgb;
  uint in_order = (place.y + first_row) * columns + place.x + first_column;
  uint index = tile_index * tile_cells + in_order;
  if (in_order >= in_tile || index >= size) return background.rgb;
  uvec2 texel = texel_at(index);
  vec2 inside = at - vec2(place) * cell;
  vec3 shown;
  if ((texel.g & 255u) > 0u) {
    shown = mix(empty_line.rgb, empty.rgb, min(cell.x, cell.y) >= 6.0 ? coverage(inside, 1.0) : 0.5);
  } else {
    shown = marks && (texel.g >> 8 & 255u) > 0u ? marked.rgb : key_colour(texel.r);
  }
  return mix(background.rgb, shown, gap > 0.0 ? coverage(inside, 0.0) : 1.0);
}

void main() { colour = vec4(single_cell(gl_FragCoord.xy), 1.0); }
#else
vec3 many_cells(vec2 corner) {
  uvec2 first = uvec2(max((corner - origin) / cell, 0.0)) + uvec2(first_column, first_row);
  uvec2 last = max(uvec2(max((corner + 1.0 - origin) / cell, 0.0)) + uvec2(first_column, first_row), first + 1u);
  last.x = min(last.x, columns);
  if (first.x >= columns) return background.rgb;
  uint level = 0u;
  while (level < 3u && 4u << (2u * level) <= last.x - first.x) ++level;
  vec3 touched = vec3(0.0);
  float touched_cells = 0.0, empty_cells = 0.0, marked_cells = 0.0;
  for (uint r = first.y; r < last.y; ++r) {
    uint begin = r * columns + first.x;
    if (begin >= size) break;
    uint end = min(begin + last.x - first.x, size);
    for (uint t = begin >> (2u * level); t <= (end - 1u) >> (2u * level); ++t) {
      uvec2 texel = texel_at(start[level] + t);
      float of_empty = float(texel.g & 255u), all = float(texel.g >> 16 & 255u);
      float of_marked = marks ? float(texel.g >> 8 & 255u) : 0.0;
      float weight = all - of_empty - of_marked;
      if (weight > 0.0) touched += key_colour(texel.r) * weight;
      touched_cells += weight;
      empty_cells += of_empty;
      marked_cells += of_marked;
    }
  }
  vec3 counts = vec3(touched_cells, empty_cells, marked_cells);
  float all = counts.x + counts.y + counts.z;
  if (all <= 0.0) return background.rgb;
  vec3 shares = mix(vec3(0.0), max(counts / all, vec3(rare_share)), greaterThan(counts, vec3(0.0)));
  shares /= shares.x + shares.y + shares.z;
  vec3 shown = touched_cells > 0.0 ? touched * (shares.x / touched_cells) : vec3(0.0);
  return shown + mix(empty_line.rgb, empty.rgb, 0.5) * shares.y + marked.rgb * shares.z;
}

void main() { colour = vec4(many_cells(gl_FragCoord.xy - 0.5), 1.0); }
#endif
