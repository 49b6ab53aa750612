package yona.bench;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of the Speed table.
 *
 * @param name what {@code ./bench NAME} calls it
 * @param title one line that says what is measured
 * @param kind where the clock stands
 * @param cases its sizes, or its variants
 * @param rounds how often every entrant of a case runs, unless the command says otherwise
 * @param warmMillis how long each process warms up, where it measures itself
 * @param sampleMillis how long it then measures; of {@link Kind#TURNS} in each turn
 */
record Row(
    String name,
    String title,
    Kind kind,
    List<Case> cases,
    int rounds,
    int warmMillis,
    int sampleMillis) {

  /** Where the clock stands. */
  enum Kind {
    /** The harness times a whole process from outside, and asks for its peak resident memory. */
    PROCESS("whole process, wall time"),
    /** The program times its first call of the measured function, in a fresh process. */
    FIRST("inside, first call in a fresh process"),
    /** The program times each call after a warm-up; a round counts as the median of its calls. */
    WARM("inside, warm"),
    /** As {@link #WARM}, and the time is divided by the operations of a call, the case's size. */
    OPERATION("inside, warm, for each operation"),
    /**
     * The program warms up with a hundredth of the size, then times one call; the harness asks for
     * the peak resident memory of the process.
     */
    LOAD("inside, one call after a warm-up with a hundredth of it, and the peak memory"),
    /**
     * The programs of a case run at the same time and take turns, many in a round, so that what the
     * machine does at a moment meets all of them; each turn counts as the median of its calls.
     */
    TURNS("inside, warm; turns of programs that run at the same time"),
    /** The size is a number of callers in one program, who set and get as fast as they can. */
    CALLERS("inside, for each command of all callers together, after a warm-up"),
    /** The size is a number of channels, over all of which 10,000 messages a second come. */
    MESSAGES("inside, from the moment when a message is sent to its arrival, and the peak memory"),
    /** The size is a number of clients; all connect, send a line, read it and close. */
    BURST("the clients' clock, all of them, after 30,000 clients to warm up"),
    /** The size is a number of connections, which send a line, read it, send the next, ... */
    STEADY("the clients' clock, divided by the exchanges of all, after a warm-up"),
    /** The size is a number of connections, which stay after they have exchanged a line. */
    IDLE("the clients' clock until all have exchanged a line, and the server's memory then"),
    /** As {@link #BURST} without warm-up, and each client is a process. */
    PUBLISHED("from the start of the first process of a client to the end of the last one");

    final String description;

    Kind(String description) {
      this.description = description;
    }

    boolean isWarm() {
      return this == WARM || this == OPERATION;
    }

    /** Whether the peak memory of the process that measures itself is asked for. */
    boolean hasMemory() {
      return this == LOAD || this == MESSAGES;
    }

    /** Whether the entrants are servers, and the clients are the harness's own. */
    boolean isOfServers() {
      return this == BURST || this == STEADY || this == IDLE || this == PUBLISHED;
    }
  }

  /**
   * One size or variant of a row.
   *
   * @param label what the report calls it
   * @param size the size that every entrant gets
   * @param entrants who takes part; the first is Yona
   * @param targets how fast Yona has to be, and how small
   */
  record Case(String label, long size, List<Entrant> entrants, List<Target> targets) {}

  /**
   * One runner in a case.
   *
   * @param label its name in the report, unique in the case
   * @param peer the language or program that runs it
   * @param program the peer's own name for what it runs
   * @param mutable whether its data structure is mutable where Yona's is persistent
   * @param options of the peer's runtime: of the JVM, of {@code erl}, variables of the environment
   *     for Go
   * @param reference a figure in nanoseconds from elsewhere, for who cannot run
   * @param server who serves, if the program is a client of a server in another process
   */
  record Entrant(
      String label,
      Peer peer,
      String program,
      boolean mutable,
      List<String> options,
      OptionalDouble reference,
      Optional<Peer> server) {
    Entrant(String label, Peer peer, String program) {
      this(label, peer, program, false);
    }

    Entrant(String label, Peer peer, String program, boolean mutable) {
      this(label, peer, program, mutable, List.of(), OptionalDouble.empty(), Optional.empty());
    }

    /** The same with options. */
    Entrant with(List<String> withOptions) {
      return new Entrant(label, peer, program, mutable, withOptions, reference, server);
    }

    /** The same with a figure from elsewhere. */
    Entrant elsewhere(double nanos) {
      return new Entrant(label, peer, program, mutable, options, OptionalDouble.of(nanos), server);
    }

    /** The same as a client. */
    Entrant of(Peer withServer) {
      return new Entrant(
          label, peer, program, mutable, options, reference, Optional.of(withServer));
    }
  }

  /**
   * How fast an entrant has to be, or how small.
   *
   * @param measure what is compared
   * @param by the label of the entrant that has to reach it; empty for the case's first
   * @param against the label of the entrant that it is compared with; empty for a limit in itself
   * @param limit at most this ratio of its median to the other's, or this many nanoseconds or MB
   * @param aim whether it is only aimed at
   */
  record Target(
      Measure measure, Optional<String> by, Optional<String> against, double limit, boolean aim) {
    private Target(Measure measure, Optional<String> against, double limit, boolean aim) {
      this(measure, Optional.empty(), against, limit, aim);
    }

    enum Measure {
      TIME,
      MEMORY
    }

    /** Yona takes less than so many nanoseconds. */
    static Target nanos(double nanos) {
      return new Target(Measure.TIME, Optional.empty(), nanos, false);
    }

    /** Yona's peak resident memory is at most {@code factor} times that of the entrant. */
    static Target memoryWithin(String label, double factor) {
      return new Target(Measure.MEMORY, Optional.of(label), factor, false);
    }

    /** Yona is faster than the entrant. */
    static Target ahead(String label) {
      return within(label, 1.0);
    }

    /** Yona takes at most {@code factor} times what the entrant takes. */
    static Target within(String label, double factor) {
      return new Target(Measure.TIME, Optional.of(label), factor, false);
    }

    /** As {@link #within}, but wished for rather than required. */
    static Target aim(String label, double factor) {
      return new Target(Measure.TIME, Optional.of(label), factor, true);
    }

    /** The same, to be reached by another entrant than the case's first. */
    Target by(String label) {
      return new Target(measure, Optional.of(label), against, limit, aim);
    }

    /** Yona's peak resident memory is at most so many MB (of 1,000,000 bytes). */
    static Target memory(double megabytes) {
      return new Target(Measure.MEMORY, Optional.empty(), megabytes, false);
    }
  }
}
