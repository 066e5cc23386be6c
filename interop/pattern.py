"""What transfers carry, the same on the host and in a guest."""
import hashlib
import random


def payload(seed, length):
    """Bytes of a transfer. The period is a prime, so that no packet of a message equals another."""
    block = random.Random(seed).randbytes(65521)
    return (block * (length // len(block) + 1))[:length]


def digest(data):
    return hashlib.sha256(data).hexdigest()
