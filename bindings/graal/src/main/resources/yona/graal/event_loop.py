def _yona_loop(child):
    import asyncio, selectors, threading, time
    from collections.abc import Coroutine
    class Selector(selectors.DefaultSelector):
        """Looks, and does not wait: the thread has other things to do."""
        busy = 0
        def select(self, timeout=None):
            events = super().select(0)
            now = time.monotonic()
            if events or timeout == 0:
                self.busy = now
                self.wait = 0
                if now - self.begun > 0.001:
                    loop.stop()
            else:
                loop.stop()
                self.wait = 3600 if timeout is None else timeout
                if len(self.get_map()) > 1 or threading.active_count() > 1:
                    # A file or a thread may have something new for the loop.
                    self.wait = min(self.wait, max((now - self.busy) / 10, 0.0001), 0.01)
            return events
    class Raised(Exception):
        def __init__(self, error):
            super().__init__(str(error))
            self.error = error
        def __getattr__(self, name):
            return getattr(self.error, name)
    class Steps(Coroutine):
        def __init__(self, coroutine, step, shown):
            self.coroutine = coroutine
            self.step = step
            self.shown = shown
            self.told = False
            self.expects = False
        def __getattr__(self, name):
            if name == '__qualname__':
                # Coroutines of GraalPy have none.
                return self.shown.cr_code.co_qualname
            return getattr(self.shown, name)
        def advance(self, function, *arguments):
            def body():
                self.awaited = function(*arguments)
            try:
                end = self.step(body)
            except BaseException as error:
                if type(error).__name__ == 'ForeignException':
                    # Futures write into errors, which one of another language refuses.
                    raise Raised(error) from None
                raise
            if end == 'interrupted':
                raise asyncio.CancelledError
            if end == 'cancelled':
                if isinstance(arguments[0], asyncio.CancelledError):
                    return self.throw(*arguments)
                self.told = self.expects = True
                return self.throw(asyncio.CancelledError())
            if end == 'told':
                self.told = self.expects = True
            return self.awaited
        def send(self, value):
            return self.advance(self.coroutine.send, value)
        def throw(self, *error):
            return self.advance(self.coroutine.throw, *error)
        def close(self):
            self.coroutine.close()
        def __await__(self):
            return self.coroutine.__await__()
    class Family:
        """A task that Yona has started, and what it and those have made."""
        def __init__(self):
            self.tasks = set()
            self.stopped = False
    class Task(asyncio.Task):
        def __init__(self, steps, family, **options):
            self.steps = steps
            self.family = family
            super().__init__(steps, loop=loop, **options)
            if family:
                family.tasks.add(self)
                self.add_done_callback(family.tasks.discard)
        def get_coro(self):
            return self.steps.shown
        def cancel(self, msg=None):
            if self.steps.expects and not self.done():
                self.steps.expects = False
                return True
            return super().cancel(msg)
        def cancelling(self):
            return super().cancelling() or int(self.steps.told)
    def start(awaitable, step, success, failure):
        async def run():
            try:
                value = await awaitable
            except Raised as raised:
                failure(raised.error)
            except BaseException as error:
                failure(error)
            else:
                success(value)
        family = Family()
        task = Task(Steps(run(), step, awaitable), family)
        def done(task):
            if task.cancelled():
                failure(asyncio.CancelledError())
        task.add_done_callback(done)
        def stop(ended):
            async def end():
                await asyncio.wait([task])
                for each in list(family.tasks):
                    if not each.cancelling():
                        each.cancel()
                if family.tasks:
                    await asyncio.wait(family.tasks)
                ended()
            family.stopped = True
            task.cancel()
            asyncio.Task(end(), loop=loop)
        return stop
    def make(loop, coroutine, **options):
        # What is made after a cancellation may be what tidies up.
        maker = asyncio.current_task(loop)
        family = getattr(maker, 'family', None)
        if family and family.stopped:
            family = None
        steps = Steps(coroutine, child(family is not None), coroutine)
        return Task(steps, family, **options)
    def turn():
        below = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        selector.begun = time.monotonic()
        try:
            loop.run_forever()
        finally:
            asyncio._set_running_loop(below)
        return int(selector.wait * 1e9)
    selector = Selector()
    loop = asyncio.SelectorEventLoop(selector)
    loop.set_task_factory(make)
    return (start, turn, asyncio.CancelledError)
_yona_loop
