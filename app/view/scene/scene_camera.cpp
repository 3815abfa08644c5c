#include "view/scene/scene_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warplens::view {

Vector3 operator+(const Vector3& a, const Vector3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector3 operator-(const Vector3& a, const Vector3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector3 operator*(const Vector3& a, float factor) { return {a.x * factor, a.y * factor, a.z * factor}; }
float dot(const Vector3& a, const Vector3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vector3 unit(const Vector3& a) {
  const float length = std::sqrt(dot(a, a));
  return length > 0 ? a * (1 / length) : a;
}

namespace {

constexpr float field_of_view = 26, nearest = 0.05f;
float radians(float degrees) { return degrees * std::numbers::pi_v<float> / 180; }

}  // namespace

Orbit turned(Orbit orbit, float azimuth, float elevation, float nearer) {
  orbit.azimuth = std::remainder(orbit.azimuth + azimuth, 360.0f);
  orbit.elevation = std::clamp(orbit.elevation + elevation, -85.0f, 85.0f);
  orbit.distance = std::clamp(orbit.distance / std::max(nearer, 0.01f), 6.0f, 200.0f);
  return orbit;
}

SceneCamera::SceneCamera(const Orbit& orbit, float width, float height) : middle_x_(width / 2), middle_y_(height / 2) {
  const float around = radians(orbit.azimuth), up = radians(orbit.elevation);
  const Vector3 outwards{std::cos(up) * std::sin(around), std::sin(up), std::cos(up) * std::cos(around)};
  place_ = outwards * orbit.distance;
  forward_ = outwards * -1;
  right_ = unit(cross(forward_, {0, 1, 0}));
  up_ = cross(right_, forward_);
  focal_ = height / 2 / std::tan(radians(field_of_view) / 2);
  // A narrow picture has the same horizontal field of view as a square one.
  focal_ = std::min(focal_, width / 2 / std::tan(radians(field_of_view) / 2));
}

std::optional<SceneCamera::Projected> SceneCamera::project(const Vector3& point) const {
  const Vector3 to = point - place_;
  const float depth = dot(to, forward_);
  if (!(depth > nearest)) return std::nullopt;
  return Projected{middle_x_ + focal_ * dot(to, right_) / depth, middle_y_ - focal_ * dot(to, up_) / depth, 1 / depth};
}

}  // namespace warplens::view
