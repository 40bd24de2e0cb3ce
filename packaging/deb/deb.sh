# The package of Debian, made of the tree of `pack.sh`. For `.ci/release`, which has the names used here.

# The libraries that a program needs: none if they are inside.
depends() {
    local newest
    if is_static "$1"; then return; fi
    newest=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
    echo "Depends: libc6 (>= ${newest#GLIBC_}), libgcc-s1"
}

compress() {
    gzip -9n "$1"
}

# The folders of the tree where Debian's programs look for them.
arranged() {
    local from=$1 parts=$2 to=$3 page doc=$3/usr/share/doc/heterodox
    mkdir -p "$to/usr"
    cp -R "$from/bin" "$from/share" "$to/usr/"
    mv "$to/usr/share/zsh/site-functions" "$to/usr/share/zsh/vendor-completions"
    for page in "$to"/usr/share/man/man1/*; do compress "$page"; done
    # The licences are in `copyright`, and the changes are called `changelog`.
    rm "$doc/LICENSE-MIT" "$doc/LICENSE-APACHE"
    mv "$doc/CHANGELOG.md" "$doc/changelog"
    for page in changelog licences sbom.cdx.json; do compress "$doc/$page"; done
    put 644 "$parts/copyright" "$doc/copyright"
    printf 'heterodox (%s-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' \
        "$VERSION" "$MAINTAINER" "$(date_of_mail)" >"$doc/changelog.Debian"
    compress "$doc/changelog.Debian"
    put 644 packaging/deb/lintian-overrides "$to/usr/share/lintian/overrides/heterodox"
    if ! is_static "$to/usr/bin/heterodox"; then
        sed -i '/^# The program is static/,/lacks-prerequisites/d' "$to/usr/share/lintian/overrides/heterodox"
    fi
}

date_of_mail() {
    python3 -c "import email.utils; print(email.utils.formatdate($SOURCE_DATE_EPOCH))"
}

control() {
    local to=$1 architecture=$2 size
    size=$(find "$to/usr" -type f -size +0 -exec cat {} + | wc -c)
    sed -e "s/@VERSION@/$VERSION/; s/@ARCHITECTURE@/$architecture/; s/@MAINTAINER@/$MAINTAINER/" \
        -e "s/@SIZE@/$(((size + 1023) / 1024))/; s|@HOMEPAGE@|$HOMEPAGE|" packaging/deb/control
}

# Writes the package to a folder.
deb() {
    local from=$1 parts=$2 out=$3 to architecture needs
    case $(uname -m) in
        x86_64) architecture=amd64 ;;
        aarch64) architecture=arm64 ;;
        *)
            echo "no package of Debian is made for $(uname -m)" >&2
            return 1
            ;;
    esac
    to=$(dirname "$from")/deb
    arranged "$from" "$parts" "$to"
    mkdir "$to/DEBIAN"
    needs=$(depends "$to/usr/bin/heterodox")
    # An empty line would end the fields.
    control "$to" "$architecture" | sed "s/^@DEPENDS@$/$needs/; /^$/d" >"$to/DEBIAN/control"
    (cd "$to" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    find "$to" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$to" "$out/heterodox_$VERSION-1_$architecture.deb"
}

MAINTAINER='The Heterodox authors <heterodox-chess@users.noreply.github.com>'
HOMEPAGE=$(sed -n '/^\[workspace.package\]/,/^\[/s/^repository = "\(.*\)"/\1/p' Cargo.toml)
readonly MAINTAINER HOMEPAGE
