export const vertexShader = `#version 300 es
uniform mat4 u_matrix;
uniform float u_shift;
uniform float u_scale;
uniform float u_bearing;
uniform bool u_front;
uniform vec3 u_palette[4];
in vec2 a_at;
in vec4 a_look;
out vec3 v_colour;
out vec2 v_turn;
out float v_size;
flat out int v_form;
flat out int v_mark;

void main() {
  // Markers outside and selected are drawn in a second pass, above the others.
  bool front = a_look.x == 1.0 || a_look.z > 0.0;
  if (front != u_front) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 1.0;
    return;
  }
  gl_Position = u_matrix * vec4(a_at.x + u_shift, a_at.y, 0.0, 1.0);
  v_form = int(a_look.y);
  v_mark = int(a_look.z);
  // CSS pixels, no larger than the drawing: ten thousand sprites cover many pixels.
  v_size = v_mark > 0 ? 40.0 : (v_form & 16) != 0 ? 32.0 : (v_form & 3) == 1 ? 28.0 : 18.0;
  gl_PointSize = v_size * u_scale;
  float angle = a_look.w / 256.0 * 6.2831853 - u_bearing;
  v_turn = vec2(cos(angle), sin(angle));
  v_colour = u_palette[int(a_look.x)];
}`

/** Forms differ by shape as well as colour: arrow or dot, diamond with ring (outside), hollow (silent), with hole, with bars (idling). */
export const fragmentShader = `#version 300 es
precision highp float;
uniform float u_scale;
uniform vec3 u_casing;
uniform vec3 u_selected;
in vec3 v_colour;
in vec2 v_turn;
in float v_size;
flat in int v_form;
flat in int v_mark;
out vec4 colour;

// Half of the arrow, from (0, -10) over (7.5, 8) to (0, 4.5), lies between two lines; the other half is its mirror
// image.
float arrow(vec2 p) {
  vec2 q = vec2(abs(p.x), p.y);
  return max(dot(q - vec2(0.0, -10.0), vec2(0.923, -0.385)), dot(q - vec2(0.0, 4.5), vec2(-0.423, 0.906)));
}

float shape(vec2 p, int kind) {
  if (kind == 1) return arrow(vec2(p.x * v_turn.x + p.y * v_turn.y, p.y * v_turn.x - p.x * v_turn.y));
  if (kind == 2) return (abs(p.x) + abs(p.y)) * 0.7071 - 5.6;
  return length(p) - 6.0;
}

float cover(float d) {
  return clamp(0.5 - d * u_scale, 0.0, 1.0);
}

void over(inout vec4 below, vec3 ink, float alpha) {
  below = below * (1.0 - alpha) + vec4(ink * alpha, alpha);
}

void main() {
  vec2 p = (gl_PointCoord - 0.5) * v_size;
  int kind = v_form & 3;
  bool hollow = (v_form & 4) != 0;
  bool hole = (v_form & 8) != 0;
  bool ring = (v_form & 16) != 0;
  bool bars = (v_form & 32) != 0;
  float r = length(p);
  float d = shape(p, kind);
  colour = vec4(0.0);
  if (v_mark > 0) {
    over(colour, u_selected, cover(r - 18.0) * (v_mark > 1 ? 0.28 : 0.16));
    if (v_mark > 1) over(colour, u_selected, cover(abs(r - 17.0) - 1.0));
  }
  if (ring) {
    over(colour, u_casing, cover(abs(r - 13.0) - 2.2) * 0.7);
    over(colour, v_colour, cover(abs(r - 13.0) - 1.2));
  }
  over(colour, u_casing, cover(max(d - 1.8, r - 12.5)));
  over(colour, v_colour, cover(d));
  if (hollow) over(colour, u_casing, cover(d + 2.2));
  if (hole) over(colour, u_casing, cover(length(p) - 2.3));
  if (bars) over(colour, u_casing, cover(max(abs(abs(p.x) - 1.9) - 0.9, abs(p.y) - 2.8)));
  if (colour.a < 0.004) discard;
}`
