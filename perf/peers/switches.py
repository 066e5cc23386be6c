"""The switches that are compared: how each starts, what it replicates, and what its copies must look like."""
import contextlib
import json
import os
import shutil
import signal
import time

import lab
from lab import LabError

MACS, IPS, QPN, ICRC = 'macs', 'ips', 'qpn', 'icrc'  # what of a copy is right


class Skipped(Exception):
    """This switch cannot run here; the message says why."""


class Switch:
    """One way to replicate. A subclass names itself and starts; the copies that it makes decide the sinks."""

    name = ''
    what = ''        # for the table
    ours = False
    user_space = False
    sinks = 'tc'     # xdp: copies arrive by XDP redirect; tc: as socket buffers
    warm_up = 1      # seconds of load before what counts
    right = (MACS, IPS)  # of a copy for its member; the IP checksum and the payload have to be in any case
    destination = lab.GROUP
    replicates = True  # or it only sends, without any source

    @property
    def on_switch_core(self):
        """Whether copies are made and sent by core 1, the switch's own."""
        return self.user_space or not self.replicates

    def __init__(self, build):
        self.build = build

    def fits(self, copies, size):
        """Raises Skipped when this cell is not for this switch."""

    def start(self, net, size):
        """Starts in the lab, for frames of a size; returns the processes whose time is the switch's."""
        raise NotImplementedError

    settling = ''  # what it is waited for, while it is not settled

    def settled(self, net):
        """Whether it serves the group as it will under load; until then there is slow traffic."""
        return True

    def loaded(self, net):
        """Looks at the switch under load, after the warm-up; returns what to note, or None."""

    def stop(self, net):
        """Ends what start() began; all children of the lab are ended in any case."""

    def dpdk(self, net, program, driver, *args):
        """Command line of a DPDK program with a virtual device for every port; its files go with the lab's."""
        devices = []
        for i in range(net.copies + 1):
            devices += ['--vdev', '%s%d,iface=p%d%s' % (driver, i, i, AF_PACKET if driver == 'net_af_packet' else '')]
        return ('env', 'RUNTIME_DIRECTORY=' + net.directory, program, '--no-huge', '-m', '1024', '--no-pci',
                '--no-telemetry', '--no-shconf', *devices, *args)


AF_PACKET = ',qdisc_bypass=1,framesz=2048,blocksz=4096,framecnt=2048'


class Polycast(Switch):
    ours = True
    right = (MACS, IPS, QPN, ICRC)
    warm_up = 5  # compilers at work, and a group wants its datapath for a second
    datapath = ''

    def configuration(self, net):
        path = os.path.join(net.directory, self.name + '.yaml')
        with open(path, 'w') as file:
            file.write('switch: {name: peers, mac: "%s"}\n' % lab.SWITCH_MAC)
            file.write('pipeline: {threading: fused, wait: busy, datapath: %s}\nlimits: {maxGroups: 16, maxPaths: 256}\n' % self.datapath)
            file.write('control: {socket: %s/s, counters: %s/c, state: %s/st}\n' % ((net.directory,) * 3))
            file.write('ports:\n')
            for i in range(net.copies + 1):
                file.write('  - {name: p%d, driver: af_xdp, device: p%d, mode: native}\n' % (i, i))
            file.write('groups:\n  - id: %s\n    paths:\n' % lab.GROUP)
            for i in range(net.copies + 1):
                file.write('      - {port: p%d, host: {ip: %s, mac: "%s", qpn: %d}}\n'
                           % (i, lab.ip(i), lab.mac(i), lab.qpn(i)))
        return path

    def start(self, net, size):
        polycast = os.path.join(lab.ROOT, 'polycast')
        path = self.configuration(net)
        # A version that does not know a datapath refuses the word here, with exit code 2.
        checked = lab.run(polycast, 'check', '-c', path, check=False)
        if checked.returncode != 0:
            raise Skipped('polycast check: ' + lab.tail(checked.stderr))
        child = net.logged(lab.SWITCH_CORE, self.name, polycast, 'run', '-c', path)
        try:
            lab.said(child, 'is ready')
        except LabError as e:
            if child.poll() == 3:  # something of this machine is missing
                raise Skipped(str(e)) from None
            raise
        return [child]

    def group(self, net):
        """The group as the switch shows it."""
        shown = lab.run('taskset', '-c', str(lab.SOURCE_CORE), os.path.join(lab.ROOT, 'polycast'), 'show', 'mft',
                        lab.GROUP, '--json', '--socket', net.directory + '/s')
        return json.loads(shown.stdout).get('group', {})

    def settled(self, net):
        return self.group(net).get('datapath', 'user') == self.datapath

    def loaded(self, net):
        """Which datapath serves the group, as the switch says; one that was not asked for is no comparison."""
        group = self.group(net)
        serves = group.get('datapath', 'user')
        if serves != self.datapath:
            raise LabError('the group is served by datapath %s: %s' % (serves, group.get('datapath_reason')))
        return 'datapath ' + serves


class PolycastUser(Polycast):
    name = 'polycast-user'
    what = 'Polycast, user datapath (AF_XDP)'
    datapath = 'user'
    user_space = True


class PolycastKernel(Polycast):
    name = 'polycast-kernel'
    what = 'Polycast, kernel datapath'
    datapath = 'kernel'
    settling = 'group in the kernel datapath'
    sinks = 'xdp'


class Broadcast(Switch):
    name = 'xdp-broadcast'
    what = 'kernel: XDP DEVMAP broadcast, nothing rewritten'
    sinks = 'xdp'
    right = (ICRC,)
    how = 'plain'

    def start(self, net, size):
        child = net.logged(lab.SOURCE_CORE, self.name, os.path.join(self.build, 'broadcast'), self.build, self.how,
                           str(net.copies))
        lab.said(child, 'ready')
        return [child]


class BroadcastRewrite(Broadcast):
    name = 'xdp-broadcast-rewrite'
    what = 'kernel: XDP DEVMAP broadcast, egress program rewrites'
    right = (MACS, IPS, QPN)
    how = 'rewrite'


class Replicator(Switch):
    name = 'dpdk-replicator'
    what = 'DPDK on net_af_xdp: memcpy and rewrite, C'
    user_space = True
    right = (MACS, IPS, QPN)

    def start(self, net, size):
        child = net.logged(lab.SWITCH_CORE, self.name,
                           *self.dpdk(net, os.path.join(self.build, 'replicator'), 'net_af_xdp', '-l', str(lab.SWITCH_CORE)))
        lab.said(child, 'ready')
        return [child]


class Ceiling(Switch):
    name = 'afxdp-ceiling'
    what = 'no switch: AF_XDP transmit alone, the same chunks, nothing received'
    replicates = False

    def start(self, net, size):
        child = net.logged(lab.SWITCH_CORE, self.name, os.path.join(self.build, 'ceiling'), str(net.copies), str(size))
        lab.said(child, 'ready')
        return [child]


class Multicast(Switch):
    name = 'dpdk-multicast'
    what = 'DPDK ipv4_multicast on net_af_packet'
    user_space = True
    right = (ICRC,)

    def fits(self, copies, size):
        if not os.path.exists(os.path.join(self.build, 'ipv4_multicast')):
            raise Skipped('the example was not built')
        if copies not in (1, 2, 3, 8):
            raise Skipped('its group table has 1, 2, 3 and 8 copies')
        if size > 1514:
            raise Skipped('net_af_packet takes frames of at most 1514 bytes')
        # Stock groups 224.0.0.(100 + mask of ports), and the added one for ports 1 to 8.
        self.destination = '224.0.0.%d' % (116 if copies == 8 else 100 + ((2 << copies) - 2))

    def start(self, net, size):
        net.gro('p0', True)
        child = net.logged(lab.SWITCH_CORE, self.name, *self.dpdk(
            net, os.path.join(self.build, 'ipv4_multicast'), 'net_af_packet', '-l', str(lab.SWITCH_CORE),
            '--', '-p', '%x' % ((2 << net.copies) - 1), '-q', '15'))
        lab.said(child, 'entering main loop')
        return [child]

    def stop(self, net):
        net.gro('p0', False)


class Testpmd(Switch):
    name = 'dpdk-testpmd'
    what = 'DPDK testpmd macswap on net_af_xdp, 1 to 1 only'
    user_space = True
    right = (ICRC,)

    def fits(self, copies, size):
        if copies != 1:
            raise Skipped('testpmd does not replicate: 1 to 1 only')

    def start(self, net, size):
        # With --stats-period it needs no terminal.
        child = net.logged('%d,%d' % (lab.SOURCE_CORE, lab.SWITCH_CORE), self.name, *self.dpdk(
            net, 'dpdk-testpmd', 'net_af_xdp', '-l', '%d,%d' % (lab.SOURCE_CORE, lab.SWITCH_CORE),
            '--', '--forward-mode=macswap', '--auto-start', '--total-num-mbufs=16384', '--no-mlockall',
            '--mbuf-size=3840', '--max-pkt-len=3480', '--stats-period=3600'))
        lab.said(child, 'Port statistics')
        return [child]


class OpenVSwitch(Switch):
    name = 'ovs-afxdp'
    what = 'Open vSwitch, user space, AF_XDP, group type=all'
    user_space = True

    def fits(self, copies, size):
        if not shutil.which('ovs-vswitchd'):
            raise Skipped('no ovs-vswitchd')

    def start(self, net, size):
        self.directory = os.path.join(net.directory, 'ovs')
        os.mkdir(self.directory)
        at = dict(os.environ, **{'OVS_%s' % kind: self.directory for kind in ('RUNDIR', 'LOGDIR', 'DBDIR', 'SYSCONFDIR')})
        database = 'unix:%s/db' % self.directory

        def vsctl(*args):
            lab.run('ovs-vsctl', '--db=' + database, *args, env=at)

        lab.run('ovsdb-tool', 'create', self.directory + '/conf.db', '/usr/share/openvswitch/vswitch.ovsschema')
        self.server = net.logged(lab.SOURCE_CORE, 'ovsdb-server', 'ovsdb-server', self.directory + '/conf.db',
                                 '--remote=p%s' % database, '--no-chdir', env=at)
        lab.wait_for(lambda: os.path.exists(self.directory + '/db'), 'socket of ovsdb-server')
        vsctl('--no-wait', 'init')
        vsctl('--no-wait', 'set', 'Open_vSwitch', '.', 'other_config:pmd-cpu-mask=0x%x' % (1 << lab.SWITCH_CORE))
        child = net.logged(lab.SWITCH_CORE, self.name, 'ovs-vswitchd', database, '--unixctl=%s/ctl' % self.directory,
                           '--no-chdir', env=at)
        self.control = self.directory + '/ctl'
        vsctl('add-br', 'br0', '--', 'set', 'bridge', 'br0', 'datapath_type=netdev', 'fail-mode=secure')
        for i in range(net.copies + 1):
            vsctl('add-port', 'br0', 'p%d' % i, '--', 'set', 'interface', 'p%d' % i, 'type=afxdp', 'options:n_rxq=1',
                  'ofport_request=%d' % (10 + i), 'mtu_request=%d' % lab.MTU)
        # Everything that a copy needs but the destination QPN and the ICRC, which it cannot write.
        buckets = ''.join(',bucket=actions=set_field:%s->eth_src,set_field:%s->eth_dst,set_field:%s->ip_src,'
                          'set_field:%s->ip_dst,output:%d' % (lab.SWITCH_MAC, lab.mac(i), lab.GROUP, lab.ip(i), 10 + i)
                          for i in range(1, net.copies + 1))
        bridge = 'unix:%s/br0.mgmt' % self.directory
        lab.run('ovs-ofctl', '-O', 'OpenFlow13', 'add-group', bridge, 'group_id=1,type=all' + buckets, env=at)
        lab.run('ovs-ofctl', '-O', 'OpenFlow13', 'add-flow', bridge, 'in_port=10,actions=group:1', env=at)
        return [child]

    def stop(self, net):
        # A plain end leaves its XDP programs on the ports.
        with contextlib.suppress(LabError):
            lab.run('ovs-appctl', '-t', self.control, 'exit', '--cleanup')


ALL = (PolycastUser, PolycastKernel, Broadcast, BroadcastRewrite, Ceiling, Replicator, OpenVSwitch, Multicast, Testpmd)
NAMES = [s.name for s in ALL]


def free_ports(net):
    """After a switch ended: takes programs off its ports and waits until their queues can be bound again."""
    for i in range(net.copies + 1):
        lab.run('ip', '-n', net.switch, 'link', 'set', 'p%d' % i, 'xdp', 'off', check=False)
    time.sleep(0.5)


def end(switch, children, net):
    switch.stop(net)
    for child in children:
        lab.stop(child, signal.SIGTERM)
    if hasattr(switch, 'server'):
        lab.stop(switch.server)
    free_ports(net)
