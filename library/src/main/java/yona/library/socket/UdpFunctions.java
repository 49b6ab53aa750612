package yona.library.socket;

import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.socket.Datagram;
import yona.io.socket.UdpSocket;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module {@code socket\\udp\Socket}. */
@Needs(Grant.NETWORK)
public final class UdpFunctions {
  private UdpFunctions() {}

  private static UdpSocket socket(Object value, String where) {
    return UdpResource.resource(value, where).socket();
  }

  @Suspends
  public static Object bind(Object host, Object port, String where) {
    String name = Arguments.text(host, where);
    int number = ServerFunctions.port(port, 0, where);
    return UdpResource.of(
        SocketErrors.withHost(where, name, number, () -> UdpSocket.bind(name, number)));
  }

  @Suspends
  public static Object send(Object socket, Object host, Object port, Object data, String where) {
    UdpSocket from = socket(socket, where);
    String name = Arguments.text(host, where);
    int number = ServerFunctions.port(port, 1, where);
    byte[] bytes = Arguments.data(data, where);
    return SocketErrors.withHost(
        where,
        name,
        number,
        () -> {
          from.send(bytes, name, number);
          return Unit.UNIT;
        });
  }

  @Suspends
  public static Object receive(Object socket, String where) {
    UdpSocket at = socket(socket, where);
    Datagram datagram = SocketErrors.checked(at.name(), at::receive);
    return Tuple.of(
        Seq.bytes(datagram.bytes()),
        Seq.text(datagram.sender().getAddress().getHostAddress()),
        (long) datagram.sender().getPort());
  }

  @Suspends
  public static Object join(Object socket, Object group, String where) {
    UdpSocket member = socket(socket, where);
    String host = Arguments.text(group, where);
    return SocketErrors.done(
        host,
        () -> {
          try {
            member.join(host);
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(where, String.valueOf(e.getMessage()));
          }
        });
  }

  public static Object port(Object socket, String where) {
    return (long) socket(socket, where).port();
  }

  @Suspends
  public static Object close(Object socket, String where) {
    UdpResource.resource(socket, where).release();
    return Unit.UNIT;
  }
}
