package yona.library.socket;

import yona.io.connection.Connection;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;

/** A connection as a value: a socket, or the pipes of a process. */
public final class ConnectionResource extends ManagedResource {
  private final Connection connection;

  private ConnectionResource(Connection connection) {
    this.connection = connection;
  }

  /**
   * Makes the value of a connection that the nearest {@code with} closes.
   *
   * @param connection the connection, open
   * @return its value
   */
  public static ConnectionResource of(Connection connection) {
    ConnectionResource resource = new ConnectionResource(connection);
    resource.hold();
    return resource;
  }

  /**
   * Makes the value of a connection that another resource closes.
   *
   * @param connection the connection, open
   * @return its value
   */
  public static ConnectionResource partOf(Connection connection) {
    return new ConnectionResource(connection);
  }

  /** The connection of a value; another value is {@code :typeerror}. */
  static Connection connection(Object value, String where) {
    return resource(value, where).connection;
  }

  static ConnectionResource resource(Object value, String where) {
    if (value instanceof ConnectionResource resource) {
      return resource;
    }
    throw Failure.type(where, "a connection", value);
  }

  @Override
  protected void close() {
    SocketErrors.done(connection.name(), connection::close);
  }

  @Override
  public String source() {
    return "<connection " + connection.name() + ">";
  }
}
