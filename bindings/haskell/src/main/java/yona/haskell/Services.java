package yona.haskell;

import java.util.Iterator;
import java.util.Objects;

/** What Haskell asks of this library itself. */
final class Services extends Quotes {
  private static final int DEFINE = 0;
  private static final int AWAIT = 1;
  private static final int END = 2;
  private static final int CANCEL = 3;
  private static final int FREE = 4;
  private static final int COUNT = 5;
  private static final int DESCRIBE = 6;
  private static final int VALUE = 7;
  private static final int REFERENCE = 8;
  private static final int COMPLETE = 9;
  private static final int FAIL = 10;
  private static final int RETHROW = 11;
  private static final int ERROR = 12;
  private static final int MEMBER = 13;
  private static final int COPY = 14;
  private static final int ROWS = 15;

  @Override
  protected void run(int index, Frame frame) throws Throwable {
    switch (index) {
      case DEFINE -> frame.put(Entry.add((byte[]) object(frame, 0)));
      case AWAIT -> frame.put(((Call) object(frame, 0)).await(frame.getLong(1)));
      case END -> {
        frame.put(((Call) object(frame, 0)).status());
        Entry.REFERENCES.free(frame.getLong(0) >> 1);
      }
      case CANCEL -> ((Call) object(frame, 0)).cancel();
      case FREE -> Entry.REFERENCES.free(frame.getLong(0), frame.getLong(1));
      case COUNT -> frame.put((long) Entry.REFERENCES.count());
      case DESCRIBE -> frame.put(Thrown.describe((Throwable) object(frame, 0)));
      case VALUE, REFERENCE -> frame.put(frame.getObject(0));
      case COMPLETE -> complete(outcome(frame), frame);
      case FAIL -> outcome(frame).fail(error(frame));
      case RETHROW -> outcome(frame).fail((Throwable) object(frame, 1));
      case ERROR ->
          frame.put(object(frame, 0) instanceof HaskellException error ? error.pointer() : 0L);
      case MEMBER -> Member.of((String) object(frame, 0)).run(frame);
      case COPY -> {
        long number = frame.getLong(0);
        Object array = Entry.REFERENCES.get(number);
        Entry.REFERENCES.free(number);
        Values.copy(Objects.requireNonNull(array), frame.getLong(1));
      }
      case ROWS ->
          frame.put(
              Column.next(
                  (Iterator<?>) object(frame, 0), frame.getInt(1), (String) object(frame, 2)));
      default -> throw new IllegalStateException("no service " + index);
    }
  }

  private static Outcome outcome(Frame frame) {
    long word = frame.getLong(0);
    return (word & 1) == 0 ? OutgoingCall.of(word) : (Outcome) object(frame, 0);
  }

  /** What Haskell has raised, or that there is no memory for it. */
  private static Throwable error(Frame frame) {
    long raised = frame.getLong(2);
    try {
      return new HaskellException((String) object(frame, 1), raised);
    } catch (Throwable broken) {
      Haskell.free(raised);
      return broken;
    }
  }

  private static void complete(Outcome outcome, Frame frame) throws Throwable {
    try {
      outcome.complete(frame);
    } catch (Throwable broken) {
      outcome.fail(broken);
      throw broken;
    }
  }

  private static Object object(Frame frame, int argument) {
    Object object = frame.getObject(argument);
    if (object == null) {
      throw new NullPointerException("argument " + argument);
    }
    return object;
  }
}
