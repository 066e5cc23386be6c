"""Table of perf/peers/memory: memory.py C_JSON C_JSON JAVA_JSON OUT_JSON; OUT_JSON may be empty."""
import json
import sys

import report


def text_and_json(text):
    """The list in what a program said, past lines of log before it; of a document its results."""
    document = text.rfind('{\n  "schema"')
    return json.loads(text[document:])['results'] if document >= 0 else json.loads(text[text.index('['):])


def main():
    c = [entry for path in sys.argv[1:3] for entry in text_and_json(open(path).read())]
    java = [entry for entry in text_and_json(open(sys.argv[3]).read()) if entry['name'].startswith('replicate_copy')]
    rows = [['C on librte, fan-out 8', 'vector bits', 'bytes', 'ns a copy', 'min', 'max']]
    rows += [[entry['mode'], str(entry['simd']), str(entry['size']), *('%.1f' % entry['ns_' + key] for key in ('median', 'min', 'max'))] for entry in c]
    print(report.table(rows))
    print()
    rows = [['Polycast, JMH', 'parameters', 'ns a copy', 'error', 'bytes allocated']]
    rows += [[entry['name'], ' '.join('%s=%s' % item for item in sorted(entry['params'].items())),
              '%.1f' % entry['ns_per_op'], '%.1f' % entry['error'], '%.3g' % entry['alloc_bytes_per_op']] for entry in java]
    print(report.table(rows))
    ratios = list(compared(c, java))
    if ratios:
        print()
        print(report.table([['C over Polycast, full copy with its ICRC', 'C, default CRC', 'C, AVX-512 CRC'], *ratios]))
    if sys.argv[4]:
        with open(sys.argv[4], 'w') as file:
            json.dump({'c': c, 'polycast': java}, file, indent=1)
            file.write('\n')


def compared(c, java):
    """For each copying benchmark of a size that C has too: how many times as long C takes."""
    cost = {(entry['simd'], entry['size']): entry['ns_median'] for entry in c if entry['mode'] == 'copy+crc'}
    for entry in java:
        params = entry['params']
        size = int(params.get('size', 0))
        if entry['name'] == 'replicate_copy' and params.get('mode') == 'copy' and int(params.get('fanout', 8)) == 8 \
                and (256, size) in cost:
            yield ['%d bytes' % size, *('%.2f' % (cost[simd, size] / entry['ns_per_op']) for simd in (256, 512))]


if __name__ == '__main__':
    main()
