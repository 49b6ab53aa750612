package yona.library.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Scope;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.Walk;
import yona.language.runtime.Walkable;
import yona.library.argument.Failure;

/**
 * A lazy sequence that is walked once, as a value of the language.
 *
 * <p>A stream is a description: a source of elements, or another stream and a {@linkplain
 * StreamStage stage} that its elements go through. Nothing happens before somebody walks it; {@link
 * StreamWalk} then takes the whole chain apart. To make a stream of something else, write a {@link
 * StreamSource} and give it to {@link #of} or, if it has to be released, to {@link #holding}.
 */
public final class Stream extends ManagedResource implements Walkable {
  private static final VarHandle WALKED;

  static {
    try {
      WALKED = MethodHandles.lookup().findVarHandle(Stream.class, "walked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean suspends;

  /** The stream whose elements go through the stage; null if this one has a source. */
  private final @Nullable Stream below;

  private final Supplier<StreamStage> stage;
  private final Supplier<? extends StreamSource> source;

  /** The source, if it is there from the beginning and has to be released. */
  private final @Nullable StreamSource held;

  /** Streams that the source takes elements from. */
  private final List<Stream> parts;

  @SuppressWarnings("UnusedVariable") // through WALKED
  private volatile boolean walked;

  private Stream(
      boolean suspends,
      @Nullable Stream below,
      Supplier<StreamStage> stage,
      Supplier<? extends StreamSource> source,
      @Nullable StreamSource held,
      List<Stream> parts) {
    this.suspends = suspends;
    this.below = below;
    this.stage = stage;
    this.source = source;
    this.held = held;
    this.parts = parts;
  }

  /**
   * A stream whose source holds nothing before it is walked, and nothing that a walk that is given
   * up would have to release.
   *
   * @param suspends whether asking the source may wait
   * @param source makes the source when the walk begins
   * @param parts the streams that the source takes elements from
   */
  public static Stream of(
      boolean suspends, Supplier<? extends StreamSource> source, Stream... parts) {
    return new Stream(suspends, null, Stream::noStage, source, null, List.of(parts));
  }

  /**
   * A stream that holds something: its source is closed when the walk ends, in whatever way, and at
   * the latest when the scope ends that the stream is made in; it may be closed while another fiber
   * asks it for an element.
   *
   * @param suspends whether asking the source may wait
   * @param source the source
   * @param parts the streams that the source takes elements from
   */
  public static Stream holding(boolean suspends, StreamSource source, Stream... parts) {
    Stream stream =
        new Stream(suspends, null, Stream::noStage, () -> source, source, List.of(parts));
    if (source instanceof StreamFiber fiber) {
      fiber.worksFor(stream);
    }
    stream.hold();
    return stream;
  }

  /** The elements of a collection. */
  public static Stream of(Iterable<?> elements) {
    return of(false, () -> new StreamSources.Given(elements.iterator()));
  }

  /**
   * What {@link #of} or {@link #holding} was given as the source, or to make it: for those who have
   * made the stream.
   *
   * @param kind its class
   * @return null if it is of another class, and for a stream of what a stage makes
   */
  public <T> @Nullable T from(Class<T> kind) {
    Object given = held == null ? source : held;
    return kind.isInstance(given) ? kind.cast(given) : null;
  }

  private static StreamStage noStage() {
    throw new IllegalStateException("a stream with a source has no stage");
  }

  private static StreamSource noSource() {
    throw new IllegalStateException("a stream with a stage has no source of its own");
  }

  /**
   * A stream of what a stage makes of this one's elements.
   *
   * @param mayWait whether the stage may wait
   * @param with makes the stage when the walk begins
   */
  Stream through(boolean mayWait, Supplier<StreamStage> with) {
    return new Stream(suspends || mayWait, this, with, Stream::noSource, null, List.of());
  }

  /** A stream, or the elements of a Seq, Set or Dict as one; null for anything else. */
  static @Nullable Stream ofElements(Object value) {
    return switch (value) {
      case Stream stream -> stream;
      case Seq seq -> of(seq);
      case yona.data.Set set -> of(set);
      case Dict dict -> of(dict);
      default -> null;
    };
  }

  @Override
  public boolean maySuspend() {
    return suspends;
  }

  @Override
  public Walk walk() {
    return new StreamWalk(this);
  }

  // What a walk takes apart.

  /** The stream whose elements go through this one's stage, or null. */
  @Nullable Stream below() {
    return below;
  }

  StreamStage stage() {
    return stage.get();
  }

  /** Marks the stream as walked, or raises that it cannot be. */
  void claim() {
    if (isReleased()) {
      throw Failure.of(Failure.CLOSED, "the stream is closed");
    }
    if (!WALKED.compareAndSet(this, false, true)) {
      throw Failure.of(
          Failure.CLOSED,
          "the stream was walked before, and a stream is walked only once; Stream::to_seq keeps its"
              + " elements for more than one use");
    }
  }

  StreamSource opened() {
    return source.get();
  }

  /** The walk of its source is over. */
  void leave(StreamSource opened) {
    if (held == null) {
      opened.close();
    } else {
      release();
    }
  }

  /** The scope that holds the stream, and in which fibers may work for it. */
  Scope scope() {
    @Nullable Scope scope = holder();
    if (scope == null) {
      throw new IllegalStateException("the stream is not held");
    }
    return scope;
  }

  // What it is made of.

  @Override
  protected Iterable<? extends ManagedResource> parts() {
    return below == null ? parts : List.of(below);
  }

  @Override
  protected void close() {
    if (held != null) {
      Async.shielded(
          () -> {
            held.close();
            return null;
          });
    }
    for (Stream holding : holdingBelow()) {
      holding.release();
    }
  }

  /** The nearest streams below this one that hold something. */
  private List<Stream> holdingBelow() {
    if (below == null && parts.isEmpty()) {
      return List.of();
    }
    List<Stream> result = new ArrayList<>();
    Set<Stream> found = Collections.newSetFromMap(new IdentityHashMap<>());
    ArrayDeque<Stream> open = new ArrayDeque<>();
    addParts(open);
    while (!open.isEmpty()) {
      Stream stream = open.pop();
      if (!found.add(stream)) {
        continue;
      }
      if (stream.held != null) {
        result.add(stream);
      } else {
        stream.addParts(open);
      }
    }
    return result;
  }

  private void addParts(ArrayDeque<Stream> open) {
    if (below != null) {
      open.push(below);
    }
    parts.forEach(open::push);
  }

  @Override
  public String source() {
    return "<stream>";
  }
}
