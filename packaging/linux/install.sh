#!/bin/sh
# Puts the Coffer beside this script into a person's own folders, or takes it out again:
#   sh install.sh [--prefix DIR] [--remove]
# The default prefix is ~/.local. Vaults and settings are never touched.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
prefix=$HOME/.local
remove=''
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=$2; shift 2 ;;
        --remove) remove=yes; shift ;;
        *) printf 'usage: sh install.sh [--prefix DIR] [--remove]\n' >&2; exit 2 ;;
    esac
done

program=$prefix/lib/coffer

# Tells the desktop which programs and kinds of files there are now; where that cannot be, it finds out at the next log-in.
refresh() {
    if command -v update-mime-database >/dev/null; then update-mime-database "$prefix/share/mime" || :; fi
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$prefix/share/applications" || :; fi
}

if [ -n "$remove" ]; then
    rm -rf "$program"
    rm -f "$prefix/bin/coffer" "$prefix/share/applications/coffer.desktop" "$prefix/share/icons/hicolor/scalable/apps/coffer.svg" \
        "$prefix/share/mime/packages/coffer-bundle.xml"
    refresh
    printf 'Coffer is gone from %s. Vaults and settings were left as they are.\n' "$prefix"
    exit
fi

(cd "$here" && sha256sum --quiet --check SHA256SUMS) || {
    printf 'The files are not those that were packed (see above). Nothing was installed; fetch the archive again.\n' >&2
    exit 1
}
mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share/applications" "$prefix/share/icons/hicolor/scalable/apps" "$prefix/share/mime/packages"
# Whole beside the old one first: an installation that is stopped half-way leaves the old one working.
rm -rf "$program.new"
cp -R "$here" "$program.new"
rm -rf "$program"
mv "$program.new" "$program"
ln -sf "$program/Coffer" "$prefix/bin/coffer"
cp "$here/_internal/resources/icons/coffer.svg" "$prefix/share/icons/hicolor/scalable/apps/coffer.svg"
cp "$here/coffer-bundle.xml" "$prefix/share/mime/packages/coffer-bundle.xml"
sed "s|^Exec=coffer|Exec=\"$program/Coffer\"|" "$here/coffer.desktop" >"$prefix/share/applications/coffer.desktop"
refresh
printf 'Coffer is installed: %s (remove it with: sh %s --remove)\n' "$prefix/bin/coffer" "$program/install.sh"
