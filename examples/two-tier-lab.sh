# shellcheck shell=bash
# The network of two-tier.sh: switches, controllers, hosts with agents, and what is asked of them. To be sourced
# behind lab.sh; the caller sets root, polycast, switches, hosts, sockets and process.
# shellcheck disable=SC2034,SC2154 # variables of the caller

# --- network

address() { echo "10.0.0.$1"; }

leaf_of() { echo "leaf$((($1 - 1) / 4 + 1))"; }

hosts_of() { if [[ $1 == leaf1 ]]; then echo 1 2 3 4; else echo 5 6 7 8; fi; }

# Puts a space on the management bridge.
manage() { # space, last byte of its address
    pair "$1" mg0 mgmt "$1"
    ip -n "$prefix-mgmt" link set "$1" master bridge0
    ip -n "$prefix-$1" address add "10.9.0.$2/24" dev mg0
}

make_host() { # host
    space "h$1"
    pair "h$1" eth0 "$(leaf_of "$1")" "h$1"
    ip -n "$prefix-h$1" address add "$(address "$1")/32" dev eth0
    ip -n "$prefix-h$1" route add 10.255.0.0/16 dev eth0
    manage "h$1" "$1"
}

make_network() {
    local name leaf spine host node
    space mgmt
    ip -n "$prefix-mgmt" link add name bridge0 type bridge
    ip -n "$prefix-mgmt" link set bridge0 up
    ip -n "$prefix-mgmt" address add 10.9.0.99/24 dev bridge0
    for name in "${switches[@]}"; do space "$name"; done
    for leaf in leaf1 leaf2; do
        for spine in spine1 spine2; do pair "$leaf" "$spine" "$spine" "$leaf"; done
    done
    for host in "${hosts[@]}"; do make_host "$host"; done
    for node in 0 1 2; do
        space "c$node"
        manage "c$node" "10$node"
    done
}

# --- configurations

mac() { # switch
    case $1 in
        leaf1) echo 02:00:00:00:01:01 ;;
        leaf2) echo 02:00:00:00:01:02 ;;
        spine1) echo 02:00:00:00:02:01 ;;
        spine2) echo 02:00:00:00:02:02 ;;
    esac
}

to_switch() { echo "{port: $1, switch: {mac: \"$(mac "$1")\"}}"; }

routes() { # switch
    local host leaf
    for host in "${hosts[@]}"; do
        leaf=$(leaf_of "$host")
        case $1 in
            "$leaf") echo "    - {prefix: $(address "$host")/32, hops: [{port: h$host, host: {}}]}" ;;
            leaf*) echo "    - {prefix: $(address "$host")/32, hops: [$(to_switch spine1), $(to_switch spine2)]}" ;;
            spine*) echo "    - {prefix: $(address "$host")/32, hops: [$(to_switch "$leaf")]}" ;;
        esac
    done
}

configure_switch() { # switch
    local port ports
    if [[ $1 == leaf* ]]; then
        read -ra ports <<<"spine1 spine2 $(hosts_of "$1" | sed 's/[0-9]/h&/g')"
    else
        ports=(leaf1 leaf2)
    fi
    cat <<-YAML
	switch: {name: $1, role: cepheus, mac: "$(mac "$1")", mcstPrefix: 10.255.0.0/16}
	control: {socket: $work/$1.sock, counters: $work/$1.counters, state: $work/$1.state}
	pipeline: {threading: fused, wait: blocking, datapath: user}
	ports:
	YAML
    for port in "${ports[@]}"; do echo "  - {name: $port, driver: af_packet, device: $port}"; done
    cat <<-YAML
	registration:
	  keys: [{id: 1, file: $work/mrp.key}]
	  unicast:
	YAML
    routes "$1"
}

configure_controller() { # node
    local node
    cat <<-YAML
	controller: {name: c$1, prefix: 10.255.0.0/16}
	cluster:
	  directory: $work/c$1
	  node: $1
	  nodes:
	YAML
    for node in 0 1 2; do
        echo "    - {log: \"10.9.0.10$node:7950\", http: \"10.9.0.10$node:7944\", agents: \"10.9.0.10$node:7946\"}"
    done
    cat <<-YAML
	security: {agentToken: $work/agent.token, httpToken: $work/http.token, audit: $work/c$1.audit}
	registration: {change: 30s}
	YAML
}

configure_agent() { # host
    cat <<-YAML
	agent:
	  name: h$1
	  ip: $(address "$1")
	  socket: $work/h$1.sock
	  controllers: ["10.9.0.100:7946", "10.9.0.101:7946", "10.9.0.102:7946"]
	  tokenFile: $work/agent.token
	registration:
	  keys: [{id: 1, file: $work/mrp.key}]
	YAML
}

make_secrets() {
    local file
    for file in mrp.key agent.token http.token; do (umask 077 && openssl rand -hex 32 >"$work/$file"); done
}

# --- processes

run_switch() { # switch
    spawn "$1" "$polycast" run -c "$work/$1.yaml" >>"$work/$1.log" 2>&1
    process[$1]=$spawned
}

run_controller() { # node
    spawn "c$1" "$polycast" controller -c "$work/c$1.yaml" >>"$work/c$1.log" 2>&1
    process[c$1]=$spawned
}

run_agent() { # host
    if (($1 % 2)); then
        configure_agent "$1" >"$work/h$1.yaml"
        spawn "h$1" "$polycast" hostagent -c "$work/h$1.yaml" >>"$work/h$1.log" 2>&1
    else
        spawn "h$1" python3 "$root/examples/agent.py" --name "h$1" --ip "$(address "$1")" --socket "$work/h$1.sock" \
            --controller 10.9.0.100:7946 --controller 10.9.0.101:7946 --controller 10.9.0.102:7946 \
            --token-file "$work/agent.token" --key "1:$work/mrp.key" >>"$work/h$1.log" 2>&1
    fi
    process[agent$1]=$spawned
}

slay() { # process
    kill -9 "${process[$1]}"
    wait "${process[$1]}" 2>/dev/null || true
}

start() {
    local name node host files=() agents=()
    make_secrets
    for name in "${switches[@]}"; do
        configure_switch "$name" >"$work/$name.yaml"
        files+=(-c "$work/$name.yaml")
        sockets+=("$work/$name.sock")
    done
    "$polycast" check "${files[@]}" >"$work/check.log" 2>&1 ||
        fail 1 "the configurations do not fit: $(tail -n 1 "$work/check.log")"
    for node in 0 1 2; do
        configure_controller "$node" >"$work/c$node.yaml"
        run_controller "$node"
    done
    for name in "${switches[@]}"; do run_switch "$name"; done
    for host in "${hosts[@]}"; do
        run_agent "$host"
        agents+=("$work/h$host.sock")
    done
    for name in "${switches[@]}"; do await "$name did not start" is_answering "$name"; done
    await 'the controller does not serve all agents' quietly app linked "${agents[@]}"
}

is_answering() { quietly app tables "$work/$1.sock"; } # switch

quietly() { "$@" >/dev/null 2>&1; }

# --- controller

# Status of HTTP of a node; 200 from the one that leads.
status_of() { # node
    in_space mgmt curl -s -m 5 -o "$work/groups.json" -w '%{http_code}' -H "Authorization: Bearer $(<"$work/http.token")" \
        "http://10.9.0.10$1:7944/v1/groups" || true
}

# Sets leader to the node that takes requests.
find_leader() {
    for leader in 0 1 2; do
        if [[ $(status_of "$leader") == 200 ]]; then return; fi
    done
    return 1
}

# Prints what Python makes of a group, as the node that leads sees it; group is a dict, or None.
of_group() { # group, expression
    find_leader && python3 -c '
import json, sys
found = [each for each in json.load(open(sys.argv[1]))["groups"] if each["name"] == sys.argv[2]]
group = found[0] if found else None
print(group and eval(sys.argv[3]))' "$work/groups.json" "$1" "$2"
}

revision_of() { of_group "$1" 'group["revision"]'; } # group

is_in_state() { [[ $(of_group "$1" 'group["state"]') == "$2" ]]; } # group, state

has_joiners() { # group, how many
    [[ $(of_group "$1" 'sum(each["state"] == "joining" for each in group["members"])') == "$2" ]]
}

group() { # arguments of polycast group
    in_space mgmt "$polycast" group "$@" --token "$work/http.token" \
        --controller http://10.9.0.100:7944,http://10.9.0.101:7944,http://10.9.0.102:7944
}

list() { # hosts
    local host all=()
    for host in "$@"; do all+=("$(address "$host")"); done
    local IFS=,
    echo "${all[*]}"
}

field() { # key of the document on standard input
    python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"
}

run_member() { # group, host, queue pair
    spawn "h$2" python3 "$root/examples/groupapp.py" member "$work/h$2.sock" "$1" "$3" >"$work/$1.$2.log" 2>&1
    process[$1.$2]=$spawned
}

said() { grep -q "$2" "$work/$1.log"; } # group.host, pattern

# The switches of a group's tree have a revision: both leaves and one spine.
in_force() { # McstID, revision
    local have
    have=$(app revisions "$1" "${sockets[@]}" 2>/dev/null) || return 1
    [[ $have == "$2 $2 $2 - " || $have == "$2 $2 - $2 " ]]
}

groups_in_tables() { # expected numbers of groups, by switch
    [[ $(app tables "${sockets[@]}" 2>/dev/null) == "$1" ]]
}

create_group() { # group
    local host
    for host in "${hosts[@]}"; do run_member "$1" "$host" $((256 + host)); done
    group create "$1" --host "$(list {1..8})" --wait 30s --json >"$work/$1.json" ||
        fail 1 "group $1 was not created: $(cat "$work/$1.json")"
}

show_tables() {
    local name
    for name in "${switches[@]}"; do
        "$polycast" show groups --socket "$work/$name.sock" | sed "s/^groups:/$name:/"
    done
}
