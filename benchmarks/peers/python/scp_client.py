"""Sends a file to a server, line by line."""

import socket
import sys


def transfer(port, path):
    """Gives how many lines there were, when the server has all of them."""
    lines = 0
    with open(path, "rb") as source, socket.create_connection(("127.0.0.1", port)) as connection:
        for line in source:
            connection.sendall(line)
            lines += 1
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)
    return lines


if __name__ == "__main__":
    print(transfer(int(sys.argv[1]), sys.argv[2]))
