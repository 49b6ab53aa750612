package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Future;
import yona.async.Program;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.io.connection.Connection;

/** Programs that need a process of their own. */
final class SocketPrograms {

  private SocketPrograms() {}

  public static void main(String[] arguments) throws Exception {
    String told =
        switch (arguments[0]) {
          case "lookups" ->
              new Program(Throwable::printStackTrace)
                  .<String, Exception>run(() -> lookups(Path.of(arguments[1])));
          case "descriptors" -> {
            loadAll();
            yield new Program(Throwable::printStackTrace)
                .<String, Exception>run(SocketPrograms::descriptors);
          }
          case "stopped" -> stopped();
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    System.out.println(told);
  }

  // ---- a stop ----------------------------------------------------------------------------------

  /** Stops this process while it waits for its sockets, and lets it go on. */
  private static String stopped() throws Exception {
    Promise<Integer> port = new Promise<>();
    Thread program =
        new Thread(
            () ->
                new Program(Throwable::printStackTrace)
                    .<@Nullable Object, UncheckedIOException>run(() -> echo(port)));
    program.setDaemon(true);
    program.start();
    int listening = port.value();
    while (Thread.getAllStackTraces().values().stream().noneMatch(SocketPrograms::waitsInKernel)) {
      Thread.onSpinWait();
    }
    String stop =
        """
        kill -STOP $1
        while grep -q 'State:.[^T]' /proc/$1/task/*/status; do :; done
        kill -CONT $1
        """;
    String self = String.valueOf(ProcessHandle.current().pid());
    int stopped = new ProcessBuilder("sh", "-c", stop, "sh", self).inheritIO().start().waitFor();
    try (Socket client = new Socket(InetAddress.ofLiteral("127.0.0.1"), listening)) {
      client.setSoTimeout(60_000);
      client.getOutputStream().write('x');
      int echoed = client.getInputStream().read();
      program.join();
      return stopped + ", " + (char) echoed;
    }
  }

  private static boolean waitsInKernel(StackTraceElement[] stack) {
    List<StackTraceElement> frames = List.of(stack);
    return frames.stream().anyMatch(each -> each.getClassName().startsWith("yona.io.readiness."))
        && !frames.isEmpty()
        && frames.getFirst().getClassName().equals("sun.nio.ch.EPoll");
  }

  private static @Nullable Object echo(Promise<Integer> port) {
    try (Server server = Server.listen(0)) {
      port.complete(server.port());
      try (Connection accepted = server.accept()) {
        accepted.write(accepted.readExactly(1));
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- lookups that block ----------------------------------------------------------------------

  /** Looks hosts that have a FIFO up by opening it: in the kernel, as long as nobody writes. */
  public static final class Resolvers extends InetAddressResolverProvider {
    @Override
    public InetAddressResolver get(Configuration configuration) {
      return new InetAddressResolver() {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
            throws UnknownHostException {
          try (FileInputStream fifo =
              new FileInputStream(new File(System.getProperty("yona.test.hosts"), host))) {
            var _ = fifo.read();
          } catch (IOException e) {
            throw new UnknownHostException(host);
          }
          return Stream.of(InetAddress.ofLiteral("127.0.0.1"));
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
          throw new UnknownHostException("nobody");
        }
      };
    }

    @Override
    public String name() {
      return "by FIFO";
    }
  }

  private static String lookups(Path folder) throws IOException {
    try (Stream<Path> listed = Files.list(folder);
        Server server = Server.listen(0)) {
      List<String> hosts = listed.map(each -> each.getFileName().toString()).sorted().toList();
      List<Future<Integer>> connecting = new ArrayList<>();
      for (String host : hosts) {
        connecting.add(
            Async.future(
                () -> {
                  try (Connection client = Client.connect(host, server.port())) {
                    client.write(new byte[] {1});
                    return 1;
                  }
                }));
      }
      int echoed = 0;
      for (int i = 0; i < 100; i++) {
        try (Connection client = Client.connect("127.0.0.1", server.port());
            Connection accepted = server.accept()) {
          client.write("x".getBytes(UTF_8));
          echoed += accepted.readExactly(1).length;
        }
      }
      int left = 0;
      try {
        var _ =
            Async.timeoutNanos(1_000_000, () -> Client.connect(hosts.getFirst(), server.port()));
      } catch (TimeoutException late) {
        left++;
      }
      boolean waited = connecting.stream().allMatch(each -> each.poll() == null);
      for (String host : hosts) {
        Files.writeString(folder.resolve(host), "x");
      }
      int connected = 0;
      for (Future<Integer> each : connecting) {
        connected += each.value();
      }
      return "%d echoed, %d left, %s, %d connected"
          .formatted(echoed, left, waited ? "waited" : "did not wait", connected);
    }
  }

  // ---- no descriptors --------------------------------------------------------------------------

  /** Loading a class takes a descriptor. */
  private static void loadAll() throws Exception {
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path root = Path.of(place);
      List<Path> files;
      try (Stream<Path> all = Files.walk(root)) {
        files = all.filter(each -> each.toString().endsWith(".class")).toList();
      }
      for (Path file : files) {
        String name = root.relativize(file).toString().replace(File.separatorChar, '.');
        if (!name.contains("-info") && !name.contains("Test") && !name.contains("lincheck")) {
          try {
            var _ =
                Class.forName(
                    name.substring(0, name.length() - ".class".length()),
                    false,
                    SocketPrograms.class.getClassLoader());
          } catch (LinkageError _) {
            // Of tests of other libraries.
          }
        }
      }
    }
  }

  private static String descriptors() throws IOException {
    AtomicInteger stalled = new AtomicInteger();
    Promise<String> told = new Promise<>();
    ServerOptions options =
        ServerOptions.DEFAULT.withReport(
            e -> {
              stalled.incrementAndGet();
              told.complete(String.valueOf(e.getMessage()));
            });
    try (Server server = Server.listen("127.0.0.1", 0, options)) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      // The way that will be gone, once.
      SocketChannel.open(address).close();
      server.accept().close();
      List<SocketChannel> clients = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        clients.add(SocketChannel.open(address));
      }
      List<FileInputStream> all = new ArrayList<>();
      try {
        for (; ; ) {
          all.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException noMore) {
        // As it should be.
      }
      // The system may give back late what has been closed: those who get it keep it.
      List<Connection> early = new ArrayList<>();
      Future<Connection> accepting = Async.future(server::accept);
      while (isAccepted(accepting, told) && early.size() < clients.size() - 1) {
        early.add(accepting.value());
        accepting = Async.future(server::accept);
      }
      String reason = told.poll() == null ? "not told" : told.value();
      // Several more attempts.
      Async.sleepNanos(20_000_000);
      boolean waits = accepting.poll() == null;
      for (FileInputStream each : all) {
        each.close();
      }
      SocketChannel client = clients.get(early.size());
      try (Connection accepted = accepting.value()) {
        accepted.write("x".getBytes(UTF_8));
        var _ = client.read(java.nio.ByteBuffer.allocate(1));
        for (Connection each : early) {
          each.close();
        }
        for (SocketChannel each : clients) {
          each.close();
        }
        return "%s, %d times told: %s"
            .formatted(
                waits ? "waits and goes on" : "did not wait",
                stalled.get(),
                reason.replace("127.0.0.1:" + server.port() + ": ", ""));
      }
    }
  }

  /** Waits until a connection is accepted, or it is told that none can be. */
  private static boolean isAccepted(Future<Connection> accepting, Promise<String> told) {
    Promise<Boolean> first = new Promise<>();
    accepting.onComplete(_ -> first.complete(true));
    told.onComplete(_ -> first.complete(false));
    return first.value();
  }
}
