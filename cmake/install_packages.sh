#!/usr/bin/env bash
# Install what is missing to build and run Warplens, and with the argument `test` also to test it, with `web` to build its page for a
# browser, on Debian and Ubuntu.
# Elsewhere it names what is needed and goes on, so that packages found by other means are used.
set -euo pipefail

build_packages=(
  g++ cmake ninja-build ccache pkg-config python3 clang
  libglfw3-dev libimgui-dev libegl-dev libgl-dev libopengl-dev python3-glad
  libcli11-dev nlohmann-json3-dev libtomlplusplus-dev libfmt-dev libmuparser-dev libmd4c-dev libstb-dev
  libtinyobjloader-dev libpng-dev libturbojpeg0-dev libzstd-dev liblz4-dev binutils libasmjit-dev libseccomp-dev
  libgl1-mesa-dri libegl-mesa0
  libopenblas0-pthread
  bubblewrap
  fonts-inter fonts-jetbrains-mono fonts-font-awesome
)
test_packages=(
  libgtest-dev libbenchmark-dev libclang-rt-dev libomp-dev xvfb xdotool xclip clang-format clang-tidy lld ffmpeg debootstrap dpkg-dev
  openssh-client iproute2 patchelf python3-numba python3-ipykernel python3-nbclient
)
# The package is a service, which a computer of somebody's own would start: there the tests that need it are left out.
if [ ! -d /run/systemd/system ]; then test_packages+=(openssh-server); fi
web_packages=(emscripten clang-15 lld-15 llvm-15)
if ! command -v npm >/dev/null; then web_packages+=(nodejs npm); fi
web_test_packages=(chromium)

packages=("${build_packages[@]}")
case " $* " in *" test "*) packages+=("${test_packages[@]}") ;; esac
case " $* " in *" web "*) packages+=("${web_packages[@]}") ;; esac
case " $* " in *" test web "*) packages+=("${web_test_packages[@]}") ;; esac

if ! command -v apt-get >/dev/null; then
  echo "This is not Debian or Ubuntu: install these by your own means (vcpkg.json names the libraries):" >&2
  echo "  ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed'; then missing+=("$package"); fi
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "error: ${missing[*]} must be installed, and this is neither root nor is there sudo" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "Installing: ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
# Names differ between releases: what this one does not know is left to CMake, which says what it lacks.
known=()
for package in "${missing[@]}"; do
  if apt-cache show "$package" >/dev/null 2>&1; then known+=("$package"); fi
done
if [ ${#known[@]} -gt 0 ]; then
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${known[@]}" >&2
fi
