package yona.bench.harness;

/** Where the clock of a row stands. */
public enum Kind {
  /** The harness times a whole process from outside, and asks for its peak resident memory. */
  PROCESS("whole process, wall time", ""),
  /** The program times its first call of the measured function, in a fresh process. */
  FIRST("inside, first call in a fresh process", "first"),
  /** The program times each call after a warm-up; a round counts as the median of its calls. */
  WARM("inside, warm", "warm"),
  /** As {@link #WARM}, and the time is divided by the operations of a call, the case's size. */
  OPERATION("inside, warm, for each operation", "warm"),
  /** As {@link #OPERATION}; each entrant does what the one before it does, and something more. */
  PARTS("inside, warm, for each operation, of which each entrant does more", "warm"),
  /**
   * The program warms up with a hundredth of the size, then times one call; the harness asks for
   * the peak resident memory of the process.
   */
  LOAD("inside, one call after a warm-up with a hundredth of it, and the peak memory", "load"),
  /**
   * The programs of a case run at the same time and take turns, many in a round, so that what the
   * machine does at a moment meets all of them; each turn counts as the median of its calls.
   */
  TURNS("inside, warm; turns of programs that run at the same time", "turns"),
  /** The size is a number of callers in one program, who set and get as fast as they can. */
  CALLERS("inside, for each command of all callers together, after a warm-up", "callers"),
  /** The size is a number of channels, over all of which 10,000 messages a second come. */
  MESSAGES(
      "inside, from the moment when a message is sent to its arrival, and the peak memory",
      "messages"),
  /** The size is a number of clients; all connect, send a line, read it and close. */
  BURST("the clients' clock, all of them, after 60,000 clients to warm up", "burst"),
  /** The size is a number of connections, which send a line, read it, send the next, ... */
  STEADY("the clients' clock, divided by the exchanges of all, after a warm-up", "steady"),
  /** The size is a number of connections, which stay after they have exchanged a line. */
  IDLE("the clients' clock until all have exchanged a line, and the server's memory then", "idle"),
  /** As {@link #BURST} without warm-up, and each client is a process. */
  PUBLISHED(
      "from the start of the first process of a client to the end of the last one", "published"),
  /** The size is a number of connections to a web server, which ask as fast as they can. */
  REQUESTS(
      "the load's clock, divided by the requests of all connections, after a warm-up", "requests"),
  /** The size is a number of connections to a web server, which stay after they have asked once. */
  KEPT("the clients' clock until all have asked, and the memory that they add", "kept"),
  /** The harness times a web server from its start to its first answer. */
  ANSWER("from the start of the process to its first answer", "answer");

  private final String description;
  private final String mode;

  Kind(String description, String mode) {
    this.description = description;
    this.mode = mode;
  }

  /** The name in reports. */
  public String description() {
    return description;
  }

  /** The name in the protocol of benchmarks/README.md; {@link #PROCESS} has no protocol. */
  String mode() {
    return mode;
  }

  /** Whether the time of a call is divided by the size of the case. */
  boolean isOfOperations() {
    return this == OPERATION || this == PARTS;
  }

  /** Whether a program runs as its users start it, in a process that nothing has prepared. */
  boolean isFresh() {
    return this == PROCESS || this == FIRST || this == ANSWER;
  }

  /** Whether the peak memory of the process that measures itself is asked for. */
  boolean hasMemory() {
    return this == LOAD || this == MESSAGES;
  }

  /** Whether its figure is a rate, too. */
  boolean hasRate() {
    return this == STEADY || this == CALLERS || this == REQUESTS;
  }

  /** Whether the entrants are servers, and the clients are the harness's own. */
  boolean isOfServers() {
    return this == BURST || this == STEADY || this == IDLE || this == PUBLISHED || isOfWeb();
  }

  /** Whether the entrants are web servers. */
  boolean isOfWeb() {
    return this == REQUESTS || this == KEPT || this == ANSWER;
  }
}
