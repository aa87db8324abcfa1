#!/usr/bin/env bash
# Builds the programs with a static Swift runtime, and lays it, its page, its manual, completions, menu entry and
# icons into .build-package/stage as they will lie under /usr.
. "$(dirname "$0")/common.sh"
need swift strip rsvg-convert gzip
# Functions in sections of their own, and none exported, so that the linker can leave out those that nobody calls.
flags=(-c release -debug-info-format none --scratch-path "$scratch" --static-swift-stdlib -Xcc -ffunction-sections -Xcc -fdata-sections
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --no-export-dynamic -Xlinker --icf=safe)
for product in kammerton kammerton-network _WebVocabulary; do
  swift build --traits Services "${flags[@]}" --product "$product"
done
built=$scratch/release
KAMMERTON_PROGRAMS=$built Scripts/build-web.sh

# The manual, by a tool that comes with the parser.
parser=(-c release --package-path "$scratch/checkouts/swift-argument-parser" --scratch-path "$scratch/manual-tool")
swift build "${parser[@]}" --product generate-manual
mkdir -p "$scratch/man"
"$(swift build "${parser[@]}" --show-bin-path)/generate-manual" "$built/kammerton" --output-directory "$scratch/man"
sed -i 's/^$/.Pp/' "$scratch/man/kammerton.1" # mdoc has no empty lines

rm -rf "$stage"
mkdir -p "$stage"
KAMMERTON_PROGRAMS=$built Scripts/install.sh "$stage" >/dev/null
# The second program has all commands, and with a static runtime the first would add 22 MB.
ln -sf ../libexec/kammerton/kammerton-network "$stage/bin/kammerton"
install -D -m 755 Packaging/desktop/kammerton-page "$stage/bin/kammerton-page"
install -D -m 644 Packaging/desktop/kammerton.desktop "$stage/share/applications/kammerton.desktop"
mkdir -p "$stage/share/metainfo"
fill Packaging/desktop/kammerton.metainfo.xml >"$stage/share/metainfo/kammerton.metainfo.xml"
install -D -m 644 Web/icons/icon.svg "$stage/share/icons/hicolor/scalable/apps/kammerton.svg"
for size in 48 128 256; do
  mkdir -p "$stage/share/icons/hicolor/${size}x$size/apps"
  rsvg-convert -w $size -h $size Web/icons/icon.svg -o "$stage/share/icons/hicolor/${size}x$size/apps/kammerton.png"
done
for page in "$scratch/man/kammerton.1" Packaging/desktop/kammerton-page.1; do
  mkdir -p "$stage/share/man/man1"
  gzip -9 -n -c "$page" >"$stage/share/man/man1/$(basename "$page").gz"
done
mkdir -p "$stage/share/doc/kammerton"
cp debian/copyright "$stage/share/doc/kammerton/copyright"
Scripts/packaging/notices.sh >"$stage/share/doc/kammerton/NOTICES"
settle "$stage"
echo "package: $stage has $(du -sb "$stage" | cut -f 1) bytes, the program $(stat -L -c %s "$stage/bin/kammerton")"
