#!/usr/bin/env bash
# sanitize.sh address|thread: the tests of sound devices and live sound, and the live test's servers that are
# stopped and killed, under a sanitizer, in a build of its own (.build-asan, .build-tsan). Does nothing where
# the toolchain has none.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
address) scratch=.build-asan ;;
thread) scratch=.build-tsan ;;
*)
  echo "usage: Scripts/sanitize.sh address|thread" >&2
  exit 64
  ;;
esac

# The threads of a device that hangs outlive the program, with what they hold.
export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$PWD/Sanitizing/thread.txt
mkdir -p "$scratch"
echo 'print("works")' >"$scratch/probe.swift"
swiftc -use-ld=lld -sanitize="$1" -o "$scratch/probe" "$scratch/probe.swift" 2>"$scratch/probe.log" &&
  [ "$("$scratch/probe" 2>>"$scratch/probe.log")" = works ] || {
  echo "sanitize: skipped, because the $1 sanitizer does not work here:" >&2
  tail -n 3 "$scratch/probe.log" >&2
  exit 0
}

# GNU's linker warns of a hundred symbols of the address sanitizer.
flags=(-c release -Xswiftc -enable-testing -Xswiftc -use-ld=lld --sanitize "$1"
  --package-path Sanitizing --scratch-path "$scratch")
swift build "${flags[@]}" --product LiveDriver
swift test "${flags[@]}"
PROGRAM=$scratch/release/LiveDriver Scripts/test-live.sh restart stops
echo "sanitize: the $1 sanitizer found nothing"
