#!/usr/bin/env bash
# Eight relays of role shufflecast in network namespaces, wired as a 2,2-Shufflecast. uftp sends a file from one
# of 16 hosts to the 15 others over the relays. TCP sends it to one after the other, for comparison.
#
#   sudo examples/shufflecast-2-2.sh [MEGABYTES]      20 if not given
#
#   ToR i: relay r<i>, hosts h<2i> and h<2i+1>, splitter s<i> (a bridge that floods) to the two ToRs that it feeds
#   all hosts: a second network, for what receivers answer, and for unicast
#
# All links run at 40 Mb/s. Rules are static, so no control is needed. KEEP=1 keeps configurations and logs.
# Exit codes: 0 done, 1 a promise was not kept, 2 wrong argument, 3 a capability or program is missing.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
megabytes=${1:-20}
polycast=${POLYCAST:-$root/polycast}
prefix=pcf$$
patience=60
rate=40mbit
kbps=36000 # what uftp offers: its headers and those of Ethernet come on top
public=239.1.1.1
private=239.1.1.2
work=
pids=()

fail() { # exit code, line
    printf 'shufflecast-2-2.sh: %s\n' "$2" >&2
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
    for run in $(ip netns list | sed -nE 's/^pcf([0-9]+)-.*/\1/p' | sort -u); do
        if ! kill -0 "$run" 2>/dev/null; then delete_spaces "pcf$run"; fi
    done
}

cleanup() {
    local pid
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    delete_spaces "$prefix"
    if [[ ${KEEP:-} ]]; then echo "logs are in $work"; else rm -rf "$work"; fi
}

check_start() {
    local program
    [[ $megabytes =~ ^[1-9][0-9]{0,2}$ && $# -le 1 ]] ||
        fail 2 "usage: examples/shufflecast-2-2.sh [MEGABYTES], 1 to 999; not '$*'"
    [[ $(id -u) == 0 ]] || fail 3 "needs root for network namespaces: sudo examples/shufflecast-2-2.sh $*"
    for program in ip tc ethtool python3 awk uftp uftpd; do
        command -v "$program" >/dev/null ||
            fail 3 "$program is missing: apt-get install iproute2 ethtool python3 uftp"
    done
    unshare --net true 2>/dev/null || fail 3 'no permission to make network namespaces: run it outside a container'
}

in_space() {
    local name=$1
    shift
    ip netns exec "$prefix-$name" "$@"
}

space() {
    ip netns add "$prefix-$1"
    ip -n "$prefix-$1" link set lo up
    in_space "$1" sysctl -q net.ipv4.conf.all.rp_filter=0 net.ipv4.conf.default.rp_filter=0 \
        net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
}

# A veth pair: device $2 in space $1, device $4 in space $3.
pair() {
    ip -n "$prefix-$1" link add "$2" type veth peer name "$4" netns "$prefix-$3"
    local where device
    while read -r where device; do
        # The kernel writes UDP checksums, and merges no frames.
        in_space "$where" ethtool -K "$device" tx off gro off >/dev/null
        ip -n "$prefix-$where" link set "$device" up
    done <<<"$1 $2"$'\n'"$3 $4"
}

slow() { # space, device: what leaves there
    in_space "$1" tc qdisc add dev "$2" root tbf rate "$rate" burst 32kb latency 200ms
}

bridge() { # name, in the namespace of all wires
    ip -n "$prefix-wires" link add "$1" type bridge mcast_snooping 0
    ip -n "$prefix-wires" link set "$1" up
}

plug() { # bridge, device of a wire
    ip -n "$prefix-wires" link set "$2" master "$1"
}

# ToR i is fed by the splitters of the ToRs 4 to 7 or 0 to 3 whose last row digit is its first one: its receiver y
# hears the mirror in partition y.
feeder() { # tor, receiver
    local column=$(($1 / 4)) row=$(($1 % 4))
    echo $(((1 - column) * 4 + $2 * 2 + row / 2))
}

address() { echo "10.${2:-16}.$(($1 / 2)).$(($1 % 2 + 1))"; }

make_host() { # host
    local tor=$(($1 / 2))
    space "h$1"
    pair "h$1" eth0 "r$tor" "h$1"
    pair "h$1" eth1 wires "u$1"
    plug unicast "u$1"
    ip -n "$prefix-h$1" address add "$(address "$1")/32" dev eth0
    # Multicast leaves with the address of eth0. Answers to it take the second network, where the kernel answers ARP
    # for it too.
    ip -n "$prefix-h$1" address add "$(address "$1" 17)/16" dev eth1
    ip -n "$prefix-h$1" route add 10.16.0.0/16 dev eth1
    ip -n "$prefix-h$1" route add 224.0.0.0/4 dev eth0
    slow "h$1" eth0
    slow "h$1" eth1
    slow "r$tor" "h$1"
    slow wires "u$1"
}

make_network() {
    local tor receiver host
    space wires
    bridge unicast
    for tor in {0..7}; do
        space "r$tor"
        bridge "s$tor"
        pair "r$tor" out wires "o$tor"
        plug "s$tor" "o$tor"
        slow "r$tor" out
    done
    for tor in {0..7}; do
        for receiver in 0 1; do
            pair "r$tor" "in$receiver" wires "i$tor$receiver"
            plug "s$(feeder "$tor" "$receiver")" "i$tor$receiver"
            slow wires "i$tor$receiver"
        done
    done
    for host in {0..15}; do make_host "$host"; done
}

configuration() { # tor
    local device
    cat <<-YAML
	switch: {name: tor$1, role: shufflecast, mac: "02:00:00:00:01:0$1"}
	control: {socket: $work/r$1.sock, counters: $work/r$1.counters, state: $work/r$1.state}
	pipeline: {threading: fused, wait: blocking}
	ports:
	YAML
    for device in "h$((2 * $1))" "h$((2 * $1 + 1))" out in0 in1; do
        echo "  - {name: $device, driver: af_packet, device: $device}"
    done
    cat <<-YAML
	shufflecast:
	  p: 2
	  k: 2
	  tor: $1
	  splitter: out
	  in: [in0, in1]
	  sources: {base: 10.16.0.0, length: 24}
	  heartbeat: 100ms
	  missed: 5
	  rules: static
	groups:
	  - {id: $public, ports: [h$((2 * $1)), h$((2 * $1 + 1))]}
	  - {id: $private, ports: [h$((2 * $1)), h$((2 * $1 + 1))]}
	YAML
}

# Waits for a command to succeed; the line says what did not come about.
await() { # line, command...
    local line=$1 deadline=$((SECONDS + patience))
    shift
    until "$@"; do
        ((SECONDS < deadline)) || fail 1 "$line within $patience s; KEEP=1 keeps the logs"
        read -rt 0.2 <> <(:) || true
    done
}

all_heard() { # tor
    "$polycast" show relays --json --socket "$work/r$1.sock" | python3 -c '
import json, sys
relays = json.load(sys.stdin)["relays"]
sys.exit(not all(len(each["heard"]) == 2 for each in relays))'
}

start_relays() {
    local tor files=()
    for tor in {0..7}; do
        configuration "$tor" >"$work/r$tor.yaml"
        files+=(-c "$work/r$tor.yaml")
    done
    "$polycast" check "${files[@]}" >"$work/check.log" 2>&1 ||
        fail 1 "the configurations do not fit: $(tail -n 1 "$work/check.log")"
    for tor in {0..7}; do
        ip netns exec "$prefix-r$tor" "$polycast" run -c "$work/r$tor.yaml" >"$work/r$tor.log" 2>&1 &
        pids+=($!)
    done
    for tor in {0..7}; do await "relay $tor did not start" test -S "$work/r$tor.sock"; done
    for tor in {0..7}; do await "relay $tor does not hear both its relays" all_heard "$tor"; done
}

identity() { printf '0x%08x' $(($1 + 256)); } # host

start_receivers() { # directory
    local host
    for host in {1..15}; do
        mkdir -p "$work/$1/h$host"
        in_space "h$host" uftpd -d -q -t -x 2 -B 4194304 -I eth0 -M "$public" -U "$(identity "$host")" \
            -D "$work/$1/h$host" >"$work/$1/h$host.log" 2>&1 &
        pids+=($!)
        receivers+=($!)
    done
}

stop_receivers() {
    kill "${receivers[@]}" 2>/dev/null || true
    wait "${receivers[@]}" 2>/dev/null || true
    receivers=()
}

identities() { # hosts
    local host all=()
    for host in "$@"; do all+=("$(identity "$host")"); done
    local IFS=,
    echo "${all[*]}"
}

same_files() { # directory
    local host
    for host in {1..15}; do
        cmp -s "$work/file" "$work/$1/h$host/file" || fail 1 "the file of h$host is not that of h0; KEEP=1 keeps the logs"
    done
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Processor time of the relays, in hundredths of a second.
relay_ticks() {
    local tor pid sum=0
    for tor in {0..7}; do
        for pid in $(ip netns pids "$prefix-r$tor"); do
            sum=$((sum + $(awk '{ print $14 + $15 }' "/proc/$pid/stat" 2>/dev/null || echo 0)))
        done
    done
    echo "$sum"
}

send() { # directory
    local tor
    in_space h0 uftp -q -x 2 -B 4194304 -I eth0 -t 1 -R "$kbps" -M "$public" -P "$private" \
        -H "$(identities {1..15})" -L "$work/$1/h0.log" "$work/file" >/dev/null 2>&1 ||
        {
            for tor in {0..7}; do
                "$polycast" show counters --socket "$work/r$tor.sock" >"$work/r$tor.counted" 2>&1 || true
            done
            fail 1 "uftp of h0 failed: $(tail -n 1 "$work/$1/h0.log"); KEEP=1 keeps the logs"
        }
}

counter() { # relay, ending
    "$polycast" show counters --json --socket "$work/r$1.sock" | python3 -c '
import json, sys
endings = json.load(sys.stdin)["endings"]
print(sum(e["frames"] for e in endings if e["ending"] == sys.argv[1]))' "$2"
}

# Frames of h0 come back to its ToR alone.
check_copies() {
    local tor returned
    for tor in {1..7}; do
        [[ $(counter "$tor" 'own copy returned') == 0 ]] || fail 1 "ToR $tor got a frame of its own"
    done
    returned=$(counter 0 'own copy returned')
    ((returned > 0)) || fail 1 'no frame of h0 came back to its ToR: it did not cross the relays'
    echo "$returned frames of ToR 0 came back to it once, and ended there"
}

run_multicast() {
    local begin ticks
    start_receivers multicast
    ticks=$(relay_ticks)
    begin=$(milliseconds)
    send multicast
    multicast_ms=$(($(milliseconds) - begin))
    ticks=$(($(relay_ticks) - ticks))
    stop_receivers
    same_files multicast
    echo "multicast: $megabytes MB to 15 hosts in $multicast_ms ms; the relays took $((ticks * 1000 / multicast_ms)) % of a processor"
}

run_unicast() {
    local host begin addresses=()
    for host in {1..15}; do
        mkdir -p "$work/unicast/h$host"
        in_space "h$host" python3 "$root/examples/filecopy.py" receive "$work/unicast/h$host/file" \
            >"$work/unicast/h$host.log" 2>&1 &
        pids+=($!)
        addresses+=("$(address "$host" 17)")
    done
    begin=$(milliseconds)
    in_space h0 python3 "$root/examples/filecopy.py" send "$work/file" "${addresses[@]}" >"$work/unicast/h0.log" 2>&1 ||
        fail 1 "TCP of h0 failed: $(tail -n 1 "$work/unicast/h0.log"); KEEP=1 keeps the logs"
    unicast_ms=$(($(milliseconds) - begin))
    same_files unicast
    echo "unicast: $megabytes MB to 15 hosts, one after the other, in $unicast_ms ms"
}

check_start "$@"
receivers=()
trap cleanup EXIT
work=$(mktemp -d)
sweep
head -c "${megabytes}000000" /dev/urandom >"$work/file"
make_network
start_relays
run_multicast
check_copies
run_unicast
ratio=$((unicast_ms * 100 / multicast_ms))
echo "multicast is $((ratio / 100)).$(printf '%02d' $((ratio % 100))) times as fast"
((ratio >= 200)) || fail 1 'multicast is less than twice as fast as repeated unicast'
