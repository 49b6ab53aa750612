"""The other side of a WebSocket, by the library websockets: peer.py (client URI SEED | server SEED)."""
import asyncio
import random
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

LARGEST = 1 << 21


def client_ways():
    """With and without compression, contexts that are kept or not, and windows of all sizes."""
    yield None
    for server_keeps in (False, True):
        for client_keeps in (False, True):
            yield ClientPerMessageDeflateFactory(
                server_no_context_takeover=not server_keeps, client_no_context_takeover=not client_keeps
            )
    for bits in range(9, 16):
        yield ClientPerMessageDeflateFactory(client_max_window_bits=bits)


def messages(chosen):
    """Texts and bytes, empty and large, of characters of one to four bytes."""
    yield ""
    yield b""
    yield "\u00e4\u20ac\U0001f600" * 1000
    yield "a" * (LARGEST // 2)
    yield chosen.randbytes(LARGEST // 2)
    for _ in range(30):
        size = chosen.choice([1, 125, 126, 127, 65535, 65536, chosen.randrange(100000)])
        if chosen.random() < 0.5:
            yield "".join(chosen.choice("ab\u00e9\u4e2d\U0001f600") for _ in range(min(size, 5000)))
        else:
            yield chosen.randbytes(size)


async def parts(message, chosen):
    """The same in parts, between which control frames may come."""
    at = 0
    while at < len(message) or at == 0:
        count = 1 + chosen.randrange(max(1, len(message)))
        yield message[at : at + count]
        at += count


async def ask(uri, seed):
    chosen = random.Random(seed)
    asked = 0
    for way in client_ways():
        extensions = [] if way is None else [way]
        async with connect(uri, extensions=extensions, compression=None, max_size=LARGEST) as socket:
            for message in messages(chosen):
                pong = await socket.ping() if chosen.random() < 0.3 else None
                await socket.send(parts(message, chosen) if chosen.random() < 0.5 else message)
                heard = await socket.recv()
                assert heard == message, (len(heard), len(message))
                if pong is not None:
                    await pong
                asked += 1
            await socket.close(4001, "enough")
            assert socket.close_code == 4001, socket.close_code
    async with connect(uri, max_size=LARGEST) as socket:
        # More than is taken: the server says so.
        await socket.send(b"x" * (LARGEST + 1))
        try:
            await socket.recv()
            raise AssertionError("too much was taken")
        except ConnectionClosedError as closed:
            assert closed.rcvd.code == 1009, closed.rcvd
    print("asked", asked)


async def answer(seed):
    chosen = random.Random(seed)
    ways = [
        ServerPerMessageDeflateFactory(
            server_no_context_takeover=chosen.random() < 0.5, client_no_context_takeover=chosen.random() < 0.5
        )
    ]

    async def echo(socket):
        async for message in socket:
            if message == "close":
                await socket.close(4002, "as you like")
                return
            if chosen.random() < 0.2:
                await socket.ping()
            await socket.send(parts(message, chosen) if chosen.random() < 0.5 else message)

    async with serve(echo, "127.0.0.1", 0, extensions=ways, compression=None, max_size=LARGEST) as server:
        print("port", server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if sys.argv[1] == "client":
    asyncio.run(ask(sys.argv[2], int(sys.argv[3])))
else:
    asyncio.run(answer(int(sys.argv[2])))
