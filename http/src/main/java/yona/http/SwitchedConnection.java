package yona.http;

import java.util.Objects;
import yona.io.connection.Connection;

/** A connection that has been switched from HTTP to another protocol. */
public final class SwitchedConnection {

  private final Connection connection;
  private final byte[] received;

  /** The action of a server that stops. Guarded by this. */
  private Runnable onStop = () -> {};

  private boolean stopped;

  /**
   * For servers.
   *
   * @param connection the connection
   * @param received what has come behind the request
   */
  public SwitchedConnection(Connection connection, byte[] received) {
    this.connection = Objects.requireNonNull(connection, "connection");
    this.received = Objects.requireNonNull(received, "received");
  }

  /**
   * The connection.
   *
   * @return the connection, from which {@link #received} has been read
   */
  public Connection connection() {
    return connection;
  }

  /**
   * The bytes that the client has sent behind its request already.
   *
   * @return the first bytes of the new protocol
   */
  public byte[] received() {
    return received;
  }

  /**
   * Says what is to be done when the server stops and wants the connection to end.
   *
   * @param action called once, by any thread, also if the server stops already; must not suspend
   */
  public void onStop(Runnable action) {
    synchronized (this) {
      if (!stopped) {
        onStop = action;
        return;
      }
    }
    action.run();
  }

  /** For servers: they stop. Does not suspend; again it does nothing. */
  public void stop() {
    Runnable action;
    synchronized (this) {
      action = stopped ? () -> {} : onStop;
      stopped = true;
    }
    action.run();
  }
}
