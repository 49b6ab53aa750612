package yona.library.socket;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.connection.Connection;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.argument.Spans;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.system.ConsoleFunctions;

/**
 * The Java half of module {@code socket\tcp\Connection}. Needs no grant: who has a connection was
 * granted it.
 */
public final class ConnectionFunctions {
  private ConnectionFunctions() {}

  private static Object bytesOrEnd(byte @Nullable [] bytes) {
    return bytes == null ? ConsoleFunctions.EOF : Seq.bytes(bytes);
  }

  @Suspends
  public static Object read(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return SocketErrors.<Object>checked(c.name(), () -> bytesOrEnd(c.read()));
  }

  @Suspends
  public static Object readUntil(Object connection, @Applied Object goesOn, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    Function test = Arguments.function(goesOn, where);
    return SocketErrors.<Object>checked(
        c.name(),
        () ->
            bytesOrEnd(
                c.readUntil(value -> Arguments.truth(test.apply(value), where), Connection.LIMIT)));
  }

  @Suspends
  public static Object readLine(Object connection, String where) {
    return line(ConnectionResource.connection(connection, where), Connection.LINE_LIMIT);
  }

  @Suspends
  public static Object readLineLimit(Object connection, Object limit, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    long most = Arguments.count(limit, where);
    return line(c, (int) Math.min(most, Integer.MAX_VALUE / 2));
  }

  private static Object line(Connection connection, int limit) {
    return SocketErrors.<Object>checked(
        connection.name(),
        () -> {
          byte @Nullable [] line = connection.readLine(limit);
          return line == null ? ConsoleFunctions.EOF : Seq.utf8(line, 0, line.length);
        });
  }

  @Suspends
  public static Object readExactly(Object connection, Object n, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    long count = Arguments.count(n, where);
    if (count > Integer.MAX_VALUE / 2) {
      throw Failure.badarg(where, count + " bytes are too many to be read at once");
    }
    return SocketErrors.<Object>checked(c.name(), () -> Seq.bytes(c.readExactly((int) count)));
  }

  @Suspends
  public static Object readAll(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return SocketErrors.<Object>checked(c.name(), () -> Seq.bytes(c.readAll(Connection.LIMIT)));
  }

  @Suspends
  public static Object lines(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return Stream.of(true, () -> new Lines(c));
  }

  /** The lines of a connection, which stays open behind them. */
  private static final class Lines extends StreamSource {
    private final Connection connection;

    Lines(Connection connection) {
      this.connection = connection;
    }

    @Override
    protected @Nullable Object next() {
      Object line = line(connection, Connection.LINE_LIMIT);
      return line.equals(ConsoleFunctions.EOF) ? null : line;
    }
  }

  @Suspends
  public static Object write(Object connection, Object data, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    byte[] bytes = Arguments.data(data, where);
    return SocketErrors.done(c.name(), () -> c.write(bytes));
  }

  @Suspends
  public static Object writeLine(Object connection, Object s, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    byte[] text = Arguments.string(s, where).toUtf8();
    byte[] line = Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    return SocketErrors.done(c.name(), () -> c.write(line));
  }

  @Suspends
  public static Object finish(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return SocketErrors.done(c.name(), c::finish);
  }

  @Suspends
  public static Object close(Object connection, String where) {
    ConnectionResource.resource(connection, where).release();
    return Unit.UNIT;
  }

  public static Object setTimeout(Object connection, Object read, Object write, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    Duration reading = time(read, where);
    Duration writing = time(write, where);
    return SocketErrors.done(
        c.name(),
        () -> {
          c.setReadTime(reading);
          c.setWriteTime(writing);
        });
  }

  private static @Nullable Duration time(Object span, String where) {
    return span.equals(Opts.NONE) ? null : Duration.ofNanos(Spans.nanos(span, where));
  }

  public static Object peer(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return place(c.peer(), c);
  }

  public static Object local(Object connection, String where) {
    Connection c = ConnectionResource.connection(connection, where);
    return place(c.local(), c);
  }

  /** Host and port; the path of a Unix socket, or the name of a pipe, and 0. */
  private static Object place(@Nullable SocketAddress address, Connection connection) {
    if (address instanceof InetSocketAddress inet) {
      return Tuple.of(Seq.text(inet.getAddress().getHostAddress()), (long) inet.getPort());
    }
    return Tuple.of(Seq.text(address == null ? connection.name() : address.toString()), 0L);
  }
}
