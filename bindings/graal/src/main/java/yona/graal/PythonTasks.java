package yona.graal;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;

/**
 * Awaitables of Python that are under way: tasks of one event loop, which is turned whenever a
 * thread that is in the context has nothing else to do. All of it happens in the context.
 */
final class PythonTasks {
  private static final String PROGRAM =
      """
      def _yona_tasks():
          import asyncio
          loop = asyncio.new_event_loop()
          running = set()
          def start(awaitable, success, failure):
              async def run():
                  try:
                      value = await awaitable
                  except BaseException as error:
                      failure(error)
                  else:
                      success(value)
              task = loop.create_task(run())
              running.add(task)
              task.add_done_callback(running.discard)
          def turn():
              loop.call_soon(loop.stop)
              loop.run_forever()
              return len(running)
          return (start, turn)
      _yona_tasks()
      """;

  private final YonaContext context;
  private final Object start;
  private final Object turn;
  private boolean turning;

  PythonTasks(YonaContext context) {
    this.context = context;
    Source program = Source.newBuilder("python", PROGRAM, "tasks of Yona").internal(true).build();
    Object functions = context.env().parsePublic(program).call();
    InteropLibrary interop = InteropLibrary.getUncached();
    try {
      this.start = interop.readArrayElement(functions, 0);
      this.turn = interop.readArrayElement(functions, 1);
    } catch (InteropException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts one. */
  Pending start(Object awaitable) throws InteropException {
    Completion completion = new Completion(context, false);
    InteropLibrary.getUncached()
        .execute(start, awaitable, completion.success(), completion.failure());
    context.idle(this::turn);
    return completion.pending();
  }

  /**
   * Lets those go on that can.
   *
   * @return whether any is left
   */
  private boolean turn() {
    if (turning) {
      // A task has called Yona, and that waits: the loop goes on when it has what it waits for.
      return true;
    }
    turning = true;
    try {
      Object left = InteropLibrary.getUncached().execute(turn);
      return InteropLibrary.getUncached().asLong(left) > 0;
    } catch (InteropException e) {
      throw new IllegalStateException(e);
    } finally {
      turning = false;
    }
  }
}
