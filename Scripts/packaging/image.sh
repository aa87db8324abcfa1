#!/usr/bin/env bash
# Makes dist/kammerton-VERSION-oci.tar, an image for Podman, Docker and Kubernetes that runs `kammerton serve`: the
# package of Scripts/packaging/deb.sh on the smallest Debian that runs it. Needs no container engine; run it as root.
. "$(dirname "$0")/common.sh"
need mmdebstrap umoci tar
package=$dist/kammerton_${version}_$architecture.deb
[ -f "$package" ] || fail "$package is missing: run Scripts/package.sh deb"
[ "$(id -u)" -eq 0 ] || fail "an image has files of root: run this as root"
work=$(mktemp -d "${TMPDIR:-/tmp}/kammerton-image.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Neither manuals nor apt's lists; the licences stay.
mkdir "$work/root"
mmdebstrap --quiet --variant=apt --aptopt='APT::Install-Recommends "false"' \
  --dpkgopt=path-exclude='/usr/share/man/*' --dpkgopt=path-exclude='/usr/share/locale/*' \
  --dpkgopt=path-exclude='/usr/share/doc/*' --dpkgopt=path-include='/usr/share/doc/*/copyright' \
  --dpkgopt=path-include='/usr/share/doc/kammerton/*' \
  --customize-hook="copy-in $package /tmp" \
  --customize-hook="chroot \"\$1\" sh -c 'apt-get install -y -qq /tmp/*.deb >/dev/null && rm /tmp/*.deb'" \
  --customize-hook="chroot \"\$1\" useradd --create-home --uid 1000 kammerton" \
  bookworm "$work/root.tar"

layout=$work/kammerton
umoci init --layout "$layout"
umoci new --image "$layout:$version"
umoci unpack --image "$layout:$version" "$work/bundle"
tar -C "$work/bundle/rootfs" --exclude='./dev/*' -xpf "$work/root.tar"
umoci repack --image "$layout:$version" "$work/bundle"
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)
umoci config --image "$layout:$version" --created "$created" --author "$maintainer" --os linux \
  --architecture "$architecture" --config.user kammerton --config.workingdir /home/kammerton \
  --config.env HOME=/home/kammerton --config.env LANG=C.UTF-8 --config.exposedports 8440/tcp \
  --config.entrypoint kammerton --config.cmd serve --config.cmd=--host --config.cmd 0.0.0.0 \
  --config.label org.opencontainers.image.title=kammerton --config.label org.opencontainers.image.version="$version" \
  --config.label org.opencontainers.image.licenses=MIT
umoci gc --layout "$layout"
file=$dist/kammerton-$version-oci.tar
tar -C "$layout" --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" -cf "$file" .
said "$file"
