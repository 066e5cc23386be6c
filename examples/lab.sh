# shellcheck shell=bash
# Functions of the examples that run in network namespaces. To be sourced; the caller sets kind (three letters) and
# patience in seconds. Names of namespaces are kind, process id, hyphen and the name in the example.
# shellcheck disable=SC2034,SC2154 # variables for the caller, and of it

prefix=${kind:?}$$
work=
pids=()
spawned=

fail() { # exit code, line
    printf '%s: %s\n' "${0##*/}" "$2" >&2
    exit "$1"
}

delete_spaces() { # of a run, by its prefix
    local space pid
    for space in $(ip netns list | awk -v of="$1-" 'index($1, of) == 1 { print $1 }'); do
        for pid in $(ip netns pids "$space" 2>/dev/null); do kill -9 "$pid" 2>/dev/null || true; done
        ip netns del "$space" 2>/dev/null || true
    done
}

# A run that was killed leaves its namespaces.
sweep() {
    local run
    for run in $(ip netns list | sed -nE "s/^$kind([0-9]+)-.*/\\1/p" | sort -u); do
        if ! kill -0 "$run" 2>/dev/null; then delete_spaces "$kind$run"; fi
    done
}

# Makes the directory of the run. The end of the script ends all that the run started.
begin() {
    trap cleanup EXIT
    work=$(mktemp -d)
    sweep
}

cleanup() {
    local pid
    # The shell would tell of each process that a signal ended.
    exec 2>/dev/null
    for pid in "${pids[@]}"; do kill "$pid" || true; done
    # What is stopped, or does not end, ends with its namespace.
    delete_spaces "$prefix"
    wait || true
    if [[ ${KEEP:-} ]]; then echo "logs are in $work"; else rm -rf "$work"; fi
}

need_root() {
    [[ $(id -u) == 0 ]] || fail 3 "needs root for network namespaces: sudo examples/${0##*/} $*"
    unshare --net true 2>/dev/null || fail 3 'no permission to make network namespaces: run it outside a container'
}

need_programs() { # packages, programs...
    local packages=$1 program
    shift
    for program in "$@"; do
        command -v "$program" >/dev/null || fail 3 "$program is missing: apt-get install $packages"
    done
}

in_space() { # space, command...
    local name=$1
    shift
    ip netns exec "$prefix-$name" "$@"
}

# Runs a program of a namespace in the background; spawned is its process.
spawn() { # space, command...
    local name=$1
    shift
    ip netns exec "$prefix-$name" "$@" &
    spawned=$!
    pids+=("$spawned")
}

space() {
    ip netns add "$prefix-$1"
    ip -n "$prefix-$1" link set lo up
    in_space "$1" sysctl -q net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 \
        net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
}

# A veth pair: device $2 in space $1, device $4 in space $3, with MTU $5 (1500).
pair() {
    ip -n "$prefix-$1" link add "$2" mtu "${5:-1500}" type veth peer name "$4" netns "$prefix-$3" mtu "${5:-1500}"
    local where device
    while read -r where device; do
        # The kernel writes UDP checksums, and merges no frames.
        in_space "$where" ethtool -K "$device" tx off gro off >/dev/null
        ip -n "$prefix-$where" link set "$device" up
    done <<<"$1 $2"$'\n'"$3 $4"
}

# Waits for a command to succeed; the line says what did not come about.
await() { # line, command...
    local line=$1 deadline=$((SECONDS + patience))
    shift
    until "$@"; do
        ((SECONDS < deadline)) || fail 1 "$line within $patience s; KEEP=1 keeps the logs"
        read -rt 0.1 <> <(:) || true
    done
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }
