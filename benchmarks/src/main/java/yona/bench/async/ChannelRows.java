package yona.bench.async;

import java.util.ArrayList;
import java.util.List;
import yona.async.Async;
import yona.async.Case;
import yona.async.Scope;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.ChannelMultiplexer;
import yona.async.channel.SyncChannel;

/** The rows of channels, run on a fiber. */
final class ChannelRows {
  private ChannelRows() {}

  static Channel<Long> channel(int capacity) {
    return capacity == 0 ? new SyncChannel<>() : new BufferedChannel<>(capacity);
  }

  static long oneChannel(int size, int capacity) {
    var channel = channel(capacity);
    try (var scope = Scope.open()) {
      scope.background(() -> sendAll(channel, size));
      return receiveAll(channel, size);
    }
  }

  static long twoChannels(int size, int capacity) {
    var published = channel(capacity);
    var subscribed = channel(capacity);
    try (var scope = Scope.open()) {
      scope.background(() -> sendAll(published, size));
      scope.background(
          () -> {
            for (int i = 0; i < size; i++) {
              subscribed.send(published.take());
            }
            return size;
          });
      return receiveAll(subscribed, size);
    }
  }

  /** One publisher, one subscriber. */
  static long multiplexer(int size, int capacity) {
    var published = channel(capacity);
    try (var scope = Scope.open();
        var multiplexer = new ChannelMultiplexer<Long>()) {
      var subscribed = multiplexer.subscribe(capacity);
      multiplexer.addPublisher(published);
      scope.background(
          () -> {
            multiplexer.run();
            return size;
          });
      scope.background(() -> sendAll(published, size));
      return receiveAll(subscribed, size);
    }
  }

  private static int sendAll(Channel<Long> channel, int size) {
    for (long i = 0; i < size; i++) {
      channel.send(i);
    }
    return size;
  }

  private static long receiveAll(Channel<Long> channel, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += channel.take();
    }
    return sum;
  }

  /** One sender draws among the channels. */
  static long select(int size, int width) {
    var channels = channels(width);
    try (var scope = Scope.open()) {
      scope.background(
          () -> {
            long x = 42;
            for (long i = 0; i < size; i++) {
              x = x * 16807 % 2147483647;
              channels.get((int) (x % width)).send(i);
            }
            return size;
          });
      return selectAll(channels, size);
    }
  }

  /** Each channel has a sender of its own. */
  static long selectReady(int size, int width) {
    var channels = channels(width);
    try (var scope = Scope.open()) {
      for (int k = 0; k < width; k++) {
        var channel = channels.get(k);
        long from = k;
        scope.background(
            () -> {
              for (long i = from; i < size; i += width) {
                channel.send(i);
              }
              return size;
            });
      }
      return selectAll(channels, size);
    }
  }

  private static List<Channel<Long>> channels(int width) {
    var channels = new ArrayList<Channel<Long>>();
    for (int k = 0; k < width; k++) {
      channels.add(channel(0));
    }
    return channels;
  }

  private static long selectAll(List<Channel<Long>> channels, int size) {
    var cases = new ArrayList<Case<Long, RuntimeException>>();
    for (var channel : channels) {
      cases.add(channel.canRead().handle(read -> read.get()));
    }
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Async.<Long, RuntimeException>select(cases);
    }
    return sum;
  }
}
