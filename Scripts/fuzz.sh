#!/usr/bin/env bash
# Feeds mutated input to every reader of outside bytes; docs/testing-fuzzing.md lists them.
#
#   Scripts/fuzz.sh quick [TARGET ...]         some thousand inputs for each, always the same ones
#   Scripts/fuzz.sh soak [RUNS] [TARGET ...]   RUNS inputs for each, 1000000 by default; goes on
#                                              where it was stopped
#   Scripts/fuzz.sh reproduce TARGET FILE      reads a saved input again
#   Scripts/fuzz.sh list                       the targets
#
# quick uses the seeded mutator of the test bundle, so it needs no build of its own. soak uses
# libFuzzer, guided by coverage, where the toolchain has it, and otherwise the same mutator with other
# inputs. Inputs that trap, hang or break a property are saved in .build-fuzz/found.
set -euo pipefail
cd "$(dirname "$0")/.."
state=.build-fuzz
found=$state/found
program=$state/kammerton-fuzz

usage() {
  sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
  exit 64
}

# Builds the test bundle, unless it is there. Where it has just been built, this would only look at all files again.
build_bundle() {
  [ -z "${KAMMERTON_BUILT:-}" ] || return 0
  Scripts/swift-build --build-tests >"$state/build.log" 2>&1 || {
    cat "$state/build.log" >&2
    exit 1
  }
}

# Runs a test of the bundle; what it prints goes to a log. Where the bundle is a program, it is run
# itself: `swift test` would first plan the build once more.
bundle() {
  local log=$1 test="FuzzingTests.FuzzingTests/$2" program=.build/release/kammertonPackageTests.xctest
  export KAMMERTON_FUZZ_DIRECTORY=$state/present
  # A backtrace takes ten seconds; `reproduce` shows one.
  [ "$2" = reproduction ] || export SWIFT_BACKTRACE=enable=no
  if [ -f "$program" ]; then
    "$program" --testing-library swift-testing --filter "$test" >"$log" 2>&1
  else
    # shellcheck disable=SC2046
    swift test $(Scripts/swift-build --flags) --filter "$test" >"$log" 2>&1
  fi
}

# Saves the inputs that were under way when the bundle ended, and shows how to read them again.
save_present_inputs() {
  local file target length
  for file in "$state"/present/*.input; do
    [ -e "$file" ] || continue
    target=$(basename "$file" .input)
    length=$(od -An -tu8 -N8 "$file" | tr -d ' ')
    mkdir -p "$found"
    tail -c +9 "$file" | head -c "$length" >"$found/$target-$1"
    rm "$file"
    echo "fuzz: $target failed on the input that is now $found/$target-$1. To read it again:" >&2
    echo "  Scripts/fuzz.sh reproduce $target $found/$target-$1" >&2
    failures=$((failures + 1))
  done
}

# What a log says of a failure.
explain() {
  grep -E 'Fatal error|ERROR: libFuzzer|ERROR: AddressSanitizer|error:' "$1" | head -n 5 >&2 || true
  echo "fuzz: the log is $1" >&2
}

# Mutated inputs by the bundle: sets `targets` and `runs`, adds to `failures`.
mutate() {
  local log=$state/mutations.log status=0
  mkdir -p "$state/present"
  rm -f "$state"/present/*.input
  bundle "$log" 'mutations' || status=$?
  grep '^fuzz-target ' "$log" | while read -r _ name count accepted seconds; do
    echo "fuzz: $name: $count runs, $accepted accepted, $seconds s"
  done
  targets=$(grep -c '^fuzz-target ' "$log" || true)
  runs=$(awk '/^fuzz-target / { sum += $3 } END { print sum + 0 }' "$log")
  if [ "$status" -ne 0 ]; then
    save_present_inputs "$(date +%s)"
    [ "$failures" -gt 0 ] || failures=1
    explain "$log"
  fi
}

summary() {
  echo "fuzz: $targets targets, $runs runs, $failures failures"
  [ "$failures" -eq 0 ] && [ "$targets" -gt 0 ]
}

quick() {
  if [ $# -gt 0 ]; then KAMMERTON_FUZZ_TARGETS=$(IFS=, && echo "$*"); fi
  [ $# -eq 0 ] || export KAMMERTON_FUZZ_TARGETS
  export KAMMERTON_FUZZ_RUNS=quick
  build_bundle
  mutate
  summary
}

has_libfuzzer() {
  local library
  library=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib
  compgen -G "$library/clang/*/lib/*/libclang_rt.fuzzer*.a" >/dev/null &&
    command -v python3 >/dev/null && return
  echo "fuzz: this toolchain has no libFuzzer, or there is no python3" >&2
  return 1
}

# What was done for other sources does not count.
sources_hash() {
  find Sources Fuzzing Package.swift -type f -print0 | sort -z | xargs -0 cat | sha256sum | cut -c 1-12
}

soak() {
  wanted=1000000
  if [[ ${1:-} =~ ^[0-9]+$ ]]; then wanted=$1 && shift; fi
  done_directory=$state/done-$(sources_hash)
  mkdir -p "$done_directory" "$found" "$state/corpus"
  build_bundle
  has_libfuzzer && Scripts/build-fuzzers.py && guided=yes || guided=no
  if [ $guided = yes ]; then
    KAMMERTON_FUZZ_CORPUS=$state/corpus "$program" >/dev/null
    names=$(cut -d ' ' -f 1 "$state/corpus/targets")
  else
    echo "fuzz: without libFuzzer (see above) nothing guides the mutations" >&2
    names=$(list)
  fi
  [ $# -eq 0 ] || names=$*
  for name in $names; do soak_target "$name"; done
  summary
}

# In ten pieces, so that little is lost when it is stopped.
soak_target() {
  local name=$1 count=0 start=$SECONDS piece
  if [ -e "$done_directory/$name" ]; then count=$(cat "$done_directory/$name"); fi
  local before=$count
  while [ "$count" -lt "$wanted" ]; do
    piece=$(((wanted + 9) / 10))
    [ $((wanted - count)) -ge "$piece" ] || piece=$((wanted - count))
    if [ $guided = yes ]; then guided_piece "$name" "$piece" "$count" || break
    else mutated_piece "$name" "$piece" "$count" || break; fi
    count=$((count + piece))
    echo "$count" >"$done_directory/$name"
  done
  targets=$((targets + 1))
  runs=$((runs + count))
  echo "fuzz: $name: $count runs, $((count - before)) of them now, in $((SECONDS - start)) s"
}

guided_piece() {
  local name=$1 piece=$2 offset=$3 log=$state/$1.log longest dictionary=()
  # An empty one is an error to libFuzzer.
  if [ -s "$state/corpus/$name.dict" ]; then dictionary=(-dict="$state/corpus/$name.dict"); fi
  longest=$(awk -v name="$name" '$1 == name { print $2 }' "$state/corpus/targets")
  if ! KAMMERTON_FUZZ_TARGETS=$name "$program" "$state/corpus/$name" -runs="$piece" \
    -max_len="$longest" -seed=$((offset + 1)) "${dictionary[@]}" -timeout=120 \
    -rss_limit_mb=3072 -artifact_prefix="$found/$name-" -print_final_stats=1 >"$log" 2>&1; then
    failures=$((failures + 1))
    explain "$log"
    echo "fuzz: $name failed; the input is in $found. To read it again:" >&2
    echo "  Scripts/fuzz.sh reproduce $name FILE" >&2
    return 1
  fi
}

mutated_piece() {
  local log=$state/$1.log
  export KAMMERTON_FUZZ_TARGETS=$1 KAMMERTON_FUZZ_RUNS=$2 KAMMERTON_FUZZ_FIRST=$3
  mkdir -p "$state/present"
  if ! KAMMERTON_FUZZ_SEED=2 bundle "$log" 'mutations'; then
    explain "$log"
    save_present_inputs "$(date +%s)"
    return 1
  fi
}

list() {
  sed -n '/= FuzzTarget($/{n;s/^ *name: "\([a-z-]*\)".*/\1/p;}' Fuzzing/Targets/*.swift
}

reproduce() {
  [ $# -eq 2 ] || usage
  [ -r "$2" ] || { echo "fuzz: $2 cannot be read" >&2 && exit 66; }
  local log
  log=$state/reproduction.log
  mkdir -p "$state/present"
  export KAMMERTON_FUZZ_TARGETS=$1
  KAMMERTON_FUZZ_INPUT=$(realpath "$2")
  export KAMMERTON_FUZZ_INPUT
  local status=0
  build_bundle
  bundle "$log" 'reproduction' || status=$?
  tail -n 30 "$log"
  return $status
}

mkdir -p "$state"
state=$(realpath "$state")
found=$state/found
program=$state/kammerton-fuzz
targets=0 runs=0 failures=0
case ${1:-} in
quick | soak | reproduce) "$@" ;;
list) list ;;
*) usage ;;
esac
