"""What was measured, as tables for people, JSON and CSV; and the verdict on copies that were looked at."""
import csv
import json
import os
import statistics

BOUNDS = (
    # who, against whom, copies of a frame (0: any), at least
    ('polycast-user', 'dpdk-replicator', 0, 1.0),
    ('polycast-user', 'ovs-afxdp', 0, 1.1),
    ('polycast-user', 'afxdp-ceiling', 0, 0.9),
    ('polycast-kernel', 'xdp-broadcast-rewrite', 0, 0.9),
    ('polycast-kernel', 'best peer', 3, 2.2),
    ('polycast-kernel', 'best peer', 8, 2.6),
)
AGAINST = ('xdp-broadcast-rewrite', 'afxdp-ceiling', 'dpdk-replicator', 'ovs-afxdp', 'best peer')
DISTURBED = 5  # per cent of a core that others took, from which on it is said
FIELDS = (('macs', 'MAC'), ('ips', 'IP'), ('ip_checksum', 'IP checksum'), ('qpn', 'QPN'), ('icrc', 'ICRC'))


def verdict(sent, seen, wanted):
    """Holds what the sinks saw of `sent` frames against what the switch says that it makes right."""
    frames = sum(sink['frames'] for sink in seen)
    right = {field: sum(sink['right'][field] for sink in seen) for field in seen[0]['right']}
    wrong = ['%s in %d of %d' % (field, frames - right[field], frames)
             for field in (*wanted, 'ip_checksum', 'payload', 'order') if right[field] != frames]
    missing = len(seen) * sent - frames
    return {'sent': sent, 'frames': frames, 'right': right, 'wrong': wrong, 'missing': missing}


def problems(result):
    """What of a switch's copies was not as its row says."""
    check = result.get('check')
    if not check:
        return []
    wanted = check['frames'] + check['missing']
    return check['wrong'] + (['%d of %d did not come' % (check['missing'], wanted)] if check['missing'] else [])


def median(result):
    return statistics.median(run['copies_per_s'] for run in result['runs'])


def costs(result):
    """Nanoseconds a copy that core 1 spends in the switch's own code and in the kernel, where the switch is there."""
    if not result['on_switch_core']:
        return '-'
    own, kernel = (statistics.median(1e7 * of(run['cpu']) / run['copies_per_s'] for run in result['runs'])
                   for of in (lambda c: c['own'][1], lambda c: c['busy'][1] - c['own'][1]))
    return '%.0f / %.0f' % (own, kernel)


def fields_right(result):
    check = result.get('check')
    if not check:
        return '-'
    said = [name for field, name in FIELDS if check['right'][field] == check['frames'] > 0]
    return ', '.join(said)


def line(result):
    for key in ('skipped', 'failed'):
        if key in result and 'runs' not in result:
            return '%-22s %s: %s' % (result['name'], key, result[key])
    runs = [run['copies_per_s'] / 1e6 for run in result['runs']]
    cpu = result['runs'][-1]['cpu']
    wrong = problems(result)
    return '%-22s %.3f M copies/s (%.3f to %.3f), cores %s %%, others %d %%; right: %s%s' % (
        result['name'], median(result) / 1e6, min(runs), max(runs), '/'.join(map(str, cpu['busy'])), cpu['others'],
        fields_right(result), '; WRONG: ' + ', '.join(wrong) if wrong else '')


def medians(cell):
    """Median of each switch of a cell, and of the best user-space peer that is not of this project."""
    result = {r['name']: median(r) for r in cell['results'] if 'runs' in r}
    foreign = [result[r['name']] for r in cell['results']
               if 'runs' in r and r['user_space'] and not r['ours'] and r['name'] != 'dpdk-replicator']
    if foreign:
        result['best peer'] = max(foreign)
    return result


def table(rows):
    head, *body = rows
    return '\n'.join('| %s |' % ' | '.join(row) for row in (head, ['---'] * len(head), *body))


def machine(m):
    return '%s, %d cores, Linux %s, DPDK %s, Open vSwitch %s, %s; %s' % (
        m['cpu'], m['cores'], m['kernel'], m['dpdk'], m['ovs'], m['polycast'], m['started'])


def tables(results):
    parts = ['%s; %d runs of %g s each, %s' % (
        machine(results['machine']), results['runs'], results['seconds'],
        'one switch after the other' if results['rounds'] == 1 else 'in %d rounds' % results['rounds'])]
    for cell in results['cells']:
        base = medians(cell)
        rows = [['1 to %d, %d bytes' % (cell['copies'], cell['size']), 'M copies/s', 'min', 'max', 'Gb/s',
                 *('/ ' + name for name in AGAINST), 'right in a copy', 'core 0 / 1 busy', 'ns a copy: own code / kernel']]
        for r in sorted((r for r in cell['results'] if 'runs' in r), key=median, reverse=True):
            values = [run['copies_per_s'] / 1e6 for run in r['runs']]
            busy = [statistics.median(run['cpu']['busy'][core] for run in r['runs']) for core in (0, 1)]
            rows.append([r['what'], '%.2f' % (median(r) / 1e6), '%.2f' % min(values), '%.2f' % max(values),
                         '%.2f' % (statistics.median(run['bits_per_s'] for run in r['runs']) / 1e9),
                         *('%.2f' % (median(r) / base[name]) if base.get(name) else '-' for name in AGAINST),
                         fields_right(r), '%.0f / %.0f %%' % tuple(busy), costs(r)])
        parts.append(table(rows))
        worst = max((run['cpu']['others'] for r in cell['results'] for run in r.get('runs', [])), default=0)
        if worst > DISTURBED:
            parts.append('Disturbed: other processes took up to %d %% of a core meanwhile.' % worst)
        left = ['%s: %s' % (r['name'], r.get('skipped') or r.get('failed')) for r in cell['results']
                if 'runs' not in r or 'failed' in r]
        if left:
            parts.append('Not run: ' + '; '.join(left))
    known = [row for row in bounds(results) if row[-1] != '-']
    if known:
        parts.append(table([['bound', 'least', *cell_names(results), 'holds'], *known]))
    return '\n\n'.join(parts)


def cell_names(results):
    return ['1 to %d, %d B' % (cell['copies'], cell['size']) for cell in results['cells']]


def bounds(results):
    for who, against, copies, least in BOUNDS:
        ratios = []
        for cell in results['cells']:
            base = medians(cell)
            known = base.get(who) and base.get(against) and copies in (0, cell['copies'])
            ratios.append(base[who] / base[against] if known else None)
        known = [ratio for ratio in ratios if ratio is not None]
        yield ['%s / %s%s' % (who, against, ', 1 to %d' % copies if copies else ''), '%.1f' % least, *('-' if r is None else '%.2f' % r for r in ratios),
               '-' if not known else 'yes' if min(known) >= least else 'no']


def sound(results):
    """
    Whether everything that ran made the copies that its row says. In a quick run, which is to hold on a slow and
    busy machine: whether each copy of ours that came is right, and some came.
    """
    every = [r for cell in results['cells'] for r in cell['results']]
    if results['quick']:
        return not any('failed' in r or r.get('check', {}).get('wrong') or not r.get('check', {'frames': 1})['frames']
                       for r in every if r['ours'])
    return not any('failed' in r or problems(r) for r in every)


def write_json(path, results):
    with open(path, 'w') as file:
        json.dump(dict(results, bounds=[{'bound': row[0], 'least': row[1], 'ratios': row[2:-1], 'holds': row[-1]}
                                        for row in bounds(results)]), file, indent=1)
        file.write('\n')


def append_csv(path, cell):
    new = not os.path.exists(path) or os.path.getsize(path) == 0
    with open(path, 'a', newline='') as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(['switch', 'sinks', 'copies', 'size', 'run', 'copies_per_s', 'bits_per_s', 'least_share',
                             'busy_0', 'busy_1', 'softirq_0', 'softirq_1', 'switch_cpu', 'source_cpu', 'others_cpu'])
        for r in cell['results']:
            for i, run in enumerate(r.get('runs', [])):
                c = run['cpu']
                writer.writerow([r['name'], r['sinks'], cell['copies'], cell['size'], i, round(run['copies_per_s']),
                                 round(run['bits_per_s']), round(run['least_share'], 3), *c['busy'][:2], *c['softirq'][:2],
                                 c['switch'], c['source'], c['others']])
