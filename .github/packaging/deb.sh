#!/bin/sh
# deb.sh SDIST FOLDER: makes a Debian package of an archive of sources, for the Python of this system.
# It needs python3, python3-venv and dpkg-deb, and fetches the packages of Python by pip, or finds them by $PIP_FIND_LINKS.
set -eu

[ $# = 2 ] || { echo "Name the archive and the folder: deb.sh SDIST FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
sdist=$(realpath "$1")
mkdir -p "$2"
target=$(realpath "$2")
python=${PYTHON:-/usr/bin/python3}
home=/usr/lib/combat-tracker

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
umask 022

# An environment of its own: Debian's packages of these libraries are older than what the program needs.
"$python" -m venv "$root/tools"
"$python" -m venv --without-pip "$root/tree$home"
"$root/tools/bin/pip" --quiet --disable-pip-version-check --python "$root/tree$home/bin/python" \
    install --no-compile "$sdist[web]"
rm -rf "$root/tools"

# What pip wrote leads to the folder it was built in; in the package it leads to where it will be.
for script in "$root/tree$home"/bin/*; do
    [ -L "$script" ] || sed -i "1s|^#!.*|#!$home/bin/python|" "$script"
done
rm -f "$root/tree$home"/bin/[Aa]ctivate*
sed -i "/^command = /d" "$root/tree$home/pyvenv.cfg"
find "$root/tree$home" -name direct_url.json -delete -o -name RECORD -exec sed -i '/direct_url.json/d' {} +

mkdir -p "$root/tree/usr/bin" "$root/tree/usr/share/man/man1" "$root/tree/usr/share/doc/combat-tracker" "$root/tree/DEBIAN"
for name in tracker combat-tracker; do
    ln -s "../lib/combat-tracker/bin/$name" "$root/tree/usr/bin/$name"
    gzip -9n <"$root/tree$home/share/man/man1/$name.1" >"$root/tree/usr/share/man/man1/$name.1.gz"
done
rm -rf "$root/tree$home/share"
find "$root/tree$home" -path '*combat_tracker-*/licenses/LICENSE' \
    -exec cp {} "$root/tree/usr/share/doc/combat-tracker/copyright" \;

eval "$("$python" -c '
import sys
print("minor=%d next=%d" % (sys.version_info[1], sys.version_info[1] + 1))')"
version=$(basename "$sdist" .tar.gz)
address=$(tar -xzOf "$sdist" "$version/PKG-INFO" | sed -n 's/^Project-URL: Source, //p')
sed -e "s|@VERSION@|${version#combat_tracker-}|" -e "s|@ARCH@|$(dpkg --print-architecture)|" \
    -e "s|@PYTHON@|3.$minor|" -e "s|@NEXT_PYTHON@|3.$next|" -e "s|@SIZE@|$(du -sk "$root/tree/usr" | cut -f1)|" \
    -e "s|@MAINTAINER@|The maintainers of combat-tracker <combat-tracker@localhost>|" \
    -e "s|@HOMEPAGE@|${address:-https://example.org/combat-tracker}|" "$here/recipes/control" >"$root/tree/DEBIAN/control"

# Packages are compiled where they are installed, and forgotten where they are removed.
cat >"$root/tree/DEBIAN/postinst" <<END
#!/bin/sh
set -e
[ "\$1" != configure ] || /usr/bin/python3 -m compileall -q $home/lib || true
END
cat >"$root/tree/DEBIAN/prerm" <<END
#!/bin/sh
set -e
find $home -name __pycache__ -type d -prune -exec rm -rf {} + || true
END
chmod 755 "$root/tree/DEBIAN/postinst" "$root/tree/DEBIAN/prerm"
(cd "$root/tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)

dpkg-deb --root-owner-group --build "$root/tree" "$target" >/dev/null
ls "$target"/combat-tracker_*.deb
