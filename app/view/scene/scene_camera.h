#pragma once

#include <optional>

#include "view/drawing/drawing.h"

namespace warplens::view {

/// A point or a direction in space: x to the right, y up, z towards the viewer.
struct Vector3 {
  float x = 0, y = 0, z = 0;
  bool operator==(const Vector3&) const = default;
};
Vector3 operator+(const Vector3& a, const Vector3& b);
Vector3 operator-(const Vector3& a, const Vector3& b);
Vector3 operator*(const Vector3& a, float factor);
float dot(const Vector3& a, const Vector3& b);
Vector3 cross(const Vector3& a, const Vector3& b);
Vector3 unit(const Vector3& a);

/// A camera on a sphere, looking at the origin.
struct Orbit {
  float azimuth = 35, elevation = 22;  ///< degrees: round the y axis from +z towards +x, and up from the plane
  float distance = 26;
  bool operator==(const Orbit&) const = default;
};
/// Turn the camera and move it nearer by a factor; keep it off the poles and at a distance of 6 to 200.
Orbit turned(Orbit orbit, float azimuth, float elevation, float nearer = 1);

/// Projects points of space into a picture of width × height, in perspective, with 26 degrees from top to bottom.
class SceneCamera {
 public:
  SceneCamera(const Orbit& orbit, float width, float height);
  struct Projected {
    float x = 0, y = 0;  ///< in the picture, y down
    float nearness = 0;  ///< 1 / distance along the view: linear in the picture, larger is nearer
  };
  /// Nothing if the point is behind the camera or nearly beside it.
  std::optional<Projected> project(const Vector3& point) const;
  const Vector3& place() const { return place_; }

 private:
  Vector3 place_, right_, up_, forward_;
  float focal_ = 1, middle_x_ = 0, middle_y_ = 0;
};

}  // namespace warplens::view
