package yona.library.socket;

import yona.io.socket.Server;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;

/** A server channel as a value. */
final class ServerResource extends ManagedResource {
  private final Server server;

  private ServerResource(Server server) {
    this.server = server;
  }

  static ServerResource of(Server server) {
    ServerResource resource = new ServerResource(server);
    resource.hold();
    return resource;
  }

  /** The value as a server channel; another value is {@code :typeerror}. */
  static ServerResource resource(Object value, String where) {
    if (value instanceof ServerResource resource) {
      return resource;
    }
    throw Failure.type(where, "a server channel", value);
  }

  Server server() {
    return server;
  }

  @Override
  protected void close() {
    SocketErrors.done(server.name(), server::close);
  }

  @Override
  public String source() {
    return "<server channel " + server.name() + ">";
  }
}
