#!/usr/bin/env bash
# Depends on this repository by its address, as the README shows it, from a git remote of this checkout's files: all
# products that it names are found without fetching another package, and a program with the smallest one runs. The
# build stays in .build-test, so that only the first run compiles everything.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
fail() { echo "test-swiftpm: $1" >&2; exit 1; }
folder=$root/.build-test/swiftpm
mkdir -p "$folder/user/Sources/Whole" "$folder/user/Sources/Small"
trap 'rm -f "$folder/log"' EXIT

# A remote with what a clone has.
[ -d "$folder/kammerton.git" ] || git init --quiet --bare --initial-branch main "$folder/kammerton.git"
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
remote() { GIT_DIR=$folder/kammerton.git GIT_WORK_TREE=$root git "$@"; }
remote add --all
tree=$(remote write-tree)
if ! [ "$(remote rev-parse --quiet --verify 'main^{tree}')" = "$tree" ]; then
  remote update-ref refs/heads/main "$(remote commit-tree "$tree" -m "The checkout")"
fi

lines() { # FILE: the lines of a document that name the package and a product, with the address of the remote
  sed -nE 's|^.*(\.package\(url: "[^"]*", branch: "main"[^)]*\)).*$|\1|p' "$1" |
    sed -E "s|url: \"[^\"]*\"|url: \"file://$folder/kammerton.git\"|"
}
package=$(lines README.md)
product=$(sed -nE 's|^(\.product\(name: "[^"]*", package: "[^"]*"\)).*$|\1|p' README.md)
[ "$(wc -l <<<"$package")" -eq 1 ] && [ -n "$package" ] && [ -n "$product" ] ||
  fail "the README does not show how to depend on an address: $package, $product"
manifest() { # DEPENDENCY
  cat <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "user",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [
    $1
  ],
  targets: [
    .executableTarget(name: "Whole", dependencies: [$product]),
    .executableTarget(
      name: "Small", dependencies: [.product(name: "MusicTheory", package: "kammerton")]),
  ])
END
}
cd "$folder/user"
# With the trait, other packages would be fetched: that line is only read.
manifest "$(lines "$root/docs/libraries.md")" >Package.swift
swift package dump-package 2>&1 | grep -q '"Services"' || fail "the line of docs/libraries.md asks for no trait"
manifest "$package" >Package.swift
echo 'import Kammerton' >Sources/Whole/main.swift
cat >Sources/Small/main.swift <<'END'
import MusicTheory

let pitch = try Pitch(frequency: 443.21)
print(pitch.note, pitch.cents > 12.5 && pitch.cents < 12.7)
END
swift package update --disable-dependency-cache >"$folder/log" 2>&1 ||
  { cat "$folder/log" >&2; fail "the README's lines do not resolve"; }
fetched=$(ls .build/checkouts)
[ "$fetched" = kammerton ] || fail "who depends on the address fetches $fetched"
swift build --product Small >"$folder/log" 2>&1 || { cat "$folder/log" >&2; fail "a program does not build"; }
[ "$(.build/debug/Small)" = "A4 true" ] || fail "a program prints $(.build/debug/Small)"
echo "test-swiftpm: the README's lines resolve from a git remote, and a program with MusicTheory runs"
