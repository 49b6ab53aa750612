"""Writes the lines that a client sends to a file. Prints its port."""

import socket
import sys

with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        with connection, connection.makefile("rb") as lines:
            with open(sys.argv[1], "wb") as target:
                for line in lines:
                    target.write(line)
