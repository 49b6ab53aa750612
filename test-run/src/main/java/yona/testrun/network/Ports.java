package yona.testrun.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that go and come back while clients try to connect. The system gives none of
 * them to a client: whoever connects to a port of the system's own range where nobody listens may
 * be given just that port, and then talks to himself.
 */
public final class Ports {
  private static final int FIRST = 12_000;
  private static final int END = end();

  private static int next = ThreadLocalRandom.current().nextInt(FIRST, END);

  private Ports() {}

  private static int end() {
    Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    try {
      int first =
          Files.isReadable(range)
              ? Integer.parseInt(Files.readString(range).strip().split("\\s+", 2)[0])
              : 32_768;
      return first > FIRST + 1_000 ? first : 32_768;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port of the loopback interface that nobody uses; another one each time. */
  public static synchronized int free() {
    for (int tried = FIRST; tried < END; tried++) {
      next = next + 1 < END ? next + 1 : FIRST;
      try (ServerSocket socket = new ServerSocket(next, 1, loopback())) {
        return socket.getLocalPort();
      } catch (IOException _) {
        // Somebody uses it.
      }
    }
    throw new IllegalStateException("no port is free");
  }

  /** The loopback interface. */
  public static InetAddress loopback() {
    return InetAddress.ofLiteral("127.0.0.1");
  }
}
