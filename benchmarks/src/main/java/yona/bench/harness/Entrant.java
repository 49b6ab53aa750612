package yona.bench.harness;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One program that a case measures.
 *
 * @param label its name in the report, unique in the case
 * @param peer the language or library that runs it
 * @param program the peer's own name for what it runs
 * @param mutable whether its data structure is mutable where Yona's is persistent
 * @param options of the peer's runtime: of the JVM, of {@code erl}, of Node, variables of the
 *     environment for Go
 * @param reference a figure in nanoseconds from elsewhere, used if the program cannot run
 * @param server the server in another process, if the program is a client
 * @param command how it is started, if not as the peer starts its programs
 */
public record Entrant(
    String label,
    Peer peer,
    String program,
    boolean mutable,
    List<String> options,
    OptionalDouble reference,
    Optional<Server> server,
    Optional<Command> command) {
  /** A program as the peer starts it. */
  public Entrant(String label, Peer peer, String program) {
    this(label, peer, program, false);
  }

  /** A program as the peer starts it, on a data structure that may be mutable. */
  public Entrant(String label, Peer peer, String program, boolean mutable) {
    this(
        label,
        peer,
        program,
        mutable,
        List.of(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same program of several peers, each under the peer's own label. */
  public static List<Entrant> same(String program, Peer... peers) {
    return Stream.of(peers).map(peer -> new Entrant(peer.label(), peer, program)).toList();
  }

  /** The same with options. */
  public Entrant with(List<String> withOptions) {
    return new Entrant(label, peer, program, mutable, withOptions, reference, server, command);
  }

  /** The same with a figure from elsewhere. */
  public Entrant elsewhere(double nanos) {
    var figure = OptionalDouble.of(nanos);
    return new Entrant(label, peer, program, mutable, options, figure, server, command);
  }

  /** The same as a client. */
  public Entrant servedBy(Server itsServer) {
    var served = Optional.of(itsServer);
    return new Entrant(label, peer, program, mutable, options, reference, served, command);
  }

  /** The same, started by a command of the row's own. */
  public Entrant startedBy(Command ofRow) {
    var started = Optional.of(ofRow);
    return new Entrant(label, peer, program, mutable, options, reference, server, started);
  }

  /** Whether Yona takes part in it, at either end. */
  boolean isOfYona() {
    return peer.isYona() || server.stream().anyMatch(each -> each.peer().isYona());
  }
}
