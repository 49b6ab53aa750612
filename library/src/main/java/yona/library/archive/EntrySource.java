package yona.library.archive;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/**
 * The entries of an archive that comes in chunks. The content of an entry is a stream of its own,
 * which ends when the next entry is asked for.
 */
abstract class EntrySource extends StreamSource {
  final ArchiveInput in;
  final String where;
  final ReadOptions options;
  private final boolean suspends;
  private final Walk chunks;

  /** Whether a fiber reads; it also hands the state on to the next one that does. */
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Which entry was given last; 0 before the first one, and when no more are read. */
  private volatile long number;

  private long count;
  private long size;

  EntrySource(Stream archive, ReadOptions options, String where) {
    this.suspends = archive.maySuspend();
    this.chunks = archive.walk();
    this.in = new ArchiveInput(this::chunk, 0);
    this.options = options;
    this.where = where;
  }

  private byte @Nullable [] chunk() {
    Checkpoint.pass();
    @Nullable Object chunk = chunks.pull();
    return chunk == null ? null : Arguments.bytes(chunk, where).toByteArray();
  }

  /** Reads up to the content of the next entry; null at the end of the archive. May suspend. */
  abstract @Nullable Entry read();

  /** A piece of the content of the entry that was read last, or null at its end. May suspend. */
  abstract @Nullable Seq piece();

  /** Passes by what of that content was not read. May suspend. */
  abstract void skip();

  /** How many bytes of the archive the content has taken up to now. */
  abstract long packed();

  /** The error of a limit. */
  private YonaError beyond(String what, long limit, String option) {
    return Failure.badarg(
        where, "there are more than " + limit + " " + what + " (:" + option + ")");
  }

  /** Does one thing at a time. */
  private <T> @Nullable T alone(Supplier<@Nullable T> task) {
    if (!busy.compareAndSet(false, true)) {
      throw Failure.badarg(
          where,
          "two computations read the archive at the same time: the content of an entry is read"
              + " before the next entry is asked for");
    }
    try {
      return task.get();
    } finally {
      busy.set(false);
    }
  }

  @Override
  protected final @Nullable Object next() {
    return alone(this::nextEntry);
  }

  private @Nullable Object nextEntry() {
    Checkpoint.pass();
    boolean isWithin = number > 0;
    number = 0;
    if (isWithin) {
      skip();
    }
    Entry entry = read();
    if (entry == null) {
      return null;
    }
    count++;
    if (count > options.maxEntries) {
      throw beyond("entries", options.maxEntries, "max_entries");
    }
    number = count;
    return entry.with(Stream.of(suspends, new Opening(this, count, entry.name()))).toDict();
  }

  @Override
  protected void close() {
    number = 0;
    chunks.close();
  }

  /** Begins the walk of a content, and tells how much of the archive it has taken. */
  private record Opening(EntrySource entries, long number, String name)
      implements Supplier<StreamSource>, Packed {
    @Override
    public StreamSource get() {
      return new Pieces(this);
    }

    @Override
    public long packed() {
      return entries.number == number ? entries.packed() : 0;
    }
  }

  /** The content of an entry. */
  private static final class Pieces extends StreamSource {
    private final Opening of;

    Pieces(Opening of) {
      this.of = of;
    }

    @Override
    protected @Nullable Object next() {
      return of.entries.alone(this::piece);
    }

    private @Nullable Object piece() {
      EntrySource entries = of.entries;
      if (entries.number != of.number) {
        throw Failure.of(
            Failure.CLOSED,
            Failure.line(
                entries.where
                    + ": the content of "
                    + Entry.shown(of.name)
                    + " is gone: it is read before the next entry is asked for, while the entries"
                    + " are walked"));
      }
      // An error is the end of the archive.
      entries.number = 0;
      Seq piece = entries.piece();
      entries.number = of.number;
      if (piece != null) {
        entries.size += piece.length();
        if (entries.size > entries.options.maxSize) {
          entries.number = 0;
          throw entries.beyond("bytes", entries.options.maxSize, "max_size");
        }
      }
      return piece;
    }
  }
}
