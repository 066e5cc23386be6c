#!/usr/bin/env bash
# Groups come and go over four switches in two tiers: three controller nodes, eight hosts with an agent each, and
# applications in network namespaces. A file goes through a group while a host leaves, another joins, and a switch dies.
#
#   sudo examples/two-tier.sh [MEGABYTES]      24 if not given
#
#   h1 h2 h3 h4        h5 h6 h7 h8      odd hosts: polycast hostagent; even hosts: agent.py
#      leaf1 ----. .---- leaf2
#        |        X        |           each leaf has a port to each spine
#      spine1 ---' '--- spine2
#
#   a bridge joins hosts and controllers, for the agent link and for HTTP
#
# The last line is JSON with the seconds of each step. KEEP=1 keeps configurations and logs. Exit codes: 0 done, 1 a
# promise was not kept, 2 wrong argument, 3 a capability or program is missing.
# shellcheck disable=SC1091,SC2034,SC2154 # variables shared with what is sourced
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
megabytes=${1:-24}
polycast=${POLYCAST:-$root/polycast}
kind=pct
patience=90
source "$root/examples/lab.sh"
source "$root/examples/two-tier-lab.sh"

switches=(leaf1 leaf2 spine1 spine2)
hosts=(1 2 3 4 5 6 7 8)
sockets=()
durations=()
declare -A process # of a switch, controller, agent or application
began=

check_start() {
    [[ $megabytes =~ ^[1-9][0-9]{0,2}$ && $# -le 1 ]] ||
        fail 2 "usage: examples/two-tier.sh [MEGABYTES], 1 to 999; not '$*'"
    need_root "$@"
    need_programs 'iproute2 ethtool python3 curl openssl' ip tc ethtool python3 curl openssl awk
}

app() { python3 "$root/examples/groupapp.py" "$@"; }

start_clock() { began=$(milliseconds); }

# Notes and prints the seconds since start_clock.
note() { # name
    local ms=$(($(milliseconds) - began))
    durations+=("$(printf '"%s": %d.%03d' "$1" $((ms / 1000)) $((ms % 1000)))")
    echo "${durations[-1]}"
}

changes_of_members() {
    start_clock
    create_group job
    note create_8
    job=$(field id <"$work/job.json")
    await 'the tables lack the group' in_force "$job" "$(revision_of job)"
    show_tables

    start_clock
    group leave job --host "$(address 8)" >"$work/leave.log" || fail 1 "h8 did not leave: $(cat "$work/leave.log")"
    note leave
    await 'the tables lack the change' in_force "$job" "$(revision_of job)"
    await 'h8 does not know that it left' said job.8 '^left\|^deleted'

    kill "${process[job.8]}"
    start_clock
    run_member job 8 999
    group join job --host "$(address 8)" --wait 30s >"$work/join.log" || fail 1 "h8 did not join: $(cat "$work/join.log")"
    note join
    await 'the tables lack the change' in_force "$job" "$(revision_of job)"
}

# The right to post goes from h1 to h6, which posts from the PSN on at which h1 has ended.
source_moves() {
    local ended
    kill -USR1 "${process[job.1]}"
    await 'h1 did not become the source' said job.1 '^granted '
    start_clock
    kill -USR1 "${process[job.6]}"
    await 'h6 did not become the source' said job.6 '^granted '
    note source
    ended=$(sed -n 's/^prepared //p' "$work/job.1.log" | tail -n 1)
    [[ $(sed -n 's/^granted //p' "$work/job.6.log") == "$ended" ]] ||
        fail 1 "h6 begins at another PSN than that at which h1 ended, $ended"
}

receive() { # host
    spawn "h$1" "$polycast" endpoint receive --agent "$work/h$1.sock" --group model --timeout 90s "$work/model.$1" \
        >"$work/model.$1.log" 2>&1
    process[model.$1]=$spawned
}

has_bytes() { # host
    local part
    for part in "$work/.model.$1."*.part; do [[ -s $part ]] && return; done
    return 1
}

must_go_on() { # what has happened
    kill -0 "${process[model.1]}" 2>/dev/null || fail 1 "the file was there before $1: give more MEGABYTES"
}

# h1 sends a file to h2..h7. Meanwhile h7 leaves, h8 joins, and the spine of the tree dies and comes back.
transfer_file() {
    local host id spine=spine1
    head -c "${megabytes}000000" /dev/urandom >"$work/model"
    in_space h1 tc qdisc add dev eth0 root tbf rate 16mbit burst 32kb latency 200ms
    start_clock
    for host in {2..7}; do receive "$host"; done
    spawn h1 "$polycast" endpoint send --agent "$work/h1.sock" --group model --timeout 90s "$work/model" \
        >"$work/model.1.log" 2>&1
    process[model.1]=$spawned
    group create model --host "$(list {1..7})" --wait 60s --json >"$work/model.json" ||
        fail 1 "group model was not created: $(cat "$work/model.json")"
    id=$(field id <"$work/model.json")
    note create_7_endpoints
    start_clock
    await 'no data arrives at h2' has_bytes 2
    receive 8
    group leave model --host "$(address 7)" >"$work/leave.log" 2>&1 || {
        must_go_on 'h7 left'
        fail 1 "h7 did not leave: $(cat "$work/leave.log")"
    }
    must_go_on 'h7 left'
    group join model --host "$(address 8)" --wait 60s >"$work/join.log" || fail 1 "h8 did not join: $(cat "$work/join.log")"
    must_go_on 'h8 joined'
    if [[ $(app revisions "$id" "$work/spine1.sock") == '- ' ]]; then spine=spine2; fi
    slay "$spine"
    run_switch "$spine"
    await "$spine did not start" is_answering "$spine"
    must_go_on "$spine was back"
    for host in 1 2 3 4 5 6 8; do
        wait "${process[model.$host]}" || fail 1 "h$host: $(tail -n 1 "$work/model.$host.log")"
    done
    note transfer
    for host in 2 3 4 5 6 8; do
        cmp -s "$work/model" "$work/model.$host" || fail 1 "the file of h$host is not that of h1"
    done
    tail -n 1 "$work/model.1.log"
    show_modes
}

# The spine's outage may have led the group away from the tree, and a probe back.
show_modes() {
    echo 'modes of group model:'
    group events | awk '$3 == "model" && ($4 == "mode" || $4 == "refused") { print "  " $0 }'
    group list | awk '$1 == "model" { print "  " $0 }'
}

# The controller that leads dies while switches wait for the confirmation of a host.
leader_dies() {
    local host creation revision dead
    revision=$(revision_of job)
    group create late --host "$(list {1..8})" --wait 60s --json >"$work/late.json" 2>"$work/late.err" &
    creation=$!
    await 'the creation did not begin' is_in_state late collecting
    run_member late 8 520
    await 'h8 did not ask to join' has_joiners late 1
    kill -STOP "${process[agent8]}"
    for host in {1..7}; do run_member late "$host" $((512 + host)); done
    await 'the registration did not begin' is_in_state late registering
    await 'no controller leads' find_leader
    dead=$leader
    slay "c$dead"
    start_clock
    await 'no controller took over' find_leader
    note served_again
    is_in_state job registered || fail 1 'an acknowledged group is lost'
    kill -CONT "${process[agent8]}"
    wait "$creation" || fail 1 "group late was not created: $(cat "$work/late.json" "$work/late.err")"
    note created_by_next_leader
    in_force "$job" "$revision" || fail 1 'the tables of an acknowledged group changed'
    run_controller "$dead"
}

# A switch of the tree dies and comes back with its groups.
switch_dies() {
    local revision
    revision=$(revision_of job)
    start_clock
    slay leaf2
    run_switch leaf2
    await 'leaf2 lacks its group' in_force "$job" "$revision"
    note switch_back
}

delete_groups() {
    start_clock
    group delete late >"$work/delete.log"
    group delete job >>"$work/delete.log"
    note delete_2
    await 'a table is not empty' groups_in_tables '0 0 0 0'
}

check_start "$@"
begin
start_clock
make_network
note network
start_clock
start
note start
changes_of_members
source_moves
transfer_file
leader_dies
switch_dies
delete_groups
(
    IFS=,
    echo "{${durations[*]}, \"verified\": true}"
)
