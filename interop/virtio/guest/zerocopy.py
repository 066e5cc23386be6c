"""Tries to bind an AF_XDP socket with and without zero-copy, one JSON document: zerocopy.py DEVICE..."""
import ctypes
import errno
import json
import mmap
import socket
import struct
import sys
import time

AF_XDP, SOL_XDP = 44, 283
UMEM_REG, FILL_RING, COMPLETION_RING, RX_RING, TX_RING = 4, 5, 6, 2, 3
COPY, ZEROCOPY = 1 << 1, 1 << 2
CHUNK, CHUNKS = 4096, 256


def bind(device, queue, flags, rings):
    """'ok', or the name of the error and the step that gave it."""
    memory = mmap.mmap(-1, CHUNK * CHUNKS)
    view = ctypes.c_char.from_buffer(memory)
    step = 'socket'
    try:
        with socket.socket(AF_XDP, socket.SOCK_RAW) as xsk:
            step = 'umem'
            region = struct.pack('=QQIIII', ctypes.addressof(view), len(memory), CHUNK, 0, 0, 0)
            xsk.setsockopt(SOL_XDP, UMEM_REG, region)
            for ring in (FILL_RING, COMPLETION_RING, *rings):
                step = f'ring {ring}'
                xsk.setsockopt(SOL_XDP, ring, struct.pack('=I', CHUNKS))
            step = 'bind'
            address = struct.pack('=HHIII', AF_XDP, flags, socket.if_nametoindex(device), queue, 0)
            libc = ctypes.CDLL(None, use_errno=True)
            deadline = time.monotonic() + 10        # a queue is let go some time after its socket was closed
            while libc.bind(xsk.fileno(), address, len(address)):
                if ctypes.get_errno() != errno.EBUSY or time.monotonic() > deadline:
                    raise OSError(ctypes.get_errno(), 'bind')
        return 'ok'
    except OSError as problem:
        return f'{errno.errorcode.get(problem.errno, problem.errno)} at {step}'


found = {device: {'copy': bind(device, 0, COPY, (RX_RING, TX_RING)),
                  'zero-copy': bind(device, 0, ZEROCOPY, (RX_RING, TX_RING))} for device in sys.argv[1:]}
print(json.dumps(found))
