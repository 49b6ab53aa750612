package yona.async.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import yona.property.Effort;

class RunQueueTest {

  private record Task(int number) implements Runnable {
    @Override
    public void run() {}
  }

  @Test
  void behavesLikeABoundedQueue() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    RunQueue queue = new RunQueue();
    ArrayDeque<Runnable> model = new ArrayDeque<>();
    for (int i = 0; i < 100_000; i++) {
      int sway = (i / 1_000) % 3;
      if (random.nextInt(4) > sway) {
        Task task = new Task(i);
        boolean room = model.size() < RunQueue.CAPACITY;
        assertThat(queue.offer(task)).as("seed " + seed).isEqualTo(room);
        if (room) {
          model.add(task);
        }
      } else {
        assertThat(queue.poll()).as("seed " + seed).isSameAs(model.poll());
      }
      assertThat(queue.size()).isEqualTo(model.size());
    }
  }

  @Test
  void everyTaskIsTakenOnceByOneOfManyTakers() throws Exception {
    int tasks = Effort.of(300_000);
    RunQueue queue = new RunQueue();
    AtomicIntegerArray taken = new AtomicIntegerArray(tasks);
    AtomicInteger left = new AtomicInteger(tasks);
    Thread[] takers = new Thread[3];
    for (int i = 0; i < takers.length; i++) {
      takers[i] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (left.get() > 0) {
                      if (queue.poll() instanceof Task task) {
                        taken.incrementAndGet(task.number);
                        left.decrementAndGet();
                      }
                    }
                  });
    }
    for (int i = 0; i < tasks; ) {
      if (queue.offer(new Task(i))) {
        i++;
      } else {
        Thread.onSpinWait();
      }
    }
    for (Thread taker : takers) {
      taker.join();
    }
    for (int i = 0; i < tasks; i++) {
      assertThat(taken.get(i)).isEqualTo(1);
    }
  }
}
