#!/usr/bin/env bash
# Three nodes of role surrogate in network namespaces. One host sends numbered datagrams to 12 hosts over two
# levels, the legs lose 1 % of their frames, and a slow 13th host of a lossy class costs the others nothing.
#
#   sudo examples/surrogate.sh [DATAGRAMS [RATE]]      100,000 at 20,000 a second if not given
#
#   h0 - n1 - h1..h4          class 3 is lossless: group 239.1.1.1, h0 to h1..h12
#         | \                 class 0 is lossy: group 239.1.1.2, h0 to h13, which tbf slows down to 1 Mb/s
#         |  n3 - h9..h12     each leg is a bridge in a namespace of its own, whose nft chain drops 1 %
#         n2 - h5..h8, h13
#
# KEEP=1 keeps configurations and logs. Exit codes: 0 done, 1 a promise was not kept, 2 wrong argument, 3 a
# capability or program is missing.
# shellcheck disable=SC1091,SC2034,SC2154 # variables shared with what is sourced
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
datagrams=${1:-100000}
rate=${2:-20000}
polycast=${POLYCAST:-$root/polycast}
group=239.1.1.1
slow_group=239.1.1.2
kind=pcs
patience=60
source "$root/examples/lab.sh"
ahead=()
if chrt --rr 2 true 2>/dev/null; then ahead=(chrt --rr 2); fi

check_start() {
    local program
    [[ $datagrams =~ ^[1-9][0-9]{0,7}$ && $rate =~ ^[1-9][0-9]{0,5}$ && $# -le 2 ]] ||
        fail 2 "usage: examples/surrogate.sh [DATAGRAMS [RATE]], both positive whole numbers; not '$*'"
    need_root "$@"
    need_programs 'iproute2 nftables ethtool python3' ip tc nft ethtool python3 awk
}

hosts_of() { # node
    case $1 in
        1) echo 0 1 2 3 4 ;;
        2) echo 5 6 7 8 13 ;;
        3) echo 9 10 11 12 ;;
    esac
}

legs_of() { if [[ $1 == 1 ]]; then echo 2 3; else echo 1; fi; }

make_hosts() { # node
    local host
    for host in $(hosts_of "$1"); do
        space "h$host"
        pair "h$host" eth0 "n$1" "h$host" 1600
        ip -n "$prefix-h$host" address add "10.0.0.$((host + 1))/24" dev eth0
        ip -n "$prefix-h$host" link set eth0 mtu 1500
        ip -n "$prefix-h$host" route add 224.0.0.0/4 dev eth0
    done
}

make_leg() { # lower node; the upper one is n1
    pair n1 "f$1" legs "a$1" 1600
    pair "n$1" f1 legs "b$1" 1600
    ip -n "$prefix-legs" link add "br$1" mtu 1600 type bridge mcast_snooping 0
    ip -n "$prefix-legs" link set "a$1" master "br$1"
    ip -n "$prefix-legs" link set "b$1" master "br$1"
    ip -n "$prefix-legs" link set "br$1" up
}

make_network() {
    local node
    space legs
    for node in 1 2 3; do
        space "n$node"
        make_hosts "$node"
    done
    make_leg 2
    make_leg 3
    in_space legs nft -f - <<-RULES
	table bridge lossy {
	    counter lost {}
	    chain forward {
	        type filter hook forward priority 0; policy accept;
	        ether type 0x88b5 numgen random mod 100 == 0 counter name lost drop
	    }
	}
	RULES
    # The kernel answers ENOBUFS when this queue is full. An af_packet port then has no room; af_xdp would
    # transmit past the queue.
    in_space n2 tc qdisc add dev h13 root tbf rate 1mbit burst 5kb limit 20kb
}

mac() { echo "02:00:00:00:00:0$1"; }

configuration() { # node
    local host leg deliver=() forward=()
    for host in $(hosts_of "$1"); do [[ $host == 13 ]] || deliver+=("h$host"); done
    if [[ $1 == 1 ]]; then forward=(n2 n3); fi
    cat <<-YAML
	switch: {name: n$1, role: surrogate, mac: "$(mac "$1")"}
	control: {socket: $work/n$1.sock, counters: $work/n$1.counters, state: $work/n$1.state}
	pipeline: {threading: fused, wait: blocking}
	limits: {heldChunks: 65536}
	ports:
	YAML
    for host in $(hosts_of "$1"); do echo "  - {name: h$host, driver: af_packet, device: h$host, mtu: 1500}"; done
    for leg in $(legs_of "$1"); do echo "  - {name: f$leg, driver: af_packet, device: f$leg, mtu: 1534}"; done
    cat <<-YAML
	surrogate:
	  lossless: [3]
	  # Nodes and hosts share few cores: three seconds of the stream at 20,000 a second, in units of 256 bytes.
	  losslessBuffer: 16MiB
	  stop: 14MiB
	  go: 10MiB
	  headersLossless: 65536
	  # A node that waits for a core is not silent for as long as 5 s.
	  tries: 1000
	  legs:
	YAML
    for leg in $(legs_of "$1"); do
        echo "    - {node: n$leg, port: f$leg, mac: \"$(mac "$leg")\", uplink: $([[ $1 == 1 ]] && echo false || echo true)}"
    done
    echo 'groups:'
    echo "  - {id: $group, deliver: [$(join "${deliver[@]}")], forward: [$(join "${forward[@]}")]}"
    case $1 in
        1) echo "  - {id: $slow_group, forward: [n2]}" ;;
        2) echo "  - {id: $slow_group, deliver: [h13]}" ;;
    esac
}

join() {
    local IFS=,
    echo "$*"
}

start_nodes() {
    local node
    for node in 1 2 3; do configuration "$node" >"$work/n$node.yaml"; done
    "$polycast" check -c "$work/n1.yaml" -c "$work/n2.yaml" -c "$work/n3.yaml" >"$work/check.log" ||
        fail 1 "the configurations do not fit: $(tail -n 1 "$work/check.log")"
    for node in 1 2 3; do
        spawn "n$node" "$polycast" run -c "$work/n$node.yaml" >"$work/n$node.log" 2>&1
    done
    for node in 1 2 3; do await "node n$node did not start" test -S "$work/n$node.sock"; done
    for node in 1 2 3; do prefer "n$node"; done
}

# Frames and datagrams that nobody fetches in time are dropped at a socket. Packet threads, the compilers of
# their code, sender and receivers therefore go before other programs of a busy machine, where that is allowed.
prefer() { # space
    local pid task
    for pid in $(ip netns pids "$prefix-$1"); do
        for task in "/proc/$pid/task"/*; do
            if grep -qs -e '^pc-' -e '^C[12] Compiler' "$task/comm"; then
                chrt --rr --pid 1 "${task##*/}" 2>/dev/null || true
            fi
        done
    done
}

run_traffic() {
    local receivers status=0
    "${ahead[@]}" python3 "$root/examples/numbered.py" receive "$prefix" "$work" "$datagrams" >"$work/receive.log" 2>&1 &
    receivers=$!
    pids+=("$receivers")
    await 'the receivers did not start' test -e "$work/listening"
    # The first datagrams have no number that counts: they show that the legs are up, and warm the nodes.
    in_space h0 "${ahead[@]}" python3 "$root/examples/numbered.py" send "$work" "$datagrams" "$rate" >"$work/send.log" 2>&1 ||
        fail 1 "the sender ended early: $(tail -n 1 "$work/send.log")"
    wait "$receivers" || status=$?
    cat "$work/receive.log"
    return "$status"
}

dropped_of() { # egress, in the VOQs of n2
    "$polycast" show voqs --json --socket "$work/n2.sock" | python3 -c '
import json, sys
print(sum(v["dropped"] for v in json.load(sys.stdin)["voqs"] if v["egress"] == sys.argv[1]))' "$1"
}

lost_by_legs() {
    in_space legs nft -j list counter bridge lossy lost | python3 -c '
import json, sys
print([e["counter"]["packets"] for e in json.load(sys.stdin)["nftables"] if "counter" in e][0])'
}

check_start "$@"
begin
make_network
start_nodes
status=0
run_traffic || status=$?
lost=$(lost_by_legs)
dropped=$(dropped_of h13)
echo "the legs lost $lost frames; the VOQ of h13 dropped $dropped copies"
if [[ ${KEEP:-} ]]; then
    for node in 1 2 3; do
        for what in counters voqs ports threads; do
            "$polycast" show "$what" --socket "$work/n$node.sock" >"$work/n$node.$what.txt" 2>&1 || true
        done
    done
fi
((status == 0)) || fail 1 'a host did not get each datagram once and in order'
((lost > 0)) || fail 1 'the legs lost nothing: the nft rule does not match'
((dropped > 0)) || fail 1 'the VOQ of h13 dropped nothing: tbf does not push back'
tail -n 1 "$work/send.log"
echo "each of 12 hosts got $datagrams datagrams once and in order"
