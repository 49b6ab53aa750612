package yona.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.Scope;
import yona.language.CallTracer;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/**
 * What {@code :trace} shows: the calls of an evaluation, each with its arguments, result and time,
 * inside the call that made it, and what the fibers waited at. Bounded, whatever is evaluated. Any
 * fiber of the evaluation may report; the text is for whoever asks for it, at the end.
 */
final class CallTrace implements CallTracer, Fiber.WaitListener {
  /** So many calls and waits are noted. */
  private static final int MOST = 1_000;

  /** Calls that are nested more deeply are not shown. */
  private static final int DEEPEST = 40;

  /** So long is a line at most, its indentation and time aside. */
  private static final int WIDEST = 160;

  /** A call, or a wait in it. */
  private static final class Note {
    private final String text;
    private final Fiber fiber;

    /** The call that it is in; null for the whole. */
    private final @Nullable Note around;

    /** The scope that the fiber stood in when it began. */
    private final Scope began;

    private final long started = System.nanoTime();
    private final List<Note> inside = new ArrayList<>();

    /** What came of it; null while it runs. */
    private @Nullable String outcome;

    private long nanos;

    /** Something that begins in the calling fiber. */
    Note(String text, @Nullable Note around) {
      this.text = text;
      this.fiber = Fiber.current();
      this.around = around;
      this.began = fiber.scope();
    }
  }

  /** The scope of the evaluation: what happens outside is not its own. Null before it begins. */
  private volatile @Nullable Scope scope;

  private final Note all = new Note("", null);

  /** The innermost call that each fiber is in. */
  private final Map<Fiber, Note> current = new ConcurrentHashMap<>();

  /** Guarded by this, like the notes. */
  private int noted;

  /** Whether nothing more is noted. */
  private volatile boolean full;

  /** Whether there was more to note. */
  private volatile boolean more;

  /**
   * Evaluates, and takes notes of what the calling fiber does, and those that it starts. To be
   * called once. Suspends as the body does.
   */
  Object noting(Evaluations.Body body) {
    Fiber fiber = Fiber.current();
    current.put(fiber, all);
    scope = fiber.scope();
    Fiber.onWaits(this);
    try {
      return body.evaluate();
    } finally {
      Fiber.onWaits(null);
    }
  }

  @Override
  public boolean isFull() {
    if (full) {
      more = true;
    }
    return full;
  }

  @Override
  public Object call(Site site, Function function, Object[] arguments) {
    Object[] given = arguments.clone();
    for (int i = 0; i < given.length; i++) {
      given[i] = watched(site.arguments().get(i), given[i]);
    }
    return arguments.length < function.arity() || function instanceof Watched
        ? function.applyAll(given)
        : noting(site.callee(), function, given);
  }

  /** A function that is given away, so that calls of it are seen whoever makes them. */
  private Object watched(String written, Object argument) {
    return argument instanceof Function f && f.arity() > 0 && !(f instanceof Watched) && !isFull()
        ? new Watched(written, f)
        : argument;
  }

  private final class Watched extends Function {
    private final String written;
    private final Function function;

    Watched(String written, Function function) {
      super(function.arity());
      this.written = written;
      this.function = function;
    }

    @Override
    public String name() {
      return function.name();
    }

    @Override
    public String source() {
      return function.source();
    }

    @Override
    public boolean maySuspend() {
      return function.maySuspend();
    }

    @Override
    public long applied() {
      return function.applied();
    }

    @Override
    public boolean readsInput() {
      return function.readsInput();
    }

    @Override
    public long called() {
      return function.called();
    }

    @Override
    public Object apply(Object a) {
      return arity() == 1 ? noting(written, function, a) : super.apply(a);
    }

    @Override
    public Object apply(Object a, Object b) {
      return arity() == 2 ? noting(written, function, a, b) : super.apply(a, b);
    }

    @Override
    public Object apply(Object a, Object b, Object c) {
      return arity() == 3 ? noting(written, function, a, b, c) : super.apply(a, b, c);
    }

    @Override
    public Object apply(Object a, Object b, Object c, Object d) {
      return arity() == 4 ? noting(written, function, a, b, c, d) : super.apply(a, b, c, d);
    }

    @Override
    protected Object call(Object[] arguments) {
      return noting(written, function, arguments);
    }
  }

  private Object noting(String written, Function function, Object... arguments) {
    Fiber fiber = Fiber.current();
    Note around = around(fiber);
    Note note = around == null ? null : begin(written, arguments, around);
    if (note == null) {
      return function.applyAll(arguments);
    }
    Note before = current.put(fiber, note);
    try {
      Object result = function.applyAll(arguments);
      end(note, " = " + Shown.value(result));
      return result;
    } catch (Throwable thrown) {
      end(note, raised(thrown));
      throw thrown;
    } finally {
      if (before == null) {
        current.remove(fiber);
      } else {
        current.put(fiber, before);
      }
    }
  }

  private static String raised(Throwable thrown) {
    YonaError error = thrown instanceof YonaError known ? known : null;
    return error == null && !(thrown instanceof StackOverflowError)
        ? ", ended from outside"
        : " raised " + ErrorReport.heading(error == null ? Errors.caught(thrown) : error);
  }

  /** The call that the fiber is in, or that started it; null if it is none of the evaluation's. */
  private @Nullable Note around(Fiber fiber) {
    Scope whole = scope;
    Note inner = null;
    for (Scope each = fiber.scope(); whole != null && each != null; each = each.parent()) {
      if (inner == null) {
        inner = enclosing(current.get(each.owner()), fiber, each);
      }
      if (each.equals(whole)) {
        return inner;
      }
    }
    return null;
  }

  /**
   * Of the calls that a fiber is in the innermost one that a scope of it was opened in: other
   * fibers that belong to the scope are inside that call, and beside those that it made since.
   */
  private @Nullable Note enclosing(@Nullable Note innermost, Fiber asking, Scope scope) {
    Note note = innermost;
    while (note != null
        && !note.fiber.equals(asking)
        && !note.equals(all)
        && isInside(note.began, scope)) {
      note = note.around;
    }
    return note;
  }

  private static boolean isInside(Scope inner, Scope outer) {
    for (Scope each = inner; each != null; each = each.parent()) {
      if (each.equals(outer)) {
        return true;
      }
    }
    return false;
  }

  private synchronized @Nullable Note begin(String written, Object[] arguments, Note around) {
    if (!hasRoom()) {
      return null;
    }
    StringBuilder text = new StringBuilder(oneLine(written));
    for (Object argument : arguments) {
      if (text.length() < WIDEST) {
        text.append(' ')
            .append(argument instanceof Watched f ? oneLine(f.written) : Shown.value(argument));
      }
    }
    Note note = new Note(cut(text.toString()), around);
    around.inside.add(note);
    return note;
  }

  private synchronized boolean hasRoom() {
    if (full) {
      more = true;
      return false;
    }
    noted++;
    full = noted == MOST;
    return true;
  }

  private synchronized void end(Note note, String outcome) {
    note.nanos = System.nanoTime() - note.started;
    note.outcome = cut(outcome);
  }

  @Override
  public void waited(Fiber fiber, Object where, long nanos) {
    // One fiber waits for another to begin: that is how groups start their members.
    Note around = where instanceof Fiber ? null : around(fiber);
    if (around != null) {
      synchronized (this) {
        if (hasRoom()) {
          Note note = new Note("waited at " + cut(Names.label(where)), around);
          note.outcome = "";
          note.nanos = nanos;
          around.inside.add(note);
        }
      }
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private static String cut(String text) {
    String line = Reports.shown(oneLine(text));
    if (line.length() <= WIDEST) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(WIDEST - 1)) ? WIDEST - 1 : WIDEST;
    return line.substring(0, end) + "...";
  }

  /** Ends the trace: functions that it has seen may live on, and are no longer seen. */
  synchronized String text() {
    full = true;
    StringBuilder text = new StringBuilder();
    append(text, all, 0);
    if (more) {
      text.append("... and more: a trace shows the first ")
          .append(MOST)
          .append(" calls and waits\n");
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Note around, int depth) {
    for (Note note : around.inside) {
      text.repeat(' ', 2 * depth);
      if (depth > 0 && !note.fiber.equals(around.fiber)) {
        text.append("[fiber ").append(note.fiber.id()).append("] ");
      }
      text.append(note.text);
      if (note.outcome == null) {
        text.append(", still running\n");
      } else {
        text.append(note.outcome)
            .append(String.format(Locale.ROOT, "  (%.3f ms)%n", note.nanos / 1e6));
      }
      if (depth + 1 < DEEPEST) {
        append(text, note, depth + 1);
      } else if (!note.inside.isEmpty()) {
        text.repeat(' ', 2 * depth + 2).append("... deeper calls\n");
      }
    }
  }
}
