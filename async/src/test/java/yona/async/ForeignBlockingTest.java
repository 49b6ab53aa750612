package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Operations of the JDK that block suspend their fiber and no other one, though several fibers for
 * each processor are in them.
 */
class ForeignBlockingTest {

  private static final int BLOCKED = 3 * Runtime.getRuntime().availableProcessors();

  /** How often another fiber starts, waits and ends meanwhile. */
  private static final int OTHERS = 50;

  @TempDir Path folder;

  /** What one of the fibers does, or what is done for it. */
  private interface Step {
    void run(int number) throws Exception;
  }

  /** How a thread looks that waits without a carrier. */
  private static boolean isParked(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, BLOCKED -> true;
      default -> false;
    };
  }

  /**
   * Lets fibers block, and others run until and after all of them do.
   *
   * @param parks whether the JDK parks the thread; else it waits in the kernel
   * @param block returns when the fiber's number has been released
   */
  private static void othersGoOn(boolean parks, Step block, Step release) throws Exception {
    Running.program(
        () -> {
          Thread[] threads = new Thread[BLOCKED];
          CountDownLatch begun = new CountDownLatch(BLOCKED);
          try (Scope scope = Scope.open()) {
            List<Future<String>> blocked = new ArrayList<>();
            for (int i = 0; i < BLOCKED; i++) {
              int number = i;
              blocked.add(
                  scope.background(
                      () -> {
                        threads[number] = Thread.currentThread();
                        begun.countDown();
                        block.run(number);
                        return "released";
                      }));
            }
            while (begun.getCount() > 0) {
              Async.yield();
            }
            for (Thread thread : threads) {
              while (parks && !isParked(thread)) {
                Async.yield();
              }
            }
            for (int i = 0; i < OTHERS; i++) {
              Future<Integer> other =
                  scope.background(
                      () -> {
                        Async.yield();
                        return 1;
                      });
              assertThat(other.value()).isEqualTo(1);
            }
            assertThat(blocked).allSatisfy(each -> assertThat(each.poll()).isNull());
            for (int i = 0; i < BLOCKED; i++) {
              release.run(i);
            }
            for (Future<String> each : blocked) {
              assertThat(each.value()).isEqualTo("released");
            }
          }
          return null;
        });
  }

  @Test
  void threadSleep() throws Exception {
    Thread[] sleepers = new Thread[BLOCKED];
    othersGoOn(
        true,
        number -> {
          sleepers[number] = Thread.currentThread();
          try {
            Thread.sleep(3_600_000);
          } catch (InterruptedException e) {
            sleepers[number] = null;
          }
          assertThat(sleepers[number]).isNull();
        },
        number -> sleepers[number].interrupt());
  }

  @Test
  void park() throws Exception {
    Thread[] parked = new Thread[BLOCKED];
    boolean[] released = new boolean[BLOCKED];
    othersGoOn(
        true,
        number -> {
          synchronized (released) {
            parked[number] = Thread.currentThread();
          }
          for (boolean done = false; !done; ) {
            LockSupport.park();
            synchronized (released) {
              done = released[number];
            }
          }
        },
        number -> {
          synchronized (released) {
            released[number] = true;
            LockSupport.unpark(parked[number]);
          }
        });
  }

  @Test
  void aReentrantLock() throws Exception {
    ReentrantLock[] locks = new ReentrantLock[BLOCKED];
    for (int i = 0; i < BLOCKED; i++) {
      locks[i] = new ReentrantLock();
    }
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (ReentrantLock lock : locks) {
                    lock.lock();
                  }
                  held.countDown();
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  for (ReentrantLock lock : locks) {
                    lock.unlock();
                  }
                });
    held.await();
    othersGoOn(
        true,
        number -> {
          locks[number].lock();
          try {
            assertThat(locks[number].isHeldByCurrentThread()).isTrue();
          } finally {
            locks[number].unlock();
          }
        },
        number -> over.countDown());
    holder.join();
  }

  @Test
  void aMonitor() throws Exception {
    boolean[] released = new boolean[BLOCKED];
    othersGoOn(
        true,
        number -> {
          synchronized (released) {
            while (!released[number]) {
              released.wait();
            }
          }
        },
        number -> {
          synchronized (released) {
            released[number] = true;
            released.notifyAll();
          }
        });
  }

  @Test
  void aBlockingQueue() throws Exception {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    othersGoOn(true, number -> queue.take(), queue::put);
  }

  @Test
  void aSocket() throws Exception {
    try (ServerSocket server = new ServerSocket(0, BLOCKED, InetAddress.getLoopbackAddress())) {
      List<Socket> here = new ArrayList<>();
      List<Socket> there = new ArrayList<>();
      try {
        for (int i = 0; i < BLOCKED; i++) {
          here.add(new Socket(server.getInetAddress(), server.getLocalPort()));
          there.add(server.accept());
        }
        othersGoOn(
            true,
            number -> assertThat(here.get(number).getInputStream().read()).isEqualTo(7),
            number -> there.get(number).getOutputStream().write(7));
      } finally {
        for (Socket socket : here) {
          socket.close();
        }
        for (Socket socket : there) {
          socket.close();
        }
      }
    }
  }

  @Test
  void aPipeOfChannels() throws Exception {
    List<Pipe> pipes = new ArrayList<>();
    try {
      for (int i = 0; i < BLOCKED; i++) {
        pipes.add(Pipe.open());
      }
      othersGoOn(
          true,
          number -> assertThat(pipes.get(number).source().read(ByteBuffer.allocate(1))).isOne(),
          number -> pipes.get(number).sink().write(ByteBuffer.wrap(new byte[1])));
    } finally {
      for (Pipe pipe : pipes) {
        pipe.source().close();
        pipe.sink().close();
      }
    }
  }

  /** The JDK's scheduler keeps the carriers that are away in such a call. */
  @Test
  @Tag("own-scheduler")
  void aFileThatIsAPipe() throws Exception {
    List<RandomAccessFile> ends = new ArrayList<>();
    List<Path> fifos = new ArrayList<>();
    try {
      for (int i = 0; i < BLOCKED; i++) {
        Path fifo = folder.resolve("fifo" + i);
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
        fifos.add(fifo);
        // Open for both, so that nobody waits for the other end.
        ends.add(new RandomAccessFile(fifo.toFile(), "rw"));
      }
      othersGoOn(
          false,
          number -> {
            try (InputStream input = new FileInputStream(fifos.get(number).toFile())) {
              assertThat(input.read()).isEqualTo(7);
            }
          },
          number -> ends.get(number).write(7));
    } finally {
      for (RandomAccessFile end : ends) {
        end.close();
      }
    }
  }
}
