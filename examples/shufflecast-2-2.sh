#!/usr/bin/env bash
# Eight relays of role shufflecast and their control in network namespaces, wired as a 2,2-Shufflecast. Multicast
# programs send to 16 hosts over the relays, also when a cable is cut, a ToR dies, and the control dies. TCP sends the
# same file to one host after the other, for comparison.
#
#   sudo examples/shufflecast-2-2.sh [--full] [MEGABYTES]      20 if not given
#
#   ToR i: relay r<i>, hosts h<2i> and h<2i+1>, splitter s<i> (a bridge that floods) to the two ToRs that it feeds
#   all hosts: a second network, for what receivers answer, and for unicast
#   all relays: a third network, to the control
#
# All links run at 40 Mb/s, with an MTU of 9000 bytes. --full sends by TCP to all 15 hosts, not to 2, and takes more numbers of groups and acceptors. KEEP=1 keeps configurations and logs.
# Exit codes: 0 done, 1 a promise was not kept, 2 wrong argument, 3 a capability or program is missing.
# shellcheck disable=SC1091,SC2034,SC2154 # variables shared with what is sourced
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
polycast=${POLYCAST:-$root/polycast}
kind=pcf
patience=60
rate=40mbit
mtu=9000
kbps=36000      # what uftp offers: headers come on top
block=8192      # bytes of a block of uftp, its most
megabits=37     # what a stream offers, Ethernet and all
seconds=5       # of a stream
most_percent=80 # of a processor, all relays together
public=239.1.1.1
private=239.1.1.2
even=239.1.2.0
odd=239.1.2.1
full=
relay_pid=()
control_pid=
export POLYCAST_LOG=INFO # the control says when rules hold
receivers=()
source "$root/examples/lab.sh"
source "$root/examples/shufflecast-lab.sh"

check_start() {
    local words="$*"
    if [[ ${1:-} == --full ]]; then
        full=1
        shift
    fi
    megabytes=${1:-20}
    [[ $megabytes =~ ^[1-9][0-9]{0,2}$ && $# -le 1 ]] ||
        fail 2 "usage: examples/shufflecast-2-2.sh [--full] [MEGABYTES], 1 to 999; not '$*'"
    need_root "$words"
    need_programs 'iproute2 ethtool python3 uftp udpcast g++ libnorm-dev' \
        ip tc ethtool python3 awk uftp uftpd udp-sender udp-receiver gcc g++
}

identity() { printf '0x%08x' $(($1 + 256)); } # host

start_receivers() { # directory
    local host
    for host in {1..15}; do
        mkdir -p "$work/$1/h$host"
        spawn "h$host" uftpd -d -q -t -x 2 -B 4194304 -I eth0 -M "$public" -U "$(identity "$host")" \
            -D "$work/$1/h$host" >"$work/$1/h$host.log" 2>&1
        receivers+=("$spawned")
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

same_files() { # directory, hosts
    local directory=$1 host
    shift
    for host in "$@"; do
        cmp -s "$work/file" "$work/$directory/h$host/file" ||
            fail 1 "the file of h$host in $directory is not that of h0; KEEP=1 keeps the logs"
    done
}

begin_measure() { # relays that live to the end; all if not given
    measured=("$@")
    (($# > 0)) || measured=({0..7})
    ticks=$(relay_ticks "${measured[@]}")
    begin=$(milliseconds)
}

# Sets took (ms) and prints the processor time of all relays.
end_measure() { # what
    local percent
    took=$(($(milliseconds) - begin))
    percent=$((($(relay_ticks "${measured[@]}") - ticks) * 1000 / took))
    echo "$1: $took ms; the relays took $percent % of a processor"
    ((percent <= most_percent)) || fail 1 "$1: the relays took more than $most_percent % of a processor"
}

uftp_send() { # directory, more options
    in_space h0 uftp "${@:2}" -x 2 -b "$block" -B 4194304 -I eth0 -t 1 -R "$kbps" -M "$public" -P "$private" \
        -H "$(identities {1..15})" -L "$work/$1/h0.log" "$work/file" >/dev/null 2>&1
}

run_uftp() { # directory, hosts that must have the file
    local directory=$1 status=0 options=(-q) # the end when a host gives up
    shift
    (($# == 15)) || options=()
    uftp_send "$directory" "${options[@]}" || status=$?
    stop_receivers
    same_files "$directory" "$@"
    if (($# == 15)); then
        ((status == 0)) || fail 1 "uftp of h0 failed: $(tail -n 1 "$work/$directory/h0.log"); KEEP=1 keeps the logs"
    fi
}

# Relays that have just started interpret their code, and compile it.
warm_up() {
    start_receivers warm
    run_uftp warm {1..15}
    rm -r "$work/warm"
}

run_multicast() {
    start_receivers multicast
    begin_measure
    run_uftp multicast {1..15}
    end_measure "uftp, $megabytes MB to 15 hosts"
    multicast_ms=$took
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

# The cable from relay 5 to its splitter is cut while h0 sends. Relay 5 relays for ToR 0; its mirror is relay 7.
run_cut() {
    start_receivers cut
    begin_measure
    run_uftp cut {1..15} &
    local transfer=$!
    sleep_for 2
    ip -n "$prefix-wires" link set o5 nomaster
    await 'the control did not repair the cut cable' is_settled 5
    kill -0 "$transfer" 2>/dev/null || fail 1 'the transfer ended before the cable was cut: give more megabytes'
    wait "$transfer" || exit 1
    end_measure "uftp, the cable of relay 5 cut after 2 s, repaired"
    receivers=()
    echo "new rules held after $(rule_time) ms (the paper installs rules within 0.6 ms)"
    plug s5 o5
    await 'relay 5 did not return' is_settled
}

# ToR 5 dies while h0 sends: all hosts but its own complete.
run_death() {
    start_receivers death
    begin_measure 0 1 2 3 4 6 7
    run_uftp death {1..9} {12..15} &
    local transfer=$!
    sleep_for 2
    kill -9 "${relay_pid[5]}"
    wait "${relay_pid[5]}" 2>/dev/null || true
    await 'the control did not repair the dead ToR' has_failed 5
    kill -0 "$transfer" 2>/dev/null || fail 1 'the transfer ended before the ToR died: give more megabytes'
    wait "$transfer" || exit 1
    end_measure "uftp, ToR 5 killed after 2 s"
    receivers=()
    [[ ! -s $work/death/h10/file || ! -s $work/death/h11/file ]] || fail 1 'hosts of the dead ToR have the file'
    run_relay 5
    await 'ToR 5 did not return' is_settled
    echo 'all hosts but those of ToR 5 have the file; ToR 5 is back and has its rules'
}

# The control dies while h0 sends: relays go on. The next control has the groups of this one.
run_control_death() {
    start_receivers control
    begin_measure
    run_uftp control {1..15} &
    local transfer=$!
    sleep_for 1
    kill -9 "$control_pid"
    wait "$control_pid" 2>/dev/null || true
    kill -0 "$transfer" 2>/dev/null || fail 1 'the transfer ended before the control died: give more megabytes'
    wait "$transfer" || exit 1
    end_measure 'uftp, the control killed after 1 s'
    receivers=()
    run_control
    await 'the next control did not find the relays' is_settled
    [[ $(grep -c '"type":"members"' "$work/control.groups") == 2 ]] || fail 1 'the next control lacks groups of the first'
}

has_failed() { # relay
    application status 2>/dev/null | grep -q "\"settled\": true.*\"failed\": \[$1\]"
}

sleep_for() { read -rt "$1" <> <(:) || true; }

# Streams of some hosts to all hosts but themselves, at once.
run_streams() { # directory, megabits of each, pairs "sender:group"
    local directory=$1 each=$2 pair host hosts=() listeners=() senders=() groups=()
    shift 2
    mkdir -p "$work/$directory"
    for pair in "$@"; do groups+=("${pair#*:}"); done
    for host in {0..15}; do
        # A host does not get its own frames back.
        if (($# <= 2)) && [[ " $* " == *" $host:"* ]]; then continue; fi
        hosts+=("$host")
        spawn "h$host" python3 "$root/examples/mcaststream.py" receive "$work/$directory/h$host" \
            "$(address "$host")" "${groups[@]}" >"$work/$directory/h$host.log" 2>&1
        listeners+=("$spawned")
    done
    for host in "${hosts[@]}"; do await "h$host does not listen" test -e "$work/$directory/h$host"; done
    for pair in "$@"; do
        host=${pair%:*}
        spawn "h$host" python3 "$root/examples/mcaststream.py" send "${pair#*:}" "$(address "$host")" \
            "$each" "$seconds" "$work/$directory"
        senders+=("$spawned")
    done
    for pair in "$@"; do await "a sender is not ready" test -e "$work/$directory/ready-${pair#*:}"; done
    begin_measure
    : >"$work/$directory/go"
    wait "${senders[@]}"
    end_measure "${#senders[@]} streams of $each Mb/s ($directory)"
    wait "${listeners[@]}"
}

# Megabits a second of a group, the median of those hosts that got it; and the share that was lost.
stream() { # directory, group, "mbps" or "loss", host if not all
    python3 - "$work/$1" "$2" "$3" "${4:-h*}" <<'PYTHON'
import glob, json, statistics, sys

directory, group, what, hosts = sys.argv[1:]
all_of = [one for path in glob.glob(directory + "/" + hosts) if not path.endswith(".log")
          for one in json.load(open(path)) if one["group"] == group and one["datagrams"] > 1]
if any(one["twice"] for one in all_of):
    sys.exit("a datagram of " + group + " came twice")
if what == "loss":
    print(round(100 * statistics.mean(1 - one["datagrams"] / one["sent"] for one in all_of), 3))
else:
    print(round(statistics.median(one["mbps"] for one in all_of), 3))
PYTHON
}

within() { # value, least, most
    awk -v v="$1" -v least="$2" -v most="$3" 'BEGIN { exit !(v >= least && v <= most) }'
}

part() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f", a / b }'; }

# The ToRs 0 and 3 have disjoint relays, the ToRs 0 and 1 share two. Hosts of even and odd numbers listen to one each.
run_shares() {
    local alone share other both group tor
    set_members "$even" 0
    set_members "$odd" 1
    run_streams alone "$megabits" "0:$even"
    alone=$(stream alone "$even" mbps)
    run_streams disjoint "$megabits" "0:$even" "7:$odd"
    for group in "$even" "$odd"; do
        share=$(part "$(stream disjoint "$group" mbps)" "$alone")
        echo "disjoint relays, $group: $share of alone"
        within "$share" 0.95 1.05 || fail 1 "a source with disjoint relays has $share of what it has alone"
    done
    run_streams shared "$megabits" "0:$even" "3:$odd"
    # A full queue takes what comes first after a frame has left: two steady senders do not divide it evenly. The
    # splitters of ToR 0 and ToR 1 lead to the ToRs 4 and 6.
    for tor in 4 6; do
        share=$(part "$(stream shared "$even" mbps "h$((2 * tor))")" "$alone")
        other=$(part "$(stream shared "$odd" mbps "h$((2 * tor + 1))")" "$alone")
        echo "shared relays, at ToR $tor: $share and $other of alone"
        both=$(awk -v a="$share" -v b="$other" 'BEGIN { print (a + b) / 2 }')
        within "$both" 0.45 0.65 || fail 1 "two sources with shared relays have $both of alone on average, not half"
    done
}

# Runs an application that sends from a ToR until a file says that it may end.
start_application() { # name, tor
    local gate="$work/application-$1"
    spawn wires python3 "$root/examples/shuffleapp.py" 10.9.0.1:4793 "$work/token" start "$2" -- \
        sh -c "touch $gate-runs; until [ -e $gate-ends ]; do sleep 0.05; done" >"$gate.log" 2>&1
}

# Applications with disjoint relays run together. One that shares relays waits for the end of the one before it.
run_applications() {
    start_application first 0
    await 'the first application did not start' test -e "$work/application-first-runs"
    start_application disjoint 3
    await 'the application with disjoint relays did not start' test -e "$work/application-disjoint-runs"
    start_application shares 1
    sleep_for 1
    [[ ! -e $work/application-shares-runs ]] || fail 1 'two applications with shared relays run together'
    : >"$work/application-first-ends"
    : >"$work/application-disjoint-ends"
    await 'the application with shared relays did not start' test -e "$work/application-shares-runs"
    : >"$work/application-shares-ends"
    echo 'applications: ToR 3 runs beside ToR 0, ToR 1 after both'
}

# Groups of as many hosts at once; each offers its share of a link.
run_groups() {
    local count number share loss groups=() counts=(1 4 16)
    [[ ! $full ]] || counts=(1 2 4 8 16)
    for number in {0..15}; do set_members "239.1.3.$number" both; done
    for count in "${counts[@]}"; do
        groups=()
        for ((number = 0; number < count; number++)); do groups+=("$((number * 16 / count)):239.1.3.$number"); done
        run_streams "groups-$count" "$(part "$megabits" "$count")" "${groups[@]}"
        for pair in "${groups[@]}"; do
            share=$(part "$(stream "groups-$count" "${pair#*:}" mbps)" "$(part "$megabits" "$count")")
            loss=$(stream "groups-$count" "${pair#*:}" loss)
            echo "${pair#*:} $share $loss"
        done >"$work/groups-$count.shares"
        awk -v count="$count" '{ share[NR] = $2; loss += $3 } END {
            least = most = share[1]
            for (i in share) { least = share[i] < least ? share[i] : least; most = share[i] > most ? share[i] : most }
            printf "%d groups: %.3f to %.3f of the fair share, loss %.2f %% (the paper: 0.28 %%)\n", count, least, most, loss / NR
            exit least < 0.9 }' "$work/groups-$count.shares" || fail 1 "a group of $count has less than 0.9 of its share"
    done
}

run_udpcast() {
    local host waiting=()
    for host in {1..15}; do
        mkdir -p "$work/udpcast/h$host"
        spawn "h$host" udp-receiver --file "$work/udpcast/h$host/file" --interface eth0 --nokbd --no-progress \
            --mcast-rdv-address "$public" --ttl 1 >"$work/udpcast/h$host.log" 2>&1
        waiting+=("$spawned")
    done
    begin_measure
    in_space h0 timeout "$patience" udp-sender --file "$work/file" --interface eth0 --nokbd --no-progress --ttl 1 \
        --mcast-rdv-address "$public" --mcast-data-address "$private" --min-receivers 15 --max-wait 20 \
        --max-bitrate 25m >"$work/udpcast/h0.log" 2>&1 ||
        fail 1 "udpcast of h0 failed: $(tail -n 1 "$work/udpcast/h0.log"); KEEP=1 keeps the logs"
    end_measure "udpcast, $megabytes MB to 15 hosts"
    wait "${waiting[@]}" || fail 1 'a udp-receiver failed; KEEP=1 keeps the logs'
    same_files udpcast {1..15}
}

run_norm() {
    local host nodes=()
    for host in {1..15}; do
        mkdir -p "$work/norm-files/h$host"
        spawn "h$host" "$work/norm" receive "$work/norm-files/h$host/file" "$public" eth0 $((host + 1)) \
            >"$work/norm-files/h$host.log" 2>&1
        nodes+=("$((host + 1))")
    done
    for host in {1..15}; do await "NORM of h$host does not listen" grep -q ready "$work/norm-files/h$host.log"; done
    begin_measure
    in_space h0 "$work/norm" send "$work/file" "$public" eth0 34 "${nodes[@]}" >"$work/norm-files/h0.log" 2>&1 ||
        fail 1 "NORM of h0 failed: $(tail -n 1 "$work/norm-files/h0.log"); KEEP=1 keeps the logs"
    end_measure "NORM, $megabytes MB to 15 hosts"
    same_files norm-files {1..15}
}

# A leader at h0, an acceptor at each other ToR.
run_accept() {
    local count number host rounds=500 counts=(1 7) over unicast addresses members
    [[ ! $full ]] || counts=({1..7})
    for host in 2 4 6 8 10 12 14; do
        spawn "h$host" "$work/accept" serve "$(address "$host")" 239.1.4.1 >"$work/accept-h$host.log"
    done
    for host in 2 4 6 8 10 12 14; do await "the acceptor of h$host does not listen" test -s "$work/accept-h$host.log"; done
    for count in "${counts[@]}"; do
        addresses=()
        members=()
        for ((number = 1; number <= count; number++)); do
            addresses+=("$(address $((2 * number)) 17)")
            members+=("$number=h$((2 * number))")
        done
        application members 239.1.4.1 "${members[@]}" >"$work/members.log" || fail 1 'members of 239.1.4.1 are refused'
        over=$(in_space h0 "$work/accept" multicast "$(address 0)" 239.1.4.1 "$rounds" "$count")
        unicast=$(in_space h0 "$work/accept" unicast "$(address 0)" "$rounds" "${addresses[@]}")
        echo "$count acceptors: p90, p99 (us), rounds lost: relays $over, unicast $unicast"
    done
    echo '(the paper: unicast takes 2.21 to 2.93 and 1.39 to 2.13 times as long; not comparable with software relays)'
}

run_unicast() {
    local host begin addresses=() hosts=(14 15)
    [[ ! $full ]] || hosts=({1..15})
    for host in "${hosts[@]}"; do
        mkdir -p "$work/unicast/h$host"
        spawn "h$host" python3 "$root/examples/filecopy.py" receive "$work/unicast/h$host/file" \
            >"$work/unicast/h$host.log" 2>&1
        addresses+=("$(address "$host" 17)")
    done
    begin=$(milliseconds)
    in_space h0 python3 "$root/examples/filecopy.py" send "$work/file" "${addresses[@]}" >"$work/unicast/h0.log" 2>&1 ||
        fail 1 "TCP of h0 failed: $(tail -n 1 "$work/unicast/h0.log"); KEEP=1 keeps the logs"
    unicast_ms=$((($(milliseconds) - begin) * 15 / ${#hosts[@]}))
    same_files unicast "${hosts[@]}"
    echo "TCP, $megabytes MB to ${#hosts[@]} hosts one after the other; $unicast_ms ms for 15"
    ratio=$((unicast_ms * 100 / multicast_ms))
    echo "multicast is $((ratio / 100)).$(printf '%02d' $((ratio % 100))) times as fast"
    ((ratio >= 200)) || fail 1 'multicast is less than twice as fast as repeated unicast'
}

check_start "$@"
begin
gcc -O2 -Wall -Wextra -o "$work/accept" "$root/examples/accept.c"
g++ -O2 -Wall -Wextra -o "$work/norm" "$root/examples/norm.cc" -lnorm ||
    fail 3 'libnorm is missing: apt-get install libnorm-dev'
head -c "${megabytes}000000" /dev/urandom >"$work/file"
make_network
start_control
start_relays
echo 'eight relays have their rules from the control'
set_members "$public" both
set_members "$private" both
warm_up
run_multicast
check_copies
run_cut
run_death
run_control_death
run_shares
run_applications
run_groups
run_udpcast
run_norm
run_accept
run_unicast
