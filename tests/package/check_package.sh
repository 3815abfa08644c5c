#!/usr/bin/env bash
# The packages on a Debian 12 on which nothing else is installed: install, start and remove the .deb, and start what is in the .tar.gz.
# Usage: check_package.sh BUILD_FOLDER [ROOT]: the bare system is made in ROOT, a new folder by default, with debootstrap, by root.
set -euo pipefail
build="$(realpath "$1")"
work="$(mktemp -d)"
root="${2:-$work/root}"
trap 'rm -rf "$work"' EXIT

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  echo "skipped: this needs root and debootstrap"
  exit 77
fi

mkdir "$work/packages"
(cd "$work/packages" && cpack --config "$build/CPackConfig.cmake" >"$work/cpack.log" 2>&1) || { cat "$work/cpack.log"; exit 1; }
package="$(echo "$work"/packages/*.deb)" archive="$(echo "$work"/packages/*.tar.gz)"

if [ ! -e "$root/etc/debian_version" ]; then
  debootstrap --variant=minbase bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" 2>&1 ||
    { tail -20 "$work/debootstrap.log"; echo "skipped: no bare system can be made here"; exit 77; }
fi
if ! mountpoint -q "$root/proc" && ! mount -t proc proc "$root/proc"; then  # where the program finds itself
  echo "skipped: /proc cannot be mounted in the bare system"
  exit 77
fi
trap 'umount "$root/proc"; rm -rf "$work"' EXIT
cp "$package" "$root/warplens.deb"
inside() { chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
# What the package needs, and nothing that it only recommends.
inside sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /warplens.deb >/dev/null 2>&1'

expect() {  # expect TEXT WHAT COMMAND…: the output of the command, inside, contains the text
  local text="$1" what="$2" output
  shift 2
  output="$(inside "$@")"
  if [[ "$output" != *"$text"* ]]; then printf 'error: %s\n%s\n' "$what" "$output"; exit 1; fi
}
started() {  # started PROGRAM: lists, runs a kernel, draws a picture
  expect warplens "no version" "$1" --version
  expect histogram "the experiments are not listed" "$1" list
  expect '"values":[1.0,2.0,3.0' "a kernel does not run" "$1" run /usr/lib/warplens/resources/kernels/increment.ptx:increment \
    --grid 1 --block 32 --arg 'f32[32]=iota' --arg i32=32 --json
  inside "$1" render counter -o /picture.png
  head -c 8 "$root/picture.png" | cmp - <(printf '\x89PNG\r\n\x1a\n')
  rm "$root/picture.png"
}
started warplens
for file in share/applications/warplens.desktop share/mime/packages/warplens.xml share/icons/hicolor/scalable/apps/warplens.svg \
  share/man/man1/warplens.1 share/bash-completion/completions/warplens; do
  test -s "$root/usr/$file" || { echo "error: /usr/$file is missing"; exit 1; }
done
expect 'run render' "bash does not complete commands" bash -c \
  '. /usr/share/bash-completion/completions/warplens; COMP_WORDS=(warplens r); COMP_CWORD=1; _warplens; echo "${COMPREPLY[*]}"'

tar -C "$root/opt" -xf "$archive"
# The same program, elsewhere: with its own resources.
started "/opt/$(basename "$archive" .tar.gz)/bin/warplens"

inside apt-get remove -y -qq warplens >/dev/null 2>&1
for place in usr/bin/warplens usr/lib/warplens usr/share/applications/warplens.desktop; do
  if [ -e "$root/$place" ] || [ -L "$root/$place" ]; then echo "error: /$place is left after removing the package"; exit 1; fi
done
echo "installed, started and removed: $(basename "$package"), $(basename "$archive")"
