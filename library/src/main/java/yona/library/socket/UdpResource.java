package yona.library.socket;

import yona.io.socket.UdpSocket;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;

/** A UDP socket as a value. */
final class UdpResource extends ManagedResource {
  private final UdpSocket socket;

  private UdpResource(UdpSocket socket) {
    this.socket = socket;
  }

  static UdpResource of(UdpSocket socket) {
    UdpResource resource = new UdpResource(socket);
    resource.hold();
    return resource;
  }

  /** The value as a UDP socket; another value is {@code :typeerror}. */
  static UdpResource resource(Object value, String where) {
    if (value instanceof UdpResource resource) {
      return resource;
    }
    throw Failure.type(where, "a UDP socket", value);
  }

  UdpSocket socket() {
    return socket;
  }

  @Override
  protected void close() {
    SocketErrors.done(socket.name(), socket::close);
  }

  @Override
  public String source() {
    return "<UDP socket " + socket.name() + ">";
  }
}
