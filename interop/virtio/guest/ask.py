"""Hands one request to a running switch and prints its reply: ask.py SOCKET JSON."""
import socket
import sys

with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
    control.settimeout(30)
    control.connect(sys.argv[1])
    control.sendall(sys.argv[2].encode() + b'\n')
    print(control.makefile().readline(), end='')
