# The tree of what is installed, and the archive of it. For `.ci/release`, which has the names used here.

# A copy of a file that is the same wherever it is made.
put() {
    local mode=$1 from=$2 to=$3
    mkdir -p "$(dirname "$to")"
    cp "$from" "$to"
    chmod "$mode" "$to"
}

# The C library inside a program, with its version, if it is static.
c_library() {
    case $1 in
        *-linux-gnu) echo "glibc=$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" ;;
        # Rust brings its own along.
        *-linux-musl) echo "musl=rust-$(rustc --version | cut -d ' ' -f 2)" ;;
    esac
}

is_static() {
    [[ $(uname) == Linux ]] && ! LC_ALL=C objdump -p "$1" | grep -q NEEDED
}

# The pages and completions are what the program prints.
pages() {
    local program=$1 share=$2 command commands
    mkdir -p "$share/man/man1"
    "$program" man >"$share/man/man1/heterodox.1"
    commands=$(sed -n 's/^heterodox\\-\([a-z]*\)(1)$/\1/p' "$share/man/man1/heterodox.1")
    for command in $commands; do
        if [[ $command != help ]]; then "$program" man "$command" >"$share/man/man1/heterodox-$command.1"; fi
    done
    # The program itself explains `help`, so there is no page of it.
    awk '/^\.TP$/ { held = $0; next }
        /^heterodox\\-help\(1\)$/ { held = ""; getline; next }
        held != "" { print held; held = "" }
        { print }' "$share/man/man1/heterodox.1" >"$share/whole"
    mv "$share/whole" "$share/man/man1/heterodox.1"
    mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" \
        "$share/elvish/lib" "$share/heterodox"
    "$program" completions bash >"$share/bash-completion/completions/heterodox"
    "$program" completions zsh >"$share/zsh/site-functions/_heterodox"
    "$program" completions fish >"$share/fish/vendor_completions.d/heterodox.fish"
    "$program" completions elvish >"$share/elvish/lib/heterodox.elv"
    "$program" completions powershell >"$share/heterodox/heterodox.ps1"
}

# All that is installed, as it lies below a prefix like /usr/local or ~/.local.
tree() {
    local program=$1 to=$2 target=$3 share=$2/share parts libraries=()
    put 755 "$program" "$to/bin/heterodox"
    # A program that is built for a release has no names of functions any more.
    if [[ $target == *-linux-* ]]; then strip "$to/bin/heterodox"; fi
    pages "$to/bin/heterodox" "$share"
    put 644 packaging/heterodox.desktop "$share/applications/heterodox.desktop"
    put 644 packaging/heterodox.svg "$share/icons/hicolor/scalable/apps/heterodox.svg"
    put 644 packaging/heterodox.png "$share/icons/hicolor/128x128/apps/heterodox.png"
    mkdir -p "$share/metainfo"
    sed "s/@VERSION@/$VERSION/; s/@DATE@/$(day)/" packaging/heterodox.metainfo.xml \
        >"$share/metainfo/io.github.heterodox_chess.heterodox.metainfo.xml"
    parts=$(dirname "$to")/parts
    mkdir -p "$parts"
    if is_static "$program"; then libraries+=("$(c_library "$target")"); fi
    python3 packaging/parts.py "$program" "$target" "$parts" ${libraries[@]+"${libraries[@]}"}
    local name
    for name in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do put 644 "$name" "$share/doc/heterodox/$name"; done
    put 644 "$parts/licences" "$share/doc/heterodox/licences"
    put 644 "$parts/sbom.cdx.json" "$share/doc/heterodox/sbom.cdx.json"
}

# The day of the commit.
day() {
    python3 -c "import time; print(time.strftime('%Y-%m-%d', time.gmtime($SOURCE_DATE_EPOCH)))"
}

# An archive in which nothing depends on who made it, where or when. Written by Python, because `tar` is another program on
# every system.
archive() {
    python3 packaging/archive.py "$1/$2" "$2" "$SOURCE_DATE_EPOCH" "$3"
}
