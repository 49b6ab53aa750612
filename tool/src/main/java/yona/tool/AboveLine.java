package yona.tool;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What others print while a line is being edited. A thread of its own writes it above the line: a
 * terminal that somebody has stopped keeps no fiber waiting. Safe for use by any number of threads.
 */
final class AboveLine implements AutoCloseable {
  /** What is beyond is counted only: a program may print without end and faster than a terminal. */
  private static final int MOST_WAITING = 1 << 18;

  private final Consumer<String> writer;

  /** Guarded by this, as all below. */
  private final StringBuilder waiting = new StringBuilder();

  private long leftOut;
  private boolean editing;
  private boolean writing;
  private boolean closed;
  private @Nullable Thread thread;

  /**
   * Nothing is being edited yet.
   *
   * @param writer writes lines above the line; may block
   */
  AboveLine(Consumer<String> writer) {
    this.writer = writer;
  }

  /** A line is going to be edited. */
  synchronized void begin() {
    editing = true;
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("yona-above").start(this::write);
    }
  }

  /** The line has been read. Returns when all is written that came before. */
  synchronized void end() {
    editing = false;
    boolean interrupted = false;
    while ((writing || !waiting.isEmpty()) && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes a text; false if no line is being edited. Returns at once. */
  synchronized boolean add(String text) {
    if (!editing || closed) {
      return false;
    }
    int room = leftOut > 0 ? 0 : Math.min(text.length(), MOST_WAITING - waiting.length());
    waiting.append(text, 0, room);
    leftOut += text.length() - room;
    notifyAll();
    return true;
  }

  private void write() {
    for (String text = next(); text != null; text = next()) {
      writer.accept(text);
    }
  }

  private synchronized @Nullable String next() {
    writing = false;
    notifyAll();
    while (waiting.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null;
      }
    }
    if (closed) {
      return null;
    }
    if (leftOut > 0) {
      waiting.append("\n... and ").append(leftOut).append(" characters more");
      leftOut = 0;
    }
    String text = waiting.toString();
    waiting.setLength(0);
    writing = true;
    // The line begins below in any case.
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
