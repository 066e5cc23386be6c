"""Time of cores and processes, from /proc."""
import os

TICKS = os.sysconf('SC_CLK_TCK')
KERNEL_THREAD = 0x200000


def cores():
    """Seconds busy, seconds in softirq and seconds in programs' own code of each core."""
    result = {}
    for line in open('/proc/stat'):
        word, *values = line.split()
        if word.startswith('cpu') and word != 'cpu':
            user, nice, system, _, _, irq, softirq, steal = (int(v) / TICKS for v in values[:8])
            result[int(word[3:])] = (user + nice + system + irq + softirq + steal, softirq, user + nice)
    return result


def processes():
    """Seconds of each process that is not the kernel's."""
    result = {}
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            try:
                text = open('/proc/%s/stat' % entry).read()
            except OSError:
                continue
            fields = text[text.rindex(')') + 2:].split()
            if not int(fields[6]) & KERNEL_THREAD:
                result[int(entry)] = (int(fields[11]) + int(fields[12])) / TICKS
    return result


class Meter:
    """What was used between start and stop, in per cent of a core."""

    def __init__(self, switch, source):
        self.switch, self.source = switch, source
        self.cores, self.processes = cores(), processes()

    def stop(self, seconds):
        now, then = cores(), self.cores
        spent = {pid: time - self.processes.get(pid, 0) for pid, time in processes().items()}
        known = (*self.switch, self.source, os.getpid())
        percent = lambda value: round(100 * value / seconds)  # noqa: E731
        return {
            'switch': percent(sum(spent.get(pid, 0) for pid in self.switch)),
            'source': percent(spent.get(self.source, 0)),
            'others': percent(sum(time for pid, time in spent.items() if pid not in known)),
            'busy': [percent(now[core][0] - then[core][0]) for core in sorted(now)],
            'own': [percent(now[core][2] - then[core][2]) for core in sorted(now)],
            'softirq': [percent(now[core][1] - then[core][1]) for core in sorted(now)],
        }
