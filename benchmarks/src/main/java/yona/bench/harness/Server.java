package yona.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The server of an entrant that is a client. Each run starts a process of it, which prints its
 * port. The client gets that port.
 */
public interface Server {
  /** The peer that runs the server. */
  Peer peer();

  /** The server's program, by the peer's own name. */
  String program();

  /** The arguments of the process. Removes the files that the last run has left. */
  List<String> arguments(Workspace workspace) throws IOException;

  /** Checks what has arrived, after the client has ended well: the fault, or nothing. */
  Optional<String> complaint(Workspace workspace) throws IOException;
}
