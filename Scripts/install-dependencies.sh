#!/usr/bin/env bash
# Installs the system packages that Kammerton needs, and says so first.
#   install-dependencies.sh build   what building and running needs
#   install-dependencies.sh web     that, and what Scripts/build-web.sh needs
#   install-dependencies.sh library only what Scripts/build-library.sh needs
#   install-dependencies.sh plugins only what Scripts/build-plugins.sh needs
#   install-dependencies.sh link    only what Scripts/build-link.sh needs
#   install-dependencies.sh test    all that, and what the tests need
#   install-dependencies.sh spark  what library needs, and Java for Scripts/test-spark.sh
#   install-dependencies.sh notation   only MuseScore, for Scripts/test-notation.py: 73 MB to download, 210 MB on disk
#   install-dependencies.sh train   what building and the programs in Training need
#   install-dependencies.sh package   what web needs, and what making and trying packages needs
# Does nothing if everything is there. Debian and Ubuntu by apt; macOS by Homebrew (untried).
set -euo pipefail

purpose=${1:-build}
[ "$purpose" = link ] || command -v swift >/dev/null || {
  echo "Kammerton needs Swift 6.2 or later: https://www.swift.org/install" >&2
  exit 1
}

if [ "$(uname -s)" = Darwin ]; then
  wanted=(cairo expat libsndfile portaudio qrencode zlib pkg-config)
  [ "$purpose" = build ] || wanted+=(binaryen brotli esbuild librsvg pngquant node)
  missing=()
  for package in "${wanted[@]}"; do
    brew list --formula "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && exit 0
  echo "Installing with Homebrew: ${missing[*]}" >&2
  exec brew install "${missing[@]}"
fi

# pulseaudio's ALSA plugin is how PortAudio reaches PulseAudio and PipeWire.
wanted=(libcairo2-dev libexpat1-dev libsndfile1-dev libsqlite3-dev portaudio19-dev libqrencode-dev
  libasound2-dev libasound2-plugins zlib1g-dev)
if [ "$purpose" = library ]; then
  wanted=(gcc libc6-dev binutils)
elif [ "$purpose" = plugins ]; then
  # Headers only: nothing of them is linked.
  wanted=(gcc libc6-dev binutils vamp-plugin-sdk lv2-dev)
elif [ "$purpose" = link ]; then
  wanted=(g++ make ableton-link-dev)
elif [ "$purpose" = spark ]; then
  wanted=(gcc libc6-dev binutils python3-venv)
  command -v java >/dev/null || wanted+=(default-jre-headless)
elif [ "$purpose" = notation ]; then
  wanted=(musescore3)
elif [ "$purpose" = train ]; then
  # Training sounds: a synthesiser with free instruments, and one of speech.
  wanted+=(fluidsynth fluid-soundfont-gm espeak-ng python3-venv)
elif [ "$purpose" != build ]; then
  # wasm-opt makes the web module smaller, esbuild joins the scripts; rsvg-convert draws the icons, pngquant
  # packs them, and brotli packs everything else. Python says which scripts become one file.
  wanted+=(binaryen brotli esbuild librsvg2-bin pngquant)
  command -v python3 >/dev/null || wanted+=(python3)
fi
if [ "$purpose" = test ]; then
  # The web module runs in it; any version from 18 on, wherever it comes from.
  command -v node >/dev/null || wanted+=(nodejs)
  # A sound server without a sound card, an independent tone generator, a voice that talks over
  # strums, an independent web client, and a C library to link the WebAssembly probe with.
  wanted+=(pulseaudio pulseaudio-utils sox espeak-ng curl wasi-libc)
  # A receiver of Open Sound Control, a program that opens scores, and what a peer of Ableton Link is built with.
  wanted+=(liblo-tools musescore3 ableton-link-dev)
  # The headers of plug-ins, and hosts and checkers of them.
  wanted+=(vamp-plugin-sdk vamp-examples lv2-dev lilv-utils liblilv-dev sordi)
  # Programs in C that use the library, also on another machine.
  wanted+=(gcc g++ pkg-config cmake)
  [ "$(uname -m)" != x86_64 ] || wanted+=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
  # Browsers and what drives them, and a checker of the page's types. Debian has Chromium also without its windows, which
  # is the same engine for two thirds of the processor time, and Firefox as a package of its own.
  if grep -q '^ID=debian$' /etc/os-release 2>/dev/null; then
    wanted+=(chromium-headless-shell firefox-esr)
  elif ! command -v google-chrome >/dev/null; then
    wanted+=(chromium)
  fi
  wanted+=(python3-venv node-typescript)
fi
if [ "$purpose" = package ]; then
  # Tools of Debian packages, a tool that changes where a program looks for libraries, systems and
  # images without a container engine, and checkers of packages, menu entries and AppStream data.
  wanted+=(dpkg-dev debhelper dh-python fakeroot rsync patchelf mmdebstrap umoci lintian desktop-file-utils appstream
    curl bc gcc libc6-dev binutils vamp-plugin-sdk lv2-dev)
fi
missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

command -v apt-get >/dev/null || {
  echo "Please install these (Debian's names): ${missing[*]}" >&2
  exit 1
}
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "Please run as root: apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "Installing with apt: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
