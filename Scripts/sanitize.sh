#!/usr/bin/env bash
# sanitize.sh address|thread: the tests of sound devices and live sound, and the live test's servers that are
# stopped and killed, under a sanitizer, in a build of its own (.build-asan, .build-tsan). Does nothing where
# the toolchain has none.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
address) scratch=.build-asan parts=(restart stops) ;;
# PortAudio cancels the thread of a stream. This sanitizer does not survive that, and ends the program, but
# not before the tuner has lost a sound server and got it back.
thread) scratch=.build-tsan parts=(restart) ;;
*)
  echo "usage: Scripts/sanitize.sh address|thread" >&2
  exit 64
  ;;
esac

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
ASAN_OPTIONS=detect_leaks=0 swift test "${flags[@]}"

# The threads of a device that hangs outlive the program, with what they hold.
report=$PWD/$scratch/report
rm -f "$report".*
ASAN_OPTIONS=detect_leaks=0:log_path=$report TSAN_OPTIONS=exitcode=0:log_path=$report \
  PROGRAM=$scratch/release/LiveDriver Scripts/test-live.sh "${parts[@]}"
if grep -hs -A 20 -E '(ERROR|WARNING): (Address|Thread)Sanitizer' "$report".*; then
  echo "sanitize: the $1 sanitizer found this in live sound; all of it is in $report.*" >&2
  exit 1
fi
echo "sanitize: the $1 sanitizer found nothing"
