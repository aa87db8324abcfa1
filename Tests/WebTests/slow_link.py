"""A slow network between a browser and a server of this machine: all connections together get so many bytes a
second, and every byte arrives late. Unlike the emulation of a browser's developer tools, workers and worklets are slow, too."""

import asyncio
import contextlib
import threading


class SlowLink:
    """`with SlowLink(port) as link:` then `link.port`.

    One round trip takes `latency` seconds, and so does opening a connection; each direction passes `rate` bytes a second.
    """

    def __init__(self, port, *, latency=0.4, rate=50_000):
        self.target, self.latency, self.rate = port, latency, rate
        self.port = None
        # When the last byte of each direction will have left.
        self.free = {"up": 0.0, "down": 0.0}
        self.counts = {"up": 0, "down": 0}
        self.loop = asyncio.new_event_loop()

    def __enter__(self):
        started = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(started,), daemon=True)
        self.thread.start()
        started.wait()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self.connect, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.close()

    async def connect(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.CancelledError):
            # The browser believes itself connected: what it sends waits for the handshake.
            await asyncio.sleep(self.latency)
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(self.carry(reader, there_writer, "up"), self.carry(there_reader, writer, "down"))

    async def carry(self, reader, writer, direction):
        """Bytes in their order, in packets of 1400."""
        queue = asyncio.Queue(64)

        async def deliver():
            while (item := await queue.get()) is not None:
                data, moment = item
                await asyncio.sleep(moment - self.loop.time())
                writer.write(data)
                await writer.drain()
            writer.close()

        async def take():
            while data := await reader.read(1400):
                start = max(self.loop.time(), self.free[direction])
                self.free[direction] = start + len(data) / self.rate
                self.counts[direction] += len(data)
                await queue.put((data, self.free[direction] + self.latency / 2))
                # The next packet of another connection has its turn.
                await asyncio.sleep(self.free[direction] - self.loop.time())
            await queue.put(None)

        await asyncio.gather(take(), deliver())
