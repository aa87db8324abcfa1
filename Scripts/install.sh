#!/usr/bin/env bash
# Installs what `make build` and `make web` have made, or removes it again.
#   install.sh [--remove] PREFIX
# PREFIX/bin/kammerton, PREFIX/libexec/kammerton/kammerton-network, which it starts for serve and pair,
# PREFIX/share/kammerton/web, and completions for bash, zsh and fish. The programs use the Swift runtime of the
# toolchain that built them. Their symbols are not installed.
set -euo pipefail
cd "$(dirname "$0")/.."
remove=
if [ "${1:-}" = --remove ]; then remove=1 && shift; fi
prefix=${1:?usage: install.sh [--remove] PREFIX}
program=${KAMMERTON_PROGRAMS:-.build/release}/kammerton
network=$program-network
completions=(
  "bash $prefix/share/bash-completion/completions/kammerton"
  "zsh $prefix/share/zsh/site-functions/_kammerton"
  "fish $prefix/share/fish/vendor_completions.d/kammerton.fish"
)
if [ -n "$remove" ]; then
  rm -rf "$prefix/bin/kammerton" "$prefix/libexec/kammerton" "$prefix/share/kammerton"
  for completion in "${completions[@]}"; do rm -f "${completion#* }"; done
  echo "install: removed from $prefix"
  exit 0
fi
for file in "$program" "$network"; do
  [ -x "$file" ] || { echo "install: $file is missing: run make build" >&2; exit 1; }
done
[ -f .build-web/site/index.html ] || { echo "install: the page is missing: run make web" >&2; exit 1; }
place() { # FILE PLACE
  install -D -m 755 "$1" "$2"
  [ "$(uname -s)" != Linux ] || ! command -v strip >/dev/null || strip "$2"
}
place "$program" "$prefix/bin/kammerton"
place "$network" "$prefix/libexec/kammerton/kammerton-network"
rm -rf "$prefix/share/kammerton/web"
mkdir -p "$prefix/share/kammerton"
cp -R .build-web/site "$prefix/share/kammerton/web"
for completion in "${completions[@]}"; do
  file=${completion#* }
  mkdir -p "$(dirname "$file")"
  "$program" --generate-completion-script "${completion%% *}" >"$file"
done
echo "install: $prefix/bin/kammerton; remove it with make uninstall PREFIX=$prefix"
