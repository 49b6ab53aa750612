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
  private static final String MODULE = "socket\\udp\\Socket::";

  private UdpFunctions() {}

  private static UdpSocket socket(Object value, String function) {
    return UdpResource.resource(value, MODULE + function).socket();
  }

  @Suspends
  public static Object bind(Object host, Object port) {
    String name = Arguments.text(host, MODULE + "bind");
    int number = ServerFunctions.port(port, 0, MODULE + "bind");
    return UdpResource.of(
        SocketErrors.withHost(MODULE + "bind", name, number, () -> UdpSocket.bind(name, number)));
  }

  @Suspends
  public static Object send(Object socket, Object host, Object port, Object data) {
    UdpSocket from = socket(socket, "send");
    String name = Arguments.text(host, MODULE + "send");
    int number = ServerFunctions.port(port, 1, MODULE + "send");
    byte[] bytes = Arguments.data(data, MODULE + "send");
    return SocketErrors.withHost(
        MODULE + "send",
        name,
        number,
        () -> {
          from.send(bytes, name, number);
          return Unit.UNIT;
        });
  }

  @Suspends
  public static Object receive(Object socket) {
    UdpSocket at = socket(socket, "receive");
    Datagram datagram = SocketErrors.checked(at.name(), at::receive);
    return Tuple.of(
        Seq.bytes(datagram.bytes()),
        Seq.text(datagram.sender().getAddress().getHostAddress()),
        (long) datagram.sender().getPort());
  }

  @Suspends
  public static Object join(Object socket, Object group) {
    UdpSocket member = socket(socket, "join");
    String host = Arguments.text(group, MODULE + "join");
    return SocketErrors.done(
        host,
        () -> {
          try {
            member.join(host);
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(MODULE + "join", String.valueOf(e.getMessage()));
          }
        });
  }

  public static Object port(Object socket) {
    return (long) socket(socket, "port").port();
  }

  @Suspends
  public static Object close(Object socket) {
    UdpResource.resource(socket, MODULE + "close").release();
    return Unit.UNIT;
  }
}
