#!/usr/bin/env bash
# Build Warplens if need be and start it. Arguments go to the program: ./run.sh list, ./run.sh run saxpy.cu --grid 4 …
# Without a display and without arguments it renders the opening scene to a PNG instead.
# ./run.sh web [PORT] makes its page for browsers, build/page, a folder for any web server, and serves it to the browsers of this computer.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program="$here/build/release/warplens"

build() {
  if [ ! -f "$here/build/release/build.ninja" ]; then
    "$here/cmake/install_packages.sh"
    (cd "$here" && cmake --preset release) >&2
  fi
  # Silent if there is nothing to build.
  (cd "$here" && cmake --build --preset release --target warplens recordings 2>&1) |
    sed -u -e '/Re-checking globbed directories/d' -e '/^ninja: no work to do/d' >&2
}
build

if [ "${1:-}" = web ]; then
  "$here/cmake/install_packages.sh" web
  if [ ! -f "$here/build/web/build.ninja" ]; then (cd "$here" && cmake --preset web) >&2; fi
  (cd "$here" && cmake --build --preset web --target page) >&2
  echo "Open http://127.0.0.1:${2:-8080}/ in a browser. Ctrl C ends it."
  exec python3 -m http.server --bind 127.0.0.1 --directory "$here/build/page" "${2:-8080}"
fi

if [ $# -eq 0 ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  picture="$here/build/opening.png"
  "$program" render counter -o "$picture"
  echo "No window: neither DISPLAY nor WAYLAND_DISPLAY is set. The opening scene is in $picture"
  exit 0
fi
exec "$program" "$@"
