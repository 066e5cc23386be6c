# shellcheck shell=bash
# The network of shufflecast-2-2.sh: namespaces, splitters, eight relays and their control. To be sourced after lab.sh;
# the caller sets root, polycast, rate, mtu, relay_pid and control_pid.
# shellcheck disable=SC2034,SC2154 # variables of the caller

slow() { # space, device: what leaves there
    in_space "$1" tc qdisc add dev "$2" root tbf rate "$rate" burst 32kb latency 200ms
}

bridge() { # name, in the namespace of all wires
    ip -n "$prefix-wires" link add "$1" mtu "$mtu" type bridge mcast_snooping 0
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

address() { echo "10.${2:-16}.$(($1 / 2)).$(($1 % 2 + 1))"; } # host, network

make_host() { # host
    local tor=$(($1 / 2))
    space "h$1"
    pair "h$1" eth0 "r$tor" "h$1" "$mtu"
    pair "h$1" eth1 wires "u$1" "$mtu"
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
    bridge control
    ip -n "$prefix-wires" address add 10.9.0.1/24 dev control
    for tor in {0..7}; do
        space "r$tor"
        bridge "s$tor"
        pair "r$tor" out wires "o$tor" "$mtu"
        plug "s$tor" "o$tor"
        slow "r$tor" out
        pair "r$tor" control wires "c$tor" "$mtu"
        plug control "c$tor"
        ip -n "$prefix-r$tor" address add "10.9.0.1$tor/24" dev control
    done
    for tor in {0..7}; do
        for receiver in 0 1; do
            pair "r$tor" "in$receiver" wires "i$tor$receiver" "$mtu"
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
	pipeline: {threading: fused, wait: blocking, chunkSize: 16384}
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
	  control: "10.9.0.1:4793"
	  tokenFile: $work/token
	YAML
}

start_control() {
    (umask 077 && head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$work/token")
    cat >"$work/control.yaml" <<-YAML
	shufflecast: {p: 2, k: 2}
	control: {listen: "10.9.0.1:4793", tokenFile: $work/token, state: $work/control.groups, returnAfter: 2s}
	YAML
    run_control
}

run_control() {
    : >"$work/control.log"
    spawn wires "$polycast" shufflecast control -c "$work/control.yaml" >>"$work/control.log" 2>&1
    control_pid=$spawned
    await 'the control did not start' grep -q 'relays and applications at' "$work/control.log"
}

# The second compiler of eight relays would take more of the processors than the relays.
run_relay() { # tor
    spawn "r$1" env POLYCAST_JAVA_OPTS="-XX:TieredStopAtLevel=1 ${POLYCAST_JAVA_OPTS:-}" "$polycast" run -c "$work/r$1.yaml" >>"$work/r$1.log" 2>&1
    relay_pid[$1]=$spawned
}

start_relays() {
    local tor files=()
    for tor in {0..7}; do
        configuration "$tor" >"$work/r$tor.yaml"
        files+=(-c "$work/r$tor.yaml")
    done
    "$polycast" check "${files[@]}" >"$work/check.log" 2>&1 ||
        fail 1 "the configurations do not fit: $(tail -n 1 "$work/check.log")"
    for tor in {0..7}; do run_relay "$tor"; done
    await 'the relays did not get their rules' is_settled
}

application() { # request of shuffleapp.py
    in_space wires python3 "$root/examples/shuffleapp.py" 10.9.0.1:4793 "$work/token" "$@"
}

# All ToRs are connected and have their rules; failed is what is expected as such.
is_settled() { # [failed relays]
    application status 2>/dev/null | python3 -c '
import json, sys
status = json.load(sys.stdin)
failed = [int(word) for word in sys.argv[1:]]
sys.exit(not (status["settled"] and status["failed"] == failed and len(status["connected"]) == 8))' "$@"
}

set_members() { # group, parity of hosts: 0, 1 or both
    local tor members=()
    for tor in {0..7}; do
        case $2 in
        0) members+=("$tor=h$((2 * tor))") ;;
        1) members+=("$tor=h$((2 * tor + 1))") ;;
        *) members+=("$tor=h$((2 * tor)),h$((2 * tor + 1))") ;;
        esac
    done
    application members "$1" "${members[@]}" >"$work/members.log" ||
        fail 1 "members of $1 are refused: $(cat "$work/members.log")"
}

# Milliseconds from the first rules that were sent to the last acknowledgement of the latest change.
rule_time() { sed -nE 's/.*acknowledged after ([0-9.]+) ms.*/\1/p' "$work/control.log" | tail -n 1; }

# Processor time of relays, in hundredths of a second.
relay_ticks() { # relays
    local tor pid sum=0
    for tor in "$@"; do
        for pid in $(ip netns pids "$prefix-r$tor"); do
            sum=$((sum + $(awk '{ print $14 + $15 }' "/proc/$pid/stat" 2>/dev/null || echo 0)))
        done
    done
    echo "$sum"
}

counter() { # relay, ending
    "$polycast" show counters --json --socket "$work/r$1.sock" | python3 -c '
import json, sys
endings = json.load(sys.stdin)["endings"]
print(sum(e["frames"] for e in endings if e["ending"] == sys.argv[1]))' "$2"
}
