"""Connects to sockets of the operator: `sockets.py PATH ABSTRACT PORT`, and to the machine around a virtual
one."""
import socket
import sys
from attack import tried

path, abstract, port = sys.argv[1:]


def connect(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as connection:
        connection.settimeout(1)
        connection.connect(address)
        return "connected"


tried(
    ("unix path", lambda: connect(socket.AF_UNIX, path)),
    ("abstract", lambda: connect(socket.AF_UNIX, "\0" + abstract)),
    ("tcp", lambda: connect(socket.AF_INET, ("127.0.0.1", int(port)))),
    ("udp to others", lambda: connect(socket.AF_INET, ("192.0.2.1", 9), socket.SOCK_DGRAM)),
    ("vsock", lambda: socket.socket(40, socket.SOCK_STREAM).close() or "opened"),
    ("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close() or "opened"),
    ("kernel crypto", lambda: socket.socket(38, socket.SOCK_SEQPACKET).close() or "opened"),
)
