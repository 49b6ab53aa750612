package yona.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What serves an entrant that is a client: a process for each run, which prints the port that it
 * listens at. The client gets that port.
 */
public interface Server {
  /** Who serves. */
  Peer peer();

  /** What it runs, by the peer's own name. */
  String program();

  /** What it is started with; whatever a run before has left is taken away. */
  List<String> arguments(Workspace workspace) throws IOException;

  /** Asked when the client has ended well: what is wrong with what has arrived, or nothing. */
  Optional<String> complaint(Workspace workspace) throws IOException;
}
