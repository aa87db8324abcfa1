#!/usr/bin/env bash
# Proves that the packages of `make package` can be installed and used where there is no Swift: a part of `make soak`.
#   test-package.sh [source] [deb] [libraries] [plugins] [tarball] [image]   all of them by default
# Makes the packages if they are not there. Installs them in fresh systems (Debian 12, for the tarball also Ubuntu
# 22.04) that it makes in a temporary folder, and runs them there; so it needs root, and Debian's servers.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(Scripts/version)
architecture=$(dpkg --print-architecture)
machine=$(uname -m)
work=$(mktemp -d "${TMPDIR:-/tmp}/kammerton-packages.XXXXXX")
ubuntu_keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg # of the package ubuntu-keyring, which Debian has not
roots=.build-test/roots # systems as they are made, to be unpacked again
mkdir -p "$roots"
servers=()
# stop SERVER: unshare passes no signal on, so its child is meant.
stop() {
  local child
  child=$(pgrep -P "$1") && kill -KILL "$child" && { wait "$1" 2>/dev/null || true; }
}
# shellcheck disable=SC2317
end() {
  for server in "${servers[@]}"; do stop "$server" || true; done
  wait
  # What is still mounted there is not ours to remove.
  for mount in "${mounts[@]}"; do
    umount "$mount" || { echo "test-package: $mount is still mounted, so $work stays" >&2 && return; }
  done
  rm -rf --one-file-system "$work"
}
mounts=()
trap end EXIT

checks=0
part=
fail() {
  echo "test-package: $part: $1" >&2
  exit 1
}
holds() { # TEXT COMMAND ...
  local text=$1
  shift
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$text does not hold: $*"; }
  checks=$((checks + 1))
}
exits() { # STATUS PATTERN COMMAND ...: it ends with this status, and what it prints matches
  local wanted=$1 pattern=$2 status=0
  shift 2
  "$@" >"$work/log" 2>&1 || status=$?
  [ "$status" -eq "$wanted" ] || { cat "$work/log" >&2; fail "$* ends with $status, not $wanted"; }
  grep -Eq -- "$pattern" "$work/log" || { cat "$work/log" >&2; fail "$* does not print $pattern"; }
  checks=$((checks + 1))
}
says() { # PATTERN COMMAND ...: what it prints matches
  local pattern=$1
  shift
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$* has failed"; }
  grep -Eq -- "$pattern" "$work/log" || { cat "$work/log" >&2; fail "$* does not print $pattern"; }
  checks=$((checks + 1))
}

[ "$(id -u)" -eq 0 ] || fail "a fresh system can only be made as root"
for tool in mmdebstrap umoci lintian desktop-file-validate appstreamcli; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run Scripts/install-dependencies.sh package"
done
deb() { echo "dist/$1_${version}_$architecture.deb"; } # NAME
needed=(source deb libraries plugins tarball image)
[ $# -eq 0 ] || needed=("$@")
case " ${needed[*]} " in
  *" deb "* | *" tarball "* | *" image "*) [ -f "$(deb kammerton)" ] || Scripts/package.sh ;;
  *) [ -f "$(deb libkammerton1)" ] || Scripts/packaging/deb.sh libraries ;;
esac

# fresh NAME SUITE [PACKAGES]: a system in $work/NAME, with as little as apt needs, and its packages.
fresh() {
  local root=$work/$1 tar=$roots/$2${3:+-with}.tar
  if [ ! -f "$tar" ]; then
    if [ "$2" = jammy ]; then
      mmdebstrap --quiet --variant=minbase --format=tar ${3:+--include="$3"} \
        --keyring="$ubuntu_keys" --components=main,universe \
        jammy "$tar.part" http://archive.ubuntu.com/ubuntu
    else
      mmdebstrap --quiet --variant=minbase --format=tar ${3:+--include="$3"} "$2" "$tar.part"
    fi
    mv "$tar.part" "$tar"
  fi
  mkdir "$root"
  tar -C "$root" -xpf "$tar"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
}

# inside NAME COMMAND ...: runs it in a system. become_inside: this process becomes it.
inside() { (become_inside "$@"); }
become_inside() {
  local root=$work/$1
  shift
  exec unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" chroot "$root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# tries_all NAME PROGRAM: what a user does first.
tries_all() {
  local name=$1 program=$2
  says "^kammerton $version\$" inside "$name" "$program" --version
  holds "a tone is written" inside "$name" "$program" tone A4 --duration 1s --output /tmp/a.wav
  says ',4(39\.9|40\.0)' inside "$name" "$program" track /tmp/a.wav
  says ' s +[A-G][#b]?[0-9]' inside "$name" sh -c "timeout -s INT 4 '$program' tune --simulate --plain || [ \$? = 124 ]"
  holds "a picture is drawn" inside "$name" "$program" track /tmp/a.wav --plot /tmp/a.png
  exits 2 '^kammerton: There is no history at /root/' inside "$name" "$program" history
  serves "$name" "$program"
}

# serves NAME PROGRAM: the page, on loopback, which all these systems share.
port=18470
serves() {
  local name=$1 program=$2 server
  port=$((port + 1))
  become_inside "$name" "$program" serve --port $port --no-qr >"$work/serve.log" 2>&1 &
  server=$!
  servers+=("$server")
  for _ in $(seq 100); do
    grep -q 'until Ctrl-C' "$work/serve.log" && break
    sleep 0.2
  done
  says '<title>Kammerton' curl -sf "http://127.0.0.1:$port/"
  stop "$server" || { cat "$work/serve.log" >&2; fail "the server has ended"; }
}

needs_glibc_2_35() { # FILE ...: of Debian 12 and Ubuntu 22.04
  local latest
  latest=$({ objdump -T "$@" | grep -o 'GLIBC_[0-9.]*'; echo GLIBC_2.35; } | sort -uV | tail -1)
  holds "glibc 2.35 is enough, not $latest" test "$latest" = GLIBC_2.35
}

# The source package: it is clean, it is whole, and a fresh system with the Swift of this one builds it by what it names.
test_source() {
  holds "lintian finds no error and no warning" lintian --fail-on error,warning \
    "dist/kammerton_${version}_$architecture.changes"
  holds "the symbols file has all functions of the header" Scripts/packaging/symbols.sh --check
  dpkg-source --no-check -x "dist/kammerton_$version.dsc" "$work/source" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  local left
  left=$(find "$work/source" -maxdepth 3 \( -path '*/engine/objects' -o -name '.build*' -o -name dist -o -name .git -o -name vocabulary \))
  holds "it has nothing that builds have left, but $left" test -z "$left"
  local toolchain
  toolchain=$(realpath "$(dirname "$(realpath "$(command -v swiftc)")")/../..")
  case $toolchain in
    / | /usr) echo "test-package: source: not built, because Swift is not in a folder of its own" && return ;;
  esac
  fresh source-root bookworm
  mkdir -p "$work/source-root/$toolchain" "$work/source-root/src"
  mv "$work/source" "$work/source-root/src/kammerton"
  mount --bind -o ro "$toolchain" "$work/source-root/$toolchain"
  mounts+=("$work/source-root/$toolchain")
  local profiles=pkg.kammerton.swiftorg,pkg.kammerton.libraries
  inside source-root sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends build-essential fakeroot \
      libncurses6 libsqlite3-0 libuuid1 libxml2 && # which the toolchain itself needs
    apt-get build-dep -y -qq --no-install-recommends -P $profiles /src/kammerton" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log" >&2; fail "apt cannot install what it needs to build"; }
  inside source-root sh -c "cd /src/kammerton && PATH=$toolchain/usr/bin:\$PATH dpkg-buildpackage -us -uc -b -P$profiles" \
    >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; fail "dpkg-buildpackage fails in a fresh system"; }
  local name
  for name in libkammerton1 libkammerton-dev python3-kammerton kammerton-vamp kammerton-lv2; do
    holds "$name has the same files there" diff <(dpkg-deb -c "$(deb $name)" | sed 's/.* [.]/./') \
      <(dpkg-deb -c "$work/source-root/src/${name}_${version}_$architecture.deb" | sed 's/.* [.]/./')
  done
}

test_deb() {
  local deb
  deb=$(deb kammerton)
  holds "lintian finds no error and no warning" lintian --fail-on error,warning "$deb"
  local tree=$work/unpacked
  dpkg-deb -x "$deb" "$tree"
  holds "the menu entry is valid" desktop-file-validate "$tree/usr/share/applications/kammerton.desktop"
  # The project has no domain that its name could begin with.
  holds "the AppStream data is valid" appstreamcli validate --no-net --override cid-desktopapp-is-not-rdns=info \
    "$tree/usr/share/metainfo/kammerton.metainfo.xml"
  needs_glibc_2_35 "$tree/usr/libexec/kammerton/kammerton-network"
  local size=$(($(dpkg-deb -f "$deb" Installed-Size) * 1024))
  holds "40 MB when installed, as docs/installing.md says; it is $size bytes" test "$size" -le 40000000

  fresh debian bookworm
  cp "$deb" "$work/debian/tmp/kammerton.deb"
  inside debian apt-get update -qq
  local before start seconds
  before=$(inside debian dpkg-query -f '${Package}\n' -W | wc -l)
  start=$(date +%s.%N)
  inside debian apt-get install -y -qq /tmp/kammerton.deb >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "apt cannot install it"; }
  inside debian sh -c 'kammerton tone A4 --duration 1s --output /tmp/first.wav && kammerton track /tmp/first.wav' >"$work/log"
  seconds=$(echo "$(date +%s.%N) - $start" | bc)
  grep -q ',44' "$work/log" || fail "no reading"
  echo "test-package: deb: from apt install to the first reading $seconds s, $(($(inside debian dpkg-query -f '${Package}\n' -W | wc -l) - before)) packages, ours with $size bytes"
  tries_all debian kammerton
  # There is no sound in it, which the doctor finds.
  exits 1 '^✓ page' inside debian kammerton doctor

  # Manual and completions, by the programs that read them.
  inside debian apt-get install -y -qq --no-install-recommends man-db bash-completion zsh fish >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  says 'tune' inside debian sh -c 'man kammerton | col -b'
  says '_kammerton' inside debian bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader kammerton; complete -p kammerton'
  says '^_kammerton$' inside debian zsh -fc 'autoload -Uz compinit && compinit -u -d /tmp/dump && echo ${_comps[kammerton]}'
  says '^tune' inside debian fish -c 'complete -C "kammerton tu"'

  local files
  files=$(inside debian dpkg -L kammerton)
  inside debian apt-get purge -y -qq kammerton >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  # Folders that it shares with others may stay; what has its name must not, but for what apt writes about it.
  local left
  left=$(echo "$files" | while read -r file; do
    if [ -e "$work/debian$file" ] && [ ! -d "$work/debian$file" ]; then echo "$file"; fi
  done
  find "$work/debian" -xdev -name '*kammerton*' ! -path '*/tmp/*' ! -path '*/var/cache/*' ! -path '*/root/*')
  holds "nothing is left when it is removed, but $left" test -z "$left"
}

test_libraries() {
  local debs=("$(deb libkammerton1)" "$(deb libkammerton-dev)" "$(deb python3-kammerton)")
  holds "lintian finds no error and no warning" lintian --fail-on error,warning "${debs[@]}"
  fresh libraries bookworm
  mkdir "$work/libraries/tmp/debs"
  cp "${debs[@]}" "$work/libraries/tmp/debs/"
  inside libraries apt-get update -qq
  inside libraries sh -c 'apt-get install -y -qq --no-install-recommends /tmp/debs/*.deb gcc libc6-dev pkgconf' >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "apt cannot install them"; }
  printf '#include <kammerton.h>\n#include <stdio.h>\nint main(void) { puts("linked"); return 0; }\n' >"$work/libraries/tmp/a.c"
  # Without --as-needed, so that the loader has to find the library.
  says '^linked$' inside libraries sh -c \
    'cd /tmp && gcc a.c -o a -Wl,--no-as-needed $(pkgconf --cflags --libs kammerton) && ldd ./a | grep -q libkammerton.so.1 && ./a'
  says "^$version\$" inside libraries python3 -c 'import kammerton; print(kammerton.__version__)'
  says "^$version\$" inside libraries python3 -c 'import importlib.metadata as m; print(m.version("kammerton"))'
  cat >"$work/libraries/tmp/a.py" <<'TONE'
import math, numpy, kammerton
tone = 0.3 * numpy.sin(2 * math.pi * 443.21 * numpy.arange(44100) / 44100)
print(f"{kammerton.track(tone, sr=44100).f0[50]:.2f} Hz")
TONE
  says '^443\.21 Hz$' inside libraries python3 /tmp/a.py
  # One core for all: Python loads the library of the package.
  local modules=usr/lib/python3/dist-packages/kammerton
  holds "Python has no library of its own" test -L "$work/libraries/$modules/libkammerton.so"
  holds "its modules are byte-compiled" sh -c "ls '$work/libraries/$modules/__pycache__'/corpus.*.pyc"
  says '^usage: kammerton-corpus' inside libraries kammerton-corpus --help
  # Spark's packages are missing, which the command says.
  exits 2 '^kammerton-corpus: .*need the package' inside libraries kammerton-corpus /tmp /tmp/out
  inside libraries apt-get purge -y -qq libkammerton1 >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  holds "the library is gone" sh -c "! ls '$work'/libraries/usr/lib/*/libkammerton*"
  holds "Python is gone with it" sh -c "! ls -d '$work/libraries/$modules' '$work/libraries/usr/bin/kammerton-corpus'"
}

test_plugins() {
  local library vamp lv2
  library=$(deb libkammerton1) vamp=$(deb kammerton-vamp) lv2=$(deb kammerton-lv2)
  holds "lintian finds no error and no warning" lintian --fail-on error,warning "$vamp" "$lv2"
  fresh plugins bookworm
  cp "$vamp" "$work/plugins/tmp/vamp.deb"
  cp "$lv2" "$work/plugins/tmp/lv2.deb"
  cp "$library" "$work/plugins/tmp/library.deb"
  # A second of A4.
  python3 - "$work/plugins/tmp/a.wav" <<'TONE'
import math, struct, sys, wave
with wave.open(sys.argv[1], "wb") as file:
    file.setparams((1, 2, 44100, 0, "NONE", ""))
    file.writeframes(b"".join(
        struct.pack("<h", round(10000 * math.sin(2 * math.pi * 440 * index / 44100))) for index in range(44100)))
TONE
  inside plugins apt-get update -qq
  inside plugins apt-get install -y -qq --no-install-recommends /tmp/library.deb /tmp/vamp.deb /tmp/lv2.deb vamp-examples lilv-utils \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "apt cannot install them"; }
  # One core for all: 500 kB that neither plug-in carries.
  local plugin size
  for plugin in vamp/kammerton.so lv2/kammerton.lv2/kammerton.so; do
    says 'libkammerton\.so\.1 =>' inside plugins ldd "/usr/lib/$plugin"
    size=$(stat -c %s "$work/plugins/usr/lib/$plugin")
    holds "$plugin has no core of its own, with $size bytes" test "$size" -lt 100000
  done
  says '^vamp:kammerton:pitch:f0$' inside plugins vamp-simple-host --list-outputs
  says '^ 0\.500000000: (440|439\.99)' inside plugins vamp-simple-host kammerton:pitch:f0 /tmp/a.wav
  says ': 440 A4 \+0$' inside plugins vamp-simple-host kammerton:pitch:notes /tmp/a.wav
  says '^urn:kammerton:lv2:tuner$' inside plugins lv2ls
  says 'Kammerton Tone' inside plugins lv2info urn:kammerton:lv2:tone
  holds "the tuner runs" inside plugins lv2apply -i /tmp/a.wav -o /tmp/b.wav urn:kammerton:lv2:tuner
  holds "the tuner passes the sound on" cmp "$work/plugins/tmp/a.wav" "$work/plugins/tmp/b.wav"
  inside plugins apt-get purge -y -qq kammerton-vamp kammerton-lv2 libkammerton1 >"$work/log" 2>&1 || fail "$(cat "$work/log")"
  local left
  left=$(find "$work/plugins/usr" -name '*kammerton*')
  holds "nothing is left when they are removed, but $left" test -z "$left"
}

test_tarball() {
  local name=kammerton-$version-linux-$machine suite
  mkdir "$work/folder"
  tar -C "$work/folder" -xzf "dist/$name.tar.gz"
  needs_glibc_2_35 "$work/folder/$name"/libexec/kammerton/kammerton-network "$work/folder/$name"/lib/*.so*
  for suite in bookworm jammy; do
    if [ "$suite" = jammy ] && [ ! -f "$ubuntu_keys" ]; then
      echo "test-package: tarball: Ubuntu 22.04 skipped, because there is no $ubuntu_keys"
      continue
    fi
    fresh "tarball-$suite" "$suite" libstdc++6,libasound2,libfontconfig1,libxext6,libxrender1,libxcb-render0,libxcb-shm0
    mkdir "$work/tarball-$suite/opt/any folder"
    tar -C "$work/tarball-$suite/opt/any folder" -xzf "dist/$name.tar.gz"
    says "^NAME=" inside "tarball-$suite" cat /etc/os-release
    tries_all "tarball-$suite" "/opt/any folder/$name/bin/kammerton"
    exits 1 '^✓ page' inside "tarball-$suite" "/opt/any folder/$name/bin/kammerton" doctor
    # libsndfile is under the LGPL: the program takes whatever lies in its place.
    mv "$work/tarball-$suite/opt/any folder/$name/lib/libsndfile.so.1" "$work/libsndfile"
    exits 127 'libsndfile.so.1' inside "tarball-$suite" "/opt/any folder/$name/bin/kammerton" --version
  done
}

test_image() {
  umoci unpack --image "$(image)" "$work/image" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "umoci cannot unpack it"; }
  local command user
  command=$(python3 -c 'import json, sys; print(" ".join(json.load(open(sys.argv[1]))["process"]["args"]))' "$work/image/config.json")
  user=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["process"]["user"]["uid"])' "$work/image/config.json")
  holds "it runs kammerton serve, not $command" test "$command" = "kammerton serve --host 0.0.0.0"
  holds "it does not run as root" test "$user" = 1000
  local root=$work/image/rootfs server address
  # As a container engine would start it, on a free port.
  (exec unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" chroot --userspec=1000:1000 "$root" \
    env -i PATH=/usr/bin:/bin HOME=/home/kammerton LANG=C.UTF-8 $command --port 18469) >"$work/serve.log" 2>&1 &
  server=$!
  servers+=("$server")
  for _ in $(seq 100); do
    grep -q 'until Ctrl-C' "$work/serve.log" && break
    sleep 0.2
  done
  address=$(grep -o 'http://[^ ]*' "$work/serve.log" | head -1) || { cat "$work/serve.log" >&2; fail "it does not say where it serves"; }
  holds "it asks for its token" sh -c "curl -s -o '$work/refused' -w '%{http_code}' http://127.0.0.1:18469/ | grep -q 403"
  # Its token, on loopback.
  says '<title>Kammerton' curl -sfL --cookie-jar "$work/cookies" "http://127.0.0.1:18469/${address#http://*/}"
  stop "$server" || { cat "$work/serve.log" >&2; fail "the server has ended"; }
}
image() { # unpacks the archive
  mkdir -p "$work/layout"
  tar -C "$work/layout" -xf "dist/kammerton-$version-oci.tar"
  echo "$work/layout:$version"
}

for part in "${needed[@]}"; do
  declare -F "test_$part" >/dev/null || fail "there is no such part"
  checks=0
  "test_$part"
  [ "$checks" -eq 0 ] || echo "test-package: $part: $checks checks passed"
done
