"""A file by TCP, for shufflecast-2-2.sh: what an application without multicast does.

    filecopy.py receive FILE               takes one connection at PORT, and writes what comes into FILE
    filecopy.py send FILE ADDRESS...       sends FILE to one address after the other
"""

import socket
import sys
import time

PORT = 5002
PATIENCE = 60
CHUNK = 1 << 16


def receive(path):
    with socket.create_server(("", PORT)) as server:
        server.settimeout(5 * PATIENCE)
        connection, _ = server.accept()
        with connection, open(path, "wb") as file:
            connection.settimeout(PATIENCE)
            while chunk := connection.recv(CHUNK):
                file.write(chunk)
            connection.sendall(b".")  # all is written


def connect(address):
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection((address, PORT), PATIENCE)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def send(path, addresses):
    for address in addresses:
        with connect(address) as connection, open(path, "rb") as file:
            connection.sendfile(file)
            connection.shutdown(socket.SHUT_WR)
            if connection.recv(1) != b".":
                sys.exit(f"{address} hung up before it had the file")


if len(sys.argv) > 2 and sys.argv[1] == "receive":
    receive(sys.argv[2])
elif len(sys.argv) > 3 and sys.argv[1] == "send":
    send(sys.argv[2], sys.argv[3:])
else:
    sys.exit(__doc__)
