# What the scripts that make packages share; they source it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(Scripts/version)
architecture=$(dpkg --print-architecture 2>/dev/null || uname -m) # not everywhere is dpkg
machine=$(uname -m)
# A build of its own: with a static runtime everything is compiled in another way.
scratch=.build-package
stage=$scratch/stage # what the program and its files are, as it lies under /usr
dist=dist
maintainer="The Kammerton authors <maintainers@users.noreply.a-seed-dae5d332.example>"
# Files have the time of the commit, so that two builds of one commit make the same packages.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
umask 022
mkdir -p "$scratch" "$dist"

fail() {
  echo "package: $1" >&2
  exit 1
}

need() { # TOOL ...
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh package"
  done
}

need_stage() {
  [ -x "$stage/bin/kammerton" ] || fail "the program is not built: run make package, or Scripts/package.sh deb"
}

# fill FILE [NAME=VALUE ...]: the text with each @NAME@ filled in.
fill() {
  local file=$1 pair
  shift
  local edits=(-e "s|@VERSION@|$version|g" -e "s|@ARCHITECTURE@|$architecture|g" -e "s|@MACHINE@|$machine|g"
    -e "s|@MAINTAINER@|$maintainer|g" -e "s|@DATE@|$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)|g")
  for pair in "$@"; do edits+=(-e "s|@${pair%%=*}@|${pair#*=}|g"); done
  sed "${edits[@]}" "$file"
}

# settle FOLDER: the same time and rights for all files in it.
settle() {
  chmod -R u=rwX,go=rX "$1"
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

said() { # FILE ...: what was made
  local file
  for file in "$@"; do printf 'package: %-44s %9d bytes\n' "$file" "$(stat -c %s "$file")"; done
}
