// Which triangles of a model does the eye see? One ray per triangle, from the eye to its centre: where another triangle lies in
// between, it is hidden.

struct Vector {
  float x, y, z;
};

__device__ Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

__device__ Vector corner(const float* corners, int triangle, int number) {
  const float* at = corners + 9 * triangle + 3 * number;
  return {at[0], at[1], at[2]};
}

__device__ Vector centre(const float* corners, int triangle) {
  Vector a = corner(corners, triangle, 0), b = corner(corners, triangle, 1), c = corner(corners, triangle, 2);
  return {(a.x + b.x + c.x) / 3.0f, (a.y + b.y + c.y) / 3.0f, (a.z + b.z + c.z) / 3.0f};
}

// Whether the way from `eye` to eye + way meets the triangle before its end. T. Möller, B. Trumbore: Fast, Minimum Storage
// Ray/Triangle Intersection, Journal of Graphics Tools 2 (1), 1997.
__device__ bool meets(Vector eye, Vector way, const float* corners, int triangle) {
  Vector a = corner(corners, triangle, 0);
  Vector edge1 = corner(corners, triangle, 1) - a, edge2 = corner(corners, triangle, 2) - a;
  Vector p = cross(way, edge2);
  float determinant = dot(edge1, p);
  if (determinant == 0.0f) {
    return false;
  }
  Vector to_eye = eye - a;
  float u = dot(to_eye, p) / determinant;
  if (u < 0.0f || u > 1.0f) {
    return false;
  }
  Vector q = cross(to_eye, edge1);
  float v = dot(way, q) / determinant;
  if (v < 0.0f || u + v > 1.0f) {
    return false;
  }
  float distance = dot(edge2, q) / determinant;
  return distance > 0.0f && distance < 0.9999f;
}

// Every ray is tested against every triangle: n × n tests at most.
__global__ void rays_every_triangle(const float* corners, int n, float eye_x, float eye_y, float eye_z, int* seen) {
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (ray >= n) {
    return;
  }
  Vector eye = {eye_x, eye_y, eye_z};
  Vector way = centre(corners, ray) - eye;
  int visible = 1;
  for (int triangle = 0; triangle < n && visible; ++triangle) {
    if (triangle != ray && meets(eye, way, corners, triangle)) {
      visible = 0;
    }
  }
  seen[ray] = visible;
}

// Whether the way passes through the box of a node: it must be between its two sides along x, y and z at once.
__device__ bool enters(Vector eye, Vector way, const float* box) {
  float from = 0.0f, to = 1.0f;
  for (int axis = 0; axis < 3; ++axis) {
    float start = axis == 0 ? eye.x : axis == 1 ? eye.y : eye.z;
    float step = axis == 0 ? way.x : axis == 1 ? way.y : way.z;
    float low = box[axis], high = box[3 + axis];
    if (step == 0.0f) {
      if (start < low || start > high) {
        return false;
      }
      continue;
    }
    float near = (low - start) / step, far = (high - start) / step;
    from = fmaxf(from, fminf(near, far));
    to = fminf(to, fmaxf(near, far));
  }
  return from <= to;
}

// A tree of boxes round the triangles. A ray that misses a box misses all that is in it. links: two numbers a node, of an inner
// node its two children, of a leaf -1 - its first place in `order` and how many triangles it has.
__global__ void rays_tree(const float* corners, int n, float eye_x, float eye_y, float eye_z, const float* boxes,
                          const int* links, const int* order, int* seen) {
  int ray = blockIdx.x * blockDim.x + threadIdx.x;
  if (ray >= n) {
    return;
  }
  Vector eye = {eye_x, eye_y, eye_z};
  Vector way = centre(corners, ray) - eye;
  int waiting[32];
  int count = 1;
  waiting[0] = 0;
  int visible = 1;
  while (count > 0 && visible) {
    int node = waiting[--count];
    if (!enters(eye, way, boxes + 6 * node)) {
      continue;
    }
    int first = links[2 * node], second = links[2 * node + 1];
    if (first >= 0) {
      waiting[count++] = first;
      waiting[count++] = second;
      continue;
    }
    for (int k = 0; k < second && visible; ++k) {
      int triangle = order[-1 - first + k];
      if (triangle != ray && meets(eye, way, corners, triangle)) {
        visible = 0;
      }
    }
  }
  seen[ray] = visible;
}
