#version 330 core
// Cells of a picture by the rule of app/view/drawing/cells.h; cells.cpp is the same on the CPU, with the same names. Three variants,
// as a software rasteriser executes both sides of a condition: LARGE_CELLS, at least a pixel in both directions; COARSE_CELLS, sums of
// small ones (levels.h); and small ones themselves.
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D texels;     // in rows of 2^row_bits
uniform uint row_bits;
uniform uint first_texel;      // cell of the first texel
uniform uint size;             // cells
uniform uint across_bits, down_bits, level_columns, level_rows;
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

uint kind_of(uint cell) { return cell >> 30; }  // 0 shown, 1 empty, 2 marked
uint key_of(uint cell) { return cell & 0x3fffffffu; }

float group_hue(uint g) {
  if (groups <= 64u) return mod(float(g * 47u + 205u), 360.0);
  return mod(205.0 + 300.0 * float(g) / float(groups), 360.0);
}

vec3 key_colour(uint key) {
  if (mode == 1) {
    float place = float(key) / 1073741824.0 * 7.0;
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
  uint texel = texel_at(index - first_texel).r;
  vec2 inside = at - vec2(place) * cell;
  vec3 shown;
  if (kind_of(texel) == 1u) {
    shown = mix(empty_line.rgb, empty.rgb, min(cell.x, cell.y) >= 6.0 ? coverage(inside, 1.0) : 0.5);
  } else {
    shown = marks && kind_of(texel) == 2u ? marked.rgb : key_colour(key_of(texel));
  }
  return mix(background.rgb, shown, gap > 0.0 ? coverage(inside, 0.0) : 1.0);
}

void main() { colour = vec4(single_cell(gl_FragCoord.xy), 1.0); }
#else
// `shown`: the colours of the shown cells, added; `counts`: shown, empty, marked.
vec3 mean_colour(vec3 shown, vec3 counts) {
  float all = counts.x + counts.y + counts.z;
  if (all <= 0.0) return background.rgb;
  vec3 shares = mix(vec3(0.0), max(counts / all, vec3(rare_share)), greaterThan(counts, vec3(0.0)));
  shares /= shares.x + shares.y + shares.z;
  vec3 mean = counts.x > 0.0 ? shown * (shares.x / counts.x) : vec3(0.0);
  return mean + mix(empty_line.rgb, empty.rgb, 0.5) * shares.y + marked.rgb * shares.z;
}

#ifdef COARSE_CELLS
vec3 cells_between(uvec2 first, uvec2 last) {
  uvec2 bits = uvec2(across_bits, down_bits);
  first >>= bits;
  last = min(max(last >> bits, first + 1u), uvec2(level_columns, level_rows));
  vec3 shown = vec3(0.0), counts = vec3(0.0);
  for (uint row = first.y; row < last.y; ++row)
    for (uint column = first.x; column < last.x; ++column) {
      uvec2 texel = texel_at(row * level_columns + column);
      vec3 by_kind = vec3(uvec3(texel.g, texel.g >> 8, texel.g >> 16) & 255u);
      shown += vec3(uvec3(texel.r, texel.r >> 8, texel.r >> 16) & 255u) * (by_kind.x / 255.0);
      counts += by_kind;
    }
  return mean_colour(shown, counts);
}
#else
vec3 cells_between(uvec2 first, uvec2 last) {
  last.x = min(last.x, columns);
  vec3 shown = vec3(0.0), counts = vec3(0.0);
  for (uint row = first.y; row < last.y; ++row)
    for (uint column = first.x; column < last.x; ++column) {
      uint index = row * columns + column;
      if (index >= size) break;
      uint texel = texel_at(index - first_texel).r;
      bool is_empty = kind_of(texel) == 1u, is_marked = marks && kind_of(texel) == 2u;
      vec3 by_kind = is_empty ? vec3(0.0, 1.0, 0.0) : is_marked ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0);
      shown += key_colour(key_of(texel)) * by_kind.x;
      counts += by_kind;
    }
  return mean_colour(shown, counts);
}
#endif

void main() {
  vec2 corner = gl_FragCoord.xy - 0.5;
  uvec2 place = uvec2(first_column, first_row);
  uvec2 first = uvec2(max((corner - origin) / cell, 0.0)) + place;
  uvec2 last = max(uvec2(max((corner + 1.0 - origin) / cell, 0.0)) + place, first + 1u);
  colour = vec4(cells_between(first, last), 1.0);
}
#endif
